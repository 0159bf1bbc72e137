# SPDX-License-Identifier: ISC
# unit.mk - the unit behind its buses, the mapping everywhere; tests at scale.
#
#   make soak [CYCLES=1000000000] [SETS=24] [SEED=1]   lockstep over random parameter sets (soak.sh)
#   make mutate [EACH=200] [SEED=1]                    which mutants lockstep catches (tests/mutate/mutate.sh)

# ---- each slave adapter
UT := $(BUILD)/tests/rtl
$(UT)/buses/libbuses.a: sim/buses_top.v $(UNIT_SRC) rtl/bus/tally_apb.v rtl/bus/tally_axil.v $(LU_INC)
	$(call verilate,buses,buses_top,$(filter %.v,$^))
$(eval $(call program,$(BUILD)/tests/buses,tests/unit/buses.c tests/unit/buses_ports.c,$(UT)/buses/libbuses.a,$(VERILATE_LIBS)))

# ---- the mapping's vectors in the RTL's mappers and the driver
UT_MAPPERS := mapper_mul mapper_shift
ut_mapper   = $(UT)/$(1)/lib$(1).a
$(call ut_mapper,mapper_mul): UT_MAPPER := 0
$(call ut_mapper,mapper_shift): UT_MAPPER := 2
define ut_mapper_rule
$(call ut_mapper,$(1)): sim/mapper_top.v $(LU_RTL) $(LU_INC)
	$$(call verilate,$(1),mapper_top,-GMAPPER=$$(UT_MAPPER) $$(filter %.v,$$^))
endef
$(foreach m,$(UT_MAPPERS),$(eval $(call ut_mapper_rule,$(m))))
$(eval $(call program,$(BUILD)/tests/mapping,tests/unit/mapping_test.c,$(DRIVER_OBJ) $(foreach m,$(UT_MAPPERS),$(call ut_mapper,$(m))),$(VERILATE_LIBS)))

# ---- soak: first the sets, then this make again with their list instead of lockstep's
SOAK := $(BUILD)/soak
SETS ?= 24
SEED ?= 1
ifeq ($(LU_LIST),$(SOAK)/sets)
$(eval $(call lu_program,$(SOAK)/soak,$(LU_BUILDS)))
endif

.PHONY: soak mutate
soak:
	@tests/unit/soak.sh sets $(SOAK) $(SETS) $(SEED)
	+@$(MAKE) --no-print-directory LU=$(SOAK)/rtl LU_LIST=$(SOAK)/sets $(SOAK)/soak
	@JOBS=$(JOBS) tests/unit/soak.sh run $(SOAK) $(call given,CYCLES,1000000000) $(SEED)

# ---- mutate: a report, no test
mutate: $(BUILD)/tests/unit_mutants
	@BUILD=$(BUILD) YOSYS=$(YOSYS) PROGRAM=$< SEED=$(SEED) tests/mutate/mutate.sh

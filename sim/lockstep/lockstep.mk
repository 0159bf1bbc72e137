# SPDX-License-Identifier: ISC
# lockstep.mk - the unit's RTL (rtl/unit) beside its model (sim/model).
#
#   build/lockstep-unit             all of builds; see main.c
#   build/tests/unit_mutants        netlists full of mutants (tests/mutate/unit.sh)

LU        := $(BUILD)/sim/unit
LU_LIST   := sim/lockstep/builds
LU_RTL    := $(addprefix rtl/unit/,$(filter %.v,$(shell cat rtl/unit/unit.f)))
LU_INC    := $(wildcard rtl/unit/*.vh rtl/regs/*.vh)
LU_MEMORY := rtl/unit/tally_words.v
LU_BUILDS  := $(shell awk '!/^\#/ && NF && $$NF !~ /^netlist/ { print $$1 }' $(LU_LIST))
LU_MUTANTS := $(shell awk '!/^\#/ && NF && $$NF ~ /^netlist/ { print $$1 }' $(LU_LIST))
lu_memory   = $(shell awk '$$1 == "$(1)" { print $$NF }' $(LU_LIST))
lu_params   = $$(LS_LIST=$(LU_LIST) sim/lockstep_params.sh $(1) $(2))
lu_archives = $(foreach b,$(1),$(LU)/$(b)/libunit_$(b).a)

LU_V_rtl     := $(LU_RTL)
LU_V_hostile := $(filter-out $(LU_MEMORY),$(LU_RTL)) sim/lockstep/memory.v
LU_V_full    := $(LU_V_hostile)
LU_F_full    := -DPRELOADED
LU_V_netlist := sim/lockstep/memory.v
LU_F_netlist := $(LS_V_netlist)
LU_O_netlist := $(LS_O_netlist)
LU_V_netlist_full := $(LU_V_netlist)
LU_F_netlist_full := $(LU_F_netlist) -DPRELOADED
LU_O_netlist_full := $(LU_O_netlist)

# rtl/ has a tally_regs.vh of its own, of another unit.
LU_VERILATE := $(filter-out -Irtl,$(VERILATE_FLAGS)) -Irtl/unit -Irtl/regs

define lu_build
$(call lu_archives,$(1)): private VERILATE_FLAGS = $(LU_VERILATE)
$(call lu_archives,$(1)): sim/lockstep/top.v $(LU_LIST) $(LU_V_$(call lu_memory,$(1))) $(LU_INC) \
		$(if $(filter netlist%,$(call lu_memory,$(1))),$(LU)/netlist_$(1:_full=)/netlist.v)
	$$(call verilate,unit_$(1),lockstep_unit,$$(call lu_params,$(1),verilator) $$(LU_F_$(call lu_memory,$(1))) \
		$$(filter %.v,$$^),$$(LU_O_$(call lu_memory,$(1))))
$(LU)/rtl_$(1).o: sim/lockstep/rtl.c $(LU_LIST) sim/lockstep/lockstep.h sim/model/model.h sim/model/seen.h
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) -DBUILD_NAME=$(1) "-DBUILD_PARAMS=$$(call lu_params,$(1),c)" \
		-DBUILD_FULL=$(if $(filter %full,$(call lu_memory,$(1))),true,false) -c $$< -o $$@
endef
$(foreach b,$(LU_BUILDS) $(LU_MUTANTS),$(eval $(call lu_build,$(b))))

UNIT_MODEL_OBJ := $(call objects,host,$(wildcard sim/model/*.c))
LU_OBJ := $(UNIT_MODEL_OBJ) $(call objects,host,$(wildcard sim/stimulus/*.c) \
	$(addprefix sim/lockstep/,main.c run.c trace.c))

# $(call lu_program,FILE,BUILDS)
define lu_program
$(LU)/$(notdir $(1)).builds.c: $(LU_LIST)
	@mkdir -p $$(@D)
	@{ echo '#include "sim/lockstep/lockstep.h"'; \
	$(foreach b,$(2),echo 'extern const struct build unit_$(b)_build;';) \
	echo 'const struct build *const lockstep_builds[] = {'; $(foreach b,$(2),echo '	&unit_$(b)_build,';) \
	echo '	0'; echo '};'; } >$$@
$(1): $(LU_OBJ) $(LU)/$(notdir $(1)).builds.c $(2:%=$(LU)/rtl_%.o) $(call lu_archives,$(2))
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) -o $$@ $$(filter %.o %.c,$$^) $$(filter %.a,$$^) $(VERILATE_LIBS)
endef
$(eval $(call lu_program,$(BUILD)/lockstep-unit,$(LU_BUILDS)))
$(eval $(call lu_program,$(BUILD)/tests/unit_mutants,$(LU_MUTANTS)))

# The mutants need only the parameters of sim/lockstep/builds.
LU_NETLISTS := $(filter-out %_full,$(LU_MUTANTS))
$(LU_NETLISTS:%=$(LU)/netlist_%/netlist.v): $(LU)/netlist_%/netlist.v: $(LU_LIST) $(LU_RTL) $(LU_INC) \
		sim/lockstep/memory.v $(addprefix tests/mutate/,unit.list unit.sh mutate.sh index.v) | $(YOSYS_READY)
	@mkdir -p $(@D)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) $(STEP) "Yosys: $*" $(@D)/netlist.log tests/mutate/unit.sh netlist $* $(@D)

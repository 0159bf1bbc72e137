# SPDX-License-Identifier: ISC
# sim.mk - the simulated machines: one library with all of sim/cores.list.
#
#   $(SIM_LIB)      link it and $(VERILATE_LIBS); the interface is sim/machine.h
#   lint-machines   verilator -Wall over every core, each build

SIM        := $(BUILD)/sim
SIM_LIB    := $(SIM)/libmachines.a
SIM_CORES  := $(shell awk '!/^\#/ && NF { print $$1 }' sim/cores.list)
SIM_WHOLE  := $(shell awk '!/^\#/ && $$4 == "all" { print $$1 }' sim/cores.list)

SIM_V   := sim/machine.v $(shell cat sim/machine.f) sim/machine.f rtl/soc/arbiter.v sim/cores.list \
	sim/verilate sim/rare.sed $(wildcard sim/cores/* rtl/soc/cores/*.v rtl/tap/tap_*.v)
SIM_V_unit := sim/unit.v rtl/link/tally_port.v $(UNIT_SRC) $(wildcard rtl/unit/*.vh rtl/engine/*.vh rtl/regs/*.vh) rtl/unit/unit.f \
	rtl/engine/engine.f
SIM_V_full := $(SIM_V_unit) rtl/soc/share.v rtl/soc/two_units.v
SIM_V_link := $(SIM_V_unit) sim/bridge.v sim/link_line.v rtl/link/tally_bridge.v rtl/soc/uart_line.v
SIM_V_bare :=
SIM_BUILDS := unit full link bare
sim_builds = $(if $(filter $(1),$(SIM_WHOLE)),$(SIM_BUILDS),unit bare)

# $(1) core, $(2) one of SIM_BUILDS, $(3) the model's name
define sim_model
SIM_OBJ += $(SIM)/$(3).o
SIM_MODELS += $(3)
$(SIM)/$(3)/stamp: $$(SIM_V) $$(SIM_V_$(2)) $$(BUILD)/setup.stamp
	+@PY=$$(PY) MAKE='$$(MAKE)' $$(STEP) "Verilator: $(1), $(2)" $$(SIM)/$(3).log \
		sim/verilate $(1) $(2) $$(@D)
	@touch $$@
$(SIM)/$(3).o: sim/machine_core.c sim/machine.h sim/machine_impl.h
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(HOST_CC) -DMODEL=$(3) -DHAS_UNIT=$(if $(filter bare,$(2)),0,1) -DHAS_LINK=$(if $(filter link,$(2)),1,0) \
		-I"$$$$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -c $$< -o $$@
lint-machines-$(3): $$(BUILD)/setup.stamp
	$$(Q)PY=$$(PY) sim/verilate $(1) $(2) lint
lint-machines: lint-machines-$(3)
.PHONY: lint-machines-$(3)
endef
sim_id = $(subst -,_,$(1))
$(foreach c,$(SIM_CORES),$(foreach b,$(call sim_builds,$(c)),$(eval $(call sim_model,$(c),$(b),$(call sim_id,$(c))_$(b)))))

.PHONY: lint-machines
lint: lint-machines

# `make tool` has none of them: when SIM_CORES are others, what is made of this file is made again.
$(SIM)/cores.inc: sim/cores.list FORCE
	@mkdir -p $(@D)
	@awk '!/^#/ && index(" $(SIM_CORES) ", " " $$1 " ") { id = $$1; gsub("-", "_", id); about = $$9; \
		for (i = 10; i <= NF; i++) about = about " " $$i; \
		printf "CORE(%s, \"%s\", \"%s\", %s, %s, \"%s\")\n", \
			id, $$1, $$2, $$3 == "yes" ? "true" : "false", toupper($$4), about }' $< >$@.new; cmp -s $@.new $@ || mv $@.new $@
$(call objects,host,sim/machine.c): private OWN := -I$(SIM)
$(call objects,host,sim/machine.c): $(SIM)/cores.inc

# Verilator's runtime, once for all models, with the flags of the first.
SIM_FIRST := $(firstword $(SIM_MODELS))
SIM_RUNTIME_OBJ := $(SIM)/runtime/verilated.o $(SIM)/runtime/verilated_threads.o
$(SIM_RUNTIME_OBJ) &: | $(SIM)/$(SIM_FIRST)/stamp
	@mkdir -p $(SIM)/runtime
	+@$(STEP) "Verilator: runtime" $(SIM)/runtime.log $(MAKE) -C $(SIM)/$(SIM_FIRST) \
		-f V$(SIM_FIRST).mk OPT_GLOBAL=-O2 verilated.o verilated_threads.o
	@mv $(addprefix $(SIM)/$(SIM_FIRST)/,$(notdir $(SIM_RUNTIME_OBJ))) $(SIM)/runtime

$(SIM_LIB): $(call objects,host,sim/machine.c) $(SIM_OBJ) $(if $(SIM_CORES),$(SIM_RUNTIME_OBJ)) $(SIM_MODELS:%=$(SIM)/%/stamp)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)ar rcs $@ $(filter %.o,$^) $(foreach m,$(SIM_MODELS),$(SIM)/$(m)/V$(m)__ALL.o $(SIM)/$(m)/$(m).o)

# $(eval $(call rig,NAME,SOURCES)): build/tests/rig/NAME, a program that runs ELFs on the machines (sim/rig.h)
rig = $(call program,$(BUILD)/tests/rig/$(1),$(2) sim/rig.c,$(DRIVER_OBJ) $(SIM_LIB),-lelf -lz $(VERILATE_LIBS))

# ---- make wave [CORE=picorv32] [ELF=file] [CYCLES=10000] [PERIOD=1] [VCD=build/wave.vcd]
CORE   ?= picorv32
ELF    ?= $(BUILD)/firmware/hello.elf
CYCLES ?= 10000
PERIOD ?= 1
VCD    ?= $(BUILD)/wave.vcd
WAVE   := $(SIM)/wave_$(call sim_id,$(CORE))
WAVE_O := $(patsubst %,$(OBJ)/wave_$(CORE)/sim/%.o,machine machine_wave wave_main rig)

$(WAVE)/cores.inc: $(SIM)/cores.inc
	@mkdir -p $(@D)
	@grep '"$(CORE)"' $< >$@ || { echo "CORE=$(CORE): one of $(SIM_CORES)"; exit 1; }
$(WAVE_O): $(WAVE)/cores.inc
$(eval $(call compiles,wave_$(CORE),$(HOST_CC) -I$(WAVE) $(foreach b,$(SIM_BUILDS),-DMODEL_$(shell echo $(b) | tr a-z A-Z)=$(call sim_id,$(CORE))_$(b))))
$(WAVE)/v/wave: sim/wave.sv $(WAVE_O) $(DRIVER_OBJ) $(SIM_V) $(SIM_V_unit)
	+@PY=$(PY) MAKE='$(MAKE)' $(STEP) "Verilator: $(CORE) with waveform" $(WAVE)/log \
		sim/verilate $(CORE) unit $(@D) sim/wave.sv --trace $(WAVE_O) $(DRIVER_OBJ) -LDFLAGS -lelf
.PHONY: wave
wave: $(WAVE)/v/wave $(ELF)
	$(WAVE)/v/wave +elf=$(ELF) +cycles=$(CYCLES) +period=$(PERIOD) +vcd=$(VCD)
	@echo "wrote $(VCD); the unit is machine.unit.tally"

# ---- make bench [BENCH_ELF=file] [BENCH_CYCLES=n] [BENCH_RUNS=5]
BENCH_ELF    ?= $(BUILD)/firmware/lua.elf
BENCH_CYCLES ?= 4000000
BENCH_RUNS   ?= 5
BENCH_MAINS  := $(foreach c,$(SIM_WHOLE),$(SIM)/bench_$(call sim_id,$(c))/bench_main)
BENCH_CLOCK  := $(call objects,host,sim/bench_clock.c)

$(eval $(call program,$(SIM)/bench,sim/bench.c sim/rig.c sim/bench_clock.c,$(DRIVER_OBJ) $(SIM_LIB),-lelf $(VERILATE_LIBS)))
define sim_bench
$(SIM)/bench_$(call sim_id,$(1))/bench_main: sim/bench_main.sv $(BENCH_CLOCK) $$(SIM_V) $$(SIM_V_unit)
	+@PY=$$(PY) MAKE='$$(MAKE)' $$(STEP) "Verilator: $(1), generated main" $(SIM)/bench_$(call sim_id,$(1)).log \
		sim/verilate $(1) unit $$(@D) sim/bench_main.sv $(BENCH_CLOCK)
endef
$(foreach c,$(SIM_WHOLE),$(eval $(call sim_bench,$(c))))
.PHONY: bench
bench: $(SIM)/bench $(BENCH_MAINS) $(BENCH_ELF) $(TALLY)
	@sim/bench.sh $(SIM) $(BENCH_ELF) $(BENCH_CYCLES) $(BENCH_RUNS) $(SIM_WHOLE) | tee $(SIM)/bench.txt
	@{ echo; sim/bench_calls.sh $(TALLY) $(BENCH_ELF) $(BENCH_CYCLES) $(BENCH_RUNS) picorv32 vexriscv; } | tee -a $(SIM)/bench.txt
	@{ printf '# Speed of the simulated machines\n\nWritten by `make bench`: %s, %s cycles, medians of %s turns; see sim/bench.sh.\nexact/bare: with the unit counting every cycle against the machine built without it;\nC/main: the testbench in C against the main that Verilator generates.\ncalls/without: `tally run` with the call tree against --no-calls, by processor time; see sim/bench_calls.sh.\n\n```\n' \
		$(notdir $(BENCH_ELF)) $(BENCH_CYCLES) $(BENCH_RUNS); cat $(SIM)/bench.txt; echo '```'; } >sim/BENCH.md

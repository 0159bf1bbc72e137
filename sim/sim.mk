# SPDX-License-Identifier: ISC
# sim.mk - the simulated machines: one library with all of sim/cores.list.
#
#   $(SIM_LIB)      link it and $(SIM_LDLIBS); the interface is sim/machine.h
#   lint-machines   verilator -Wall over every core, each build

SIM        := $(BUILD)/sim
SIM_LIB    := $(SIM)/libmachines.a
SIM_LDLIBS := -lstdc++ -lpthread -lm
SIM_CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Werror
SIM_CORES  := $(shell awk '!/^\#/ && NF { print $$1 }' sim/cores.list)

SIM_V   := sim/machine.v $(shell cat sim/machine.f) sim/machine.f rtl/soc/arbiter.v sim/cores.list \
	sim/verilate sim/rare.sed $(wildcard sim/cores/* rtl/soc/cores/*.v rtl/tap_*.v)
SIM_V_unit := sim/unit.v rtl/tally_port.v $(addprefix rtl/,$(shell cat rtl/tally.f)) rtl/tally_gate.vh rtl/tally_regs.vh rtl/tally.f
SIM_V_full := $(SIM_V_unit) rtl/soc/share.v
SIM_V_link := $(SIM_V_full) sim/bridge.v sim/link_line.v rtl/tally_uartbone.f $(addprefix rtl/,$(shell cat rtl/tally_uartbone.f))
SIM_V_bare :=
SIM_BUILDS := unit full link bare
SIM_H   := sim/machine.h sim/machine_impl.h

# $(1) core, $(2) one of SIM_BUILDS, $(3) the model's name
define sim_model
SIM_OBJ += $(SIM)/$(3).o
SIM_MODELS += $(3)
$(SIM)/$(3)/stamp: $$(SIM_V) $$(SIM_V_$(2)) $$(BUILD)/setup.stamp
	+@PY=$$(PY) MAKE='$$(MAKE)' $$(STEP) "Verilator: $(1), $(2)" $$(SIM)/$(3).log \
		sim/verilate $(1) $(2) $$(@D)
	@touch $$@
$(SIM)/$(3).o: sim/machine_core.c $$(SIM_H)
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(SIM_CFLAGS) -DMODEL=$(3) -DHAS_UNIT=$(if $(filter bare,$(2)),0,1) -DHAS_LINK=$(if $(filter link,$(2)),1,0) \
		-I"$$$$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -c $$< -o $$@
lint-machines-$(3): $$(BUILD)/setup.stamp
	$$(Q)PY=$$(PY) sim/verilate $(1) $(2) lint
lint-machines: lint-machines-$(3)
.PHONY: lint-machines-$(3)
endef
sim_id = $(subst -,_,$(1))
$(foreach c,$(SIM_CORES),$(foreach b,$(SIM_BUILDS),$(eval $(call sim_model,$(c),$(b),$(call sim_id,$(c))_$(b)))))

.PHONY: lint-machines
lint: lint-machines

$(SIM)/cores.inc: sim/cores.list
	@mkdir -p $(@D)
	@awk '!/^#/ && NF { id = $$1; gsub("-", "_", id); about = $$8; \
		for (i = 9; i <= NF; i++) about = about " " $$i; \
		printf "CORE(%s, \"%s\", \"%s\", %s, \"%s\")\n", \
			id, $$1, $$2, $$3 == "yes" ? "true" : "false", about }' $< >$@

$(SIM)/machine.o: sim/machine.c $(SIM)/cores.inc $(SIM_H)
	$(call say,CC,$@)
	$(Q)$(CC) $(SIM_CFLAGS) -I$(SIM) -c $< -o $@

# Verilator's runtime, once for all models, with the flags of the first.
SIM_FIRST := $(firstword $(SIM_MODELS))
SIM_RUNTIME := $(SIM)/runtime/verilated.o $(SIM)/runtime/verilated_threads.o
$(SIM_RUNTIME) &: | $(SIM)/$(SIM_FIRST)/stamp
	@mkdir -p $(SIM)/runtime
	+@$(STEP) "Verilator: runtime" $(SIM)/runtime.log $(MAKE) -C $(SIM)/$(SIM_FIRST) \
		-f V$(SIM_FIRST).mk OPT_GLOBAL=-O2 verilated.o verilated_threads.o
	@mv $(addprefix $(SIM)/$(SIM_FIRST)/,$(notdir $(SIM_RUNTIME))) $(SIM)/runtime

$(SIM_LIB): $(SIM)/machine.o $(SIM_OBJ) $(SIM_RUNTIME) $(SIM_MODELS:%=$(SIM)/%/stamp)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)ar rcs $@ $(SIM)/machine.o $(SIM_OBJ) $(SIM_RUNTIME) \
		$(foreach m,$(SIM_MODELS),$(SIM)/$(m)/V$(m)__ALL.o $(SIM)/$(m)/$(m).o)

# ---- the machines' own test: machine_test $(MT)
MT       := $(BUILD)/tests/machine
MT_NAMES := finish-pass finish-fail finish-reset jump-c \
	$(filter-out finish,$(basename $(notdir $(wildcard tests/machine/*.S))))
MT_ELF   := $(MT_NAMES:%=$(MT)/%.elf)
MT_CC     = riscv64-unknown-elf-gcc -march=rv32im_zicsr -mabi=ilp32 -nostdlib -static -n \
	-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments
$(MT)/finish-pass.elf:  MT_FLAGS := -DCODE=0x5555
$(MT)/finish-fail.elf:  MT_FLAGS := -DCODE=0x00073333
$(MT)/finish-reset.elf: MT_FLAGS := -DCODE=0x7777
$(MT)/jump-c.elf:       MT_FLAGS := -DCOMPRESSED
mt_link = $(call say,LD,$@); mkdir -p $(@D); $(MT_CC) $(MT_FLAGS) -o $@ $<
$(filter $(MT)/finish-%,$(MT_ELF)): tests/machine/finish.S tests/machine/machine.inc sim/sim.mk
	$(mt_link)
$(MT)/jump-c.elf: tests/machine/jump.S tests/machine/machine.inc sim/sim.mk
	$(mt_link)
$(MT)/%.elf: tests/machine/%.S tests/machine/machine.inc sim/sim.mk
	$(mt_link)

MT_C     := tests/machine_test.c tests/machine/bench.c tests/machine/count_test.c
$(MT)/machine_test: $(MT_C) tests/machine/bench.h $(DRIVER_OBJ) $(SIM_LIB) sim/machine.h driver/tally.h
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SIM_CFLAGS) -I. $(MT_C) $(DRIVER_OBJ) $(SIM_LIB) -lcmocka $(SIM_LDLIBS) -o $@
TEST_DEPS += $(MT)/machine_test $(MT_ELF)
.PHONY: test-machine
test-machine: $(MT)/machine_test $(MT_ELF)
	$(MT)/machine_test $(MT)

# ---- make wave [CORE=picorv32] [ELF=file] [CYCLES=10000] [PERIOD=1] [VCD=build/wave.vcd]
CORE   ?= picorv32
ELF    ?= $(BUILD)/firmware/hello.elf
CYCLES ?= 10000
PERIOD ?= 1
VCD    ?= $(BUILD)/wave.vcd
WAVE   := $(SIM)/wave_$(call sim_id,$(CORE))
WAVE_C := sim/machine.c sim/machine_wave.c sim/wave_main.c tests/rig.c
WAVE_O := $(patsubst %.c,$(WAVE)/%.o,$(notdir $(WAVE_C)))

$(WAVE)/cores.inc: $(SIM)/cores.inc
	@mkdir -p $(@D)
	@grep '"$(CORE)"' $< >$@ || { echo "CORE=$(CORE): one of $(SIM_CORES)"; exit 1; }
define wave_object
$(WAVE)/$(basename $(notdir $(1))).o: $(1) $(WAVE)/cores.inc $(SIM_H) sim/wave.h tests/rig.h driver/tally.h
	$$(call say,CC,$$@)
	$$(Q)$$(CC) $$(SIM_CFLAGS) -D_GNU_SOURCE -I. -I$(WAVE) -DMODEL_UNIT=$(call sim_id,$(CORE))_unit -DMODEL_FULL=$(call sim_id,$(CORE))_full \
		-DMODEL_LINK=$(call sim_id,$(CORE))_link \
		-DMODEL_BARE=$(call sim_id,$(CORE))_bare -c $$< -o $$@
endef
$(foreach c,$(WAVE_C),$(eval $(call wave_object,$(c))))
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
BENCH_MAINS  := $(foreach c,$(SIM_CORES),$(SIM)/bench_$(call sim_id,$(c))/bench_main)

$(SIM)/bench_clock.o: sim/bench_clock.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(SIM_CFLAGS) -c $< -o $@
$(SIM)/bench: sim/bench.c tests/rig.c tests/rig.h $(SIM)/bench_clock.o $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(SIM_CFLAGS) -D_GNU_SOURCE -I. sim/bench.c tests/rig.c $(SIM)/bench_clock.o $(DRIVER_OBJ) \
		$(SIM_LIB) -lelf $(SIM_LDLIBS) -o $@
define sim_bench
$(SIM)/bench_$(call sim_id,$(1))/bench_main: sim/bench_main.sv $(SIM)/bench_clock.o $$(SIM_V) $$(SIM_V_unit)
	+@PY=$$(PY) MAKE='$$(MAKE)' $$(STEP) "Verilator: $(1), generated main" $(SIM)/bench_$(call sim_id,$(1)).log \
		sim/verilate $(1) unit $$(@D) sim/bench_main.sv $(SIM)/bench_clock.o
endef
$(foreach c,$(SIM_CORES),$(eval $(call sim_bench,$(c))))
.PHONY: bench
bench: $(SIM)/bench $(BENCH_MAINS) $(BENCH_ELF)
	@sim/bench.sh $(SIM) $(BENCH_ELF) $(BENCH_CYCLES) $(BENCH_RUNS) $(SIM_CORES) | tee $(SIM)/bench.txt
	@{ printf '# Speed of the simulated machines\n\nWritten by `make bench`: %s, %s cycles, medians of %s turns; see sim/bench.sh.\nexact/bare: with the unit counting every cycle against the machine built without it;\nC/main: the testbench in C against the main that Verilator generates.\n\n```\n' \
		$(notdir $(BENCH_ELF)) $(BENCH_CYCLES) $(BENCH_RUNS); cat $(SIM)/bench.txt; echo '```'; } >sim/BENCH.md

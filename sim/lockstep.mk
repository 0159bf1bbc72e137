# SPDX-License-Identifier: ISC
# lockstep.mk - the reference model and the unit's RTL, cycle by cycle.
#
#   build/lockstep        build/lockstep --mapper mul --seed 7 --cycles 1000000
#   build/tests/mutants   the same with netlists full of mutants (tests/mutate.sh)
#   build/tests/model     the model alone, against its invariants
#   build/tests/mapping   tests/vectors/mapping.csv in the RTL's mappers, the model, the driver

LS        := $(BUILD)/sim/lockstep
LS_CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Werror -I. -Isim
LS_LDLIBS := -lstdc++ -lpthread -lm
LS_VFLAGS := -O3 --output-split 100000000 --x-assign fast --x-initial fast --noassert -Wno-WIDTH -Irtl
LS_RTL    := $(addprefix rtl/,$(filter-out tally_binmem.v,$(shell cat rtl/tally.f)))

# LS_LIST: sim/lockstep.builds or another of its form. Its last column is the bin memory; $(call ls_params,BUILD,STYLE,NAME=VALUE ...): a shell's words
LS_LIST    ?= sim/lockstep.builds
LS_BUILDS  := $(shell awk '!/^\#/ && NF && $$NF != "netlist" { print $$1 }' $(LS_LIST))
LS_MUTANTS := $(shell awk '!/^\#/ && NF && $$NF == "netlist" { print $$1 }' $(LS_LIST))
ls_memory   = $(shell awk '$$1 == "$(1)" { print $$NF }' $(LS_LIST))
ls_params   = $$(LS_LIST=$(LS_LIST) sim/lockstep_params.sh $(1) $(2) $(3))

MODEL_OBJ := $(patsubst sim/%.c,$(LS)/%.o,$(wildcard sim/model*.c))
STIM_OBJ  := $(addprefix $(LS)/,stimulus.o stimulus_config.o stimulus_spoil.o stimulus_bus.o stimulus_begin.o stimulus_drive.o stimulus_memory.o)
LS_BENCH  := $(MODEL_OBJ) $(STIM_OBJ) $(addprefix $(LS)/,lockstep.o lockstep_guard.o lockstep_report.o)
LS_OBJ    := $(LS_BENCH) $(LS)/lockstep_main.o
LS_H      := $(addprefix sim/,model.h model_parts.h model_engine.h stimulus.h stimulus_plan.h lockstep.h) driver/tally_regs.h
LS_LISTS  := $(LS_LIST) sim/lockstep_params.sh

# what lockstep_state.py writes, for each build
define ls_state
$(LS)/state_$(1)/words: sim/lockstep_state.list sim/lockstep_state.py $(LS_LISTS)
	$$(Q)python3 sim/lockstep_state.py $$< $$(@D) $$(call ls_params,$(1),plain) \
		NETLIST=$(if $(filter netlist,$(call ls_memory,$(1))),1,0)
endef
$(foreach b,$(LS_BUILDS) $(LS_MUTANTS),$(eval $(call ls_state,$(b))))

$(LS)/%.o: sim/%.c $(LS_H)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -c $< -o $@

# $(call ls_cc,BUILD,NAME=VALUE ...): flags of what is compiled for one build
ls_cc = -I$(LS)/state_$(1) -DBUILD_NAME=$(1) "-DBUILD_PARAMS=$(call ls_params,$(1),c,$(2))"

# ---- Verilator ----
# $(call ls_verilate,NAME,TOP,FLAGS AND FILES[,OPTIMISATION]): objects of one top in $(LS)/NAME.
# VM_USER_CFLAGS: --lib-create asks for -fPIC, which an object linked statically need not pay for.
define ls_verilate
	@rm -rf $(LS)/$(1)
	@mkdir -p $(LS)/$(1)
	$(Q)verilator --cc --lib-create $(1) --prefix V$(1) --Mdir $(LS)/$(1) $(LS_VFLAGS) --top-module $(2) $(3)
	+$(Q)$(MAKE) -s -C $(LS)/$(1) -f V$(1).mk V$(1)__ALL.o $(1).o verilated.o verilated_threads.o \
		VM_USER_CFLAGS= OPT_FAST=$(or $(4),-O2) OPT_SLOW=-O1 OPT_GLOBAL=-O2 >$(LS)/$(1).log 2>&1 \
		|| { cat $(LS)/$(1).log; exit 1; }
	@touch $@
endef
ls_objects = $(foreach b,$(1),$(LS)/$(b)/V$(b)__ALL.o $(LS)/$(b)/$(b).o)
ls_runtime = $(addprefix $(LS)/$(firstword $(1))/,verilated.o verilated_threads.o)

# A mutant may tie a wire to its neighbour. Verilator's data-flow graph makes one concatenation of all bits of state_o, which then
# takes three quarters of the time. gcc -O1: 40 s instead of 70 for a netlist of four channels, and 6% slower.
LS_V_netlist = -DNETLIST -fno-dfg -Wno-UNOPTFLAT -Wno-CASEOVERLAP -Wno-MULTIDRIVEN
LS_O_netlist = -O1
ls_v = $(if $(filter netlist,$(call ls_memory,$(1))),$(LS)/netlist_$(1)/netlist.v sim/binmem_hostile.v,$(call ls_memory,$(1)) $(LS_RTL))

define ls_build
$(LS)/lockstep_$(1)/stamp: sim/lockstep_top.v $(LS_LISTS) $(call ls_v,$(1)) rtl/tally_regs.vh rtl/tally_gate.vh $(LS)/state_$(1)/words
	$$(call say,VERILATE,$$@)
	$$(call ls_verilate,lockstep_$(1),lockstep_top,$$(call ls_params,$(1),verilator) -GSTATE_WORDS=$$$$(cat $(LS)/state_$(1)/words) \
		-I$(LS)/state_$(1) $(LS_V_$(call ls_memory,$(1))) sim/lockstep_top.v $(call ls_v,$(1)),$(LS_O_$(call ls_memory,$(1))))
$(LS)/rtl_$(1).o: sim/lockstep_rtl.c $(LS_LISTS) $(LS_H) $(LS)/state_$(1)/words
	$$(call say,CC,$$@)
	$$(Q)$$(CC) $(LS_CFLAGS) $$(call ls_cc,$(1)) -c $$< -o $$@
endef
$(foreach b,$(LS_BUILDS) $(LS_MUTANTS),$(eval $(call ls_build,$(b))))

# $(call ls_program,FILE,BUILDS[,OBJECTS]): lockstep, or what else these are, with these builds
define ls_program
$(LS)/$(notdir $(1)).builds.c: $(LS_LIST)
	@mkdir -p $$(@D)
	@{ echo '#include "lockstep.h"'; $(foreach b,$(2),echo 'extern const struct rtl lockstep_$(b)_rtl;';) \
	echo 'const struct rtl *const lockstep_builds[] = {'; $(foreach b,$(2),echo '	&lockstep_$(b)_rtl,';) \
	echo '	0'; echo '};'; } >$$@
$(1): $(or $(3),$(LS_OBJ)) $(LS)/$(notdir $(1)).builds.c $(2:%=$(LS)/rtl_%.o) $(2:%=$(LS)/lockstep_%/stamp)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(LS_CFLAGS) -o $$@ $$(filter %.o %.c,$$^) $(call ls_objects,$(2:%=lockstep_%)) \
		$(call ls_runtime,$(2:%=lockstep_%)) $(LS_LDLIBS)
endef
$(eval $(call ls_program,$(BUILD)/lockstep,$(LS_BUILDS)))
$(eval $(call ls_program,$(BUILD)/tests/mutants,$(sort $(filter $(LS_MUTANTS),$(shell awk -F' *[|] *' '!/^\#/ && $$4 > 0 { print $$2 }' tests/mutate.list)))))

$(LS_MUTANTS:%=$(LS)/netlist_%/netlist.v): $(LS)/netlist_%/netlist.v: $(LS_LISTS) $(RTL_ALL) $(LS)/state_%/words tests/mutate.list tests/mutate.sh tests/mutate_index.v
	@mkdir -p $(@D)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) $(STEP) "Yosys: $*" $(@D)/netlist.log tests/mutate.sh netlist $* $(@D)

# ---- the model alone ----
$(BUILD)/tests/model: tests/model_test.c tests/model_law.c tests/model_around.c tests/model_channels.c tests/model_engine.c tests/engine_oracle.c \
		$(MODEL_OBJ) $(STIM_OBJ) $(LS_H) tests/model_test.h tests/engine_oracle.h
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -o $@ $(filter %.c %.o,$^)

# ---- the mapping, everywhere ----
LS_MAPPERS := mapper_mul mapper_serial mapper_shift
$(LS)/mapper_mul/stamp: LS_MAPPER := 0
$(LS)/mapper_serial/stamp: LS_MAPPER := 1
$(LS)/mapper_shift/stamp: LS_MAPPER := 2
$(LS_MAPPERS:%=$(LS)/%/stamp): $(LS)/%/stamp: sim/mapper_top.v $(RTL_ALL)
	$(call say,VERILATE,$@)
	$(call ls_verilate,$*,mapper_top,-GMAPPER=$(LS_MAPPER) \
		sim/mapper_top.v $(filter rtl/tally_mapper%,$(LS_RTL)))

$(BUILD)/tests/mapping: tests/mapping_test.c $(LS)/model_slot.o $(DRIVER_OBJ) $(LS_MAPPERS:%=$(LS)/%/stamp)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -o $@ $(filter %.c %.o,$^) $(call ls_objects,$(LS_MAPPERS)) \
		$(call ls_runtime,$(LS_MAPPERS)) $(LS_LDLIBS)

TEST_DEPS += $(BUILD)/lockstep $(BUILD)/tests/model $(BUILD)/tests/mapping

# ---- make wave-unit [UNIT=mul] [SEED=1] [FROM=0] [CYCLES=2000]: build/unit.vcd, of a lockstep run ----
UNIT ?= mul
SEED ?= 1
FROM ?= 0
LS_WAVE := $(LS)/wave_$(UNIT)
$(LS_WAVE)/wave.o: sim/lockstep_wave.c $(LS_LISTS) $(LS_H) $(LS)/state_$(UNIT)/words
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) $(call ls_cc,$(UNIT)) -c $< -o $@
$(LS_WAVE)/wave: sim/lockstep_wave.sv sim/lockstep_top.v $(LS_LISTS) $(call ls_v,$(UNIT)) rtl/tally_regs.vh rtl/tally_gate.vh $(LS_WAVE)/wave.o $(LS_BENCH)
	$(call say,VERILATE,$@)
	+$(Q)verilator --binary --trace --timescale 1ns/1ns $(LS_VFLAGS) --Mdir $(@D) -o wave --top-module lockstep_wave \
		-I$(LS)/state_$(UNIT) $(call ls_params,$(UNIT),verilator) \
		-GSTATE_WORDS=$$(cat $(LS)/state_$(UNIT)/words) sim/lockstep_wave.sv sim/lockstep_top.v $(call ls_v,$(UNIT)) \
		$(abspath $(filter %.o,$^)) >$(LS_WAVE).log 2>&1 || { cat $(LS_WAVE).log; exit 1; }
.PHONY: wave-unit
wave-unit: $(LS_WAVE)/wave
	$(LS_WAVE)/wave +seed=$(SEED) +from=$(FROM) +cycles=$(CYCLES) +vcd=$(BUILD)/unit.vcd

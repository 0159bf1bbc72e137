# SPDX-License-Identifier: ISC
# lockstep.mk - the reference model and the unit's RTL, cycle by cycle.
#
#   build/lockstep        build/lockstep --mapper mul --seed 7 --cycles 1000000
#   build/tests/mutants   the same with netlists full of mutants (tests/mutate.sh)
#   build/tests/model     the model alone, against its invariants
#   build/tests/mapping   tests/vectors/mapping.csv in the RTL's mappers, the model, the driver

LS        := $(BUILD)/sim/lockstep
LS_CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Werror -I. -Isim -I$(LS)
LS_LDLIBS := -lstdc++ -lpthread -lm
LS_VFLAGS := -O3 --output-split 0 --x-assign fast --x-initial fast --noassert -Wno-WIDTH -Irtl -I$(LS)
LS_RTL    := $(addprefix rtl/,$(filter-out tally_binmem.v,$(shell cat rtl/tally.f)))

# sim/lockstep.builds; $(call ls_field,BUILD,N): a column of it
LS_BUILDS  := $(shell awk '!/^\#/ && NF && $$8 != "netlist" { print $$1 }' sim/lockstep.builds)
LS_MUTANTS := $(shell awk '!/^\#/ && NF && $$8 == "netlist" { print $$1 }' sim/lockstep.builds)
ls_field    = $(shell awk '$$1 == "$(1)" { print $$$(2) }' sim/lockstep.builds)

MODEL_OBJ := $(addprefix $(LS)/,model.o model_flight.o model_regs.o model_bus.o)
STIM_OBJ  := $(addprefix $(LS)/,stimulus.o stimulus_config.o stimulus_bus.o)
LS_OBJ    := $(MODEL_OBJ) $(STIM_OBJ) $(addprefix $(LS)/,lockstep.o lockstep_report.o lockstep_main.o)
LS_H      := $(addprefix sim/,model.h model_parts.h stimulus.h lockstep.h) driver/tally_regs.h

LS_STATE := $(addprefix $(LS)/,lockstep_state.vh lockstep_state.h words \
	expose.ys netlist_wires.vh netlist_ports.vh netlist_state.vh)
$(LS_STATE) &: sim/lockstep_state.list sim/lockstep_state.py
	@mkdir -p $(LS)
	$(Q)python3 sim/lockstep_state.py $< $(LS)

$(LS)/%.o: sim/%.c $(LS_H) $(LS)/lockstep_state.h
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -c $< -o $@

# ---- Verilator ----
# $(call ls_verilate,NAME,TOP,FLAGS AND FILES): objects of one top in $(LS)/NAME.
# VM_USER_CFLAGS: --lib-create asks for -fPIC, which an object linked statically need not pay for.
define ls_verilate
	@rm -rf $(LS)/$(1)
	@mkdir -p $(LS)/$(1)
	$(Q)verilator --cc --lib-create $(1) --prefix V$(1) --Mdir $(LS)/$(1) $(LS_VFLAGS) --top-module $(2) $(3)
	+$(Q)$(MAKE) -s -C $(LS)/$(1) -f V$(1).mk V$(1)__ALL.o $(1).o verilated.o verilated_threads.o \
		VM_USER_CFLAGS= OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 >$(LS)/$(1).log 2>&1 \
		|| { cat $(LS)/$(1).log; exit 1; }
	@touch $@
endef
ls_objects = $(foreach b,$(1),$(LS)/$(b)/V$(b)__ALL.o $(LS)/$(b)/$(b).o)
ls_runtime = $(addprefix $(LS)/$(firstword $(1))/,verilated.o verilated_threads.o)

LS_V_netlist = -DNETLIST -Wno-UNOPTFLAT -Wno-CASEOVERLAP -Wno-MULTIDRIVEN	# a mutant may tie a wire to its neighbour
ls_v = $(if $(filter netlist,$(call ls_field,$(1),8)),$(LS)/netlist_$(1)/netlist.v sim/binmem_hostile.v,$(call ls_field,$(1),8) $(LS_RTL))

define ls_build
$(LS)/lockstep_$(1)/stamp: sim/lockstep_top.v sim/lockstep.builds $(call ls_v,$(1)) rtl/tally_regs.vh $(LS)/lockstep_state.vh
	$$(call say,VERILATE,$$@)
	$$(call ls_verilate,lockstep_$(1),lockstep_top,-GMAPPER=$(call ls_field,$(1),2) -GBINS_LOG2=$(call ls_field,$(1),3) \
		-GWEIGHT_W=$(call ls_field,$(1),4) -GPERIOD_W=$(call ls_field,$(1),5) -GQUEUE_LOG2=$(call ls_field,$(1),6) \
		-GCNT_W=$(call ls_field,$(1),7) -GSTATE_WORDS=$$$$(cat $(LS)/words) $(LS_V_$(call ls_field,$(1),8)) \
		sim/lockstep_top.v $(call ls_v,$(1)))
$(LS)/rtl_$(1).o: sim/lockstep_rtl.c sim/lockstep.builds $(LS_H) $(LS)/lockstep_state.h
	$$(call say,CC,$$@)
	$$(Q)$$(CC) $(LS_CFLAGS) -DBUILD_NAME=$(1) \
		-DBUILD_PARAMS=$(call ls_field,$(1),2),$(call ls_field,$(1),3),$(call ls_field,$(1),4),$(call \
		ls_field,$(1),5),$(call ls_field,$(1),6),$(call ls_field,$(1),7) -c $$< -o $$@
endef
$(foreach b,$(LS_BUILDS) $(LS_MUTANTS),$(eval $(call ls_build,$(b))))

# $(call ls_program,FILE,BUILDS): lockstep with these builds
define ls_program
$(LS)/$(notdir $(1)).builds.c: sim/lockstep.builds
	@mkdir -p $$(@D)
	@{ echo '#include "lockstep.h"'; $(foreach b,$(2),echo 'extern const struct rtl lockstep_$(b)_rtl;';) \
	echo 'const struct rtl *const lockstep_builds[] = {'; $(foreach b,$(2),echo '	&lockstep_$(b)_rtl,';) \
	echo '	0'; echo '};'; } >$$@
$(1): $(LS_OBJ) $(LS)/$(notdir $(1)).builds.c $(2:%=$(LS)/rtl_%.o) $(2:%=$(LS)/lockstep_%/stamp)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(LS_CFLAGS) -o $$@ $$(filter %.o %.c,$$^) $(call ls_objects,$(2:%=lockstep_%)) \
		$(call ls_runtime,$(2:%=lockstep_%)) $(LS_LDLIBS)
endef
$(eval $(call ls_program,$(BUILD)/lockstep,$(LS_BUILDS)))
$(eval $(call ls_program,$(BUILD)/tests/mutants,$(LS_MUTANTS)))

$(LS_MUTANTS:%=$(LS)/netlist_%/netlist.v): $(LS)/netlist_%/netlist.v: tests/mutate.sh tests/mutate.list sim/lockstep.builds \
		$(RTL_ALL) $(LS)/expose.ys
	@mkdir -p $(@D)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) $(STEP) "Yosys: $*" $(@D)/netlist.log tests/mutate.sh netlist $* $(@D)

# ---- the model alone ----
$(BUILD)/tests/model: tests/model_test.c $(MODEL_OBJ) $(STIM_OBJ) $(LS_H)
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
		sim/mapper_top.v $(filter rtl/tally_mapper% rtl/tally_queue.v,$(LS_RTL)))

$(BUILD)/tests/mapping: tests/mapping_test.c $(LS)/model_flight.o $(DRIVER_OBJ) $(LS_MAPPERS:%=$(LS)/%/stamp)
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
$(LS_WAVE)/wave: sim/lockstep_wave.sv sim/lockstep_top.v sim/lockstep.builds $(call ls_v,$(UNIT)) rtl/tally_regs.vh $(LS)/lockstep_state.vh \
		$(LS)/lockstep_wave.o $(filter-out $(LS)/lockstep_main.o,$(LS_OBJ))
	$(call say,VERILATE,$@)
	@mkdir -p $(@D)
	+$(Q)verilator --binary --trace --timescale 1ns/1ns $(LS_VFLAGS) --Mdir $(@D) -o wave --top-module lockstep_wave \
		-GMAPPER=$(call ls_field,$(UNIT),2) -GBINS_LOG2=$(call ls_field,$(UNIT),3) -GWEIGHT_W=$(call ls_field,$(UNIT),4) \
		-GPERIOD_W=$(call ls_field,$(UNIT),5) -GQUEUE_LOG2=$(call ls_field,$(UNIT),6) -GCNT_W=$(call ls_field,$(UNIT),7) \
		-GSTATE_WORDS=$$(cat $(LS)/words) sim/lockstep_wave.sv sim/lockstep_top.v $(call ls_v,$(UNIT)) \
		$(abspath $(filter %.o,$^)) >$(LS_WAVE).log 2>&1 || { cat $(LS_WAVE).log; exit 1; }
.PHONY: wave-unit
wave-unit: $(LS_WAVE)/wave
	$(LS_WAVE)/wave +name=$(UNIT) +seed=$(SEED) +from=$(FROM) +cycles=$(CYCLES) +vcd=$(BUILD)/unit.vcd

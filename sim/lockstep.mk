# SPDX-License-Identifier: ISC
# lockstep.mk - the reference model and the unit's RTL, cycle by cycle.
#
#   build/lockstep        build/lockstep --mapper mul --seed 7 --cycles 1000000
#   build/tests/model     the model alone, against its invariants
#   build/tests/mapping   tests/vectors/mapping.csv in the RTL's mappers, the model, the driver

LS        := $(BUILD)/sim/lockstep
LS_CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Werror -I. -Isim -I$(LS)
LS_LDLIBS := -lstdc++ -lpthread -lm
LS_VFLAGS := -O3 --x-assign fast --x-initial fast --noassert -Wno-WIDTH -Irtl -I$(LS)
LS_RTL    := $(addprefix rtl/,$(filter-out tally_binmem.v,$(shell cat rtl/tally.f)))

LS_BUILDS := $(shell awk '!/^\#/ && NF { print $$1 }' sim/lockstep.builds)
# $(call ls_field,BUILD,N): a column of the table
ls_field = $(shell awk '$$1 == "$(1)" { print $$$(2) }' sim/lockstep.builds)

MODEL_OBJ := $(addprefix $(LS)/,model.o model_flight.o model_regs.o model_bus.o)
STIM_OBJ  := $(addprefix $(LS)/,stimulus.o stimulus_config.o stimulus_bus.o)
LS_OBJ    := $(addprefix $(LS)/,lockstep.o lockstep_report.o lockstep_main.o)
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

# $(call ls_verilate,NAME,TOP,FLAGS AND FILES): objects of one top, without Verilator's runtime.
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

# $(1) a line of the table
define ls_build
$(LS)/lockstep_$(1)/stamp: sim/lockstep_top.v sim/lockstep.builds sim/binmem_hostile.v $(RTL_ALL) $(LS)/lockstep_state.vh
	$$(call say,VERILATE,$$@)
	$$(call ls_verilate,lockstep_$(1),lockstep_top,-GMAPPER=$(call ls_field,$(1),2) -GBINS_LOG2=$(call ls_field,$(1),3) \
		-GWEIGHT_W=$(call ls_field,$(1),4) -GPERIOD_W=$(call ls_field,$(1),5) -GQUEUE_LOG2=$(call ls_field,$(1),6) \
		-GCNT_W=$(call ls_field,$(1),7) -GSTATE_WORDS=$$$$(cat $(LS)/words) \
		sim/lockstep_top.v $(call ls_field,$(1),8) $(LS_RTL))
$(LS)/rtl_$(1).o: sim/lockstep_rtl.c sim/lockstep.builds $(LS_H) $(LS)/lockstep_state.h
	$$(call say,CC,$$@)
	$$(Q)$$(CC) $(LS_CFLAGS) -DBUILD_NAME=$(1) -DBUILD_PARAMS=$(call ls_field,$(1),2),$(call ls_field,$(1),3),$(call \
		ls_field,$(1),4),$(call ls_field,$(1),5),$(call ls_field,$(1),6),$(call ls_field,$(1),7) -c $$< -o $$@
endef
$(foreach b,$(LS_BUILDS),$(eval $(call ls_build,$(b))))

$(LS)/lockstep_builds.o: sim/lockstep.builds sim/lockstep.h
	$(Q){ echo '#include "lockstep.h"'; \
	for b in $(LS_BUILDS); do echo "extern const struct rtl lockstep_$${b}_rtl;"; done; \
	echo 'const struct rtl *const lockstep_builds[] = {'; \
	for b in $(LS_BUILDS); do echo "	&lockstep_$${b}_rtl,"; done; \
	echo '	0 };'; } >$(LS)/lockstep_builds.c
	$(Q)$(CC) $(LS_CFLAGS) -c $(LS)/lockstep_builds.c -o $@

# Verilator's runtime, from the first of the builds.
LS_RUNTIME = $(addprefix $(LS)/lockstep_$(firstword $(LS_BUILDS))/,verilated.o verilated_threads.o)
ls_objects = $(LS)/$(1)/V$(1)__ALL.o $(LS)/$(1)/$(1).o

$(BUILD)/lockstep: $(MODEL_OBJ) $(STIM_OBJ) $(LS_OBJ) $(LS)/lockstep_builds.o $(LS_BUILDS:%=$(LS)/rtl_%.o) \
		$(LS_BUILDS:%=$(LS)/lockstep_%/stamp)
	$(call say,LD,$@)
	$(Q)$(CC) -o $@ $(filter %.o,$^) $(foreach b,$(LS_BUILDS),$(call ls_objects,lockstep_$(b))) $(LS_RUNTIME) $(LS_LDLIBS)

# ---- the model alone ----
$(BUILD)/tests/model: tests/model_test.c $(MODEL_OBJ) $(STIM_OBJ) $(LS_H)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -o $@ $(filter %.c %.o,$^)

# ---- the mapping, everywhere ----
LS_MAPPERS := mul serial shift
$(LS)/mapper_mul/stamp: LS_MAPPER := 0
$(LS)/mapper_serial/stamp: LS_MAPPER := 1
$(LS)/mapper_shift/stamp: LS_MAPPER := 2
$(LS_MAPPERS:%=$(LS)/mapper_%/stamp): $(LS)/mapper_%/stamp: sim/mapper_top.v $(RTL_ALL)
	$(call say,VERILATE,$@)
	$(call ls_verilate,mapper_$*,mapper_top,-GMAPPER=$(LS_MAPPER) \
		sim/mapper_top.v $(addprefix rtl/,$(filter tally_mapper% tally_queue.v,$(shell cat rtl/tally.f))))

$(BUILD)/tests/mapping: tests/mapping_test.c $(LS)/model_flight.o $(DRIVER_OBJ) $(LS_MAPPERS:%=$(LS)/mapper_%/stamp)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -o $@ $(filter %.c %.o,$^) $(foreach m,$(LS_MAPPERS),$(call ls_objects,mapper_$(m))) \
		$(LS)/mapper_$(firstword $(LS_MAPPERS))/verilated.o $(LS)/mapper_$(firstword $(LS_MAPPERS))/verilated_threads.o $(LS_LDLIBS)

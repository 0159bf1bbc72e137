# SPDX-License-Identifier: ISC
# campaign.mk - the unit's tests at scale.
#
#   make fuzz-regs [PROGRAMS=100000] [SEED=1]     random register programs, in every build of lockstep
#   make soak [CYCLES=1000000000] [SETS=24] [SEED=1]   lockstep over random parameter sets (soak.sh)

FUZZ     := $(BUILD)/tests/fuzz_regs
FUZZ_OBJ := $(filter-out $(LS)/lockstep_main.o,$(LS_OBJ)) $(LS)/fuzz_regs.o $(LS)/fuzz_watch.o
PROGRAMS ?= 100000

$(LS)/fuzz_%.o: tests/fuzz_%.c tests/fuzz_watch.h $(LS_H)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -c $< -o $@
$(eval $(call ls_program,$(FUZZ),$(LS_BUILDS),$(FUZZ_OBJ)))

TEST_DEPS += $(FUZZ)

.PHONY: fuzz-regs
fuzz-regs: $(FUZZ)
	@printf '%s\n' $(LS_BUILDS) | xargs -P $(JOBS) -I BUILD $(FUZZ) --build BUILD --seed $(SEED) \
		--programs $$(( ($(PROGRAMS) + $(words $(LS_BUILDS)) - 1) / $(words $(LS_BUILDS)) ))

# ---- soak: the sets first, then this make again with their list instead of lockstep's ----
SOAK        := $(BUILD)/soak
SETS        ?= 24
SOAK_CYCLES := $(if $(filter-out file,$(origin CYCLES)),$(CYCLES),1000000000)
ifeq ($(LS_LIST),$(SOAK)/sets)
$(eval $(call ls_program,$(SOAK)/soak,$(LS_BUILDS)))
endif

.PHONY: soak
soak:
	@tests/soak.sh sets $(SOAK) $(SETS) $(SEED)
	+@$(MAKE) --no-print-directory LS_LIST=$(SOAK)/sets $(SOAK)/soak
	@JOBS=$(JOBS) tests/soak.sh run $(SOAK) $(SOAK_CYCLES) $(SEED)

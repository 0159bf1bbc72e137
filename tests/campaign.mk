# SPDX-License-Identifier: ISC
# campaign.mk - the unit's tests at scale.
#
#   make fuzz-regs [PROGRAMS=100000] [SEED=1]     random register programs, in every build of lockstep
#   make mutate [BLOCKS="engine ..."] [SEED=1] [CYCLES=300000]   thousands of mutants against lockstep (mutate.sh)
#   make soak [CYCLES=1000000000] [SETS=24] [SEED=1]   lockstep over random parameter sets (soak.sh)

FUZZ     := $(BUILD)/tests/fuzz_regs
FUZZ_OBJ := $(filter-out $(LS)/lockstep_main.o,$(LS_OBJ)) $(patsubst %,$(LS)/fuzz_%.o,regs plan watch)
PROGRAMS ?= 100000

$(LS)/fuzz_%.o: tests/fuzz_%.c tests/fuzz_plan.h tests/fuzz_watch.h $(LS_H)
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

# ---- mutate: the mutants first, then this make again with a list of their netlists; BLOCKS: some of mutate.list's ----
MUT        := $(BUILD)/mutate
MUT_CYCLES := $(if $(filter-out file,$(origin CYCLES)),$(CYCLES),300000)
ifeq ($(LS_LIST),$(MUT)/builds)
MUT_PARTS  := $(shell awk -v of="$(BLOCKS)" 'BEGIN { n = split(of, b, " "); for (i = 1; i <= n; i++) want[b[i]] = 1 } \
	!n || $$2 in want { print $$1 }' $(MUT)/parts)
$(foreach p,$(MUT_PARTS),$(eval $(call ls_program,$(MUT)/run_$(p),$(p))))
else
$(MUT)/builds: tests/mutate.list sim/lockstep.builds $(RTL_ALL) $(LS_MUTANTS:%=$(LS)/state_%/words)
	@mkdir -p $(MUT)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) SEED=$(SEED) $(STEP) "Yosys: mutants" $(BUILD)/log/mutate.log tests/mutate.sh choose $(MUT)
endif

.PHONY: mutate mutate-parts
mutate: $(MUT)/builds
	+@$(MAKE) --no-print-directory LS_LIST=$(MUT)/builds mutate-parts
mutate-parts: $(BUILD)/tests/sat $(MUT_PARTS:%=$(MUT)/run_%)
	@[ -n "$(MUT_PARTS)" ] || { echo "mutate: tests/mutate.list has no block $(BLOCKS)"; exit 1; }
	@BUILD=$(BUILD) YOSYS=$(YOSYS) PY=$(PY) JOBS=$(JOBS) CYCLES=$(MUT_CYCLES) PATIENCE=50 tests/mutate.sh all $(MUT) $(MUT_PARTS)

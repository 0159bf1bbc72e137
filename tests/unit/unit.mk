# SPDX-License-Identifier: ISC
# unit.mk - the unit behind its buses, its engine alone, its model alone, the mapping everywhere; the smallest unit;
# tests at scale.
#
#   build/tests/engine           build/tests/engine --build all --seed 7 --cycles 1000000
#   build/tests/small            build/tests/small random 1 1000; build/tests/small vectors
#   build/tests/oracle/mapping.csv build/tests/small_netlist    the same on the netlist that Yosys makes of it for iCE40
#   make fuzz-regs [PROGRAMS=100000] [SEED=1]     random register programs, in every build of lockstep
#   make mutate [BLOCKS="engine ..."] [SEED=1] [CYCLES=300000]   thousands of mutants against lockstep
#   (tests/mutate/mutate.sh) make soak [CYCLES=1000000000] [SETS=24] [SEED=1]   lockstep over random parameter sets
#   (tests/unit/soak.sh)

# ---- each slave adapter
$(LS)/buses/libbuses.a: sim/buses_top.v $(RTL_ALL)
	$(call verilate,buses,buses_top,sim/buses_top.v $(RTL_SRC))
$(eval $(call program,$(BUILD)/tests/buses,tests/unit/buses.c tests/unit/buses_ports.c,$(LS)/buses/libbuses.a,$(VERILATE_LIBS)))

# ---- the model alone, against its invariants
$(eval $(call program,$(BUILD)/tests/model,$(patsubst %,tests/unit/model_%.c,test law around channels engine) tests/oracle/engine_oracle.c,\
	$(MODEL_OBJ) $(STIM_OBJ)))

# ---- the mapping's vectors in the RTL's mappers, the model, the driver
LS_MAPPERS := mapper_mul mapper_serial mapper_shift
ls_mapper   = $(LS)/$(1)/lib$(1).a
$(call ls_mapper,mapper_mul): LS_MAPPER := 0
$(call ls_mapper,mapper_serial): LS_MAPPER := 1
$(call ls_mapper,mapper_shift): LS_MAPPER := 2
define ls_mapper_rule
$(call ls_mapper,$(1)): sim/mapper_top.v $(RTL_ALL)
	$$(call verilate,$(1),mapper_top,-GMAPPER=$$(LS_MAPPER) sim/mapper_top.v $(filter rtl/tally_mapper%,$(LS_RTL)))
endef
$(foreach m,$(LS_MAPPERS),$(eval $(call ls_mapper_rule,$(m))))
$(eval $(call program,$(BUILD)/tests/mapping,tests/unit/mapping_test.c sim/model_slot.c,$(DRIVER_OBJ) $(foreach m,$(LS_MAPPERS),$(call ls_mapper,$(m))),$(VERILATE_LIBS)))

# ---- the engine alone, against the oracle of tests/oracle
EN        := $(BUILD)/tests/engine_rtl
EN_RTL    := $(addprefix rtl/,tally_engine.v tally_engine_data.v tally_engine_fields.v tally_queue.v)
EN_PARAMS := BINS_LOG2 WEIGHT_W QUEUE_LOG2 PROFIL INTERVAL SYMBOL RING SYSTEM LIMIT_PRIVATE PC_W PC_HIGH
EN_BUILDS := $(shell awk '!/^\#/ && NF { print $$1 }' tests/unit/engine.builds)
en_flags   = $(shell awk -v p="$(EN_PARAMS)" '$$1 == "$(1)" { split(p, n, " "); for (i = 2; i <= NF; i++) printf "-G%s=%s ", n[i - 1], $$i }' \
	tests/unit/engine.builds)

$(EN)/engine_builds.h: tests/unit/engine.builds
	@mkdir -p $(@D)
	@awk '!/^#/ && NF { b = b "\t{ CALLS(" $$1 ") },\n"; print "ENGINE(" $$1 ")"; \
		printf "#define ENGINE_%s { %s, %s, %s, { %s, %s, %s, %s }, %s, %s, %s, %s }\n", $$1, $$2, $$3, $$4, $$5, $$6, $$7, $$8, $$9, $$10, $$11, $$12 } \
		END { printf "static const struct rtl builds[] = {\n%s};\n", b }' $< >$@
define en_build
$(EN)/$(1)/libengine_$(1).a: tests/unit/engine_top.v tests/unit/engine.builds $(EN_RTL)
	$$(call verilate,engine_$(1),engine_top,$(call en_flags,$(1)) tests/unit/engine_top.v $(EN_RTL))
endef
$(foreach b,$(EN_BUILDS),$(eval $(call en_build,$(b))))
$(call objects,host,tests/unit/engine_test.c): private OWN := -I$(EN)
$(call objects,host,tests/unit/engine_test.c): $(EN)/engine_builds.h
$(eval $(call program,$(BUILD)/tests/engine,$(patsubst %,tests/unit/engine_%.c,test stimulus check) tests/oracle/engine_oracle.c,\
	$(foreach b,$(EN_BUILDS),$(EN)/$(b)/libengine_$(b).a),$(VERILATE_LIBS)))

# ---- counters in system memory in the unit that counts one word a tick, against the oracle in engine_word.c
EW_V     := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) $(addprefix rtl/engine/,$(shell cat rtl/engine/engine.f))
EW_FLAGS := -Irtl/unit -Irtl/regs -Irtl/engine
EW_all   := -GWEIGHT_W=16
EW_small := -GWEIGHT_W=4 -GPC_W=20 -GPC_HIGH=0x80000000
EW_bare  := -GWEIGHT_W=8 -GINTERVAL=0 -GSYMBOL=0 -GRING=0
EW_C_all   :=
EW_C_small := -DWEIGHT_W=4 -DPC_W=20 -DPC_HIGH=0x80000000
EW_C_bare  := -DWEIGHT_W=8 -DMODES=1
define ew_build
# rtl/ has a tally_regs.vh of its own
$(BUILD)/tests/ew_$(1)/libengine_word.a: private VERILATE_FLAGS := $(filter-out -Irtl,$(VERILATE_FLAGS))
$(BUILD)/tests/ew_$(1)/libengine_word.a: tests/unit/engine_word_top.v $(EW_V) rtl/unit/params.vh
	$$(call verilate,engine_word,engine_word_top,$(EW_FLAGS) $(EW_$(1)) tests/unit/engine_word_top.v $(EW_V))
$(BUILD)/tests/engine_word_$(1): tests/unit/engine_word.c $(BUILD)/tests/ew_$(1)/libengine_word.a
	$$(call say,CC,$$@)
	$$(Q)$$(HOST_CC) $(EW_C_$(1)) $$^ $(VERILATE_LIBS) -o $$@
endef
$(foreach b,all small bare,$(eval $(call ew_build,$(b))))

.PHONY: lint-engine
lint-engine: ## Verilator -Wall over the engine's parameters
	@for p in 0 1; do for i in 0 1; do for m in 0:0:0 0:0:1 0:1:1 1:0:1 1:1:1; do for w in 2:4:1:32 16:28:6:17; do \
	  set -- $$(echo $$m:$$w | tr : ' '); [ $$p$$i != 00 ] || [ $$1$$2 != 00 ] || continue; for q in 0 1; do \
	  verilator --lint-only -Wall -GPROFIL=$$p -GINTERVAL=$$i -GSYMBOL=$$1 -GRING=$$2 -GSYSTEM=$$3 -GWEIGHT_W=$$4 -GBINS_LOG2=$$5 \
	    -GQUEUE_LOG2=$$6 -GPC_W=$$7 -GLIMIT_PRIVATE=$$q --top-module engine_top tests/unit/engine_top.v $(EN_RTL) || exit 1; done; done; done; done; done
	@iverilog -g2005 -Wall -o $(BUILD)/lint-engine.vvp -s engine_top tests/unit/engine_top.v $(EN_RTL)
	@$(YOSYS) -q -p "read_verilog $(EN_RTL) tests/unit/engine_top.v; hierarchy -check -top engine_top; proc; check -assert"
	@echo "engine: every parameter set clean in Verilator; Icarus and Yosys accept it"

# ---- the smallest unit: RTL, netlist, mutants
small_program = $(call program,$(BUILD)/tests/small$(1),tests/unit/small_test.c $(SMALL_C),$(SMALL)$(1)/libsmall.a,$(VERILATE_LIBS),$(2))
$(eval $(call small_program))
$(eval $(call small_program,_netlist))
$(eval $(call compiles,small_mutants,$(HOST_CC) -DMUTANTS))
$(eval $(call small_program,_mutants,small_mutants))

# ---- random register programs
$(eval $(call ls_program,$(BUILD)/tests/fuzz_regs,$(LS_BUILDS),$(LS_BENCH) $(call objects,host,$(patsubst %,tests/unit/fuzz_%.c,regs plan watch))))
PROGRAMS ?= 100000
.PHONY: fuzz-regs
fuzz-regs: $(BUILD)/tests/fuzz_regs
	@printf '%s\n' $(LS_BUILDS) | xargs -P $(JOBS) -I BUILD $< --build BUILD --seed $(SEED) \
		--programs $$(( ($(PROGRAMS) + $(words $(LS_BUILDS)) - 1) / $(words $(LS_BUILDS)) ))

# ---- soak: first the sets, then this make again with their list instead of lockstep's ----
SOAK        := $(BUILD)/soak
SETS        ?= 24
ifeq ($(LS_LIST),$(SOAK)/sets)
$(eval $(call ls_program,$(SOAK)/soak,$(LS_BUILDS)))
endif

.PHONY: soak
soak:
	@tests/unit/soak.sh sets $(SOAK) $(SETS) $(SEED)
	+@$(MAKE) --no-print-directory LS_LIST=$(SOAK)/sets $(SOAK)/soak
	@JOBS=$(JOBS) tests/unit/soak.sh run $(SOAK) $(call given,CYCLES,1000000000) $(SEED)

# ---- mutate: first the mutants, then this make again with a list of their netlists; BLOCKS: some of mutate.list's ----
MUT        := $(BUILD)/mutate
ifeq ($(LS_LIST),$(MUT)/builds)
MUT_PARTS  := $(shell awk -v of="$(BLOCKS)" 'BEGIN { n = split(of, b, " "); for (i = 1; i <= n; i++) want[b[i]] = 1 } \
	!n || $$2 in want { print $$1 }' $(MUT)/parts)
$(foreach p,$(MUT_PARTS),$(eval $(call ls_program,$(MUT)/run_$(p),$(p))))
else
$(MUT)/builds: tests/mutate/mutate.list sim/lockstep.builds $(RTL_ALL) $(LS_MUTANTS:%=$(LS)/state_%/words) | $(YOSYS_READY)
	@mkdir -p $(MUT)
	@BUILD=$(BUILD) YOSYS=$(YOSYS) SEED=$(SEED) $(STEP) "Yosys: mutants" $(BUILD)/log/mutate.log tests/mutate/mutate.sh choose $(MUT)
endif

# the solver for the proofs of equivalent mutants (tests/mutate/logic.py)
$(eval $(call program,$(BUILD)/tests/sat,tests/mutate/sat.c,,-lcadical -lstdc++ -lm))

.PHONY: mutate mutate-parts
mutate: $(MUT)/builds
	+@$(MAKE) --no-print-directory LS_LIST=$(MUT)/builds mutate-parts
mutate-parts: $(BUILD)/tests/sat $(MUT_PARTS:%=$(MUT)/run_%)
	@[ -n "$(MUT_PARTS)" ] || { echo "mutate: tests/mutate/mutate.list has no block $(BLOCKS)"; exit 1; }
	@BUILD=$(BUILD) YOSYS=$(YOSYS) PY=$(PY) JOBS=$(JOBS) CYCLES=$(call given,CYCLES,300000) PATIENCE=50 tests/mutate/mutate.sh all $(MUT) $(MUT_PARTS)

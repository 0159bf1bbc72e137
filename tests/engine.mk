# SPDX-License-Identifier: ISC
# engine.mk - the engine by itself, against the oracle of tests/engine_oracle.c.
#
#   build/tests/engine      build/tests/engine --build all --seed 7 --cycles 1000000

EN        := $(BUILD)/tests/engine_rtl
EN_RTL    := $(addprefix rtl/,tally_engine.v tally_engine_data.v tally_engine_fields.v tally_queue.v)
EN_C      := $(patsubst %,tests/engine_%.c,test stimulus check oracle)
EN_PARAMS := BINS_LOG2 WEIGHT_W QUEUE_LOG2 PROFIL INTERVAL SYMBOL RING SYSTEM LIMIT_PRIVATE PC_W PC_HIGH
EN_BUILDS := $(shell awk '!/^\#/ && NF { print $$1 }' tests/engine.builds)
en_flags   = $(shell awk -v p="$(EN_PARAMS)" '$$1 == "$(1)" { split(p, n, " "); for (i = 2; i <= NF; i++) printf "-G%s=%s ", n[i - 1], $$i }' \
	tests/engine.builds)

$(EN)/engine_builds.h: tests/engine.builds
	@mkdir -p $(@D)
	@awk '!/^#/ && NF { b = b "\t{ CALLS(" $$1 ") },\n"; print "ENGINE(" $$1 ")"; \
		printf "#define ENGINE_%s { %s, %s, %s, { %s, %s, %s, %s }, %s, %s, %s, %s }\n", $$1, $$2, $$3, $$4, $$5, $$6, $$7, $$8, $$9, $$10, $$11, $$12 } \
		END { printf "static const struct rtl builds[] = {\n%s};\n", b }' $< >$@

$(EN_BUILDS:%=$(EN)/%/stamp): $(EN)/%/stamp: tests/engine_top.v tests/engine.builds $(EN_RTL)
	$(call say,VERILATE,$@)
	@rm -rf $(@D)
	@mkdir -p $(@D)
	$(Q)verilator --cc --lib-create engine_$* --prefix Vengine_$* --Mdir $(@D) $(LS_VFLAGS) --top-module engine_top \
		$(call en_flags,$*) tests/engine_top.v $(EN_RTL)
	+$(Q)$(MAKE) -s -C $(@D) -f Vengine_$*.mk Vengine_$*__ALL.o engine_$*.o verilated.o verilated_threads.o \
		VM_USER_CFLAGS= OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 >$(EN)/$*.log 2>&1 || { cat $(EN)/$*.log; exit 1; }
	@touch $@

$(BUILD)/tests/engine: $(EN_C) tests/engine_test.h tests/engine_oracle.h $(EN)/engine_builds.h $(EN_BUILDS:%=$(EN)/%/stamp)
	$(call say,LD,$@)
	$(Q)$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -Itests -I$(EN) -o $@ $(filter %.c,$^) \
		$(foreach b,$(EN_BUILDS),$(EN)/$(b)/Vengine_$(b)__ALL.o $(EN)/$(b)/engine_$(b).o) \
		$(EN)/$(firstword $(EN_BUILDS))/verilated.o $(EN)/$(firstword $(EN_BUILDS))/verilated_threads.o $(LS_LDLIBS)

TEST_DEPS += $(BUILD)/tests/engine

.PHONY: lint-engine
lint-engine: ## Verilator -Wall over the engine's parameters
	@for p in 0 1; do for i in 0 1; do for m in 0:0:0 0:0:1 0:1:1 1:0:1 1:1:1; do for w in 2:4:1:32 16:28:6:17; do \
	  set -- $$(echo $$m:$$w | tr : ' '); [ $$p$$i != 00 ] || [ $$1$$2 != 00 ] || continue; for q in 0 1; do \
	  verilator --lint-only -Wall -GPROFIL=$$p -GINTERVAL=$$i -GSYMBOL=$$1 -GRING=$$2 -GSYSTEM=$$3 -GWEIGHT_W=$$4 -GBINS_LOG2=$$5 \
	    -GQUEUE_LOG2=$$6 -GPC_W=$$7 -GLIMIT_PRIVATE=$$q --top-module engine_top tests/engine_top.v $(EN_RTL) || exit 1; done; done; done; done; done
	@iverilog -g2005 -Wall -o $(BUILD)/lint-engine.vvp -s engine_top tests/engine_top.v $(EN_RTL)
	@$(YOSYS) -q -p "read_verilog $(EN_RTL) tests/engine_top.v; hierarchy -check -top engine_top; proc; check -assert"
	@echo "engine: every parameter set clean in Verilator; Icarus and Yosys accept it"

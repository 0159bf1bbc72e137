# SPDX-License-Identifier: ISC
# coverage.mk - make coverage [CYCLES=n]: which lines and toggles of rtl/ lockstep's stimulus reaches, over its builds
# together, less what sim/coverage.list excludes with its reason. Fails below 100% of lines, 98% of toggles.

CV        := $(BUILD)/sim/coverage
CV_BUILDS := mul mul16 serial shift full four sys serial2
# a weight of 16 bits and a PERIOD of 31 take longer to fill than these runs last
CV_OTHER_mul16 := WEIGHT_W=6 PERIOD_W=18
# and so do counters of 32 bits, and what a snapshot has of them
CV_OTHER_full := CNT_W=10 PERIOD_W=18
CV_OTHER_four := CNT_W=10
CV_OTHER_sys  := CNT_W=11
CV_CYCLES := $(if $(filter-out file,$(origin CYCLES)),$(CYCLES),3000000)
CV_OBJ    := $(LS)/coverage_write.o $(LS_BENCH)

define cv_build
$(CV)/$(1)/wave.o: sim/lockstep_wave.c $(LS_LISTS) $(LS_H) $(LS)/state_$(1)/words
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(LS_CFLAGS) $$(call ls_cc,$(1),$(CV_OTHER_$(1))) -c $$< -o $$@
$(CV)/$(1)/cover: sim/lockstep_wave.sv sim/lockstep_top.v $(LS_LISTS) $(RTL_ALL) $(LS)/state_$(1)/words $(CV)/$(1)/wave.o $(CV_OBJ)
	$$(call say,VERILATE,$$@)
	+$$(Q)verilator --binary --coverage-line --coverage-toggle -DCOVERAGE --timescale 1ns/1ns --noassert -Wno-lint -Irtl -I$(LS)/state_$(1) \
		--Mdir $$(@D) -o cover --top-module lockstep_wave $$(call ls_params,$(1),verilator,$(CV_OTHER_$(1))) \
		-GSTATE_WORDS=$$$$(cat $(LS)/state_$(1)/words) -MAKEFLAGS OPT_FAST=-O1 sim/lockstep_wave.sv sim/lockstep_top.v $(RTL_SRC) \
		$(abspath $(CV)/$(1)/wave.o $(CV_OBJ)) >$$(@D).log 2>&1 || { tail -n 20 $$(@D).log; exit 1; }
endef
$(foreach b,$(CV_BUILDS),$(eval $(call cv_build,$(b))))

.PHONY: coverage coverage-builds
coverage-builds: $(CV_BUILDS:%=$(CV)/%/cover)
coverage: coverage-builds
	@for b in $(CV_BUILDS); do echo "coverage: $$b, $(CV_CYCLES) cycles"; \
		$(CV)/$$b/cover +seed=1 +cycles=$(CV_CYCLES) +vcd=$(CV)/$$b.dat >/dev/null || exit 1; done
	@$(PY) sim/coverage.py sim/coverage.list $(CV_BUILDS:%=$(CV)/%.dat)

LONG_DEPS += coverage-builds

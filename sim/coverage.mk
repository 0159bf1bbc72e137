# SPDX-License-Identifier: ISC
# coverage.mk - make coverage [CYCLES=n]: which lines and toggles of rtl/ lockstep's stimulus reaches, over its builds
# together, less what sim/coverage.list excludes with its reason. Fails below 100% of lines, 98% of toggles.

CV        := $(BUILD)/sim/coverage
CV_BUILDS := mul mul16 serial shift
# a weight of 16 bits and a PERIOD of 31 take longer to fill than these runs last
CV_WEIGHT_mul16 := 6
CV_PERIOD_mul16 := 18
CV_CYCLES := $(if $(filter-out file,$(origin CYCLES)),$(CYCLES),1000000)
CV_OBJ    := $(LS)/lockstep_wave.o $(LS)/coverage_write.o $(filter-out $(LS)/lockstep_main.o,$(LS_OBJ))

define cv_build
$(CV)/$(1)/cover: sim/lockstep_wave.sv sim/lockstep_top.v sim/lockstep.builds $(RTL_ALL) $(LS)/lockstep_state.vh $(CV_OBJ)
	$$(call say,VERILATE,$$@)
	@mkdir -p $$(@D)
	+$$(Q)verilator --binary --coverage-line --coverage-toggle -DCOVERAGE --timescale 1ns/1ns --noassert -Wno-lint -Irtl -I$(LS) \
		--Mdir $$(@D) -o cover --top-module lockstep_wave \
		-GMAPPER=$(call ls_field,$(1),2) -GBINS_LOG2=$(call ls_field,$(1),3) -GWEIGHT_W=$(or $(CV_WEIGHT_$(1)),$(call ls_field,$(1),4)) \
		-GPERIOD_W=$(or $(CV_PERIOD_$(1)),$(call ls_field,$(1),5)) -GQUEUE_LOG2=$(call ls_field,$(1),6) -GCNT_W=$(call ls_field,$(1),7) \
		-GSTATE_WORDS=$$$$(cat $(LS)/words) -MAKEFLAGS OPT_FAST=-O1 sim/lockstep_wave.sv sim/lockstep_top.v $(RTL_SRC) \
		$(abspath $(CV_OBJ)) >$$(@D).log 2>&1 || { tail -n 20 $$(@D).log; exit 1; }
endef
$(foreach b,$(CV_BUILDS),$(eval $(call cv_build,$(b))))

.PHONY: coverage coverage-builds
coverage-builds: $(CV_BUILDS:%=$(CV)/%/cover)
coverage: coverage-builds
	@for b in $(CV_BUILDS); do echo "coverage: $$b, $(CV_CYCLES) cycles"; \
		$(CV)/$$b/cover +name=$$b +seed=1 +cycles=$(CV_CYCLES) +vcd=$(CV)/$$b.dat >/dev/null || exit 1; done
	@$(PY) sim/coverage.py sim/coverage.list $(CV_BUILDS:%=$(CV)/%.dat)

LONG_DEPS += coverage-builds

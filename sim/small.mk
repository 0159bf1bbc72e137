# SPDX-License-Identifier: ISC
# small.mk - the smallest unit: RTL against its model, and the driver's test on it.
#
#   build/tests/small          build/tests/small random 1 1000; build/tests/small vectors tests/vectors/mapping.csv
#   build/tests/driver_small   tests/driver_test.c over the RTL

SMALL     := $(BUILD)/sim/small
SMALL_RTL := $(addprefix rtl/,$(shell cat rtl/tally_small.f))
SMALL_H   := sim/small_bench.h sim/small_model.h sim/small_at.h sim/model.h driver/tally_regs.h driver/tally.h
SMALL_RUN := $(SMALL)/Vsmall__ALL.o $(SMALL)/small.o $(SMALL)/verilated.o $(SMALL)/verilated_threads.o

$(SMALL)/stamp: $(SMALL_RTL) $(wildcard rtl/tally_small_*.vh) rtl/tally_regs.vh
	$(call say,VERILATE,$@)
	@rm -rf $(SMALL)
	@mkdir -p $(SMALL)
	$(Q)verilator --cc --lib-create small --prefix Vsmall --Mdir $(SMALL) $(LS_VFLAGS) --top-module tally_small $(SMALL_RTL)
	+$(Q)$(MAKE) -s -C $(SMALL) -f Vsmall.mk Vsmall__ALL.o small.o verilated.o verilated_threads.o VM_PARALLEL_BUILDS=0 \
		VM_USER_CFLAGS= OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 >$(BUILD)/sim/small.log 2>&1 || { cat $(BUILD)/sim/small.log; exit 1; }
	@touch $@

# model_slot.o: the mapping, as the other model has it
SMALL_C := sim/small_bench.c sim/small_model.c $(LS)/model_slot.o
$(BUILD)/tests/small: tests/small_test.c $(SMALL_C) $(SMALL_H) $(SMALL)/stamp
$(BUILD)/tests/driver_small: tests/driver_small.c tests/driver_test.c tests/driver_modes.c $(SMALL_C) $(DRIVER_OBJ) $(SMALL_H) tests/driver_test.h tests/driver_kit.h $(SMALL)/stamp
$(BUILD)/tests/small $(BUILD)/tests/driver_small:
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -Itests -o $@ $(filter %.c %.o,$^) $(SMALL_RUN) $(LS_LDLIBS)

TEST_DEPS += $(BUILD)/tests/small $(BUILD)/tests/driver_small

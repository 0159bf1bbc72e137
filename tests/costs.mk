# SPDX-License-Identifier: ISC
# costs.mk - what profiling costs the kernel and its programs; see tests/costs.c.
#
#   make bench-kernel [COSTS_ROUNDS=n]     writes firmware/kernel/BENCH.md; ten rounds are some 40 million cycles
#   make bench                             does that as well

COSTS_ROUNDS ?= 10
COSTS     := $(BUILD)/tests/rig/costs
COSTS_SRC := tests/costs.c tests/costs_table.c
$(COSTS): $(COSTS_SRC) tests/costs.h tests/rig.c tests/rig.h driver/tally.h sim/machine.h $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -I. -Itests $(filter tests/%.c,$^) \
		$(DRIVER_OBJ) $(SIM_LIB) -lelf -lm $(SIM_LDLIBS) -o $@
LONG_DEPS += $(COSTS)

.PHONY: bench-kernel
bench-kernel: $(COSTS) $(KERNEL)
	@$(COSTS) $(KERNEL) $(COSTS_ROUNDS) >$(BUILD)/bench-kernel.md || { cat $(BUILD)/bench-kernel.md; exit 1; }
	@cat $(BUILD)/bench-kernel.md
	@mv $(BUILD)/bench-kernel.md firmware/kernel/BENCH.md
bench: bench-kernel

# SPDX-License-Identifier: ISC
# kernel.mk - user programs that attack or test the kernel; the cost of profiling.
#
#   make bench-kernel [COSTS_ROUNDS=n]     writes firmware/kernel/BENCH.md; ten rounds are about 40 million cycles

$(eval $(call user_program,usertests,$(wildcard tests/kernel/usertests/*.[cS])))

# ---- costs: Dhrystone without output and system calls
SILENT_DHRY := $(patsubst %,$(OBJ)/user/silent/%.o,dhry_1 dhry_2)
$(SILENT_DHRY): $(OBJ)/user/silent/%.o: $(DHRY)/%.c tests/kernel/kernel.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) $(DHRY_C) -Dmain=dhrystone_main -Dprintf=dhrystone_says -Dtime=dhrystone_time -Dmalloc=dhrystone_malloc -c $< -o $@
$(eval $(call user_program,costs,tests/kernel/costs_user.c,$(SILENT_DHRY)))

COSTS_ROUNDS ?= 10
COSTS := $(BUILD)/tests/rig/costs
$(eval $(call rig,costs,tests/kernel/costs.c tests/kernel/costs_table.c))

.PHONY: bench-kernel
bench-kernel: $(COSTS) $(KERNEL)
	@$(COSTS) $(KERNEL) $(COSTS_ROUNDS) >$(BUILD)/bench-kernel.md || { cat $(BUILD)/bench-kernel.md; exit 1; }
	@cat $(BUILD)/bench-kernel.md
	@mv $(BUILD)/bench-kernel.md firmware/kernel/BENCH.md
bench: bench-kernel

# ---- profctl's counts, as printed on the host
$(eval $(call program,$(BUILD)/tests/counts,tests/kernel/counts_test.c firmware/user/bin/counts.c,,,san))

# SPDX-License-Identifier: ISC
# kernel.mk - the kernel, with the user programs of firmware/user in its file system.
#
#   build/firmware/kernel.elf    boots on the simulated vexriscv-linux (full) and on QEMU virt
#   make kernel                  a shell on the simulated machine; halt or ^D ends it, ^C kills it
#   make kernel-qemu             the same on QEMU; ^A x kills it

KERNEL      := $(FW)/kernel.elf
KERNEL_DIR  := $(FW)/obj/kernel
KERNEL_SRC  := $(wildcard firmware/kernel/*.c)
KERNEL_OBJ  := $(KERNEL_SRC:firmware/kernel/%.c=$(KERNEL_DIR)/%.o) $(DRIVER_SRC:driver/%.c=$(KERNEL_DIR)/%.o) $(KERNEL_DIR)/memory.o
KERNEL_HDR  := $(wildcard firmware/kernel/*.h firmware/include/*.h) firmware/kernel/syscalls.list firmware/machine.h $(DRIVER_HDR)
# For size, but where each tick, switch or copied page passes.
KERNEL_OPT  := -Os
KERNEL_FAST := memory sched timer trap syscall prof_unit
$(KERNEL_FAST:%=$(KERNEL_DIR)/%.o): KERNEL_OPT := -O2
KERNEL_ISA  := rv32im_zicsr
KERNEL_CFLAGS = --specs=picolibc.specs -march=$(KERNEL_ISA) -mabi=ilp32 -std=gnu11 -ffreestanding -g $(KERNEL_OPT) -Wall -Wextra -Werror \
	-ffunction-sections -fdata-sections -I. -Ifirmware -Ifirmware/include -Ifirmware/kernel

$(KERNEL_DIR)/%.o: firmware/kernel/%.c $(KERNEL_HDR) firmware/kernel/kernel.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(KERNEL_CFLAGS) -c $< -o $@
$(KERNEL_DIR)/%.o: driver/%.c $(DRIVER_HDR) firmware/kernel/kernel.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(KERNEL_CFLAGS) -c $< -o $@
$(KERNEL_DIR)/memory.o: firmware/lib/memory.c firmware/kernel/kernel.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(KERNEL_CFLAGS) -fno-tree-loop-distribute-patterns -c $< -o $@
$(KERNEL_DIR)/start.o: firmware/kernel/start.S $(USER_FS) firmware/kernel/kernel.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=$(KERNEL_ISA) -mabi=ilp32 -g -DARCHIVE='"$(USER_FS)"' -c $< -o $@
$(KERNEL_DIR)/kernel.ld: firmware/kernel/kernel.ld firmware/machine.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp -Ifirmware $< -o $@
$(KERNEL): $(KERNEL_DIR)/start.o $(KERNEL_OBJ) $(KERNEL_DIR)/kernel.ld
	$(call say,LD,$@)
	$(Q)$(FW_CC) -march=rv32im $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) -o $@

FIRMWARE += $(KERNEL)
firmware: $(KERNEL)

.PHONY: kernel kernel-qemu
kernel: $(KERNEL) $(BUILD)/tests/rig/console
	@$(BUILD)/tests/rig/console vexriscv-linux $(KERNEL)
kernel-qemu: $(KERNEL)
	@qemu-system-riscv32 -M virt -bios none -nographic -kernel $(KERNEL)

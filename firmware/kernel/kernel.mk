# SPDX-License-Identifier: ISC
# kernel.mk - the kernel, with the user programs of firmware/user in its file system.
#
#   build/firmware/kernel.elf    boots on the simulated vexriscv-linux (full) and on QEMU virt
#   build/firmware/kernel-poison.elf   the same with free pages watched, for tests
#   make kernel                  a shell on the simulated machine; halt or ^D ends it, ^] kills it
#   make kernel-qemu             the same on QEMU; ^A x kills it

KERNEL      := $(FW)/kernel.elf
KERNEL_DIR  := $(FW)/obj/kernel
KERNEL_SRC  := $(wildcard firmware/kernel/*.c firmware/kernel/*/*.c)
KERNEL_OBJ  := $(KERNEL_SRC:firmware/kernel/%.c=$(KERNEL_DIR)/%.o) $(DRIVER_SRC:driver/%.c=$(KERNEL_DIR)/%.o) $(KERNEL_DIR)/memory.o
KERNEL_HDR  := $(wildcard firmware/kernel/*.h firmware/kernel/*/*.h firmware/include/*.h) firmware/kernel/syscalls.list firmware/machine.h $(DRIVER_HDR)
# For size, but where each tick, switch or copied page passes.
KERNEL_OPT  := -Os
KERNEL_FAST := memory sched thread timer trap syscall prof/unit tally_switch
KERNEL_FAST_UNKNOWN := $(filter-out $(KERNEL_OBJ:$(KERNEL_DIR)/%.o=%),$(KERNEL_FAST))
$(if $(KERNEL_FAST_UNKNOWN),$(error KERNEL_FAST: $(KERNEL_FAST_UNKNOWN): no file of firmware/kernel or the driver has such a name))
$(KERNEL_FAST:%=$(KERNEL_DIR)/%.o): KERNEL_OPT := -O2
KERNEL_ISA  := rv32im_zicsr
KERNEL_CFLAGS = --specs=picolibc.specs -march=$(KERNEL_ISA) -mabi=ilp32 -std=gnu11 -ffreestanding -g $(KERNEL_OPT) -Wall -Wextra -Werror \
	-DTALLY_MAPPED -ffunction-sections -fdata-sections -I. -Ifirmware -Ifirmware/include -Ifirmware/kernel

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
	$(Q)[ "$$($(CROSS)nm $@ | grep -i ' t ')" = "$$($(CROSS)nm $(USER)/unix | grep -i ' t ')" ] || \
		{ rm -f $@; echo "the file /unix has other addresses than the kernel"; exit 1; }

# The kernel without a file system: its addresses are those of the whole one, behind which the archive lies. Of it,
# code and symbols become the file /unix.
$(KERNEL_DIR)/start_bare.o: firmware/kernel/start.S firmware/kernel/kernel.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	@: >$(KERNEL_DIR)/no.tar
	$(Q)$(FW_CC) -march=$(KERNEL_ISA) -mabi=ilp32 -g -DARCHIVE='"$(KERNEL_DIR)/no.tar"' -c $< -o $@
$(KERNEL_DIR)/bare.elf: $(KERNEL_DIR)/start_bare.o $(KERNEL_OBJ) $(KERNEL_DIR)/kernel.ld
	$(call say,LD,$@)
	$(Q)$(FW_CC) -march=rv32im $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) -o $@
$(USER)/unix: $(KERNEL_DIR)/bare.elf
	@mkdir -p $(@D)
	$(Q)$(CROSS)objcopy -g -R .fs $< $@ 2>$(KERNEL_DIR)/objcopy.log || { cat $(KERNEL_DIR)/objcopy.log; exit 1; }

# For tests: free pages are watched, see page.c.
$(KERNEL_DIR)/page_poison.o: firmware/kernel/base/page.c $(KERNEL_HDR) firmware/kernel/kernel.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(KERNEL_CFLAGS) -DPAGE_POISON -c $< -o $@
$(FW)/kernel-poison.elf: $(KERNEL_DIR)/start.o $(KERNEL_OBJ:%/base/page.o=%/page_poison.o) $(KERNEL_DIR)/kernel.ld
	$(call say,LD,$@)
	$(Q)$(FW_CC) -march=rv32im $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) -o $@
TEST_DEPS += $(FW)/kernel-poison.elf

FIRMWARE += $(KERNEL)
firmware: $(KERNEL)

.PHONY: kernel kernel-qemu demo-kernel soak-kernel
kernel: $(KERNEL) $(TALLY)
	@$(TALLY) run --no-profile --keys --core vexriscv-linux --files $(BUILD)/files $(KERNEL)
kernel-qemu: $(KERNEL)
	@qemu-system-riscv32 -M virt -bios none -nographic -kernel $(KERNEL)

demo-kernel: $(KERNEL) $(TALLY)
	@firmware/kernel/demo.sh $(TALLY) $(FW)

# Random system calls; with the unit on the simulated machine, or MACHINE=qemu. In parts; goes on where it was stopped. SEED=0: another when one is done.
CALLS   ?= 1000000
SEED    ?= 0
MACHINE ?= sim
soak-kernel: $(KERNEL) $(TALLY)
	@tests/kernel/soak.sh $(BUILD)/soak-kernel/$(MACHINE) $(SEED) $(CALLS) $(KERNEL) $(if $(filter qemu,$(MACHINE)), \
		qemu-system-riscv32 -M virt -bios none -nographic -kernel, $(TALLY) run --no-profile --core vexriscv-linux)

# SPDX-License-Identifier: ISC
# kernel.mk - the kernel, with the user programs of firmware/user in its file system.
#
#   build/firmware/kernel.elf    boots on the simulated vexriscv-linux (full) and on QEMU virt
#   build/firmware/kernel-poison.elf   the same, checks that nobody writes free pages; for tests
#   build/firmware/board/kernel.elf    the same for boards with vexriscv-linux: 256 KiB of RAM, few programs
#   make kernel                  a shell on the simulated machine; halt or ^D ends it, ^] kills it
#   make kernel-qemu             the same on QEMU; ^A x kills it

KERNEL      := $(FW)/kernel.elf
KERNEL_C    := $(wildcard firmware/kernel/*.c firmware/kernel/*/*.c) $(DRIVER_SRC) \
	$(patsubst %,firmware/lib/%.c,memory tally_profil tally_soft)
# Built for size, except on the path of every tick, switch and copied page.
KERNEL_FAST := firmware/lib/memory.c \
	$(patsubst %,firmware/kernel/%.c,sched thread timer trap syscall prof/unit)
KERNEL_FAST_UNKNOWN := $(filter-out $(KERNEL_C),$(KERNEL_FAST))
$(if $(KERNEL_FAST_UNKNOWN),$(error KERNEL_FAST: $(KERNEL_FAST_UNKNOWN): no file that the kernel is made of))
KERNEL_ISA  := rv32im_zicsr
KERNEL_CC   := $(FW_CC) --specs=picolibc.specs -march=$(KERNEL_ISA) -mabi=ilp32 -std=gnu11 -ffreestanding -g -Os \
	-Wall -Wextra -Werror -DTALLY_MAPPED -ffunction-sections -fdata-sections -I. -Ifirmware/include

# $(call kernel_kind,KIND,CPPFLAGS,ARCHIVE): a kernel's objects, its start.o with the archive, its linker script
define kernel_kind
$(call compiles,$(1),$(KERNEL_CC) $(2))
$(call objects,$(1),$(KERNEL_FAST)): private OWN := -O2
$(call objects,$(1),firmware/lib/memory.c): private OWN := -O2 -fno-tree-loop-distribute-patterns
$(call objects,$(1),firmware/kernel/start.S): private OWN := -DARCHIVE='"$(3)"'
$(call objects,$(1),firmware/kernel/start.S): $(3)
$(OBJ)/$(1)/kernel.ld: firmware/kernel/kernel.ld firmware/include/machine.h
	@mkdir -p $$(@D)
	$$(Q)$(FW_CC) -E -P -x assembler-with-cpp $(2) -Ifirmware/include $$< -o $$@
endef
# $(call kernel_link,FILE,KIND,OTHER START,OTHER OBJECTS)
define kernel_link
$(1): $(or $(3),$(call objects,$(2),firmware/kernel/start.S)) \
		$(or $(4),$(call objects,$(2),$(KERNEL_C))) $(OBJ)/$(2)/kernel.ld
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(FW_CC) -march=rv32im $$(FW_LDFLAGS) -T $$(filter %.ld,$$^) $$(filter %.o,$$^) -o $$@
endef

USER_FS := $(USER)/fs.tar
$(eval $(call kernel_kind,kernel,,$(USER_FS)))
$(eval $(call kernel_link,$(KERNEL).part,kernel))
$(KERNEL): $(KERNEL).part $(USER)/unix
	$(Q)[ "$$($(CROSS)nm $< | grep -i ' t ')" = "$$($(CROSS)nm $(USER)/unix | grep -i ' t ')" ] || \
		{ echo "the file /unix has other addresses than the kernel"; exit 1; }
	$(Q)cp $< $@

# The kernel without a file system has the same addresses, because the archive lies behind it. Its code and symbols
# become the file /unix.
$(OBJ)/kernel/no.tar:
	@mkdir -p $(@D)
	@: >$@
$(OBJ)/kernel/start_bare.o: firmware/kernel/start.S $(OBJ)/kernel/no.tar
	$(Q)$(KERNEL_CC) -DARCHIVE='"$(OBJ)/kernel/no.tar"' -c $< -o $@
$(eval $(call kernel_link,$(OBJ)/kernel/bare.elf,kernel,$(OBJ)/kernel/start_bare.o))
$(USER)/unix: $(OBJ)/kernel/bare.elf
	@mkdir -p $(@D)
	$(Q)$(CROSS)objcopy -g -R .fs $< $@ 2>$@.log || { cat $@.log; exit 1; }

# Expand late: USER_PROGRAMS is complete only after all fragments are read.
.SECONDEXPANSION:
$(USER_FS): $$(addprefix $(USER)/bin/,$$(USER_PROGRAMS)) $(USER)/unix $(USER_FILES) firmware/user/user.mk
	$(call say,TAR,$@)
	@rm -rf $(USER)/fs && mkdir -p $(USER)/fs/bin
	$(Q)for p in $(USER_PROGRAMS); do $(CROSS)strip -g -o $(USER)/fs/bin/$$p $(USER)/bin/$$p || exit 1; done
	$(Q)cp $(USER)/unix $(USER)/fs/unix
	$(Q)cp -r firmware/user/files/. $(USER)/fs/
	$(Q)mkdir -p $(USER)/fs/lua && cp $(PROGRAMS_DIR)/lua/demo.lua $(USER)/fs/lua/
	$(call archive,$(USER)/fs)

# For tests: checks that nobody writes free pages (base/page.c).
$(OBJ)/kernel/page_poison.o: firmware/kernel/base/page.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(KERNEL_CC) -DPAGE_POISON -MMD -MP -c $< -o $@
$(eval $(call kernel_link,$(FW)/kernel-poison.elf,kernel,,$(OBJ)/kernel/page_poison.o \
	$(call objects,kernel,$(filter-out firmware/kernel/base/page.c,$(KERNEL_C)))))

# For boards. A program takes some 14 pages of 4 KiB, and twice that while it starts. So the shell itself is the first
# process, bin/init, and the tables are small.
BK_FS       := $(OBJ)/board-kernel/fs
BK_PROGRAMS := sh echo ls hello
$(eval $(call kernel_kind,board-kernel,-DRAM_BYTES=0x40000 -DNPROC=8 -DNTHREAD=16,$(BK_FS).tar))
$(eval $(call kernel_link,$(FW)/board/kernel.elf,board-kernel))
$(BK_FS).tar: $(BK_PROGRAMS:%=$(USER)/bin/%) firmware/kernel/kernel.mk
	$(call say,TAR,$@)
	@rm -rf $(BK_FS) && mkdir -p $(BK_FS)/bin
	$(Q)for p in $(BK_PROGRAMS); do $(CROSS)strip -s -o $(BK_FS)/bin/$$p $(USER)/bin/$$p || exit 1; done
	@mv $(BK_FS)/bin/sh $(BK_FS)/bin/init
	$(call archive,$(BK_FS))

firmware: $(KERNEL)

.PHONY: kernel kernel-qemu demo-kernel soak-kernel
kernel: $(KERNEL) $(TALLY)
	@$(TALLY) run --no-profile --keys --core vexriscv-linux --files $(BUILD)/files $(KERNEL)
kernel-qemu: $(KERNEL)
	@qemu-system-riscv32 -M virt -bios none -nographic -kernel $(KERNEL)

demo-kernel: $(KERNEL) $(TALLY)
	@firmware/kernel/demo.sh $(TALLY) $(FW)

# Random system calls, on the simulated machine with the unit, or MACHINE=qemu. Runs in parts and resumes where it
# stopped. SEED=0: starts the next seed when one is done.
CALLS   ?= 1000000
SEED    ?= 0
MACHINE ?= sim
soak-kernel: $(KERNEL) $(TALLY)
	@tests/kernel/soak.sh $(BUILD)/soak-kernel/$(MACHINE) $(SEED) $(CALLS) $(KERNEL) \
		$(if $(filter qemu,$(MACHINE)), qemu-system-riscv32 -M virt -bios none -nographic -kernel, \
		$(TALLY) run --no-profile --core vexriscv-linux)

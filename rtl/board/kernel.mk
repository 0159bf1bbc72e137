# SPDX-License-Identifier: ISC
# kernel.mk - the kernel of firmware/kernel for boards that carry vexriscv-linux: 256 KiB of RAM, few programs.
#
#   build/firmware/board/kernel.elf      make flash BOARD=ulx3s-85f CORE=vexriscv-linux FW=build/firmware/board/kernel.elf
#
# A program takes some 14 pages of 4 KiB, and twice that while it is started: so the shell itself is the first process, bin/init, and the
# tables are for few processes. The driver's objects are the large kernel's.

BK          := $(FW)/board
BK_OBJ      := $(FW)/obj/board-kernel
BK_RAM      := 0x40000
BK_PROGRAMS := sh echo ls hello

BK_OBJS     := $(KERNEL_SRC:firmware/kernel/%.c=$(BK_OBJ)/%.o) $(filter-out $(KERNEL_SRC:firmware/kernel/%.c=$(KERNEL_DIR)/%.o),$(KERNEL_OBJ))
$(KERNEL_FAST:%=$(BK_OBJ)/%.o): KERNEL_OPT := -O2

$(BK_OBJ)/%.o: firmware/kernel/%.c $(KERNEL_HDR) firmware/kernel/kernel.mk rtl/board/kernel.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(KERNEL_CFLAGS) -DRAM_BYTES=$(BK_RAM) -DNPROC=8 -DNTHREAD=16 -c $< -o $@
$(BK_OBJ)/fs.tar: $(BK_PROGRAMS:%=$(USER)/bin/%) rtl/board/kernel.mk
	$(call say,TAR,$@)
	@rm -rf $(BK_OBJ)/fs && mkdir -p $(BK_OBJ)/fs/bin
	$(Q)for p in $(BK_PROGRAMS); do $(CROSS)strip -s -o $(BK_OBJ)/fs/bin/$$p $(USER)/bin/$$p || exit 1; done
	@mv $(BK_OBJ)/fs/bin/sh $(BK_OBJ)/fs/bin/init
	$(Q)cd $(BK_OBJ)/fs && find . -type f -printf '%P\n' | LC_ALL=C sort | \
		tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=644 --mtime=@0 -b1 -cf ../fs.tar.part -T -
	@mv $@.part $@
$(BK_OBJ)/start.o: firmware/kernel/start.S $(BK_OBJ)/fs.tar firmware/kernel/kernel.mk
	$(call say,AS,$@)
	$(Q)$(FW_CC) -march=$(KERNEL_ISA) -mabi=ilp32 -g -DARCHIVE='"$(BK_OBJ)/fs.tar"' -c $< -o $@
$(BK_OBJ)/kernel.ld: firmware/kernel/kernel.ld firmware/machine.h rtl/board/kernel.mk
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp -DRAM_BYTES=$(BK_RAM) -Ifirmware $< -o $@
$(BK)/kernel.elf: $(BK_OBJ)/start.o $(BK_OBJS) $(BK_OBJ)/kernel.ld
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) -o $@
TEST_DEPS += $(BK)/kernel.elf

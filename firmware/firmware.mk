# SPDX-License-Identifier: ISC
# firmware.mk - programs for the simulated machines, and the demo.
#
#   make elf C=my.c              build/firmware/my.elf for any core
#   make elf C="a.c b.c" ISA=rv32imac_zicsr OPT=-Os VIRT=1
#   make elf C=my.c PROF=1 PERIOD=1000    the program leaves gmon.out (prof.mk)
#   build/firmware/NAME.elf      from firmware/examples/NAME.c; NAME-virt.elf for QEMU
#   build/firmware/dhrystone.elf, lua.elf, lua-virt.elf, plain-virt.elf

FW    := $(BUILD)/firmware
CROSS ?= riscv64-unknown-elf-
ISA   ?= rv32im
OPT   ?= -O2
FW_CC := $(CROSS)gcc

# The C library's variants are found by the base ISA alone: a _zicsr in -march
# makes gcc 12 pick the 64-bit one. So extensions are for the compiler only.
fw_base   = $(firstword $(subst _, ,$(1)))
FW_CFLAGS := --specs=picolibc.specs -mabi=ilp32 -std=gnu11 -g -O2 -Wall -Wextra \
	-ffunction-sections -fdata-sections -Ifirmware
FW_LDFLAGS := --specs=picolibc.specs -mabi=ilp32 -nostartfiles -static -Wl,--gc-sections

# $(call fw_runtime,DIR,ISA,CPPFLAGS): start-up, system calls and linker script of one kind.
define fw_runtime
$(1)/start.o: firmware/start.S firmware/machine.h firmware/firmware.mk
	$$(call say,AS,$$@)
	@mkdir -p $$(@D)
	$(Q)$$(FW_CC) -march=$(2) -mabi=ilp32 -g $(3) -Ifirmware -c $$< -o $$@
$(1)/syscalls.o: firmware/syscalls.c firmware/machine.h firmware/firmware.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$(Q)$$(FW_CC) -march=$(2) $$(FW_CFLAGS) $(3) -c $$< -o $$@
$(1)/link.ld: firmware/link.ld firmware/machine.h
	@mkdir -p $$(@D)
	$(Q)$$(FW_CC) -E -P -x assembler-with-cpp $(3) -Ifirmware $$< -o $$@
endef
fw_parts = $(1)/start.o $(1)/syscalls.o $(1)/link.ld

FW_RV32IM := $(FW)/obj/rv32im
FW_VIRT   := $(FW)/obj/rv32im-virt
$(eval $(call fw_runtime,$(FW_RV32IM),rv32im,))
$(eval $(call fw_runtime,$(FW_VIRT),rv32im,-DVIRT))

fw_link = $(FW_CC) -march=$(1) $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) -o $@

# ---- a user's own file ------------------------------------------------------
FW_USER := $(FW)/obj/$(ISA)$(if $(VIRT),-virt)
ifneq ($(FW_USER),$(FW_RV32IM))
ifneq ($(FW_USER),$(FW_VIRT))
$(eval $(call fw_runtime,$(FW_USER),$(ISA),$(if $(VIRT),-DVIRT)))
endif
endif
include firmware/prof.mk
ifneq ($(PROF),)
$(eval $(call prof_runtime,$(FW_USER),$(ISA)))
FW_USER_PROF := $(call prof_objects,$(FW_USER))
FW_USER_PG   := $(if $(filter 1,$(PROF)),-pg)
endif
FW_USER_ELF := $(FW)/$(basename $(notdir $(firstword $(C)))).elf

.PHONY: elf
elf: $(C) $(call fw_parts,$(FW_USER)) $(FW_USER_PROF)
	$(if $(C),,$(error say which file: make elf C=path/to/my.c [ISA=rv32im] [OPT=-O2] [VIRT=1] [PROF=1]))
	@mkdir -p $(FW_USER)/user
	$(Q)rm -f $(FW_USER)/user/*.o
	$(Q)for c in $(C); do \
		o=$(FW_USER)/user/$$(basename "$${c%.*}").o; \
		$(FW_CC) -march=$(ISA) $(FW_CFLAGS) $(OPT) $(FW_USER_PG) $(if $(VIRT),-DVIRT) -Ifirmware/include -I"$$(dirname "$$c")" -c "$$c" -o "$$o" || exit 1; \
	done
	$(Q)$(FW_CC) -march=$(call fw_base,$(ISA)) $(FW_LDFLAGS) -T $(FW_USER)/link.ld \
		$(FW_USER)/start.o $(FW_USER)/syscalls.o $(FW_USER)/user/*.o $(FW_USER_PROF) -lm -o $(FW_USER_ELF)
	$(Q)$(CROSS)size $(FW_USER_ELF)
	@echo "built $(FW_USER_ELF)"

# ---- the examples -----------------------------------------------------------
FW_EXAMPLES := $(basename $(notdir $(wildcard firmware/examples/*.c)))

$(FW)/obj/%.o: firmware/examples/%.c firmware/machine.h firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im $(FW_CFLAGS) -c $< -o $@
$(FW_EXAMPLES:%=$(FW)/%.elf): $(FW)/%.elf: $(FW)/obj/%.o $(call fw_parts,$(FW_RV32IM))
	$(call say,LD,$@)
	$(Q)$(call fw_link,rv32im)
$(FW_EXAMPLES:%=$(FW)/%-virt.elf): $(FW)/%-virt.elf: $(FW)/obj/%.o $(call fw_parts,$(FW_VIRT))
	$(call say,LD,$@)
	$(Q)$(call fw_link,rv32im)

# ---- Dhrystone, unmodified, as its own Makefile builds it --------------------
# (USE_MYSTDLIB=1), and with debug information, which needs dhrystone/debug.ld.
DHRY       := $(BUILD)/pkg/picorv32/dhrystone
DHRY_FLAGS := -g -O3 -mabi=ilp32 -march=rv32im -DTIME -DRISCV -DUSE_MYSTDLIB -ffreestanding -nostdlib
DHRY_OBJ   := $(patsubst %,$(FW)/obj/dhrystone/%.o,start dhry_1 dhry_2 stdlib)

$(FW)/obj/dhrystone/%.o: $(DHRY)/%.c firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -Wno-implicit-int -Wno-implicit-function-declaration -c $< -o $@
$(FW)/obj/dhrystone/%.o: $(DHRY)/%.S firmware/firmware.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -c $< -o $@
$(FW)/dhrystone.elf: $(DHRY_OBJ) firmware/dhrystone/debug.ld $(DHRY)/sections.lds
	$(call say,LD,$@)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -Wl,-Bstatic,-e,start,--no-warn-rwx-segments \
		-T firmware/dhrystone/debug.ld -T $(DHRY)/sections.lds -o $@ $(DHRY_OBJ) -lgcc

# ---- Lua 5.4 and a script ----------------------------------------------------
LUA      := $(BUILD)/pkg/lua54
SCRIPT   ?= firmware/lua/demo.lua
LUA_OBJ  := $(patsubst %,$(FW)/obj/lua/%.o,lapi lauxlib lbaselib lcode lcorolib lctype ldebug \
	ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring lstrlib ltable \
	ltablib ltm lundump lutf8lib lvm lzio main script)
# String hashes and the sort's pivot would draw on the time and on addresses.
LUA_FLAGS := -march=rv32im $(FW_CFLAGS) -I$(LUA) '-Dluai_makeseed(L)=0x5EEDu' '-Dl_randomizePivot()=0u'

$(FW)/obj/lua/main.o: firmware/lua/main.c firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(LUA_FLAGS) -c $< -o $@
# Another SCRIPT may be an older file.
$(FW)/obj/lua/script.path: FORCE
	@mkdir -p $(@D)
	@echo '$(SCRIPT)' | cmp -s - $@ || echo '$(SCRIPT)' >$@
.PHONY: FORCE
FORCE:
$(FW)/obj/lua/script.o: firmware/lua/script.S $(SCRIPT) $(FW)/obj/lua/script.path firmware/firmware.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(LUA_FLAGS) -DSCRIPT='"$(SCRIPT)"' -c $< -o $@
$(FW)/obj/lua/%.o: $(LUA)/%.c firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(LUA_FLAGS) -c $< -o $@
$(FW)/lua.elf: $(LUA_OBJ) $(call fw_parts,$(FW_RV32IM))
	$(call say,LD,$@)
	$(Q)$(call fw_link,rv32im) -lm
$(FW)/lua-virt.elf: $(LUA_OBJ) $(call fw_parts,$(FW_VIRT))
	$(call say,LD,$@)
	$(Q)$(call fw_link,rv32im) -lm

# ---- as a new user would: one gcc command, nothing of ours --------------------
$(FW)/plain-virt.elf: firmware/examples/plain/plain.c firmware/firmware.mk
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im -mabi=ilp32 -O2 -g --specs=picolibc.specs \
		-Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=0x100000,--defsym=__ram=0x80100000,--defsym=__ram_size=0x100000 \
		$< -o $@

FIRMWARE := $(FW_EXAMPLES:%=$(FW)/%.elf) $(FW_EXAMPLES:%=$(FW)/%-virt.elf) \
	$(FW)/dhrystone.elf $(FW)/lua.elf $(FW)/lua-virt.elf $(FW)/plain-virt.elf
.PHONY: firmware
firmware: $(FIRMWARE)

.PHONY: demo
demo: $(TALLY) $(FW)/dhrystone.elf $(FW)/lua.elf
	@firmware/demo.sh $(TALLY) $(FW)

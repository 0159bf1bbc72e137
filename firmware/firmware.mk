# SPDX-License-Identifier: ISC
# firmware.mk - programs for the simulated machines, and the demo.
#
#   make elf C=my.c              build/firmware/my.elf for any core
#   make elf C="a.c b.c" ISA=rv32imac_zicsr OPT=-Os VIRT=1
#   make elf C=my.c PROF=1 PERIOD=1000    the program leaves gmon.out (bare.mk)
#   build/firmware/NAME.elf      from firmware/programs/NAME.c or firmware/examples/NAME.c
#   build/firmware/NAME-virt.elf from firmware/programs/NAME.c, for QEMU
#   build/firmware/dhrystone.elf, lua.elf, lua-virt.elf, rust.elf, plain-virt.elf

FW    := $(BUILD)/firmware
CROSS ?= riscv64-unknown-elf-
FW_CC := $(CROSS)gcc
PROGRAMS_DIR := firmware/programs
EXAMPLES_DIR := firmware/examples

# Link with the base ISA only, compile with extensions: with _zicsr in -march, gcc 12 picks the 64-bit C library.
fw_base   = $(firstword $(subst _, ,$(1)))
FW_CFLAGS := --specs=picolibc.specs -mabi=ilp32 -std=gnu11 -g -O2 -Wall -Wextra \
	-ffunction-sections -fdata-sections -I. -Ifirmware/include
FW_LDFLAGS := --specs=picolibc.specs -mabi=ilp32 -nostartfiles -static -Wl,--gc-sections

# The driver and the calls as a library. tally_calls.c needs the unit's address, from unit.c.
FW_DRIVER_C := $(DRIVER_SRC) $(patsubst %,firmware/lib/tally_%.c,profil soft calls) firmware/bare/unit.c

# $(eval $(call fw_kind,KIND,ISA,CPPFLAGS)): objects of bare-metal programs (build/obj/KIND), and their linker script
define fw_kind
$(call compiles,$(1),$(FW_CC) -march=$(2) $(FW_CFLAGS) -Werror $(3))
$(OBJ)/$(1)/libtally.a: $(call objects,$(1),$(FW_DRIVER_C))
	$$(call say,AR,$$@)
	@rm -f $$@
	$$(Q)$(CROSS)ar rcs $$@ $$^
$(OBJ)/$(1)/link.ld: firmware/bare/link.ld firmware/include/machine.h
	@mkdir -p $$(@D)
	$$(Q)$(FW_CC) -E -P -x assembler-with-cpp $(3) -Ifirmware/include $$< -o $$@
endef
fw_parts = $(call objects,$(1),firmware/bare/start.S firmware/bare/syscalls.c) $(OBJ)/$(1)/link.ld

# -DBARE_METAL: tests/calls/clause.h
$(eval $(call fw_kind,rv32im,rv32im,-DBARE_METAL))
$(eval $(call fw_kind,rv32im-virt,rv32im,-DVIRT))

# $(call fw_link,ISA): links the prerequisites
fw_link = $(FW_CC) -march=$(1) $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) $(filter %.a,$^) -o $@
# $(eval $(call fw_program,FILE,KIND,ISA,SOURCES,MORE)): a bare-metal program
define fw_program
$(1): $(call objects,$(2),$(4)) $(5) $(call fw_parts,$(2))
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(call fw_link,$(3)) -lm
endef

# ---- programs of one file; the examples use the unit, which QEMU has not
FW_PROGRAMS := $(basename $(notdir $(wildcard $(PROGRAMS_DIR)/*.c)))
FW_EXAMPLES := $(basename $(notdir $(wildcard $(EXAMPLES_DIR)/*.c)))
$(foreach p,$(FW_PROGRAMS),$(eval $(call fw_program,$(FW)/$(p).elf,rv32im,rv32im,\
		$(PROGRAMS_DIR)/$(p).c,$(OBJ)/rv32im/libtally.a)) \
	$(eval $(call fw_program,$(FW)/$(p)-virt.elf,rv32im-virt,rv32im,\
		$(PROGRAMS_DIR)/$(p).c,$(OBJ)/rv32im-virt/libtally.a)))
$(foreach e,$(FW_EXAMPLES),$(eval $(call fw_program,$(FW)/$(e).elf,rv32im,rv32im,\
		$(EXAMPLES_DIR)/$(e).c,$(OBJ)/rv32im/libtally.a)))

# ---- Dhrystone, unmodified, as its own Makefile builds it --------------------
# (USE_MYSTDLIB=1), and with debug information, which needs dhrystone.ld.
DHRY       := $(BUILD)/pkg/picorv32/dhrystone
DHRY_FLAGS := -g -O3 -mabi=ilp32 -march=rv32im -DTIME -DRISCV -DUSE_MYSTDLIB -ffreestanding -nostdlib
DHRY_C     := -Wno-implicit-int -Wno-implicit-function-declaration
DHRY_OBJ   := $(patsubst %,$(OBJ)/dhrystone/%.o,start dhry_1 dhry_2 stdlib)

$(OBJ)/dhrystone/%.o: $(DHRY)/%.c firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) $(DHRY_C) -c $< -o $@
$(OBJ)/dhrystone/%.o: $(DHRY)/%.S firmware/firmware.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -c $< -o $@
$(FW)/dhrystone.elf: $(DHRY_OBJ) $(PROGRAMS_DIR)/dhrystone.ld $(DHRY)/sections.lds
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -Wl,-Bstatic,-e,start,--no-warn-rwx-segments \
		-T $(PROGRAMS_DIR)/dhrystone.ld -T $(DHRY)/sections.lds -o $@ $(DHRY_OBJ) -lgcc

# ---- Lua 5.4 and a script ----------------------------------------------------
LUA      := $(BUILD)/pkg/lua54
SCRIPT   ?= $(PROGRAMS_DIR)/lua/demo.lua
LUA_CORE := $(patsubst %,$(OBJ)/lua/%.o,lapi lauxlib lbaselib lcode lcorolib lctype ldebug \
	ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring lstrlib ltable \
	ltablib ltm lundump lutf8lib lvm lzio)
LUA_OBJ  := $(LUA_CORE) $(patsubst %,$(OBJ)/lua/%.o,main script)
# Otherwise string hashes and the sort's pivot would depend on time and addresses.
LUA_CC   := $(FW_CC) -march=rv32im $(FW_CFLAGS) -I$(LUA) '-Dluai_makeseed(L)=0x5EEDu' '-Dl_randomizePivot()=0u'

$(OBJ)/lua/main.o: $(PROGRAMS_DIR)/lua/main.c firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(LUA_CC) -c $< -o $@
# Rebuild when SCRIPT changes: the other file may be older.
$(OBJ)/lua/script.path: FORCE
	@mkdir -p $(@D)
	@echo '$(SCRIPT)' | cmp -s - $@ || echo '$(SCRIPT)' >$@
.PHONY: FORCE
FORCE:
$(OBJ)/lua/script.o: $(PROGRAMS_DIR)/lua/script.S $(SCRIPT) $(OBJ)/lua/script.path firmware/firmware.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(LUA_CC) -DSCRIPT='"$(SCRIPT)"' -c $< -o $@
$(OBJ)/lua/%.o: $(LUA)/%.c firmware/firmware.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(LUA_CC) -c $< -o $@
$(eval $(call fw_program,$(FW)/lua.elf,rv32im,rv32im,,$(LUA_OBJ)))
$(eval $(call fw_program,$(FW)/lua-virt.elf,rv32im-virt,rv32im,,$(LUA_OBJ)))

# ---- Rust, compiled before: programs/rust/regenerate.sh RUSTC LIBRARY -----------
# Local labels stay, as Rust's own linker leaves them.
$(OBJ)/rust/rust.o: $(PROGRAMS_DIR)/rust/rust.s firmware/firmware.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im -mabi=ilp32 -c $< -o $@
$(FW)/rust.elf: private FW_LDFLAGS += -Wl,--discard-none
$(eval $(call fw_program,$(FW)/rust.elf,rv32im,rv32im,$(PROGRAMS_DIR)/rust/host.c,$(OBJ)/rust/rust.o))

# ---- without our files, as a new user would: one gcc command --------------------
$(FW)/plain-virt.elf: $(PROGRAMS_DIR)/plain/plain.c firmware/firmware.mk
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im -mabi=ilp32 -O2 -g --specs=picolibc.specs \
		-Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=0x100000 \
		-Wl,--defsym=__ram=0x80100000,--defsym=__ram_size=0x100000 \
		$< -o $@

.PHONY: firmware
firmware: $(FW_PROGRAMS:%=$(FW)/%.elf) $(FW_PROGRAMS:%=$(FW)/%-virt.elf) $(FW_EXAMPLES:%=$(FW)/%.elf) \
	$(FW)/dhrystone.elf $(FW)/lua.elf $(FW)/lua-virt.elf $(FW)/rust.elf $(FW)/plain-virt.elf

.PHONY: demo
demo: $(TALLY) $(FW)/dhrystone.elf $(FW)/lua.elf
	@$(PROGRAMS_DIR)/demo.sh $(TALLY) $(FW)

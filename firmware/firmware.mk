# SPDX-License-Identifier: ISC
# firmware.mk - programs for the simulated machines, and the demo.
#
#   build/firmware/NAME.elf        from firmware/programs/NAME.c or firmware/examples/NAME.c;
#                                  NAME-virt.elf for QEMU
#   build/firmware/dhrystone.elf, lua.elf, lua-virt.elf
#   build/obj/rv32im/libtally.a    the driver and firmware/lib, with BSD's profil
#   build/firmware/kernel.elf      for the simulated vexriscv-linux and QEMU virt;
#                                  board/kernel.elf for boards
#   build/firmware/user/bin/NAME   its programs, and user/fs.tar, its file system

FIRMWARE := $(BUILD)/firmware
CROSS ?= riscv64-unknown-elf-
FW_CC := $(CROSS)gcc
FW_INC    := -I. -Ifirmware/include
FW_CFLAGS := --specs=picolibc.specs -mabi=ilp32 -std=gnu11 -g -O2 -Wall -Wextra \
	-ffunction-sections -fdata-sections $(FW_INC)

# ---- objects of firmware: build/obj/KIND/path/x.o from path/x.c, x.S or x.cc. A kind is an
# instruction set, or one with -virt, QEMU's machine; or it has a compiler of its own, CC_KIND.
# SRC_KIND: below which folder its sources are; ISA_KIND: what it is linked for. -DBARE_METAL:
# tests/calls/clause.h
kind    = $(firstword $(subst /, ,$*))
source  = $(or $(wildcard $(addprefix $(SRC_$(kind))$(patsubst $(kind)/%,%,$*),.c .S .cc)),$*.c)
fw_isa  = $(patsubst %-virt,%,$(or $(ISA_$(1)),$(1)))
fw_abi  = $(if $(filter rv64%,$(fw_isa)),-mabi=lp64 -mcmodel=medany)
fw_virt = $(if $(filter %-virt,$(1)),-DVIRT)
fw_cc   = $(FW_CC) -march=$(fw_isa) $(FW_CFLAGS) $(fw_abi) $(WERROR) -DBARE_METAL $(fw_virt)
.SECONDEXPANSION:
$(OBJ)/%.o: $$(source) firmware/firmware.mk
	$(call say,CC)
	$(Q)$(or $(CC_$(kind)),$(call fw_cc,$(kind))) $(OWN) -MMD -MP -c $< -o $@

# The driver and the calls as a library, for bare metal and for a process. Its profil is BSD's; a
# program takes another by its own firmware/lib/profil_NAME.c. Of 64 bits there is the driver alone:
# the calls keep addresses in words of 32.
FW_LIB_C   := $(patsubst %,firmware/lib/%.c,profil_bsd pcsample sprofil monitor mcount gmon frames)
FW_BARE_C  := $(FW_LIB_C) $(DRIVER_SRC) firmware/bare/unit.c \
	$(patsubst %,firmware/lib/tally_%.c,profil soft calls)
FW_USER_C  := $(FW_LIB_C) $(patsubst %,firmware/user/lib/%.c,thread calls)
fw_library  = $(or $(if $(filter rv64%,$*),$(DRIVER_SRC)),$(if $(filter user,$*),$(FW_USER_C)), \
	$(FW_BARE_C))
$(OBJ)/%/libtally.a: $$(call objects,$$*,$$(fw_library))
	$(call say,AR)
	$(Q)rm -f $@ && $(CROSS)ar rcs $@ $^
# SCRIPT_KIND, DEFINE_KIND: another linker script, and more for its preprocessor
$(OBJ)/%/link.ld: $$(or $$(SCRIPT_$$*),firmware/bare/link.ld) firmware/include/machine.h \
		firmware/include/abi.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp $(call fw_virt,$*) $(DEFINE_$*) $(FW_INC) $< -o $@

# Firmware is linked of the objects and archives that its rule names, by the linker script of a
# kind, which says for what and how (LD_KIND). LINK: more for the linker. With the base ISA
# only: with _zicsr in -march, gcc 12 picks the 64-bit C library.
fw_link = $(FW_CC) -march=$(firstword $(subst _, ,$(fw_isa))) -mabi=ilp32 $(fw_abi) \
	--specs=picolibc.specs -nostartfiles -static -Wl,--gc-sections
ld_kind = $(or $(patsubst $(OBJ)/%/link.ld,%,$(filter %/link.ld,$^)),$(error no rule makes $@))
define link_elf
	$(call say,LD)
	$(Q)$(or $(LD_$(ld_kind)),$(call fw_link,$(ld_kind))) $(LINK) -T $(filter %.ld,$^) \
		$(filter %.o,$^) $(filter %.a,$^) -lm -o $@
endef
$(BUILD)/%.elf:
	$(link_elf)

# ---- programs on bare metal: the kind's start, and its library
start = $(call objects,$(1),firmware/bare/start.S firmware/bare/syscalls.c) $(OBJ)/$(1)/link.ld
bare  = $(OBJ)/$(1)/libtally.a $(call start,$(1))
FW_PROGRAMS := $(basename $(notdir $(wildcard firmware/programs/*.c)))
FW_EXAMPLES := $(basename $(notdir $(wildcard firmware/examples/*.c)))
$(FW_PROGRAMS:%=$(FIRMWARE)/%.elf): $(FIRMWARE)/%.elf: \
		$(OBJ)/rv32im/firmware/programs/%.o $(call bare,rv32im)
$(FW_PROGRAMS:%=$(FIRMWARE)/%-virt.elf): $(FIRMWARE)/%-virt.elf: \
		$(OBJ)/rv32im-virt/firmware/programs/%.o $(call bare,rv32im-virt)
$(FW_EXAMPLES:%=$(FIRMWARE)/%.elf): $(FIRMWARE)/%.elf: \
		$(OBJ)/rv32im/firmware/examples/%.o $(call bare,rv32im)
$(patsubst %,$(FIRMWARE)/%/hello.elf,rv32i rv64imac): $(FIRMWARE)/%/hello.elf: \
		$(OBJ)/%/firmware/programs/hello.o $(call start,%)
$(FIRMWARE)/rv64imac/hello-virt.elf: $(call objects,rv64imac-virt,firmware/programs/hello.c) \
		$(call start,rv64imac-virt)
CC_mended := $(call fw_cc,rv32im) -DMENDED
$(FIRMWARE)/fir-mended.elf: $(call objects,mended,firmware/programs/fir.c) $(call start,rv32im)

# ---- Dhrystone, unmodified, as its own Makefile builds it (USE_MYSTDLIB=1),
# and with debug information
DHRY := $(BUILD)/pkg/picorv32/dhrystone
DHRY_C := -Wno-implicit-int -Wno-implicit-function-declaration
SRC_dhrystone := $(DHRY)/
CC_dhrystone  := $(FW_CC) -g -O3 -mabi=ilp32 -march=rv32im -DTIME -DRISCV -DUSE_MYSTDLIB \
	-ffreestanding -nostdlib $(DHRY_C)
DHRY_OBJ := $(patsubst %,$(OBJ)/dhrystone/%.o,start dhry_1 dhry_2 stdlib)
DHRY_LD  := firmware/programs/dhrystone.ld $(DHRY)/sections.lds
$(DHRY_OBJ): $(BUILD)/setup.stamp
$(FIRMWARE)/dhrystone.elf: $(DHRY_OBJ) $(DHRY_LD)
	$(call say,LD)
	$(Q)$(CC_dhrystone) -Wl,-Bstatic,-e,start,--no-warn-rwx-segments \
		$(addprefix -T ,$(DHRY_LD)) -o $@ $(filter %.o,$^) -lgcc

# ---- Lua 5.4 and a script. String hashes and the sort's pivot would otherwise
# depend on time and addresses.
LUA     := $(BUILD)/pkg/lua54
LUA_C   := $(addsuffix .c,lapi lauxlib lbaselib lcode lcorolib lctype ldebug ldo \
	ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring lstrlib ltable ltablib \
	ltm lundump lutf8lib lvm lzio)
define lua # KIND ISA FOLDER/
SRC_$(1) := $(LUA)/
CC_$(1)  := $(call fw_cc,$(2)) -Wno-error -I$(LUA) \
	'-Dluai_makeseed(L)=0x5EEDu' '-Dl_randomizePivot()=0u'
CC_$(1)-demo := $$(CC_$(1)) -DSCRIPT='"firmware/programs/lua/demo.lua"'
CORE_$(1) := $(call objects,$(1),$(LUA_C))
MAIN_$(1) := $(call objects,$(1)-demo,firmware/programs/lua/main.c firmware/programs/lua/script.S)
$$(CORE_$(1)): $(BUILD)/setup.stamp
$$(MAIN_$(1)): firmware/programs/lua/demo.lua
$(FIRMWARE)/$(3)lua.elf: $$(MAIN_$(1)) $$(CORE_$(1)) $(call start,$(2))
$(FIRMWARE)/$(3)lua-virt.elf: $$(MAIN_$(1)) $$(CORE_$(1)) $(call start,$(2)-virt)
endef
$(eval $(call lua,lua,rv32im))
$(eval $(call lua,lua64,rv64imac,rv64imac/))

# ---- a user's own file: make elf C="a.c b.cc" [ISA=rv32im] [OPT=-O2] [VIRT=1]
# [PROF=1|flat] [PERIOD=1000] [ARCS=n]
ELF_KIND := $(or $(ISA),rv32im)$(if $(VIRT),-virt)
elf: $(call start,$(ELF_KIND)) $(OBJ)/$(ELF_KIND)/libtally.a
	$(Q)CC="$(FW_CC) -march=$(call fw_isa,$(ELF_KIND)) $(FW_CFLAGS) \
			$(call fw_abi,$(ELF_KIND)) $(if $(VIRT),-DVIRT)" \
		LINK="$(call fw_link,$(ELF_KIND))" OPT="$(or $(OPT),-O2)" PROF="$(PROF)" \
		PERIOD="$(or $(PERIOD),1000)" ARCS="$(or $(ARCS),0)" VIRT="$(VIRT)" \
		firmware/bare/elf.sh $(FIRMWARE) "$(C)" $^

# ---- by Clang, and again by a profile of its own: make pgo C="a.c b.cc" TRAIN=-DINPUT=1
# TEST=-DINPUT=2 [CLANG=clang-19] [CORES="vexriscv picorv32"] [ISA=] [OPT=]
pgo: $(call start,$(ELF_KIND)) $(OBJ)/$(ELF_KIND)/libtally.a $(TALLY) \
		$(if $(CLANG),,$(VENV)/clang.stamp)
	$(Q)CLANG="$(or $(CLANG),clang-19) -march=$(call fw_isa,$(ELF_KIND)) $(FW_CFLAGS)" \
		LINK="$(call fw_link,$(ELF_KIND))" OPT="$(or $(OPT),-O2)" VIRT='' \
		CORES="$(or $(CORES),vexriscv)" TALLY=$(TALLY) \
		firmware/bare/pgo.sh $(FIRMWARE) "$(C)" $(filter-out $(TALLY) %.stamp,$^)

# ---- user programs; with the tests', which are in tests/calls and tests/kernel, a file system
USER := $(FIRMWARE)/user
unexport USER
USER_BIN   := sh echo cat ls ps hello send profctl work prof sprof
USER_TESTS := sysv cbunix solaris bsd rows watched usertests costs
CC_user    := $(FW_CC) -march=rv32im $(FW_CFLAGS) $(WERROR)
LD_user    := $(FW_CC) --specs=picolibc.specs -march=rv32im -mabi=ilp32 -nostartfiles -static -n \
	-Wl,--gc-sections,--no-warn-rwx-segments
START_user := $(call objects,user,$(patsubst \
	%,firmware/user/lib/%,crt0.S stubs.S libc.c stdio.c) firmware/lib/memory.c) \
	$(OBJ)/user/link.ld $(OBJ)/user/libtally.a
$(OBJ)/user/firmware/lib/memory.o: private OWN := -fno-tree-loop-distribute-patterns
SCRIPT_user := firmware/user/lib/user.ld
$(USER)/bin/%: private LINK := -DPICOLIBC_INTEGER_PRINTF_SCANF
$(USER)/bin/profctl: private LINK :=		# counts of 64 bits
$(USER)/bin/%:
	$(link_elf)
$(USER_BIN:%=$(USER)/bin/%): $(USER)/bin/%: $(OBJ)/user/firmware/user/bin/%.o $(START_user)
# prof and sprof share a file; work leaves gmon.out: it is compiled with -pg, linked with gcrt0
$(USER)/bin/prof $(USER)/bin/sprof: $(call objects,user,firmware/user/bin/tool.c)
$(USER)/bin/work: $(call objects,user,firmware/lib/gcrt0.c)
# ... and with small tables, for a board's RAM
CC_user-board    := $(CC_user) -DN=500 -DPROF_ARCS=64
$(USER)/board/work: private LINK := -DPICOLIBC_INTEGER_PRINTF_SCANF
$(USER)/board/work: $(call objects,user-board,firmware/user/bin/work.c firmware/lib/gcrt0.c) \
		$(START_user)
	$(link_elf)
$(call objects,user,firmware/user/bin/work.c) $(call objects,user-board,firmware/user/bin/work.c): \
	private OWN := -pg

# ---- the kernel. Built for size, except on the path of every tick, switch and copied page.
KERNEL   := $(FIRMWARE)/kernel.elf
KERNEL_C := $(wildcard firmware/kernel/*.[cS] firmware/kernel/*/*.c) $(DRIVER_SRC) \
	$(patsubst %,firmware/lib/%.c,memory tally_profil tally_soft)
KERNEL_FAST := firmware/lib/memory.c \
	$(patsubst %,firmware/kernel/%.c,sched thread timer trap syscall prof/unit)
CC_kernel := $(FW_CC) --specs=picolibc.specs -march=rv32im_zicsr -mabi=ilp32 -std=gnu11 \
	-ffreestanding -g -Os -Wall -Wextra $(WERROR) -DTALLY_MAPPED \
	-ffunction-sections -fdata-sections $(FW_INC)
# 256 KiB of RAM, few programs: one takes from 4 pages of 4 KiB, more while it starts.
DEFINE_board-kernel := -DRAM_BYTES=0x40000 -DUSER_STACK=0x1000 -DNPROC=8 -DNTHREAD=16
CC_board-kernel := $(CC_kernel) $(DEFINE_board-kernel)
ISA_kernel := rv32im
ISA_board-kernel := rv32im
SCRIPT_kernel := firmware/kernel/kernel.ld
SCRIPT_board-kernel := firmware/kernel/kernel.ld
$(foreach k,kernel board-kernel,$(call objects,$(k),$(KERNEL_FAST))): private OWN := -O2
$(foreach k,kernel board-kernel,$(OBJ)/$(k)/firmware/lib/memory.o): private OWN := \
	-O2 -fno-tree-loop-distribute-patterns
# Without a file system the kernel has the same addresses: its code and symbols become the file
# /unix.
UNIX := $(OBJ)/kernel-bare/kernel.elf
KERNEL_OBJ := $(call objects,kernel,$(KERNEL_C)) $(OBJ)/kernel/link.ld
$(UNIX): $(KERNEL_OBJ)
$(OBJ)/kernel-files/kernel.elf: $(KERNEL_OBJ) $(USER)/fs.o
$(FIRMWARE)/board/kernel.elf: $(call objects,board-kernel,$(KERNEL_C)) $(USER)/board/fs.o \
		$(OBJ)/board-kernel/link.ld
%/fs.o: %/fs.tar
	$(Q)$(CROSS)objcopy -I binary -O elf32-littleriscv \
		--rename-section .data=.fs,alloc,load,readonly,data,contents $< $@
$(USER)/unix: $(UNIX)
	@mkdir -p $(@D)
	$(Q)$(CROSS)objcopy -g $< $@
$(KERNEL): $(OBJ)/kernel-files/kernel.elf $(USER)/unix
	$(Q)[ "$$($(CROSS)nm $< | grep -i ' t ')" = \
		"$$($(CROSS)nm $(USER)/unix | grep -i ' t ')" ] || \
		{ echo "the file /unix has other addresses than the kernel"; exit 1; }
	$(Q)cp $< $@

# Of boards few programs, and small tables.
USER_FILES := $(shell find firmware/user/files -type f)
$(USER)/fs.tar: $(addprefix $(USER)/bin/,$(USER_BIN) $(USER_TESTS)) $(USER)/unix $(USER_FILES) \
		firmware/user/archive.sh
	$(call say,TAR)
	$(Q)CROSS=$(CROSS) firmware/user/archive.sh $@ $(USER) $(USER_BIN) $(USER_TESTS)
$(USER)/board/fs.tar: $(patsubst %,$(USER)/%,bin/sh bin/prof board/work bin/send) \
		firmware/user/archive.sh
	$(call say,TAR)
	$(Q)CROSS=$(CROSS) firmware/user/archive.sh $@ - $(filter-out %.sh,$^)

kernel: $(KERNEL) $(TALLY)
	@$(TALLY) run --no-profile --core vexriscv-linux --files $(BUILD)/files $(KERNEL)
demo-kernel: $(KERNEL) $(TALLY)
	@firmware/kernel/demo.sh $(TALLY) $(FIRMWARE)
demo: $(TALLY) $(FIRMWARE)/dhrystone.elf $(FIRMWARE)/lua.elf
	@firmware/programs/demo.sh $(TALLY) $(FIRMWARE)
firmware: $(FW_PROGRAMS:%=$(FIRMWARE)/%.elf) $(FW_PROGRAMS:%=$(FIRMWARE)/%-virt.elf) \
	$(FW_EXAMPLES:%=$(FIRMWARE)/%.elf) $(OBJ)/rv32im/libtally.a $(KERNEL) \
	$(patsubst %,$(FIRMWARE)/%.elf,dhrystone fir-mended lua lua-virt)

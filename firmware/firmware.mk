# SPDX-License-Identifier: ISC
# firmware.mk - programs for the simulated machines, and the demo.
#
#   build/firmware/NAME.elf        from firmware/programs/NAME.c or firmware/examples/NAME.c;
#                                  NAME-virt.elf for QEMU
#   build/firmware/dhrystone.elf, lua.elf, lua-virt.elf, plain-virt.elf
#   build/firmware/lib/libprofil-NAME.a     that system's profil (sysv, solaris, bsd), pcsample,
#                                           sprofil, the driver
#   build/firmware/kernel.elf      for the simulated vexriscv-linux and QEMU virt;
#                                  board/kernel.elf for boards
#   build/firmware/user/bin/NAME   its programs, and user/fs.tar, its file system

FIRMWARE := $(BUILD)/firmware
CROSS ?= riscv64-unknown-elf-
FW_CC := $(CROSS)gcc
FW_INC    := -I. -Ifirmware/include
FW_CFLAGS := --specs=picolibc.specs -mabi=ilp32 -std=gnu11 -g -O2 -Wall -Wextra \
	-ffunction-sections -fdata-sections $(FW_INC)

# A kind of objects is an instruction set, or one with -virt, QEMU's machine; kinds with flags of
# their own have CC_KIND. -DBARE_METAL: tests/calls/clause.h
fw_isa  = $(patsubst %-virt,%,$(or $(ISA_$(1)),$(1)))
fw_virt = $(if $(filter %-virt,$(1)),-DVIRT)
fw_cc   = $(FW_CC) -march=$(fw_isa) $(FW_CFLAGS) -Werror -DBARE_METAL $(fw_virt)
# Linked with the base ISA only: with _zicsr in -march, gcc 12 picks the 64-bit C library.
fw_link = $(FW_CC) -march=$(firstword $(subst _, ,$(fw_isa))) -mabi=ilp32 \
	--specs=picolibc.specs -nostartfiles -static -Wl,--gc-sections

# The driver and the calls as a library. tally_calls.c needs the unit's address, from unit.c.
FW_DRIVER_C := $(DRIVER_SRC) $(patsubst %,firmware/lib/tally_%.c,profil soft calls) \
	firmware/bare/unit.c
$(OBJ)/%/libtally.a: $$(call objects,$$*,$$(FW_DRIVER_C))
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(CROSS)ar rcs $@ $^
$(OBJ)/%/link.ld: firmware/bare/link.ld firmware/include/machine.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp $(call fw_virt,$*) $(FW_INC) $< -o $@

# $(eval $(call elf,FILE,KIND,SOURCES,MORE)): a program on bare metal. LINK: more for the linker;
# START_KIND, LD_KIND: what stands before it, and how it is linked, where that is not bare metal.
fw_start = $(or $(START_$(1)),$(call objects,$(1),firmware/bare/start.S firmware/bare/syscalls.c) \
	$(OBJ)/$(1)/link.ld)
define elf
$(1): $(call objects,$(2),$(3)) $(4) $(call fw_start,$(2))
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$(or $(LD_$(2)),$(call fw_link,$(2))) $$(LINK) -T $$(filter %.ld,$$^) \
		$$(filter %.o,$$^) $$(filter %.a,$$^) -lm -o $$@
endef

FW_PROGRAMS := $(basename $(notdir $(wildcard firmware/programs/*.c)))
FW_EXAMPLES := $(basename $(notdir $(wildcard firmware/examples/*.c)))
$(foreach k,rv32im rv32im-virt,$(foreach p,$(FW_PROGRAMS),$(eval \
	$(call elf,$(FIRMWARE)/$(p)$(k:rv32im%=%).elf,$(k),firmware/programs/$(p).c,\
	$(OBJ)/$(k)/libtally.a))))
$(foreach p,$(FW_EXAMPLES),$(eval \
	$(call elf,$(FIRMWARE)/$(p).elf,rv32im,firmware/examples/$(p).c,$(OBJ)/rv32im/libtally.a)))
$(eval $(call elf,$(FIRMWARE)/rv32i/hello.elf,rv32i,firmware/programs/hello.c))
CC_mended := $(call fw_cc,rv32im) -DMENDED
$(eval $(call elf,$(FIRMWARE)/fir-mended.elf,rv32im,,\
	$(call objects,mended,firmware/programs/fir.c)))

# ---- Dhrystone, unmodified, as its own Makefile builds it (USE_MYSTDLIB=1),
# and with debug information
DHRY := $(BUILD)/pkg/picorv32/dhrystone
DHRY_C := -Wno-implicit-int -Wno-implicit-function-declaration
SRC_dhrystone := $(DHRY)/
CC_dhrystone  := $(FW_CC) -g -O3 -mabi=ilp32 -march=rv32im -DTIME -DRISCV -DUSE_MYSTDLIB \
	-ffreestanding -nostdlib $(DHRY_C)
DHRY_OBJ := $(patsubst %,$(OBJ)/dhrystone/%.o,start dhry_1 dhry_2 stdlib)
$(DHRY_OBJ): $(BUILD)/setup.stamp
$(FIRMWARE)/dhrystone.elf: $(DHRY_OBJ) firmware/programs/dhrystone.ld $(DHRY)/sections.lds
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC_dhrystone) -Wl,-Bstatic,-e,start,--no-warn-rwx-segments \
		-T firmware/programs/dhrystone.ld -T $(DHRY)/sections.lds -o $@ $(DHRY_OBJ) -lgcc

# ---- Lua 5.4 and a script. String hashes and the sort's pivot would otherwise
# depend on time and addresses.
LUA     := $(BUILD)/pkg/lua54
SRC_lua := $(LUA)/
CC_lua  := $(call fw_cc,rv32im) -Wno-error -I$(LUA) \
	'-Dluai_makeseed(L)=0x5EEDu' '-Dl_randomizePivot()=0u'
LUA_CORE := $(patsubst %,$(OBJ)/lua/%.o,lapi lauxlib lbaselib lcode lcorolib lctype ldebug ldo \
	ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring lstrlib ltable ltablib \
	ltm lundump lutf8lib lvm lzio)
$(LUA_CORE): $(BUILD)/setup.stamp
CC_lua-demo := $(CC_lua) -DSCRIPT='"firmware/programs/lua/demo.lua"'
LUA_MAIN := $(call objects,lua-demo,firmware/programs/lua/main.c firmware/programs/lua/script.S)
$(LUA_MAIN): firmware/programs/lua/demo.lua
$(eval $(call elf,$(FIRMWARE)/lua.elf,rv32im,,$(LUA_MAIN) $(LUA_CORE)))
$(eval $(call elf,$(FIRMWARE)/lua-virt.elf,rv32im-virt,,$(LUA_MAIN) $(LUA_CORE)))

# ---- without our files, as a new user would: one gcc command
$(FIRMWARE)/plain-virt.elf: firmware/programs/plain/plain.c
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im -mabi=ilp32 -O2 -g --specs=picolibc.specs \
		-Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=0x100000 \
		-Wl,--defsym=__ram=0x80100000,--defsym=__ram_size=0x100000 $< -o $@

# ---- a user's own file: make elf C="a.c b.cc" [ISA=rv32im] [OPT=-O2] [VIRT=1]
# [PROF=1|flat] [PERIOD=1000] [ARCS=n]
ELF_KIND := $(or $(ISA),rv32im)$(if $(VIRT),-virt)
ELF_PROF := $(if $(PROF),$(call objects,$(ELF_KIND),$(patsubst \
	%,firmware/lib/%.c,frames gmon mcount monitor profil_bsd) \
	firmware/bare/monitor_host.c))
.PHONY: elf firmware demo kernel demo-kernel
elf: $$(call fw_start,$(ELF_KIND)) $(ELF_PROF) $(OBJ)/$(ELF_KIND)/libtally.a
	$(Q)CC="$(FW_CC) -march=$(call fw_isa,$(ELF_KIND)) $(FW_CFLAGS) $(if $(VIRT),-DVIRT)" \
		LINK="$(call fw_link,$(ELF_KIND))" OPT="$(or $(OPT),-O2)" PROF="$(PROF)" \
		PERIOD="$(or $(PERIOD),1000)" ARCS="$(or $(ARCS),0)" VIRT="$(VIRT)" \
		firmware/bare/elf.sh $(FIRMWARE) "$(C)" $^

# ---- by Clang, and again by a profile of its own: make pgo C="a.c b.cc" TRAIN=-DINPUT=1
# TEST=-DINPUT=2 [CLANG=clang-19] [CORES="vexriscv picorv32"] [ISA=] [OPT=]. GNU ld 2.40 cannot
# link Clang's DWARF 5.
ELF_CLANG = $(or $(CLANG),clang-19) --target=riscv32-unknown-elf -march=$(call fw_isa,$(ELF_KIND)) \
	-nostdlibinc -isystem $(PICOLIBC) -ftls-model=local-exec \
	$(filter-out --specs=%,$(FW_CFLAGS)) -gdwarf-4 -fdebug-info-for-profiling
PICOLIBC = $(patsubst %/stdio.h,%,$(filter %/stdio.h,$(shell $(FW_CC) --specs=picolibc.specs \
	-M -include stdio.h -x c /dev/null)))
.PHONY: pgo
pgo: $$(call fw_start,$(ELF_KIND)) $(OBJ)/$(ELF_KIND)/libtally.a $(TALLY) \
		$(if $(CLANG),,$(BUILD)/readers/clang.stamp)
	$(Q)CC="$(ELF_CLANG)" LINK="$(call fw_link,$(ELF_KIND))" OPT="$(or $(OPT),-O2)" VIRT='' \
		CORES="$(or $(CORES),vexriscv)" TALLY=$(TALLY) \
		firmware/bare/pgo.sh $(FIRMWARE) "$(C)" $(filter-out $(TALLY) %.stamp,$^)

# ---- the manual pages' calls
BARE_CALLS := $(call objects,rv32im,firmware/bare/unit.c $(DRIVER_SRC) \
	$(patsubst %,firmware/lib/%.c,pcsample sprofil tally_profil tally_calls))
BARE_LIBS  := $(patsubst %,$(FIRMWARE)/lib/libprofil-%.a,sysv solaris bsd)
$(BARE_LIBS): $(FIRMWARE)/lib/libprofil-%.a: $(OBJ)/rv32im/firmware/lib/profil_%.o $(BARE_CALLS)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(CROSS)ar rcs $@ $^

# ---- user programs; test programs are in tests/calls and tests/kernel, and in the archive, too
USER := $(FIRMWARE)/user
unexport USER
CC_user    := $(FW_CC) -march=rv32im $(FW_CFLAGS) -Werror
LD_user    := $(FW_CC) --specs=picolibc.specs -march=rv32im -mabi=ilp32 -nostartfiles -static -n \
	-Wl,--gc-sections,--no-warn-rwx-segments
START_user := $(call objects,user,$(patsubst \
	%,firmware/user/lib/%,crt0.S stubs.S libc.c stdio.c thread.c calls.c) \
	$(patsubst %,firmware/lib/%,memory.c pcsample.c sprofil.c)) $(OBJ)/user/user.ld \
	$(OBJ)/user/libprofil.a
# for programs that bring no profil of their own
$(OBJ)/user/libprofil.a: $(call objects,user,firmware/lib/profil_bsd.c)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(CROSS)ar rcs $@ $^
$(OBJ)/user/user.ld: firmware/user/lib/user.ld firmware/include/abi.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp -D__ASSEMBLER__ -Ifirmware/include $< -o $@
$(OBJ)/user/firmware/lib/memory.o: private OWN := -fno-tree-loop-distribute-patterns
# $(call user,NAME,SOURCES,MORE OBJECTS)
user = $(eval USER_PROGRAMS += $(1))$(eval $(call elf,$(USER)/bin/$(1),user,$(2),$(3)))
user_bin = $(call user,$(1),firmware/user/bin/$(1).c $(2:%=firmware/user/bin/%.c),$(3))
$(USER)/bin/%: private LINK := -DPICOLIBC_INTEGER_PRINTF_SCANF
$(foreach p,sh echo cat ls ps hello kill rm,$(call user_bin,$(p)))
$(call user_bin,profctl)
$(call user_bin,prof,symbols tool)
$(call user_bin,sprof,symbols tool)
$(call user_bin,send,,$(call objects,user,firmware/lib/frames.c))
$(USER)/bin/profctl: private LINK :=		# counts of 64 bits
# a program that leaves gmon.out: compiled with -pg, linked with gcrt0
$(OBJ)/user/firmware/user/bin/work.o: private OWN := -pg
$(OBJ)/user/firmware/lib/gcrt0.o: private OWN := -DGCRT0_LOW=_start -DGCRT0_HIGH=etext
USER_MONITOR := $(call objects,user,$(patsubst %,firmware/lib/%.c,monitor mcount gmon) \
	firmware/user/lib/monitor_host.c)
$(call user_bin,work,,$(call objects,user,firmware/lib/gcrt0.c) $(USER_MONITOR))
# ... and with small tables, for a board's RAM
CC_user-board    := $(CC_user)
LD_user-board    := $(LD_user) -DPICOLIBC_INTEGER_PRINTF_SCANF
START_user-board := $(START_user)
$(OBJ)/user-board/firmware/user/bin/work.o: private OWN := -pg -DN=500
$(OBJ)/user-board/firmware/lib/gcrt0.o: private OWN := \
	-DGCRT0_LOW=_start -DGCRT0_HIGH=etext -DPROF_ARCS=64
$(eval $(call elf,$(USER)/board/work,user-board,\
	firmware/user/bin/work.c firmware/lib/gcrt0.c,$(USER_MONITOR)))

# ---- the kernel. Built for size, except on the path of every tick, switch and copied page.
KERNEL   := $(FIRMWARE)/kernel.elf
KERNEL_C := $(wildcard firmware/kernel/*.c firmware/kernel/*/*.c) $(DRIVER_SRC) \
	$(patsubst %,firmware/lib/%.c,memory tally_profil tally_soft)
KERNEL_FAST := firmware/lib/memory.c \
	$(patsubst %,firmware/kernel/%.c,sched thread timer trap syscall prof/unit)
CC_kernel := $(FW_CC) --specs=picolibc.specs -march=rv32im_zicsr -mabi=ilp32 -std=gnu11 \
	-ffreestanding -g -Os -Wall -Wextra -Werror -DTALLY_MAPPED \
	-ffunction-sections -fdata-sections $(FW_INC)
# 256 KiB of RAM, few programs: one takes some 12 pages of 4 KiB, more while it starts.
BOARD_KERNEL    := -DRAM_BYTES=0x40000 -DUSER_STACK=0x2000 -DNPROC=8 -DNTHREAD=16
CC_board-kernel := $(CC_kernel) $(BOARD_KERNEL)
LD_kernel       := $(call fw_link,rv32im)
LD_board-kernel := $(LD_kernel)
START_kernel       := $(OBJ)/kernel/kernel.ld
START_board-kernel := $(OBJ)/board-kernel/kernel.ld
$(foreach k,kernel board-kernel,$(call objects,$(k),$(KERNEL_FAST))): private OWN := -O2
$(foreach k,kernel board-kernel,$(OBJ)/$(k)/firmware/lib/memory.o): private OWN := \
	-O2 -fno-tree-loop-distribute-patterns
$(OBJ)/%/kernel.ld: firmware/kernel/kernel.ld firmware/include/machine.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp $(if $(filter board-%,$*),$(BOARD_KERNEL)) \
		-Ifirmware/include $< -o $@

# start.S has the file system behind the kernel. Without one the kernel has the same addresses: its
# code and symbols become the file /unix.
kernel_start = $(OBJ)/$(1)/start.o
$(OBJ)/kernel-bare/start.o: KERNEL_FS := $(OBJ)/kernel-bare/no.tar
$(OBJ)/kernel-files/start.o: KERNEL_FS := $(USER)/fs.tar
$(OBJ)/board-kernel/start.o: KERNEL_FS := $(OBJ)/board-kernel/fs.tar
$(OBJ)/kernel-bare/start.o $(OBJ)/kernel-files/start.o $(OBJ)/board-kernel/start.o: \
		$(OBJ)/%/start.o: firmware/kernel/start.S $$(KERNEL_FS) \
		firmware/include/machine.h firmware/include/abi.h
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(if $(filter board-%,$*),$(CC_board-kernel),$(CC_kernel)) \
		-DARCHIVE='"$(KERNEL_FS)"' -c $< -o $@
$(OBJ)/kernel-bare/no.tar:
	@mkdir -p $(@D)
	@: >$@
$(eval $(call elf,$(OBJ)/kernel-bare/kernel.elf,kernel,$(KERNEL_C),$(OBJ)/kernel-bare/start.o))
$(eval $(call elf,$(OBJ)/kernel-files/kernel.elf,kernel,$(KERNEL_C),$(OBJ)/kernel-files/start.o))
$(eval $(call elf,$(FIRMWARE)/board/kernel.elf,board-kernel,$(KERNEL_C),\
	$(OBJ)/board-kernel/start.o))
$(USER)/unix: $(OBJ)/kernel-bare/kernel.elf
	@mkdir -p $(@D)
	$(Q)$(CROSS)objcopy -g -R .fs $< $@ 2>$@.log || { cat $@.log; exit 1; }
$(KERNEL): $(OBJ)/kernel-files/kernel.elf $(USER)/unix
	$(Q)[ "$$($(CROSS)nm $< | grep -i ' t ')" = \
		"$$($(CROSS)nm $(USER)/unix | grep -i ' t ')" ] || \
		{ echo "the file /unix has other addresses than the kernel"; exit 1; }
	$(Q)cp $< $@

# Of boards few programs, and small tables.
USER_FILES := $(shell find firmware/user/files -type f)
$(USER)/fs.tar: $$(addprefix $(USER)/bin/,$$(USER_PROGRAMS)) $(USER)/unix $(USER_FILES) \
		firmware/user/archive.sh
	$(call say,TAR,$@)
	$(Q)CROSS=$(CROSS) firmware/user/archive.sh $@ $(USER) $(USER_PROGRAMS)
$(OBJ)/board-kernel/fs.tar: $(patsubst %,$(USER)/%,bin/sh bin/profctl board/work bin/send) \
		firmware/user/archive.sh
	$(call say,TAR,$@)
	$(Q)CROSS=$(CROSS) firmware/user/archive.sh $@ - $(filter-out %.sh,$^)

kernel: $(KERNEL) $(TALLY)
	@$(TALLY) run --no-profile --core vexriscv-linux --files $(BUILD)/files $(KERNEL)
demo-kernel: $(KERNEL) $(TALLY)
	@firmware/kernel/demo.sh $(TALLY) $(FIRMWARE)
demo: $(TALLY) $(FIRMWARE)/dhrystone.elf $(FIRMWARE)/lua.elf
	@firmware/programs/demo.sh $(TALLY) $(FIRMWARE)
firmware: $(FW_PROGRAMS:%=$(FIRMWARE)/%.elf) $(FW_PROGRAMS:%=$(FIRMWARE)/%-virt.elf) \
	$(FW_EXAMPLES:%=$(FIRMWARE)/%.elf) $(BARE_LIBS) $(KERNEL) \
	$(patsubst %,$(FIRMWARE)/%.elf,dhrystone fir-mended lua lua-virt plain-virt)

# SPDX-License-Identifier: ISC
# user.mk - the user programs, and the archive that becomes the kernel's file system.
#
#   build/firmware/user/bin/NAME     from firmware/user/bin/NAME.c, with debug information
#   build/firmware/user/fs.tar       bin/NAME with its symbols only, unix (the kernel, for its symbols), the files of firmware/user/files
#
# To add a program: its file in firmware/user/bin/, its name here.

USER_PROGRAMS := init sh echo cat ls ps wc hello kill rm testproc testmem testthread testfile dhrystone lua
USER_PROGRAMS += sysv solaris bsd cbunix rows watched profctl costs

USER        := $(FW)/user
unexport USER	# not the environment's
USER_OBJDIR := $(FW)/obj/user
USER_ISA    := rv32im
USER_HDR    := $(wildcard firmware/user/*.h firmware/lib/*.h firmware/include/*.h firmware/include/sys/*.h) $(DRIVER_HDR) firmware/kernel/syscalls.list
USER_CFLAGS := --specs=picolibc.specs -march=$(USER_ISA) -mabi=ilp32 -std=gnu11 -g -O2 -Wall -Wextra -Werror \
	-ffunction-sections -fdata-sections -I. -Ifirmware -Ifirmware/include -Ifirmware/user
USER_PRINTF := -DPICOLIBC_INTEGER_PRINTF_SCANF
USER_LDFLAGS := -nostartfiles -static -n -Wl,--gc-sections,--no-warn-rwx-segments
USER_LIB    := $(patsubst %,$(USER_OBJDIR)/%.o,crt0 stubs libc stdio thread memory calls lib/pcsample lib/sprofil)
# ... of hostile users, of profiling
USER_PROGRAMS += usertests send prof sprof work
USER_FILES  := firmware/lua/demo.lua $(shell find firmware/user/files -type f 2>/dev/null)

$(USER_OBJDIR)/%.o: firmware/user/%.S $(USER_HDR) firmware/user/user.mk
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=$(USER_ISA) -mabi=ilp32 -g -Ifirmware -c $< -o $@
$(USER_OBJDIR)/%.o: firmware/user/%.c $(USER_HDR) firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(USER_CFLAGS) $(USER_PG) -c $< -o $@
$(USER_OBJDIR)/lib/%.o: firmware/lib/%.c $(USER_HDR) firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(USER_CFLAGS) -c $< -o $@
$(USER_OBJDIR)/driver/%.o: driver/%.c $(DRIVER_HDR) firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(USER_CFLAGS) -c $< -o $@
$(USER_OBJDIR)/memory.o: firmware/lib/memory.c firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(USER_CFLAGS) -fno-tree-loop-distribute-patterns -c $< -o $@
$(USER_OBJDIR)/user.ld: firmware/user/user.ld firmware/include/abi.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp -D__ASSEMBLER__ -Ifirmware/include $< -o $@

# $(call user_link): all objects and libraries among the prerequisites.
user_link = $(FW_CC) --specs=picolibc.specs -march=$(USER_ISA) -mabi=ilp32 $(USER_PRINTF) $(USER_LDFLAGS) \
	-T $(filter %.ld,$^) $(filter %.o,$^) -o $@
USER_OF_PARTS := usertests
$(patsubst %,$(USER)/bin/%,$(filter-out $(USER_OF_PARTS),$(USER_PROGRAMS))): $(USER)/bin/%: $(USER_OBJDIR)/bin/%.o $(USER_LIB) $(USER_OBJDIR)/user.ld
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(user_link)

# ---- programs of several files, USER_OF_PARTS: their objects
USER_USERTESTS := main kit raw pointers faults memory processes files threads profil profil_memory sprofil periods fuzz
$(USER_USERTESTS:%=$(USER_OBJDIR)/usertests/%.o): $(wildcard firmware/user/usertests/*.h)
$(USER)/bin/usertests: $(USER_USERTESTS:%=$(USER_OBJDIR)/usertests/%.o) $(USER_LIB) $(USER_OBJDIR)/user.ld
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(user_link)

$(USER)/bin/testproc: $(USER_OBJDIR)/registers.o

# ---- Dhrystone and Lua: their own files, unmodified, beside one of ours ----------
USER_DHRY := $(patsubst %,$(USER_OBJDIR)/dhrystone/%.o,dhry_1 dhry_2)
$(USER_DHRY): $(USER_OBJDIR)/dhrystone/%.o: $(DHRY)/%.c firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -Dmain=dhrystone_main -Wno-implicit-int -Wno-implicit-function-declaration -c $< -o $@
$(USER)/bin/dhrystone: $(USER_DHRY)

# For bin/costs it keeps silent, and asks the kernel for nothing.
USER_SILENT := $(patsubst %,$(USER_OBJDIR)/silent/%.o,dhry_1 dhry_2)
$(USER_SILENT): $(USER_OBJDIR)/silent/%.o: $(DHRY)/%.c firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) -Dmain=dhrystone_main -Dprintf=dhrystone_says -Dtime=dhrystone_time -Dmalloc=dhrystone_malloc -Wno-implicit-int -Wno-implicit-function-declaration -c $< -o $@
$(USER)/bin/costs: $(USER_SILENT)

$(USER_OBJDIR)/bin/lua.o: USER_CFLAGS += -I$(LUA)
$(USER)/bin/lua: $(filter-out %/main.o %/script.o,$(LUA_OBJ))
$(USER)/bin/lua: USER_PRINTF :=

$(USER)/bin/send: $(USER_OBJDIR)/lib/frames.o
$(USER)/bin/profctl: $(USER_OBJDIR)/counts.o
$(USER)/bin/prof $(USER)/bin/sprof: $(USER_OBJDIR)/symbols.o $(USER_OBJDIR)/table.o

# Programs that leave gmon.out: compiled with -pg, linked with gcrt0.
USER_PROFILED := work
$(USER_PROFILED:%=$(USER_OBJDIR)/bin/%.o): USER_PG := -pg
$(USER_PROFILED:%=$(USER)/bin/%): $(patsubst %,$(USER_OBJDIR)/%.o,gcrt0 lib/monitor lib/monitor_user lib/mcount lib/gmon lib/profil_bsd)
$(USER_OBJDIR)/gcrt0.o: firmware/gcrt0.c $(USER_HDR) firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(USER_CFLAGS) -DGCRT0_LOW=_start -DGCRT0_HIGH=etext -c $< -o $@

# The same bytes for the same files: names in order, no times, no owner.
USER_FS := $(USER)/fs.tar
$(USER_FS): $(USER_PROGRAMS:%=$(USER)/bin/%) $(USER)/unix $(USER_FILES) firmware/user/user.mk
	$(call say,TAR,$@)
	@rm -rf $(USER)/fs && mkdir -p $(USER)/fs/bin
	$(Q)for p in $(USER_PROGRAMS); do $(CROSS)strip -g -o $(USER)/fs/bin/$$p $(USER)/bin/$$p || exit 1; done
	$(Q)cp $(USER)/unix $(USER)/fs/unix
	$(Q)[ ! -d firmware/user/files ] || cp -r firmware/user/files/. $(USER)/fs/
	$(Q)mkdir -p $(USER)/fs/lua && cp firmware/lua/demo.lua $(USER)/fs/lua/
	$(Q)cd $(USER)/fs && find . -type f -printf '%P\n' | LC_ALL=C sort | \
		tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=644 --mtime=@0 -b1 -cf ../fs.tar.part -T -
	@mv $@.part $@

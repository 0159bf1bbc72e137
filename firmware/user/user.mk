# SPDX-License-Identifier: ISC
# user.mk - the user programs, and the archive that becomes the kernel's file system.
#
#   build/firmware/user/bin/NAME     with debug information
#   build/firmware/user/fs.tar       bin/NAME with symbols only, unix (the kernel's code and symbols), the files of
#                                    firmware/user/files
#
# To add a program: its file in firmware/user/bin/, its name here. Test programs are in tests/calls and tests/kernel,
# and in the archive, too: $(eval $(call user_program,NAME,SOURCES,MORE)).

USER        := $(FW)/user
unexport USER	# not from the environment
USER_ISA    := rv32im
USER_PRINTF := -DPICOLIBC_INTEGER_PRINTF_SCANF
USER_LDFLAGS := -nostartfiles -static -n -Wl,--gc-sections,--no-warn-rwx-segments
USER_FILES  := $(PROGRAMS_DIR)/lua/demo.lua $(shell find firmware/user/files -type f)

$(eval $(call compiles,user,$(FW_CC) -march=$(USER_ISA) $(FW_CFLAGS) -Werror))
user_objects = $(call objects,user,$(1))
$(call user_objects,firmware/lib/memory.c): private OWN := -fno-tree-loop-distribute-patterns
USER_LIB := $(call user_objects,$(patsubst %,firmware/user/lib/%,crt0.S stubs.S libc.c stdio.c thread.c calls.c) \
	$(patsubst %,firmware/lib/%,memory.c pcsample.c sprofil.c))
$(OBJ)/user/user.ld: firmware/user/lib/user.ld firmware/include/abi.h
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -E -P -x assembler-with-cpp -D__ASSEMBLER__ -Ifirmware/include $< -o $@

# $(call user_program,NAME,SOURCES,MORE OBJECTS)
define user_program
USER_PROGRAMS += $(1)
$(USER)/bin/$(1): $(call user_objects,$(2)) $(3) $(USER_LIB) $(OBJ)/user/user.ld
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(FW_CC) --specs=picolibc.specs -march=$(USER_ISA) -mabi=ilp32 $$(USER_PRINTF) $(USER_LDFLAGS) \
		-T $$(filter %.ld,$$^) $$(filter %.o,$$^) -o $$@
endef
user_bin = $(call user_program,$(1),firmware/user/bin/$(1).c $(2:%=firmware/user/bin/%.c),$(3))
$(foreach p,init sh echo cat ls ps wc hello kill rm,$(eval $(call user_bin,$(p))))
$(eval $(call user_bin,profctl,counts))
$(eval $(call user_bin,prof,symbols table))
$(eval $(call user_bin,sprof,symbols table))
$(eval $(call user_bin,send,,$(call user_objects,firmware/lib/frames.c)))

# ---- Dhrystone and Lua: their own files, unmodified, beside one of ours
USER_DHRY := $(patsubst %,$(OBJ)/user/dhrystone/%.o,dhry_1 dhry_2)
$(USER_DHRY): $(OBJ)/user/dhrystone/%.o: $(DHRY)/%.c firmware/user/user.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) $(DHRY_FLAGS) $(DHRY_C) -Dmain=dhrystone_main -c $< -o $@
$(eval $(call user_bin,dhrystone,,$(USER_DHRY)))
$(call user_objects,firmware/user/bin/lua.c): private OWN := -I$(LUA)
$(eval $(call user_bin,lua,,$(LUA_CORE)))
$(USER)/bin/lua: USER_PRINTF :=

# ---- a program that leaves gmon.out: compiled with -pg, linked with gcrt0
$(call user_objects,firmware/user/bin/work.c): private OWN := -pg
$(call user_objects,firmware/lib/gcrt0.c): private OWN := -DGCRT0_LOW=_start -DGCRT0_HIGH=etext
$(eval $(call user_bin,work,,$(call user_objects,$(patsubst %,firmware/lib/%.c,gcrt0 monitor mcount gmon profil_bsd) \
	firmware/user/lib/monitor_host.c)))

# $(call archive,FOLDER): a recipe for a reproducible tar of its files: names in order, no times, no owner.
define archive
	$(Q)cd $(1) && find . -type f -printf '%P\n' | LC_ALL=C sort | \
		tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=644 --mtime=@0 \
		-b1 -cf $(abspath $@).part -T -
	@mv $@.part $@
endef

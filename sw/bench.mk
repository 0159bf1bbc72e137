# SPDX-License-Identifier: ISC
# bench.mk - make bench-report: how fast and how large tally report is, beside gprof, pprof, addr2line and
# llvm-symbolizer on the same data, into sw/BENCH.md. The program it looks at is generated and compiled.
# `make bench` does that as well, and nothing beside it.

BENCH       := $(BUILD)/bench-report
BENCH_PARTS := $(patsubst %,$(BENCH)/part%.o,$(shell seq 1 100))
BENCH_FLAGS := -march=rv32im -mabi=ilp32 -O2 -g -ffreestanding

$(BENCH_PARTS): $(BENCH)/part%.o: tests/bench_source.awk sw/bench.mk
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

BENCH_REPORT := $(BUILD)/tests/bench_report
$(BENCH_REPORT): tests/bench_report.c $(SW_OBJ) $(DRIVER_OBJ)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SW_CFLAGS) -I. $< $(filter-out $(patsubst %,$(SW_OBJ_DIR)/%.o,main cmd_run simulate load),$(SW_OBJ)) \
		$(DRIVER_OBJ) $(SW_LDLIBS) -o $@

.PHONY: bench-report
bench-report: $(BENCH_REPORT) $(TALLY) $(BENCH_ELFS) $(BUILD)/readers/pprof
	@tests/bench_report.sh $(BENCH_REPORT) $(TALLY) $(BUILD)/readers/pprof $(BENCH) sw/BENCH.md
bench: bench-report
bench-report: | $(if $(filter bench,$(MAKECMDGOALS)),bench-kernel)

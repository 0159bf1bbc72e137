# SPDX-License-Identifier: ISC
# exports.mk - what the tests of `tally export` need: the readers of its formats, installed when a test is built
# that needs them (sim/setup/readers.sh), and profiles to export.

READERS := $(BUILD)/readers
reader  = $(Q)sim/setup/readers.sh $(BUILD) $(1)

$(READERS)/%.stamp: sim/setup/readers.sh sim/setup/apt.sh
	@mkdir -p $(@D)
	$(call reader,$*)
	@touch $@
$(READERS)/pprof: sim/setup/pprof/go.mod sim/setup/pprof/go.sum
	$(call reader,pprof)
	@touch $@
# a new virtual environment is without what the schema's test takes
$(VENV)/speedscope.stamp: sim/setup/readers.txt sim/setup/speedscope/package-lock.json
	$(call reader,speedscope)
	@touch $@

EXPORT_CASES := $(BUILD)/tests/export/cases.json
$(EXPORT_CASES): tests/export_cases.py $(TALLY) $(FW)/dhrystone.elf $(FW)/lua.elf
	@$(STEP) "profiles to export" $(BUILD)/log/export-cases.log $(PY) tests/export_cases.py $(BUILD) $(TALLY)

TEST_DEPS += $(EXPORT_CASES) $(patsubst %,$(READERS)/%.stamp,callgrind flamegraph perf) $(READERS)/pprof $(VENV)/speedscope.stamp
LONG_DEPS += $(READERS)/browser.stamp

.PHONY: pictures picture-link
pictures: picture-link $(TALLY) $(FW)/dhrystone.elf $(FW)/hello.elf $(READERS)/pprof $(patsubst %,$(READERS)/%.stamp,browser callgrind perf)
	@$(STEP) "pictures" $(BUILD)/log/pictures.log sw/pictures.sh $(TALLY) $(FW)/dhrystone.elf $(FW)/hello.elf sw/pictures

# ---- damaged files against report and exports
EXPORT_FUZZ := $(TOOL_DIR)/fuzz
$(EXPORT_FUZZ): tests/fuzz.c tests/fuzz_totals.c tests/fuzz_totals.h $(TOOL_OBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(SW_CFLAGS) $(TOOL_SAN) -I. $(filter tests/%.c,$^) $(TOOL_OBJ) $(SW_LDLIBS) -o $@
TEST_DEPS += $(EXPORT_FUZZ)

EXECUTIONS ?= 1000000
.PHONY: fuzz
fuzz: $(EXPORT_FUZZ) $(EXPORT_CASES)
	@tests/fuzz.sh $(BUILD) $(EXECUTIONS) $(JOBS)

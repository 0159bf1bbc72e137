# SPDX-License-Identifier: ISC
# sw.mk - the host tool build/tally, and the programs of its tests.
#
#   build/tally                 everything but the simulated machines is plain C
#   build/tests/sw/tool_*       unit tests, with address and undefined sanitizers

SW_OBJ_DIR := $(BUILD)/sw
SW_CFLAGS  := -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror
SW_LDLIBS  := -ldw -lelf -liberty -lserialport -lz -lm
SW_SRC     := $(wildcard sw/*.c)
SW_OBJ     := $(SW_SRC:sw/%.c=$(SW_OBJ_DIR)/%.o)

$(SW_OBJ): $(SW_OBJ_DIR)/%.o: sw/%.c sw/sw.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SW_CFLAGS) -MMD -MP -c $< -o $@
-include $(SW_OBJ:.o=.d)

# Style and script of the HTML export, as texts of the program.
SW_PAGE := $(SW_OBJ_DIR)/html_page.c
$(SW_PAGE): sw/html/page.css sw/html/page.js sw/sw.mk
	@mkdir -p $(@D)
	$(Q){ printf '#include "sw/html.h"\n'; for kind in css js; do printf 'const char html_%s[] =\n' $$kind; \
		sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/\t"&\\n"/' sw/html/page.$$kind; printf ';\n'; done; } >$@
$(SW_OBJ_DIR)/html_page.o: $(SW_PAGE)
	$(call say,CC,$@)
	$(Q)$(CC) $(SW_CFLAGS) -I. -c $< -o $@
SW_OBJ += $(SW_OBJ_DIR)/html_page.o

$(BUILD)/tally: $(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) -o $@ $(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB) $(SW_LDLIBS) $(SIM_LDLIBS)
TEST_DEPS += $(BUILD)/tally

# ---- unit tests: all but what needs a machine, compiled once more with sanitizers
TOOL_DIR    := $(BUILD)/tests/tool
TOOL_SAN    := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
TOOL_SRC    := $(filter-out $(addprefix sw/,main.c cmd_run.c simulate.c load.c),$(SW_SRC))
TOOL_DRIVER := $(DRIVER_SRC:driver/%.c=$(TOOL_DIR)/driver_%.o)
TOOL_OBJ    := $(TOOL_SRC:sw/%.c=$(TOOL_DIR)/%.o) $(TOOL_DRIVER) $(SW_OBJ_DIR)/html_page.o
TOOL_TESTS  := $(addprefix $(TOOL_DIR)/,tool_units tool_fuzz tool_collect tool_probe tool_frames tool_shortcuts)

$(TOOL_SRC:sw/%.c=$(TOOL_DIR)/%.o): $(TOOL_DIR)/%.o: sw/%.c sw/sw.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SW_CFLAGS) $(TOOL_SAN) -MMD -MP -c $< -o $@
$(TOOL_DRIVER): $(TOOL_DIR)/driver_%.o: driver/%.c $(DRIVER_HDR)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SW_CFLAGS) $(TOOL_SAN) -c $< -o $@
-include $(TOOL_OBJ:.o=.d)

TOOL_MODEL := $(wildcard sim/model*.c)
$(TOOL_DIR)/tool_collect: TOOL_EXTRA := $(TOOL_MODEL)
$(TOOL_DIR)/tool_collect: $(TOOL_MODEL) sim/model.h
$(TOOL_DIR)/tool_frames: TOOL_EXTRA := tests/frames_stream.c firmware/lib/frames.c
$(TOOL_DIR)/tool_frames: tests/frames_stream.c tests/frames_stream.h firmware/lib/frames.c firmware/lib/frames.h
$(TOOL_TESTS): $(TOOL_DIR)/%: tests/%.c $(TOOL_OBJ)
	$(call say,LD,$@)
	$(Q)$(CC) $(SW_CFLAGS) $(TOOL_SAN) -I. $< $(TOOL_EXTRA) $(TOOL_OBJ) $(SW_LDLIBS) -lcmocka -o $@

# The tool with polls so frequent that a short run has many; tests/tool_run.sh expects the same counts of it.
TOOL_POLL := $(TOOL_DIR)/tally_poll
TOOL_POLL_SRC := sw/simulate.c sw/collect.c
$(TOOL_POLL): $(TOOL_POLL_SRC) $(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SW_CFLAGS) -DCOLLECT_EVERY=100000u $(TOOL_POLL_SRC) \
		$(filter-out $(TOOL_POLL_SRC:sw/%.c=$(SW_OBJ_DIR)/%.o),$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB) \
		$(SW_LDLIBS) $(SIM_LDLIBS) -o $@
TEST_DEPS += $(TOOL_TESTS) $(TOOL_POLL)

# Small programs with inlined calls, for tool_shortcuts: each version of DWARF that has its own line tables.
TOOL_DWARF := $(patsubst %,$(TOOL_DIR)/dwarf%.elf,2 3 4 5)
$(TOOL_DWARF): $(TOOL_DIR)/dwarf%.elf: tests/firmware/fuzz_program.c sw/sw.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS)gcc -march=rv32imac -mabi=ilp32 -O2 -g -gdwarf-$* -ffunction-sections -nostdlib -static -Wl,--gc-sections,-e,main \
		-Wl,-Ttext=0x80000000,--no-warn-rwx-segments $< -o $@
# GNU's assembler advances by fixed_advance_pc only; LLVM's, without relaxation, has all the other opcodes.
TOOL_OPCODES := $(TOOL_DIR)/opcodes.elf
$(TOOL_OPCODES): tests/firmware/line_opcodes.S
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)llvm-mc -g -triple=riscv32 -mattr=-relax -filetype=obj $< -o $(@:.elf=.o)
	$(Q)$(CROSS)ld -m elf32lriscv -Ttext=0x80000000 --no-warn-rwx-segments $(@:.elf=.o) -o $@
TEST_DEPS += $(TOOL_DWARF) $(TOOL_OPCODES)

# ---- a session with a simulated board, for the README
.PHONY: demo-link
demo-link: $(BUILD)/tally $(BUILD)/firmware/lua.elf
	@sw/demo_link.sh $(TALLY) vexriscv $(BUILD)/firmware/lua.elf
picture-link: $(BUILD)/tally $(BUILD)/firmware/lua.elf ## that session into the README
	@sw/demo_link.sh $(TALLY) vexriscv $(BUILD)/firmware/lua.elf >$(BUILD)/log/demo_link.txt
	@sw/between.sh README.md demo-link <$(BUILD)/log/demo_link.txt

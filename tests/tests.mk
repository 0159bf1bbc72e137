# SPDX-License-Identifier: ISC
# tests.mk - builds what the tests need, then runs tests/tests.list.
#
#   make test              the quick suite       make test T="name 'pattern*'"
#   make test-all          and the long one
# A fragment names the files its tests need by TEST_DEPS += ..., those of its
# long tests by LONG_DEPS += ...

# ---- the programs on tests/rig.c: one C file each ------------------------------
RIG_TESTS := boot calls console exact overhead sampling sources stream system
RIG_EXE   := $(RIG_TESTS:%=$(BUILD)/tests/rig/%)

$(RIG_EXE): $(BUILD)/tests/rig/%: tests/%.c tests/rig.c tests/rig.h driver/tally.h sim/machine.h $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -I. -Itests $(filter tests/%.c,$^) \
		$(DRIVER_OBJ) $(SIM_LIB) -lelf $(SIM_LDLIBS) -o $@

# The kernel's oracle has several files.
KERNEL_WATCH := tests/kernel.c $(patsubst %,tests/kernel_%.c,users system cost)
$(BUILD)/tests/rig/kernel: $(KERNEL_WATCH) tests/kernel_watch.h tests/rig.c tests/rig.h driver/tally.h sim/machine.h $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -I. -Itests $(filter tests/%.c,$^) \
		$(DRIVER_OBJ) $(SIM_LIB) -lelf $(SIM_LDLIBS) -o $@
TEST_DEPS += $(BUILD)/tests/rig/kernel

RIG_ASM := $(patsubst %,$(BUILD)/tests/%.elf,modes resonance registers)
$(RIG_ASM): $(BUILD)/tests/%.elf: tests/firmware/%.S
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im_zicsr -mabi=ilp32 -nostdlib -static -n -Wl,-Ttext=0x80000000 $< -o $@

# What QEMU executes, as text: some 50 MB for Lua.
QEMU_TRACES := $(patsubst %,$(BUILD)/tests/%.trace,hello-virt lua-virt)
$(QEMU_TRACES): $(BUILD)/tests/%.trace: $(BUILD)/firmware/%.elf tests/qemu_trace.sh
	@$(STEP) "QEMU's trace of $*" $(BUILD)/log/trace-$*.log tests/qemu_trace.sh $< $@

TEST_DEPS += $(RIG_EXE) $(RIG_ASM) $(QEMU_TRACES)

# ---- the driver's test, twice: over the reference model, and as firmware -------------
$(BUILD)/tests/driver_host: tests/driver_host.c tests/driver_test.c tests/driver_modes.c tests/driver_switch.c tests/driver_test.h \
		tests/driver_kit.h $(DRIVER_OBJ) $(MODEL_OBJ) sim/model.h
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -I. -Itests $(filter tests/%.c %.o,$^) -o $@

DRIVER_FW := $(patsubst %,$(FW)/obj/driver/%.o,driver driver_test driver_modes driver_switch tally tally_bins tally_switch)
driver_fw_cc = $(call say,CC,$@); mkdir -p $(@D); $(FW_CC) -march=rv32im $(FW_CFLAGS) -Werror -I. -Itests -c $< -o $@
$(FW)/obj/driver/%.o: tests/%.c tests/driver_test.h tests/driver_kit.h $(DRIVER_HDR)
	$(driver_fw_cc)
$(FW)/obj/driver/%.o: tests/firmware/%.c tests/driver_test.h tests/driver_kit.h $(DRIVER_HDR)
	$(driver_fw_cc)
$(FW)/obj/driver/%.o: driver/%.c $(DRIVER_HDR)
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im $(FW_CFLAGS) -Werror -ffreestanding -I. -c $< -o $@
$(FW)/driver-test.elf: $(DRIVER_FW) $(call fw_parts,$(FW_RV32IM))
	$(call say,LD,$@)
	$(Q)$(call fw_link,rv32im)

# ---- gmon.out: the writer on the host, for tests/gmon.sh
$(BUILD)/tests/gmon_write: tests/gmon_write.c firmware/lib/gmon.c firmware/lib/gmon.h firmware/include/sys/gmon.h
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -fsanitize=address,undefined -I. -Ifirmware/include $(filter %.c,$^) -o $@
TEST_DEPS += $(BUILD)/tests/gmon_write

# ---- the calls of the manual pages: their arguments, and samples counted by software
$(BUILD)/tests/profil: tests/profil_test.c tests/engine_oracle.c tests/engine_oracle.h $(DRIVER_OBJ)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -I. -Itests $(filter tests/%.c %.o,$^) -o $@
TEST_DEPS += $(BUILD)/tests/profil

# ---- counts as profctl prints them, on the host
$(BUILD)/tests/counts: tests/counts_test.c firmware/user/counts.c firmware/user/counts.h firmware/include/profctl.h
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -fsanitize=address,undefined -I. -Ifirmware/include $(filter %.c,$^) -o $@
TEST_DEPS += $(BUILD)/tests/counts

# ---- the two masters of the full machine's bus, and of a board's (registered)
$(BUILD)/tests/share $(BUILD)/tests/share-registered: tests/share_test.v rtl/soc/share.v rtl/soc/ram.v
	$(call say,IVERILOG,$@)
	@mkdir -p $(@D)
	$(Q)iverilog -g2012 -Pshare_test.REGISTERED=$(if $(findstring registered,$@),1,0) -o $@ -s share_test $^
TEST_DEPS += $(BUILD)/tests/share $(BUILD)/tests/share-registered

# ---- a board's SoC, its link and a core that the testbench drives
SOC_V := $(sort $(shell cat rtl/board/soc.f) $(addprefix rtl/,$(shell cat rtl/tally.f rtl/tally_small.f rtl/tally_uartbone.f)))
SOC_TESTS := board-link board-bus board-bus-spram
$(SOC_TESTS:%=$(BUILD)/tests/%): $(SOC_V) $(wildcard rtl/tally*.vh)
	$(call say,IVERILOG,$@)
	@mkdir -p $(@D)
	$(Q)iverilog -g2012 -Irtl $(if $(findstring spram,$@),-DSPRAM) -o $@ -s $(basename $(notdir $(filter tests/%,$^))) $(filter %.v,$^)
$(BUILD)/tests/board-link: tests/board_link_test.v
$(BUILD)/tests/board-bus $(BUILD)/tests/board-bus-spram: tests/board_bus_test.v
TEST_DEPS += $(SOC_TESTS:%=$(BUILD)/tests/%)
$(BUILD)/tests/board-console: tests/console_test.v rtl/board/console.v rtl/tally_uart.v
	$(call say,IVERILOG,$@)
	@mkdir -p $(@D)
	$(Q)iverilog -g2012 -o $@ -s console_test $^
TEST_DEPS += $(BUILD)/tests/board-console

TEST_DEPS += $(BUILD)/tests/driver_host $(FW)/driver-test.elf
TEST_DEPS += $(BUILD)/tests/mutants

# ---- what the proofs of equivalent mutants ask (tests/mutate_logic.py)
$(BUILD)/tests/sat: tests/sat.c
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -g -Wall -Wextra -Wconversion -Werror $< -o $@ -lcadical -lstdc++ -lm
TEST_DEPS += $(BUILD)/tests/sat $(LS)/state_four_mutants/words

# ---- the boards' designs at their pins (rtl/board/board.mk): firmware for rv32im and rv32i
$(eval $(call fw_runtime,$(FW)/obj/rv32i-board,rv32i,))
# $(1) ISA, $(2) folder of its runtime, $(3) folder of the program, $(4) name, $(5) source, $(6) options
define board_elf
$(3)/$(4).elf: $(5) $$(call fw_parts,$(2))
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(FW_CC) -march=$(1) $$(FW_CFLAGS) $(6) -c $$< -o $$(@:.elf=.o)
	$$(Q)$$(FW_CC) -march=$(1) $$(FW_LDFLAGS) -T $(2)/link.ld $(2)/start.o $(2)/syscalls.o $$(@:.elf=.o) -o $$@
TEST_DEPS += $(3)/$(4).elf
endef
$(eval $(call board_elf,rv32im,$(FW_RV32IM),$(FW),board-echo,tests/firmware/board_echo.c,-Os))
$(eval $(call board_elf,rv32i,$(FW)/obj/rv32i-board,$(FW)/rv32i,board-echo,tests/firmware/board_echo.c,-Os))
$(eval $(call board_elf,rv32i,$(FW)/obj/rv32i-board,$(FW)/rv32i,hello,firmware/examples/hello.c,))
TEST_DEPS += $(FW)/tiny.elf $(FW)/hello.elf

# ---- running them ---------------------------------------------------------------
.PHONY: test test-all test-build long-build
test-build: $(TEST_DEPS) $(FIRMWARE)
	@:
long-build: test-build $(LONG_DEPS)
	@:

# A build that fails is a test run that fails, and ends as one.
run_tests = $(MAKE) --no-print-directory $(1) \
	|| { echo "not ok build"; echo "0 passed, 1 failed"; exit 1; }; \
	BUILD=$(BUILD) PY=$(PY) TALLY=$(TALLY) YOSYS=$(YOSYS) tests/run.sh -j $(JOBS)

test:
	+@$(call run_tests,test-build) $(T)
test-all:
	+@$(call run_tests,long-build) -s quick,long $(T)

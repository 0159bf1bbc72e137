# SPDX-License-Identifier: ISC
# tests.mk - test programs of no other fragment, and how tests run: tests/run.sh.
#
#   make test              what everybody runs; by name: make test T="name 'pattern*'"
#   make test-all          and what takes long
#   make formal [P="name 'pattern*'"]     the proofs of tests/formal/*.sby and their covers
#   make formal-faults [P=...]            fault injection: a proof must refute each fault of tests/formal/faults.list

# ---- the machines
$(foreach t,boot console exact overhead sampling sources stream system,$(eval $(call rig,$(t),tests/machine/$(t).c)))

RIG_ASM := $(patsubst %,$(BUILD)/tests/%.elf,modes resonance registers)
$(RIG_ASM): $(BUILD)/tests/%.elf: tests/machine/%.S
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im_zicsr -mabi=ilp32 -nostdlib -static -n -Wl,-Ttext=0x80000000 $< -o $@

# QEMU's instruction trace as text: about 50 MB for Lua.
QEMU_TRACES := $(patsubst %,$(BUILD)/tests/%.trace,hello-virt lua-virt)
$(QEMU_TRACES): $(BUILD)/tests/%.trace: $(BUILD)/firmware/%.elf tests/oracle/qemu_trace.sh
	@$(STEP) "QEMU's trace of $*" $(BUILD)/log/trace-$*.log tests/oracle/qemu_trace.sh $< $@

# ---- the machines' own test: build/tests/machine_test build/tests/machine
MT       := $(BUILD)/tests/machine
MT_OF_OTHERS := finish modes resonance registers
MT_NAMES := finish-pass finish-fail finish-reset jump-c $(filter-out $(MT_OF_OTHERS),$(basename $(notdir $(wildcard tests/machine/*.S))))
MT_ELF   := $(MT_NAMES:%=$(MT)/%.elf)
$(MT)/finish-pass.elf:  MT_FLAGS := -DCODE=0x5555
$(MT)/finish-fail.elf:  MT_FLAGS := -DCODE=0x00073333
$(MT)/finish-reset.elf: MT_FLAGS := -DCODE=0x7777
$(MT)/jump-c.elf:       MT_FLAGS := -DCOMPRESSED
$(filter $(MT)/finish-%,$(MT_ELF)): tests/machine/finish.S
$(MT)/jump-c.elf: tests/machine/jump.S
$(filter-out $(MT)/finish-% $(MT)/jump-c.elf,$(MT_ELF)): $(MT)/%.elf: tests/machine/%.S
$(MT_ELF): tests/machine/machine.inc
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32im_zicsr -mabi=ilp32 -nostdlib -static -n -Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments \
		$(MT_FLAGS) -o $@ $(filter %.S,$^)
$(eval $(call program,$(BUILD)/tests/machine_test,$(patsubst %,tests/machine/%.c,machine_test bench count_test) sim/rig.c,\
	$(DRIVER_OBJ) $(SIM_LIB),-lcmocka -lelf $(VERILATE_LIBS)))
$(BUILD)/tests/machine_test: $(MT_ELF)

# ---- the driver's test: over the RTL, and as firmware; its calls' arguments
DRIVER_TEST := $(patsubst %,tests/driver/%.c,driver_test modes switch)
$(eval $(call lu_program,$(BUILD)/tests/driver_host,mul_wide shift_tag shift,\
	$(call objects,host,tests/driver/host.c $(DRIVER_TEST)) $(DRIVER_OBJ)))
$(eval $(call fw_program,$(FW)/driver-test.elf,rv32im,rv32im,tests/driver/firmware.c $(DRIVER_TEST) \
	$(DRIVER_SRC)))
$(eval $(call program,$(BUILD)/tests/driver_config,tests/driver/config_test.c,$(DRIVER_OBJ)))
$(eval $(call program,$(BUILD)/tests/profil,tests/driver/profil_test.c firmware/lib/tally_profil.c firmware/lib/tally_soft.c,$(DRIVER_OBJ)))

# ---- Verilog alone: $(call vvp,NAME,TOP,FILES,FLAGS)
define vvp
$(BUILD)/tests/$(1): $(3)
	$$(call say,IVERILOG,$$@)
	@mkdir -p $$(@D)
	$$(Q)iverilog -g2012 -Irtl/regs -Irtl/unit $(4) -o $$@ -s $(2) $$(filter %.v,$$^)
endef
# the two masters of the full machine's bus; a board's SoC and its link, with the testbench as core
UNIT_V  := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) $(wildcard rtl/unit/*.vh rtl/regs/*.vh)
SOC_V   := $(shell cat rtl/board/soc.f) $(LINK_SRC) $(UNIT_V)
$(eval $(call vvp,share,share_test,tests/machine/share_test.v rtl/soc/share.v rtl/soc/ram.v))
$(foreach m,0 2,$(eval $(call vvp,power-up-$(m),power_up,tests/unit/power_up.v rtl/bus/tally_simple.v $(UNIT_V),\
	-Ppower_up.MAPPER=$(m))))
$(eval $(call vvp,link-timing,timing_test,tests/link/timing_test.v rtl/link/tally_bridge.v))
$(eval $(call vvp,board-bus,board_bus_test,tests/board/bus_test.v $(SOC_V)))
$(eval $(call vvp,board-bus-spram,board_bus_test,tests/board/bus_test.v $(SOC_V),-DSPRAM))
$(eval $(call vvp,board-bus-none,board_bus_test,tests/board/bus_test.v $(SOC_V),-DUNIT=0))
$(eval $(call vvp,board-console,console_test,tests/board/console_test.v rtl/board/console.v rtl/soc/uart_line.v))

# ---- firmware for rv32im and rv32i: of board designs at their pins (rtl/board/board.mk)
$(eval $(call fw_kind,rv32i,rv32i))
$(call objects,rv32im,tests/board/echo.c) $(call objects,rv32i,tests/board/echo.c): private OWN := -Os
$(eval $(call fw_program,$(FW)/board-echo.elf,rv32im,rv32im,tests/board/echo.c))
$(eval $(call fw_program,$(FW)/rv32i/board-echo.elf,rv32i,rv32i,tests/board/echo.c))
$(eval $(call fw_program,$(FW)/rv32i/hello.elf,rv32i,rv32i,firmware/programs/hello.c))

# ---- FuseSoC: tests/setup/fusesoc.sh. Its flow is a script in Tcl, which YoWASP's Yosys lacks: Debian's.
$(VENV)/fusesoc.stamp: sim/setup/fusesoc.txt
	+@sim/setup/apt.sh $(BUILD) yosys
	@$(STEP) "pip install (FuseSoC, by hash)" $(BUILD)/log/pip-fusesoc.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps -r sim/setup/fusesoc.txt
	@touch $@

# ---- running them
.PHONY: formal formal-faults test test-all
formal: | $(YOSYS_READY)
	@BUILD=$(BUILD) $(PY) tests/formal/formal.py proofs $(P)
formal-faults: | $(YOSYS_READY)
	@BUILD=$(BUILD) $(PY) tests/formal/formal.py faults $(P)

export BUILD PY TALLY YOSYS JOBS
test:
	+@MAKE='$(MAKE)' tests/run.sh quick '$(T)'
test-all:
	+@MAKE='$(MAKE)' tests/run.sh quick,long '$(T)'

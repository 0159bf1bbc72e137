# SPDX-License-Identifier: ISC
# tests.mk - what the tests need; tests/run.sh runs them, tests/tests.list lists them.

test:     ; @tests/run.sh quick '$(T)'
test-all: ; @tests/run.sh quick,long '$(T)'
bench:    ; @tests/bench.sh $(T)
formal: $(YOSYS_READY)
	@$(PY) tests/formal/formal.py proofs $(P)

# ---- programs of this machine, of what their rules name: build/tests/bin/NAME; rig/NAME runs ELFs
# on the machines (sim/rig.h), tool/NAME has the host tool's parts, with sanitizers
$(T_BIN)/%:
	$(link_host)
$(RIG)/%: $(call objects,host,sim/rig.c) $(DRIVER_OBJ) $(SIM_LIB)
	$(link_host)
TOOL := $(T_OUT)/tool
$(TOOL)/%: private LIBS := $(SANITIZE) $(LIBS)
$(TOOL)/%:
	$(link_host)
$(patsubst %,$(RIG)/%,console exact stream system machine): $(RIG)/%: \
	$(OBJ)/host/tests/machine/%.o
$(patsubst %,$(RIG)/%,traps fetch print_points): $(RIG)/%: $(OBJ)/host/tests/cores/%.o
$(RIG)/print_log: $(call objects,host,tests/cores/print_log.c sw/elf/instruction.c)
$(RIG)/kernel: $(call objects,host,tests/calls/counters.c)
$(RIG)/tasks: $(call objects,host,tests/contexts/tasks.c)
# ... with the host tool's parts; live_calls has units of 2^8 nodes, which fold
RIG_SW := $(filter-out %/sw/cli/main.o,$(SW_OBJ))
$(RIG)/contexts: $(RIG_SW) $(SIM_CONTEXT) $(call objects,host,$(patsubst \
	%,tests/contexts/%.c,contexts compare truth hart memory))
$(RIG)/live_calls: $(RIG_SW) $(SIM)/context-8.a $(call objects,host,tests/contexts/live_calls.c)
# the tool with units of other sizes: what their call trees are like (make bench T=calls)
$(BUILD)/bench-calls/tally-%: $(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB) $(SIM)/context-%.a
	$(link_host)
# cores with tally_rvfi, for `tally import --rvfi`: Ibex on Verilator, PicoRV32 on Icarus
RVFI_V := tests/cores/rvfi_log.sv sim/harness/tally_rvfi.sv
$(T_OUT)/rvfi/rvfi_log: $(RVFI_V) $(SIM_V)
	@$(STEP) "Verilator: ibex with tally_rvfi" $(BUILD)/log/rvfi.log \
		sim/verilate ibex unit $(@D) $(RVFI_V)
$(T_OUT)/rvfi/rvfi_log.vvp: $(RVFI_V) $(SIM)/picorv32/unit/stamp
	$(call say,IVERILOG)
	$(Q)iverilog -g2012 -o $@ -s rvfi_log -DRISCV_FORMAL -DTAP_CAUSES -DTAP_BUS -Irtl/unit \
		-Irtl/regs -Irtl/context -Irtl/soc/cores -Isim/cores $(RVFI_V) sim/machine.v \
		$$(cat sim/machine.f rtl/tally.f) sim/cores/picorv32.v rtl/soc/cores/picorv32.v \
		$(SIM)/picorv32/*-unit.v

# ---- programs without a run-time, for a machine at 0x80000000: tests/machine/NAME.elf
MACHINE := $(T_OUT)/machine
MACHINE_ELF := $(patsubst %,$(MACHINE)/%.elf,work timer $(patsubst %,end-%,PASS FAIL RESET JUMP \
	JUMP_C EBREAK ILLEGAL STORM))
$(MACHINE)/%.elf: tests/machine/$$(firstword $$(subst -, ,$$*)).S tests/machine/machine.inc
	$(call say,LD)
	$(Q)$(FW_CC) -march=rv32im_zicsr -mabi=ilp32 -nostdlib -static -n \
		-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments \
		$(patsubst end-%,-DEND_%,$(filter end-%,$*)) -o $@ $<
$(RIG)/machine: | $(MACHINE_ELF)
# QEMU's instruction trace as text: about 50 MB for Lua
TRACED := hello-virt lua-virt rv64imac/hello-virt rv64imac/lua-virt
$(TRACED:%=$(T_OUT)/%.trace): $(T_OUT)/%.trace: \
		$(FIRMWARE)/%.elf tests/oracle/qemu_trace.sh
	@$(STEP) "QEMU's trace of $*" $(BUILD)/log/trace-$*.log tests/oracle/qemu_trace.sh $< $@

# ---- programs in each instruction set of sim/cores.list: build/tests/cores/ISA/NAME.elf
ISA_OUT := $(T_OUT)/cores
ISAS    := $(sort $(subst _zalrsc,,$(shell sim/setup/rows.sh sim/cores.list | awk '{ print $$2 }')))
NO_CSRS := $(filter-out %_zicsr,$(ISAS))
ISA_ELF := $(foreach program,dhrystone traps causes data,$(ISAS:%=$(ISA_OUT)/%/$(program).elf))
# PicoRV32's vector is linked first
$(NO_CSRS:%=$(ISA_OUT)/%/traps.elf): $(ISA_OUT)/%/traps.elf: \
		$(OBJ)/%/tests/contexts/programs/picorv32_vector.o
$(ISAS:%=$(ISA_OUT)/%/dhrystone.elf): $(ISA_OUT)/%/dhrystone.elf: \
		$(OBJ)/dhry/%/dhry_1.o $(OBJ)/dhry/%/dhry_2.o
$(ISA_ELF): $(ISA_OUT)/%.elf: $(OBJ)/$$(*D)/tests/cores/programs/$$(*F).o $$(call start,$$(*D))
$(OBJ)/dhry/%.o: $(DHRY)/$$(*F).c
	$(call say,CC)
	$(Q)$(FW_CC) -march=$(*D) -mabi=ilp32 $(call fw_abi,$(*D)) --specs=picolibc.specs -g -O2 \
		-DTIME -Dtime=dhrystone_time $(DHRY_C) -w -c $< -o $@

# ---- the mapping's vectors in model and driver; the serial bridge
# $(call library,NAME TOP ARGUMENT...): Verilog as a library; the arguments are Verilator's
define library
	$(call say,VERILATE)
	$(Q)sim/library.sh $@ $(1) $(filter %.v,$^)
endef
$(T_BIN)/mapping: $(call objects,host,tests/unit/mapping_test.c $(wildcard sim/model/*.c)) \
		$(DRIVER_OBJ)
$(T_OUT)/oracle/mapping.csv: tests/oracle/mapping.py
	@mkdir -p $(@D)
	$(Q)$(PY) -B $< >$@

LB := $(T_OUT)/link_rtl
# where the bridge's silence is 2^6 bits instead of 2^11, much noise passes in little time
$(LB)/short.v: rtl/link/tally_bridge.v
	@mkdir -p $(@D)
	$(Q)sed 's/\(SILENCE *= \)11;/\16;/' $< >$@; ! cmp -s $< $@
$(LB)/netlist.v: rtl/link/tally_bridge.v | $(YOSYS_READY)
	@$(STEP) "Yosys: the bridge for ice40" $(@:.v=.log) $(YOSYS) -q \
		-p "read_verilog $<; synth_ice40 -top tally_bridge; \
		delete t:\$$scopeinfo; rename tally_bridge bridge_netlist; write_verilog -noattr $@"
$(LB)/whole.a: tests/link/top.v rtl/link/tally_bridge.v $(LIBRARY_SH)
	$(call library,link_rtl link_top)
$(LB)/short.a: tests/link/top.v $(LB)/short.v $(LIBRARY_SH)
	$(call library,link_rtl link_top -GBIT=4 -GSILENCE=6)
$(LB)/netlist.a: tests/link/top.v rtl/link/tally_bridge.v $(LB)/netlist.v $(LIBRARY_SH) \
		| $(NL_SHARE)
	$(call library,link_rtl link_top $(NETLIST) $(NL_SHARE)/ice40/cells_sim.v)
NETLIST := -DNETLIST -DNO_ICE40_DEFAULT_ASSIGNMENTS -DNO_INCLUDES -Wno-fatal -Wno-TIMESCALEMOD \
	-Wno-lint -Wno-UNOPTFLAT -Wno-INITIALDLY
LINK_UNIT := tests/link/unit.v $(shell cat rtl/tally.f) $(UNIT_H) $(LIBRARY_SH)
$(LB)/unit-%.a: $(LINK_UNIT)
	$(call library,link_rtl link_unit -GMAPPER=$* -GBINS_LOG2=$(if $(filter 0,$*),12,9))
LINK_TEST := $(call objects,host,$(patsubst %,tests/link/%.c,test bench) sw/live/wire.c \
	sw/run/pty.c sw/base/error.c sw/base/text.c)
LINK_LIVE := $(call objects,host,tests/link/unit.c tests/link/bench.c $(DRIVER_SRC) \
	$(wildcard $(patsubst %,sw/%/*.c,live profile elf base)))
$(patsubst %,$(T_BIN)/link_%,whole short netlist): $(T_BIN)/link_%: $(LINK_TEST) $(LB)/%.a
$(T_BIN)/link_unit-0 $(T_BIN)/link_unit-1: $(T_BIN)/link_%: $(LINK_LIVE) $(LB)/%.a

# ---- board designs at their pins, board-NAME or board-NAME-CORE; and what was made of them
BOARD_V := $(RTL_V) $(wildcard rtl/board/*.py rtl/board/boards/*.board) \
	rtl/litex/netlist.py tests/board/board.c tests/board/top.v tests/board/model.py \
	$(LIBRARY_SH)
BOARD_HX8K := $(BUILD)/board/hx8k/picorv32/shift-10
model = @$(STEP) "board $*" $@.log $(PY) tests/board/model.py $@ $(*:ulx3s-85f-%=ulx3s-85f:%)
$(T_OUT)/board-%: $(BOARD_V) | $(NL_SHARE)
	$(model) rtl
$(T_OUT)/board-hx8k-bitstream: $(T_OUT)/board-%-bitstream: $(BOARD_V) sim/pll_models.v \
		$(BOARD_HX8K)/routed $(FIRMWARE)/board-echo.elf | $(NL_SHARE)
	$(model) bitstream $(BOARD_HX8K) $(FIRMWARE)/board-echo.elf
$(T_OUT)/board-%-netlist: $(FIRMWARE)/board-echo.elf $(FIRMWARE)/board/kernel.elf $(BOARD_V) \
		sim/pll_models.v $(wildcard sim/ecp5_*.v) $(VENV)/area.stamp | $(NL_SHARE)
	$(model) netlist $(if $(filter %-linux,$*),$(FIRMWARE)/board/kernel.elf,$<)
$(patsubst %,$(OBJ)/%/tests/board/echo.o,rv32im rv32i): private OWN := -Os
$(FIRMWARE)/board-echo.elf: $(call objects,rv32im,tests/board/echo.c) $(call start,rv32im)
$(FIRMWARE)/rv32i/board-echo.elf: $(call objects,rv32i,tests/board/echo.c) $(call start,rv32i)

# ---- the driver: over the RTL, and as firmware; its calls' arguments
DRIVER_TEST := tests/driver/driver_test.c tests/driver/modes.c
$(T_BIN)/driver_host: $(call objects,host,tests/driver/host.c $(DRIVER_TEST) \
		sim/lockstep/enlist.c) $(DRIVER_OBJ) $(call lu_libs,mul_wide shift_high shift)
$(FIRMWARE)/driver-test.elf: $(call objects,rv32im,tests/driver/firmware.c $(DRIVER_TEST) \
		$(DRIVER_SRC)) $(call start,rv32im)
$(T_BIN)/driver_config: $(call objects,host,tests/driver/config_test.c) $(DRIVER_OBJ)
$(T_BIN)/profil: $(call objects,host,tests/driver/profil_test.c firmware/lib/tally_profil.c \
		firmware/lib/tally_soft.c) $(DRIVER_OBJ)

# ---- the manual pages' clauses, as processes and on bare metal; attacks; what profiling costs
CLAUSE  := $(call objects,user,$(patsubst %,tests/calls/%,clause.c work.S clause_process.c) \
	driver/tally_bins.c) $(START_user)
PERSONA := $(OBJ)/user/firmware/lib/profil
$(patsubst %,$(USER)/bin/%,sysv cbunix solaris bsd rows): $(USER)/bin/%: \
		$(OBJ)/user/tests/calls/%.o $(CLAUSE)
$(USER)/bin/sysv $(USER)/bin/cbunix: $(PERSONA)_sysv.o
$(USER)/bin/solaris: $(PERSONA)_solaris.o
$(USER)/bin/bsd:     $(PERSONA)_bsd.o
$(USER)/bin/watched: $(call objects,user,tests/calls/watched.c) $(START_user)
$(USER)/bin/usertests: $(call objects,user,$(wildcard tests/kernel/usertests/*.c)) $(START_user)
$(USER)/bin/costs: $(call objects,user,tests/kernel/costs_user.c) $(START_user)
$(OBJ)/user/tests/calls/rows.o: private OWN := -I$(T_OUT)/oracle
$(OBJ)/user/tests/calls/rows.o: $(T_OUT)/oracle/rows.inc
$(T_OUT)/oracle/rows.inc: $(T_OUT)/oracle/mapping.csv
	@awk -F, 'NR > 1 && $$5 == 2 && $$4 <= 131072 && $$1 - $$2 >= -16 && $$1 - $$2 <= 131072 { \
		printf "{ %d, %d, %d, %d, %d },\n", $$1 - $$2, $$3, $$4, $$7, $$6 }' $< >$@
$(FIRMWARE)/bare-sysv.elf: $(call objects,rv32im,$(patsubst %,tests/calls/%,sysv.c clause.c work.S \
		clause_bare.c) firmware/lib/profil_sysv.c) $(call bare,rv32im)
	$(link_elf)

# ---- programs whose calling contexts are compared: small; with interrupts
CX  := tests/contexts/programs
CXB := $(T_OUT)/contexts
TORTURE := $(patsubst %,$(CX)/%,torture.c interrupts.c coroutines.c coroutine_switch.S link_swap.S)
CC_small     := $(call fw_cc,rv32imc) -Os -msave-restore
ISA_small    := rv32imc
CC_picorv32  := $(call fw_cc,rv32imc) -DPICORV32
ISA_picorv32 := rv32imc
$(CXB)/torture-small.elf: $(call objects,small,$(TORTURE)) $(call start,small)
$(CXB)/torture-interrupts.elf: $(call objects,rv32im_zicsr,$(TORTURE)) $(call start,rv32im_zicsr)
$(CXB)/torture-irq.elf: $(call objects,picorv32,$(CX)/picorv32_vector.S $(TORTURE)) \
		$(call start,picorv32)
CC_cxx  := $(CROSS)g++ -march=rv32im $(patsubst -std=%,-std=c++17,$(FW_CFLAGS)) $(WERROR)
$(CXB)/throws.elf: private LINK := -T $(CX)/throws.ld
$(CXB)/throws.elf: $(call objects,cxx,$(CX)/throws.cc) $(call start,rv32im)
$(CXB)/threads.elf: $(call objects,rv32im_zicsr,$(CX)/threads.c $(CX)/threads_trap.S) \
		$(call start,rv32im_zicsr)

# ---- LiteX: the package of this repository in its environment; its late answers
$(T_OUT)/litex/installed: sw/package/wheel.py $(VENV)/litex.stamp $(VENV)/litex_soc.stamp \
		$(WHEEL_FILES)
	@$(STEP) "pip install . (tally_litex)" $(BUILD)/log/pip-tally.log \
		$(PY) -m pip --disable-pip-version-check --no-input install --no-deps \
		--force-reinstall .
	@rm -rf $(T_OUT)/litex/vexriscv $(T_OUT)/litex/rocket && mkdir -p $(@D)
	@touch $@
$(VENV)/litex_soc.stamp: $(VENV)/litex.stamp
$(VENV)/litex_boards.stamp: $(T_OUT)/litex/installed $(VENV)/area.stamp
$(T_BIN)/litex_late: $(call objects,host,tests/litex/late.c sw/live/stock.c sw/live/wire.c)
demo-litex: $(TALLY) $(T_OUT)/litex/installed
	@$(PY) tests/litex/bios.py $(T_OUT)/litex/vexriscv vexriscv:lite

# ---- the host tool's parts, with sanitizers: all of sw/ except what needs a machine
NEED_SIM := sw/cli/main.c sw/cli/run.c $(patsubst %,sw/run/%.c,simulate observer host task)
TOOL_OBJ := $(call objects,san,$(filter-out $(NEED_SIM),$(SW_SRC)) $(DRIVER_SRC)) \
	$(BUILD)/sw/html_page.o
$(TOOL)/units: $(call objects,san,tests/tool/units.c) $(TOOL_OBJ)
$(TOOL)/unit_rows: $(call objects,san,tests/contexts/unit_rows.c) $(TOOL_OBJ)
$(TOOL)/fuzz: $(call objects,san,$(wildcard tests/fuzz/fuzz.c tests/fuzz/damage.c \
		tests/fuzz/frames.c) firmware/lib/frames.c) $(TOOL_OBJ)
$(TOOL)/collect: $(call objects,san,tests/tool/collect.c sim/lockstep/enlist.c) $(TOOL_OBJ) \
		$(call lu_libs,mul)
# The tool polls so often that even a short run has many polls; tests/tool/run.py
# expects the same counts.
POLL_C  := sw/run/simulate.c sw/profile/collect.c
CC_poll := $(HOST_CC) -DCOLLECT_EVERY=100000u
$(T_BIN)/tally_poll: $(call objects,poll,$(POLL_C)) $(filter-out \
		$(call objects,host,$(POLL_C)),$(TALLY_PARTS))
$(patsubst %,$(TOOL)/%.elf,dwarf2 dwarf3 dwarf4 dwarf5 opcodes): $(TOOL)/%.elf: \
		tests/tool/line_elf.sh tests/fuzz/fuzz_program.c tests/tool/line_opcodes.S
	$(call say,LD)
	$(Q)CROSS=$(CROSS) $< $* $@
# profiles to export
EXPORT_CASES := $(T_OUT)/export/cases.json
$(EXPORT_CASES): $(addprefix tests/tool/,export_cases.py programs.py kit.py) \
		tests/check.py $(TALLY) $(FIRMWARE)/dhrystone.elf $(FIRMWARE)/lua.elf
	@$(STEP) "profiles to export" $(BUILD)/log/export-cases.log $(PY) tests/tool/export_cases.py
$(T_OUT)/export/%.elf $(T_OUT)/export/%.tally: $(EXPORT_CASES) ;

# ---- make bench T=area: a design of area.list is $(BUILD)/area/NAME/DEVICE; fmax-N, MHz with each
# of N of nextpnr's seeds
AREA_PY := $(PY) tests/bench/area.py
SEEDS   ?= 5
export SEEDS
$(BUILD)/area/%/synth.ys $(BUILD)/area/%/place: FORCE | $(VENV)/area.stamp
	@$(AREA_PY) files $(@D)
$(BUILD)/area/%/netlist.json: $(BUILD)/area/%/synth.ys $(RTL_V) $(BUILD)/setup.stamp \
		| $(YOSYS_READY)
	@$(STEP) "Yosys: $*" $(@D)/netlist.log $(AREA_PY) netlist $(@D)
$(BUILD)/%/fmax-$(SEEDS): $(BUILD)/%/netlist.json $(BUILD)/%/place $(VENV)/area.stamp
	@$(STEP) "nextpnr, $(SEEDS) seeds: $*" $(@D)/fmax.log $(AREA_PY) fmax $(@D)

# SPDX-License-Identifier: ISC
# tests.mk - what the tests need; tests/run.sh runs them, tests/tests.list lists them.

T_OUT := $(BUILD)/tests
RIG   := $(T_OUT)/rig
.PHONY: test test-all formal bench
test:
	@tests/run.sh quick '$(T)'
test-all:
	@tests/run.sh quick,long '$(T)'
formal: $(YOSYS_READY)
	@$(PY) tests/formal/formal.py proofs $(P)
bench:
	@tests/bench.sh $(T)

# ---- programs that run ELFs on the machines (sim/rig.h)
rig = $(eval $(call program,$(RIG)/$(1),$(2) sim/rig.c,$(DRIVER_OBJ) \
	$(SIM_LIB),-lelf -lz $(VERILATE_LIBS)))
$(foreach t,boot console exact overhead sampling stream system,$(call \
	rig,$(t),tests/machine/$(t).c))
$(foreach t,traps fetch print_points,$(call rig,$(t),tests/cores/$(t).c))
$(call rig,print_log,tests/cores/print_log.c sw/elf/instruction.c)
$(call rig,kernel,tests/calls/counters.c $(patsubst %,tests/calls/counters_%.c,users system))
$(call rig,costs,tests/kernel/costs.c)
$(call rig,tasks,tests/contexts/tasks.c)
CONTEXTS_C := $(patsubst %,tests/contexts/%.c,contexts compare truth hart memory)
$(eval $(call program,$(RIG)/contexts,$(CONTEXTS_C) sim/rig.c,$(filter-out \
	%/sw/cli/main.o,$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB) $(SIM_CONTEXT),\
	$(SW_LDLIBS) $(VERILATE_LIBS)))
# with units of 2^8 nodes, which fold
$(eval $(call program,$(RIG)/live_calls,tests/contexts/live_calls.c sim/rig.c,$(filter-out \
	%/sw/cli/main.o,$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB) $(SIM)/context-8.a,\
	$(SW_LDLIBS) $(VERILATE_LIBS)))
$(eval $(call program,$(T_OUT)/bench-machines,tests/bench/machines.c sim/rig.c,$(DRIVER_OBJ) \
	$(SIM_LIB),-lelf $(VERILATE_LIBS)))
# Ibex with its own tracer: the log that `tally import --rvfi` reads
$(T_OUT)/ibex_log/ibex_log: tests/cores/ibex_log.sv $(SIM_V)
	@$(STEP) "Verilator: ibex with its tracer" $(BUILD)/log/ibex-log.log \
		sim/verilate ibex unit $(@D) $<

# ---- programs without a run-time, for a machine at 0x80000000:
# tests/NAME.elf, tests/machine/NAME.elf
ASM := $(FW_CC) -march=rv32im_zicsr -mabi=ilp32 -nostdlib -static -n \
	-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments
MT_OWN  := modes resonance registers
MT_ELF  := $(patsubst %,$(T_OUT)/machine/%.elf,finish-pass finish-fail finish-reset jump-c \
	$(filter-out finish $(MT_OWN),$(basename $(notdir $(wildcard tests/machine/*.S)))))
$(MT_OWN:%=$(T_OUT)/%.elf): $(T_OUT)/%.elf: tests/machine/%.S
$(T_OUT)/machine/finish-pass.elf:  private OWN := -DCODE=0x5555
$(T_OUT)/machine/finish-fail.elf:  private OWN := -DCODE=0x00073333
$(T_OUT)/machine/finish-reset.elf: private OWN := -DCODE=0x7777
$(T_OUT)/machine/jump-c.elf:       private OWN := -DCOMPRESSED
$(MT_ELF): $$(wildcard tests/machine/$$(basename $$(@F)).S) $$(if $$(findstring -,$$(@F)),\
		tests/machine/$$(firstword $$(subst -, ,$$(@F))).S) tests/machine/machine.inc
$(MT_ELF) $(MT_OWN:%=$(T_OUT)/%.elf):
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(ASM) $(OWN) -o $@ $(filter %.S,$^)
$(eval $(call program,$(T_OUT)/machine_test,$(patsubst \
	%,tests/machine/%.c,machine_test bench count_test) sim/rig.c,$(DRIVER_OBJ) \
	$(SIM_LIB),-lcmocka -lelf $(VERILATE_LIBS)))
$(T_OUT)/machine_test: $(MT_ELF)
# QEMU's instruction trace as text: about 50 MB for Lua
$(patsubst %,$(T_OUT)/%.trace,hello-virt lua-virt rv64imac/hello-virt): $(T_OUT)/%.trace: \
		$(FIRMWARE)/%.elf tests/oracle/qemu_trace.sh
	@$(STEP) "QEMU's trace of $*" $(BUILD)/log/trace-$*.log tests/oracle/qemu_trace.sh $< $@

# ---- three programs in each instruction set of sim/cores.list: build/tests/cores/ISA/NAME.elf
# (GCC 12 does not know zalrsc)
CORES_ISAS := $(sort $(shell sim/setup/rows.sh sim/cores.list | \
	awk '{ sub("_zalrsc", "", $$2); print $$2 }'))
cores_dhry = $(eval SRC_dhry-$(1) := $(DHRY)/)$(eval ISA_dhry-$(1) := $(1))$(eval \
	CC_dhry-$(1) := $(FW_CC) -march=$(1) -mabi=ilp32 $(call fw_abi,$(1)) \
	--specs=picolibc.specs -g -O2 -DTIME \
	-Dtime=dhrystone_time $(DHRY_C) -w)$(eval \
	$(OBJ)/dhry-$(1)/dhry_1.o $(OBJ)/dhry-$(1)/dhry_2.o: $(BUILD)/setup.stamp)
$(foreach isa,$(CORES_ISAS),$(call cores_dhry,$(isa)) $(eval \
	$(call elf,$(T_OUT)/cores/$(isa)/dhrystone.elf,$(isa),tests/cores/programs/clock.c,\
	$(OBJ)/dhry-$(isa)/dhry_1.o $(OBJ)/dhry-$(isa)/dhry_2.o)) $(eval \
	$(call elf,$(T_OUT)/cores/$(isa)/traps.elf,$(isa),$(if $(findstring zicsr,$(isa)),,\
	tests/contexts/programs/picorv32_vector.S) tests/cores/programs/traps.c)) $(eval \
	$(call elf,$(T_OUT)/cores/$(isa)/causes.elf,$(isa),tests/cores/programs/causes.S)) $(eval \
	$(call elf,$(T_OUT)/cores/$(isa)/data.elf,$(isa),tests/cores/programs/data.c)))

# ---- the unit: its buses, the mapping's vectors in mappers and driver; the serial bridge
LIBRARY = $(Q)sim/library.sh $@
$(T_OUT)/rtl/buses.a: tests/unit/buses_top.v $(UNIT_V) $(UNIT_H) \
		$(addprefix rtl/bus/tally_,apb.v axil.v arbiter.v) $(LIBRARY_SH)
	$(call say,VERILATE,$@)
	$(LIBRARY) buses buses_top $(filter %.v,$^)
$(eval $(call program,$(T_OUT)/buses,tests/unit/buses.c tests/unit/buses_ports.c,\
	$(T_OUT)/rtl/buses.a,$(VERILATE_LIBS)))
$(T_OUT)/rtl/mapper_mul.a:   private OWN := -GMAPPER=0
$(T_OUT)/rtl/mapper_shift.a: private OWN := -GMAPPER=1
$(T_OUT)/rtl/mapper_mul.a $(T_OUT)/rtl/mapper_shift.a: $(T_OUT)/rtl/%.a: \
		tests/unit/mapper_top.v $(UNIT_V) $(UNIT_H) $(LIBRARY_SH)
	$(call say,VERILATE,$@)
	$(LIBRARY) $* mapper_top $(OWN) $(filter %.v,$^)
$(eval $(call program,$(T_OUT)/mapping,tests/unit/mapping_test.c,$(DRIVER_OBJ) \
	$(T_OUT)/rtl/mapper_mul.a $(T_OUT)/rtl/mapper_shift.a,$(VERILATE_LIBS)))
MAPPING := $(T_OUT)/oracle/mapping.csv
$(MAPPING): tests/oracle/mapping.py
	@mkdir -p $(@D)
	$(Q)$(PY) -B $< >$@

LB := $(T_OUT)/link_rtl
# where the bridge's silence is 2^6 bits instead of 2^11, much noise passes in little time
$(LB)/short.v: rtl/link/tally_bridge.v
	@mkdir -p $(@D)
	$(Q)sed 's/\(SILENCE *= \)11;/\16;/' $< >$@; ! cmp -s $< $@
$(LB)/netlist.v: rtl/link/tally_bridge.v | $(YOSYS_READY)
	@mkdir -p $(@D)
	@$(STEP) "Yosys: the bridge for ice40" $(@:.v=.log) $(YOSYS) -q \
		-p "read_verilog $<; synth_ice40 -top tally_bridge; \
		delete t:\$$scopeinfo; rename tally_bridge bridge_netlist; write_verilog -noattr $@"
LINK_UNIT := tests/link/unit.v $(shell cat rtl/tally.f) $(UNIT_H)
$(LB)/whole.a:   tests/link/top.v rtl/link/tally_bridge.v
$(LB)/short.a:   tests/link/top.v $(LB)/short.v
$(LB)/netlist.a: tests/link/top.v rtl/link/tally_bridge.v $(LB)/netlist.v | $(NL_SHARE)
$(LB)/unit-0.a $(LB)/unit-1.a: $(LINK_UNIT)
$(LB)/whole.a:   private OWN := link_top
$(LB)/short.a:   private OWN := link_top -GBIT=4 -GSILENCE=6
$(LB)/netlist.a: private OWN := link_top -DNETLIST -DNO_ICE40_DEFAULT_ASSIGNMENTS -DNO_INCLUDES \
	-Wno-fatal -Wno-TIMESCALEMOD -Wno-lint -Wno-UNOPTFLAT -Wno-INITIALDLY \
	$(NL_SHARE)/ice40/cells_sim.v
$(LB)/unit-0.a:  private OWN := link_unit -GMAPPER=0 -GBINS_LOG2=12
$(LB)/unit-1.a:  private OWN := link_unit -GMAPPER=1 -GBINS_LOG2=9
$(patsubst %,$(LB)/%.a,whole short netlist unit-0 unit-1): $(LIBRARY_SH)
	$(call say,VERILATE,$@)
	$(LIBRARY) link_rtl $(OWN) $(filter %.v,$^)
LINK_TEST := $(patsubst %,tests/link/%.c,test bench) sw/live/wire.c \
	sw/run/pty.c sw/base/error.c sw/base/text.c
LINK_LIVE := tests/link/unit.c tests/link/bench.c $(DRIVER_SRC) \
	$(wildcard $(patsubst %,sw/%/*.c,live profile elf base))
link = $(eval $(call program,$(T_OUT)/$(1),$(2),$(LB)/$(3).a,$(SW_LDLIBS) $(VERILATE_LIBS)))
$(call link,link,$(LINK_TEST),whole)
$(call link,link_short,$(LINK_TEST),short)
$(call link,link_netlist,$(LINK_TEST),netlist)
$(call link,link_unit-0,$(LINK_LIVE),unit-0)
$(call link,link_unit-1,$(LINK_LIVE),unit-1)

# ---- Verilog alone
VVP := $(patsubst %,$(T_OUT)/%,power-up-0 power-up-1 latency-0 latency-1 divider \
	link-timing board-bus board-bus-spram board-bus-none board-bus-kernel board-console)
$(T_OUT)/power-up-0 $(T_OUT)/power-up-1: tests/unit/power_up.v rtl/tally_soc.v \
		$(UNIT_V) $(UNIT_H)
$(T_OUT)/latency-0 $(T_OUT)/latency-1: tests/unit/latency.v rtl/tap/tap_latency.v \
		rtl/tally_soc.v $(UNIT_V) $(UNIT_H)
$(T_OUT)/link-timing: tests/link/timing_test.v rtl/link/tally_bridge.v
$(T_OUT)/board-bus $(T_OUT)/board-bus-spram $(T_OUT)/board-bus-none $(T_OUT)/board-bus-kernel: \
		tests/board/bus_test.v $(SOC_V)
$(T_OUT)/board-console: tests/board/console_test.v rtl/board/console.v rtl/soc/uart_line.v
$(T_OUT)/divider: tests/unit/divider.v rtl/unit/tally_clock.v
$(T_OUT)/power-up-0:      private OWN := -s power_up -Ppower_up.MAPPER=0
$(T_OUT)/power-up-1:      private OWN := -s power_up -Ppower_up.MAPPER=1
$(T_OUT)/latency-0:       private OWN := -s latency -Platency.MAPPER=0
$(T_OUT)/latency-1:       private OWN := -s latency -Platency.MAPPER=1
$(T_OUT)/divider:         private OWN := -s divider
$(T_OUT)/link-timing:     private OWN := -s timing_test
$(T_OUT)/board-bus:       private OWN := -s board_bus_test
$(T_OUT)/board-bus-spram: private OWN := -s board_bus_test -DSPRAM
$(T_OUT)/board-bus-none:  private OWN := -s board_bus_test -DUNIT=0
$(T_OUT)/board-bus-kernel: private OWN := -s board_bus_test -DUNIT=4
$(T_OUT)/board-console:   private OWN := -s console_test
$(VVP):
	$(call say,IVERILOG,$@)
	@mkdir -p $(@D)
	$(Q)iverilog -g2012 -Irtl/regs -Irtl/unit $(OWN) -o $@ $(filter %.v,$^)

# ---- board designs at their pins, board-NAME or board-NAME-CORE; and what was made of them
BOARD_V := $(RTL_V) $(wildcard rtl/board/*.py rtl/board/boards/*.board) \
	rtl/litex/netlist.py tests/board/board.c tests/board/top.v tests/board/monitor.sv \
	tests/board/model.py $(LIBRARY_SH)
BOARD_NAMES := icebreaker hx8k ulx3s-25f ulx3s-85f ulx3s-85f-vexriscv-linux
MODEL_PY = @$(STEP) "board $*" $@.log $(PY) tests/board/model.py $@ $(*:ulx3s-85f-%=ulx3s-85f:%)
$(BOARD_NAMES:%=$(T_OUT)/board-%): $(T_OUT)/board-%: $(BOARD_V) | $(NL_SHARE)
	$(MODEL_PY) rtl
BOARD_HX8K := $(BUILD)/board/hx8k/picorv32/shift-10
$(T_OUT)/board-%-bitstream: $(BOARD_V) sim/pll_models.v $(BOARD_HX8K)/routed \
		$(FIRMWARE)/board-echo.elf | $(NL_SHARE)
	$(MODEL_PY) bitstream $(BOARD_HX8K) $(FIRMWARE)/board-echo.elf
board_elf = $(FIRMWARE)/$(if $(filter %-linux,$(1)),board/kernel,board-echo).elf
$(T_OUT)/board-%-netlist: $(BOARD_V) sim/pll_models.v $(wildcard sim/ecp5_*.v) \
		$(VENV)/area.stamp $$(call board_elf,$$*) | $(NL_SHARE)
	$(MODEL_PY) netlist $(call board_elf,$*)
$(OBJ)/rv32im/tests/board/echo.o $(OBJ)/rv32i/tests/board/echo.o: private OWN := -Os
$(eval $(call elf,$(FIRMWARE)/board-echo.elf,rv32im,tests/board/echo.c))
$(eval $(call elf,$(FIRMWARE)/rv32i/board-echo.elf,rv32i,tests/board/echo.c))

# ---- the driver: over the RTL, and as firmware; its calls' arguments
DRIVER_TEST := $(patsubst %,tests/driver/%.c,driver_test modes)
$(eval $(call program,$(T_OUT)/driver_host,tests/driver/host.c $(DRIVER_TEST) \
	sim/lockstep/enlist.c,$(DRIVER_OBJ) \
	$(call lu_libs,mul_wide shift_high shift),$(VERILATE_LIBS)))
$(eval $(call elf,$(FIRMWARE)/driver-test.elf,rv32im,tests/driver/firmware.c \
	$(DRIVER_TEST) $(DRIVER_SRC)))
$(eval $(call program,$(T_OUT)/driver_config,tests/driver/config_test.c,$(DRIVER_OBJ)))
$(eval $(call program,$(T_OUT)/profil,tests/driver/profil_test.c \
	firmware/lib/tally_profil.c firmware/lib/tally_soft.c,$(DRIVER_OBJ)))

# ---- the manual pages' clauses, as processes and on bare metal
CLAUSE_C := tests/calls/clause.c tests/calls/work.S
clause = $(call user,$(1),tests/calls/$(1).c $(CLAUSE_C) tests/calls/clause_process.c \
	driver/tally_bins.c $(2:%=firmware/lib/profil_%.c))
$(call clause,sysv,sysv)
$(call clause,cbunix,sysv)
$(call clause,solaris,solaris)
$(call clause,bsd,bsd)
$(call clause,rows)
$(call user,watched,tests/calls/watched.c)
$(OBJ)/user/tests/calls/rows.o: private OWN := -I$(T_OUT)/oracle
$(OBJ)/user/tests/calls/rows.o: $(T_OUT)/oracle/rows.inc
$(T_OUT)/oracle/rows.inc: $(MAPPING)
	@awk -F, 'NR > 1 && $$5 == 2 && $$4 <= 131072 && $$1 - $$2 >= -16 && $$1 - $$2 <= 131072 { \
		printf "{ %d, %d, %d, %d, %d },\n", $$1 - $$2, $$3, $$4, $$7, $$6 }' $< >$@
bare = $(eval $(call elf,$(FIRMWARE)/bare-$(1).elf,rv32im,tests/calls/$(1).c $(CLAUSE_C) \
	tests/calls/clause_bare.c firmware/lib/profil_$(2).c,$(OBJ)/rv32im/libtally.a))
$(call bare,sysv,sysv)
$(call bare,solaris,solaris)
$(call bare,bsd,bsd)
$(call bare,cbunix,sysv)

# ---- user programs that attack the profiler; what profiling costs
$(call user,usertests,$(wildcard tests/kernel/usertests/*.c))
$(call user,costs,tests/kernel/costs_user.c)

# ---- programs whose calling contexts are compared: for any core; with interrupts;
# small; C++ with exceptions
CX  := tests/contexts/programs
CXB := $(T_OUT)/contexts
TORTURE := $(patsubst %,$(CX)/%,torture.c interrupts.c coroutines.c coroutine_switch.S link_swap.S)
ISA_small := rv32imc
CC_small  := $(call fw_cc,rv32imc) -Os -msave-restore
ISA_cxx   := rv32im
CC_cxx    := $(CROSS)g++ -march=rv32im $(filter-out -std=%,$(FW_CFLAGS)) -std=c++17 $(WERROR)
START_cxx := $(call objects,except,firmware/bare/start.S firmware/bare/syscalls.c) \
	$(OBJ)/except/link.ld
ISA_except := rv32im
CC_except  := $(call fw_cc,rv32im) -DEXCEPTIONS
ISA_picorv32 := rv32imc
CC_picorv32  := $(call fw_cc,rv32imc) -DPICORV32
$(OBJ)/except/link.ld: private FW_INC += -DEXCEPTIONS
$(eval $(call elf,$(CXB)/torture-small.elf,small,$(TORTURE)))
$(eval $(call elf,$(CXB)/torture-interrupts.elf,rv32im_zicsr,$(TORTURE)))
$(eval $(call elf,$(CXB)/torture-irq.elf,picorv32,$(CX)/picorv32_vector.S $(TORTURE)))
$(eval $(call elf,$(CXB)/throws.elf,cxx,$(CX)/throws.cc $(CX)/cxx_runtime.cc))
$(eval $(call elf,$(CXB)/threads.elf,rv32im_zicsr,$(CX)/threads.c $(CX)/threads_trap.S))

# Dhrystone that does not end in a test's time
ENDLESS := $(OBJ)/dhrystone/endless
$(ENDLESS).o: $(DHRY)/dhry_1.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D) && sed 's/\(Number_Of_Runs =\) 100;/\1 2000000000;/' $< >$(ENDLESS).c
	$(Q)$(CC_dhrystone) -I$(DHRY) -c $(ENDLESS).c -o $@
$(CXB)/endless.elf: $(ENDLESS).o $(filter-out %/dhry_1.o,$(DHRY_OBJ)) \
		firmware/programs/dhrystone.ld $(DHRY)/sections.lds
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC_dhrystone) -Wl,-Bstatic,-e,start,--no-warn-rwx-segments $(addprefix -T,$(filter \
		%.ld %.lds,$^)) -o $@ $(filter %.o,$^) -lgcc

# ---- LiteX: the package of this repository in its environment; its late answers
$(T_OUT)/litex/installed: sw/package/wheel.py $(VENV)/litex.stamp $(VENV)/litex_soc.stamp \
		$(WHEEL_FILES)
	@mkdir -p $(@D)
	@$(STEP) "pip install . (tally_litex)" $(BUILD)/log/pip-tally.log \
		$(PY) -m pip --disable-pip-version-check --no-input install --no-deps \
		--force-reinstall .
	@rm -rf $(T_OUT)/litex/vexriscv $(T_OUT)/litex/pads
	@touch $@
$(VENV)/litex_soc.stamp: $(VENV)/litex.stamp
$(VENV)/litex_boards.stamp: $(T_OUT)/litex/installed $(VENV)/area.stamp
$(eval $(call program,$(T_OUT)/litex_late,tests/litex/late.c sw/live/stock.c sw/live/wire.c,,-lz))
.PHONY: demo-litex
demo-litex: $(TALLY) $(T_OUT)/litex/installed
	@$(PY) tests/litex/bios.py $(T_OUT)/litex/vexriscv vexriscv:lite

# ---- the host tool's parts, with sanitizers: all of sw/ except what needs a machine
TOOL     := $(T_OUT)/tool
NEED_SIM := sw/cli/main.c sw/cli/run.c $(patsubst %,sw/run/%.c,simulate observer host task)
TOOL_OBJ := $(call objects,san,$(filter-out $(NEED_SIM),$(SW_SRC)) $(DRIVER_SRC)) \
	$(BUILD)/sw/html_page.o
tool = $(eval $(call program,$(TOOL)/$(1),$(2),$(TOOL_OBJ),$(SW_LDLIBS),san))
$(foreach t,units emit,$(call tool,$(t),tests/tool/$(t).c))
$(call tool,unit_rows,tests/contexts/unit_rows.c)
$(call tool,fuzz,$(patsubst %,tests/fuzz/%.c,fuzz damage frames) firmware/lib/frames.c)
$(eval $(call program,$(TOOL)/collect,tests/tool/collect.c sim/lockstep/enlist.c,$(TOOL_OBJ) \
	$(call lu_libs,mul),$(SW_LDLIBS) $(VERILATE_LIBS),san))
# The tool polls so often that even a short run has many polls; tests/tool/run.py
# expects the same counts.
POLL_C  := sw/run/simulate.c sw/profile/collect.c
CC_poll := $(HOST_CC) -DCOLLECT_EVERY=100000u
$(eval $(call program,$(TOOL)/tally_poll,,$(call objects,poll,$(POLL_C)) $(filter-out \
	$(call objects,host,$(POLL_C)),$(SW_OBJ)) $(DRIVER_OBJ) \
	$(SIM_LIB) $(SIM_CONTEXT),$(SW_LDLIBS) $(VERILATE_LIBS)))
# Small programs with inlined calls: each version of DWARF that has its own line tables.
$(patsubst %,$(TOOL)/dwarf%.elf,2 3 4 5): $(TOOL)/dwarf%.elf: tests/fuzz/fuzz_program.c
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(FW_CC) -march=rv32imac -mabi=ilp32 -O2 -g -gdwarf-$* -ffunction-sections \
		-nostdlib -static -Wl,--gc-sections,-e,main \
		-Wl,-Ttext=0x80000000,--no-warn-rwx-segments $< -o $@
# GNU's assembler uses only fixed_advance_pc; LLVM's, without relaxation,
# uses all the other opcodes.
$(TOOL)/opcodes.elf: tests/tool/line_opcodes.S
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)llvm-mc -g -triple=riscv32 -mattr=-relax -filetype=obj $< -o $(@:.elf=.o)
	$(Q)$(CROSS)ld -m elf32lriscv -Ttext=0x80000000 --no-warn-rwx-segments $(@:.elf=.o) -o $@
# profiles to export
EXPORT_CASES := $(T_OUT)/export/cases.json
$(EXPORT_CASES): $(addprefix tests/tool/,export_cases.py programs.py kit.py) \
		tests/check.py $(TALLY) $(FIRMWARE)/dhrystone.elf $(FIRMWARE)/lua.elf
	@$(STEP) "profiles to export" $(BUILD)/log/export-cases.log $(PY) tests/tool/export_cases.py
$(T_OUT)/export/%.elf $(T_OUT)/export/%.tally: $(EXPORT_CASES) ;

# ---- the tool with units of other sizes: what their call trees are like (make bench T=calls)
BENCH_CALLS := $(patsubst %,$(BUILD)/bench-calls/tally-%,8 11)
$(foreach t,$(BENCH_CALLS),$(eval $(call program,$(t),,$(SW_OBJ) $(DRIVER_OBJ) $(SIM_LIB) \
	$(t:$(BUILD)/bench-calls/tally-%=$(SIM)/context-%.a),$(SW_LDLIBS) $(VERILATE_LIBS))))

# ---- generated and compiled programs for tests/tool/bench_report.sh and bench_scaling.sh:
# programN.elf has 2^N words of code and some more
BR      := $(BUILD)/bench-report
BR_PART  = $(patsubst %,$(BR)/part%.o,$(shell seq 1 $(1)))
BR_CC   := $(FW_CC) -march=rv32im -mabi=ilp32 -O2 -g -ffreestanding
BR_ELF  := $(patsubst %,$(BR)/program%.elf,10 12 14 16 18 20)
$(call BR_PART,128): FUNCTIONS := 64
$(BR)/part-10.o: FUNCTIONS := 8
$(BR)/part-12.o: FUNCTIONS := 32
$(BR)/part%.o: tests/tool/bench_source.awk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)awk -v file=$(*:-%=%) -v functions=$(FUNCTIONS) -f $< >$(@:.o=.c)
	$(Q)$(BR_CC) -c $(@:.o=.c) -o $@
$(BR)/program10.elf: $(BR)/part-10.o
$(BR)/program12.elf: $(BR)/part-12.o
$(BR)/program14.elf: $(call BR_PART,2)
$(BR)/program16.elf: $(call BR_PART,8)
$(BR)/program18.elf: $(call BR_PART,32)
$(BR)/program20.elf: $(call BR_PART,128)
$(BR_ELF):
	$(call say,LD,$@)
	$(Q)$(BR_CC) -nostdlib -static \
		-Wl,-n,-Ttext=0x80000000,-e,0x80000000,--no-warn-rwx-segments $^ -o $@

# ---- Lua, whose script never ends, for tests/tool/bench_scaling.sh
BS := $(BUILD)/bench-scaling
$(BS)/forever.lua: firmware/programs/lua/demo.lua
	@mkdir -p $(@D)
	$(Q)(echo "while true do"; cat $<; echo "end") >$@
CC_lua-forever := $(CC_lua) -DSCRIPT='"$(BS)/forever.lua"'
LUA_FOREVER := $(call objects,lua-forever,firmware/programs/lua/main.c \
	firmware/programs/lua/script.S)
$(LUA_FOREVER): $(BS)/forever.lua
$(eval $(call elf,$(BS)/lua.elf,rv32im,,$(LUA_FOREVER) $(LUA_CORE)))

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

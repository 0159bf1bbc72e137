# SPDX-License-Identifier: ISC
# rtl.mk - the unit: lists, register constants, lint, area.

RTL_SRC := $(addprefix rtl/,$(shell cat rtl/tally.f))
RTL_ALL := $(RTL_SRC) rtl/tally_gate.vh rtl/tally_regs.vh
REGS_OUT := rtl/tally_regs.vh rtl/REGISTERS.md driver/tally_regs.h
# the smallest unit's microcode
UCODE_OUT := rtl/tally_small_rom.vh rtl/tally_small_words.vh rtl/tally_small_fields.vh sim/small_at.h
UCODE := $(PY) -B rtl/tally_small_ucode.py $(BUILD)/regs/tally_regs.h $(BUILD)/regs

# the unit that counts one word a tick
UNIT_SRC := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) $(addprefix rtl/engine/,$(shell cat rtl/engine/engine.f)) rtl/bus/tally_channels.v
UNIT_REGS := rtl/regs/tally_regs.vh rtl/regs/REGISTERS.md driver/regs.h
LINT_UNIT := MAPPER=0 MAPPER=1 MAPPER=2 $(foreach m,0 1 2,MAPPER=$m:BINS_LOG2=5:WEIGHT_W=2:PERIOD_W=17:JITTER=0 \
	MAPPER=$m:BINS_LOG2=15:PC_W=16:PC_HIGH=0x12345678:WEIGHT_W=7:TAG=1 MAPPER=$m:BINS_LOG2=12:PC_W=31:PC_HIGH=0x80000000:PERIOD_W=31:TAG=2:EVENT=1) \
	MAPPER=0:SYSTEM=1 MAPPER=0:SYSTEM=1:INTERVAL=1:SYMBOL=1:RING=1:PC_W=20:WEIGHT_W=4 MAPPER=0:BINS_LOG2=20:PC_W=18 MAPPER=2:BINS_LOG2=20:PC_W=19 MAPPER=1:BINS_LOG2=20:EVENT=1 CHANNELS=2:SYSTEM=1 CHANNELS=3 CHANNELS=4:SYSTEM=1:RING=1:BINS_LOG2=20
LINT_UNIT_REFUSED := MAPPER=3 MAPPER=-1 BINS_LOG2=4 BINS_LOG2=21 MAPPER=1:BINS_LOG2=16:PC_W=16 WEIGHT_W=1 WEIGHT_W=17 PERIOD_W=16 PERIOD_W=32 \
	PC_W=15 PC_W=33 JITTER=2 TAG=3 EVENT=2 ECP5=2 CHANNELS=0 CHANNELS=5 MAPPER=1:SYSTEM=1 SYSTEM=0:RING=1

# every combination offered: mapper x memory x weight
LINT_SETS := $(foreach m,0 1 2,$(foreach b,4 12 20,$(foreach w,2 16,$m:$b:$w)))
# and what may be left out, each with 1 .. 4 channels; a word of a set is a parameter
LINT_FEATURES := SNAPSHOT=0 SNAPSHOT=1 TAG=1 TAG=2 EVENT=1 EXT=1 INTERVAL=1 SYSTEM=1 SYSTEM=1:INTERVAL=1 SYSTEM=1:SYMBOL=1 SYSTEM=1:RING=1 \
	PC_W=16:PC_HIGH=0x12345678 PC_W=31:PC_HIGH=0x80000000 PC_W=17:PC_HIGH=0x80000000:SYSTEM=1:INTERVAL=1:SYMBOL=1:RING=1 \
	SNAPSHOT=1:TAG=1:EVENT=1:EXT=1:SYSTEM=1:INTERVAL=1:SYMBOL=1:RING=1
# those that each `make test` looks at: the extremes
LINT_QUICK := MAPPER=0:BINS_LOG2=4:WEIGHT_W=2 MAPPER=1:BINS_LOG2=20:WEIGHT_W=16:PC_W=16 MAPPER=2:BINS_LOG2=12:WEIGHT_W=2:CHANNELS=4 \
	MAPPER=0:WEIGHT_W=2:CHANNELS=2:PC_W=31:$(lastword $(LINT_FEATURES))
LINT_REFUSED := MAPPER=3 MAPPER=-1 BINS_LOG2=3 BINS_LOG2=29 WEIGHT_W=1 WEIGHT_W=17 PERIOD_W=17 PERIOD_W=32 CNT_W=20 CNT_W=33 QUEUE_LOG2=0 QUEUE_LOG2=5 CHANNELS=5 \
	TAG=3 TAG=-1 PC_W=15 PC_W=33 SYMBOL=1 RING=1
LINT_MORE := $(foreach m,0 1 2,$(foreach c,1 2 3 4,$(foreach f,$(LINT_FEATURES),MAPPER=$m:CHANNELS=$c:$f)))
# the serial bridge, by its parameters
LINK_SRC := $(addprefix rtl/,$(shell cat rtl/tally_uartbone.f))
LINT_LINK := UNIT_LOG2=13:BINS=4096 UNIT_LOG2=15:BINS=16384 UNIT_LOG2=30:BINS=536870912 TIMEOUT_LOG2=19 TIMEOUT_LOG2=28 PATIENCE=16 PATIENCE=4095 BUS=0
# the other adapters: their address width is all that a parameter changes in them
LINT_SLAVES  := tally_apb tally_axil
LINT_MASTERS := tally_wb_master tally_axil_master

.PHONY: regs check-regs lint lint-quick lint-link lint-unit
lint: lint-link lint-unit
lint-unit: ## the unit that counts one word a tick
	@for s in $(LINT_UNIT); do verilator --lint-only -Wall -Irtl/unit -Irtl/regs -Irtl/engine $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally_channels $(UNIT_SRC) \
	  || { echo "with $$s"; exit 1; }; done
	@for s in $(LINT_UNIT_REFUSED); do verilator --lint-only -Irtl/unit -Irtl/regs -Irtl/engine $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally $(UNIT_SRC) 2>&1 \
	  | grep -q "module: 'tally_parameter_out_of_range'" || { echo "lint: $$s is not refused"; exit 1; }; done
	@for s in 0:10:32:0 1:9:17:1 2:9:32:2; do set -- $$(echo $$s | tr : ' '); \
	  iverilog -g2005 -Wall -Irtl/unit -Irtl/regs -Irtl/engine -Ptally.MAPPER=$$1 -Ptally.BINS_LOG2=$$2 -Ptally.PC_W=$$3 -Ptally.TAG=$$4 -Ptally.EVENT=1 \
	    -o $(BUILD)/lint.vvp -s tally $(UNIT_SRC) || exit 1; \
	  for e in 0 1; do $(YOSYS) -q -p "verilog_defaults -add -Irtl/unit -Irtl/regs -Irtl/engine; read_verilog -lib +/ecp5/cells_sim.v +/ecp5/cells_bb.v; \
	    read_verilog $(UNIT_SRC); chparam -set MAPPER $$1 -set BINS_LOG2 $$2 -set PC_W $$3 -set TAG $$4 -set EVENT 1 -set ECP5 $$e tally; \
	    hierarchy -check -top tally; proc; check -assert" || exit 1; done; done
	@echo "lint: $(words $(LINT_UNIT)) parameter sets of the unit of words clean, $(words $(LINT_UNIT_REFUSED)) out of range refused"
lint-link: ## the serial bridge
	@for s in $(LINT_LINK); do verilator --lint-only -Wall $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally_uartbone \
	  $(filter-out %/tally_port.v,$(LINK_SRC)) || { echo "with $$s"; exit 1; }; done
	@for w in 13 23; do verilator --lint-only -Wall -GAW=$$w rtl/tally_port.v || exit 1; done
	@for t in tally_uartbone tally_port; do iverilog -g2005 -Wall -o $(BUILD)/lint.vvp -s $$t $(LINK_SRC) || exit 1; \
	  $(YOSYS) -q -p "read_verilog $(LINK_SRC); hierarchy -check -top $$t; proc; check -assert" || exit 1; done
	@echo "lint: the serial bridge is clean"

regs: ## write the register constants from rtl/tally_regs.rdl
	$(PY) rtl/regs.py rtl/tally_regs.rdl $(BUILD)/regs
	cp $(BUILD)/regs/tally_regs.vh $(BUILD)/regs/REGISTERS.md rtl/
	cp $(BUILD)/regs/tally_regs.h driver/
	$(PY) rtl/regs/regs.py rtl/regs/tally.rdl $(BUILD)/regs/unit
	cp $(BUILD)/regs/unit/tally_regs.vh $(BUILD)/regs/unit/REGISTERS.md rtl/regs/
	cp $(BUILD)/regs/unit/regs.h driver/
	$(UCODE)
	cp $(BUILD)/regs/tally_small_*.vh rtl/
	cp $(BUILD)/regs/small_at.h sim/

check-regs: ## fail when a committed register file is not what the RDL gives
	@$(PY) rtl/regs.py rtl/tally_regs.rdl $(BUILD)/regs
	@$(UCODE) 2>/dev/null
	@$(PY) rtl/regs/regs.py rtl/regs/tally.rdl $(BUILD)/regs/unit
	@for f in $(UNIT_REGS); do cmp "$$f" "$(BUILD)/regs/unit/$${f##*/}" \
	  || { echo "$$f differs from its source: run 'make regs' and commit"; exit 1; }; done
	@for f in $(REGS_OUT) $(UCODE_OUT); do cmp "$$f" "$(BUILD)/regs/$${f##*/}" \
	  || { echo "$$f differs from its source: run 'make regs' and commit"; exit 1; }; done
	@echo "register constants: $(words $(REGS_OUT) $(UCODE_OUT) $(UNIT_REGS)) files agree with rtl/tally_regs.rdl and the microcode"

lint-quick: ## Verilator -Wall over some parameter sets
	@for s in $(LINT_QUICK); do \
	  verilator --lint-only -Wall -Irtl $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally_wb $(RTL_SRC) || { echo "with $$s"; exit 1; }; done
	@for s in $(LINT_REFUSED); do \
	  verilator --lint-only -Irtl $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally_wb $(RTL_SRC) 2>&1 | grep -q "module: 'tally_parameter_out_of_range'" \
	    || { echo "lint: $$s is not refused"; exit 1; }; done
	@echo "lint: $(words $(LINT_QUICK)) parameter sets clean, $(words $(LINT_REFUSED)) out of range refused"

lint: ## Verilator -Wall over every parameter set offered, Icarus, Yosys
	@for s in $(LINT_SETS); do set -- $$(echo $$s | tr : ' '); \
	  verilator --lint-only -Wall -Irtl -GMAPPER=$$1 -GBINS_LOG2=$$2 -GWEIGHT_W=$$3 --top-module tally_wb $(RTL_SRC) || exit 1; done
	@for s in $(LINT_MORE); do \
	  verilator --lint-only -Wall -Irtl $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally_wb $(RTL_SRC) || { echo "with $$s"; exit 1; }; done
	@for t in $(LINT_SLAVES); do for b in 4:32 12:24 20:16; do \
	  verilator --lint-only -Wall -Irtl -GBINS_LOG2=$${b%:*} -GPC_W=$${b#*:} --top-module $$t $(RTL_SRC) || exit 1; done; done
	@for t in $(LINT_MASTERS); do verilator --lint-only -Wall --top-module $$t rtl/$$t.v || exit 1; done
	@for f in $(wildcard rtl/tap_*.v); do verilator --lint-only -Wall $$f || exit 1; done
	@for t in tally_wb $(LINT_SLAVES) $(LINT_MASTERS); do \
	  iverilog -g2005 -Wall -Irtl -o $(BUILD)/lint.vvp -s $$t $(RTL_SRC) || exit 1; done
	@verilator --lint-only -Wall -Irtl --top-module tally_small $(addprefix rtl/,$(shell cat rtl/tally_small.f))
	@iverilog -g2005 -Wall -Irtl -o $(BUILD)/lint.vvp -s tally_small $(addprefix rtl/,$(shell cat rtl/tally_small.f))
	@$(YOSYS) -q -p "verilog_defaults -add -Irtl; read_verilog $(addprefix rtl/,$(shell cat rtl/tally_small.f)); \
	  hierarchy -check -top tally_small; proc; check -assert"
	@$(YOSYS) -q -p "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); \
	  chparam -set CHANNELS 3 -set SNAPSHOT 1 -set TAG 1 -set EVENT 1 -set EXT 1 -set SYSTEM 1 -set INTERVAL 1 -set SYMBOL 1 -set RING 1 -set PC_W 17 tally_wb; \
	  hierarchy -check -top tally_wb; proc; check -assert"
	@for m in 0 1 2; do $(YOSYS) -q -p "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); \
	  chparam -set MAPPER $$m -set BINS_LOG2 8 tally_wb; hierarchy -check -top tally_wb; proc; check -assert" || exit 1; done
	@for t in $(LINT_SLAVES) $(LINT_MASTERS); do \
	  $(YOSYS) -q -p "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); hierarchy -check -top $$t; proc; check -assert" || exit 1; done
	@echo "lint: $(words $(LINT_SETS) $(LINT_MORE)) parameter sets clean in Verilator; Icarus and Yosys accept all mappers"

# ---- make area: size and speed of the unit, against the cores (rtl/board/area.list).
#
#   make area                            every row, writes rtl/board/AREA.md
#   make area ROWS="smallest" SEEDS=5    only these rows and their cores, prints the table

# place-and-route is installed when it is first asked for; a new virtual environment is without it
$(VENV)/area.stamp: sim/setup/area.txt
	@$(STEP) "pip install (place and route, by hash)" $(BUILD)/log/pip-area.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps --only-binary :all: -r sim/setup/area.txt
	@touch $@

.PHONY: area
area: $(VENV)/area.stamp
	@ROWS="$(ROWS)" $(PY) rtl/board/area.py $(BUILD)
ifdef ROWS
	@sed -n '/^| design/,/^$$/p' $(BUILD)/area/rows.md
else
	@cp $(BUILD)/area/AREA.md rtl/board/AREA.md
	@$(PY) rtl/board/cost.py rtl/board/AREA.md | sw/pictures/between.sh README.md cost table
endif

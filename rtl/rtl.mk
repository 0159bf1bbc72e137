# SPDX-License-Identifier: ISC
# rtl.mk - the unit: lists, register constants, lint, area.

UNIT_SRC := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) $(addprefix rtl/engine/,$(shell cat rtl/engine/engine.f)) rtl/bus/tally_arbiter.v
UNIT_REGS := rtl/regs/tally_regs.vh rtl/regs/REGISTERS.md driver/tally_regs.h
LINT_UNIT := $(foreach m,0 2,MAPPER=$m MAPPER=$m:BINS_LOG2=5:JITTER=0 MAPPER=$m:BINS_LOG2=15:PC_W=16:PC_HIGH=0x12345678:TAG=1 \
	MAPPER=$m:BINS_LOG2=12:PC_W=31:PC_HIGH=0x80000000:TAG=2:EVENT=1 MAPPER=$m:BINS_LOG2=20:PC_W=18) SYSTEM=1 SYSTEM=2 SYSTEM=2:PC_W=20:TAG=1:EVENT=1
# values out of range, each on both sides: MODULE:NAME=VALUE...
LINT_REFUSED := $(addprefix tally:,MAPPER=1 MAPPER=3 MAPPER=-1 BINS_LOG2=4 BINS_LOG2=21 PC_W=15 PC_W=33 JITTER=2 TAG=3 EVENT=2 SYSTEM=3 MAPPER=2:SYSTEM=1) \
	tally_simple:MAPPER=3 tally_simple:BINS_LOG2=4 \
	$(addprefix tally_live:,BIT=3 BIT=65536 BIT=-1 BINS_LOG2=7 BINS_LOG2=21 MAPPER=3 PC_W=33) tally_live_bus:BIT=3 tally_live_bus:BINS_LOG2=7 \
	tally_bridge:AW=8 tally_bridge:AW=29 tally_apb:ADR_W=7 tally_apb:ADR_W=33 tally_axil:ADR_W=7 tally_axil:ADR_W=33 \
	tap_rvfi:TRAP_RETIRES=2 console:DIVISOR=3 console:DIVISOR=65536 soc_unit:LINK_DIVISOR=65536
RTL_INC := -Irtl/unit -Irtl/regs
# the serial bridge, by its parameters; the bus adapters
LINK_SRC := rtl/link/tally_bridge.v rtl/link/tally_port.v
LINT_LINK := AW=9 AW=28 BIT=4 BIT=868 BIT=65535
LINT_REFUSED_SRC := $(UNIT_SRC) $(LINK_SRC) $(filter-out %_arbiter.v,$(wildcard rtl/bus/tally_[as]*.v)) $(wildcard rtl/link/tally_live*.v) rtl/tap/tap_rvfi.v rtl/board/console.v rtl/board/soc_unit.v
LINT_BUS := tally_apb tally_axil tally_axil_master tally_arbiter

.PHONY: regs check-regs lint lint-rtl lint-link lint-unit lint-bus lint-refused
lint-rtl: lint-link lint-unit lint-bus lint-refused ## Verilator -Wall over parameter sets, Icarus, Yosys
lint: lint-rtl
lint-unit: ## the unit
	@for s in $(LINT_UNIT); do verilator --lint-only -Wall $(RTL_INC) $$(echo $$s | tr : '\n' | sed s/^/-G/) --top-module tally $(UNIT_SRC) \
	  || { echo "with $$s"; exit 1; }; done
	@for s in 0:10:32:0:0 2:9:32:2:0 0:9:17:1:2; do set -- $$(echo $$s | tr : ' '); \
	  iverilog -g2005 -Wall $(RTL_INC) -Ptally.MAPPER=$$1 -Ptally.BINS_LOG2=$$2 -Ptally.PC_W=$$3 -Ptally.TAG=$$4 -Ptally.EVENT=1 \
	    -Ptally.SYSTEM=$$5 -o $(BUILD)/lint.vvp -s tally $(UNIT_SRC) || exit 1; \
	  $(YOSYS) -q -p "verilog_defaults -add $(RTL_INC); read_verilog $(UNIT_SRC); chparam -set MAPPER $$1 -set BINS_LOG2 $$2 \
	    -set PC_W $$3 -set TAG $$4 -set EVENT 1 -set SYSTEM $$5 tally; hierarchy -check -top tally; proc; check -assert" || exit 1; done
	@verilator --lint-only -Wall $(RTL_INC) --top-module two_units rtl/soc/two_units.v $(UNIT_SRC)
	@echo "lint: $(words $(LINT_UNIT)) parameter sets of the unit clean"
lint-refused: ## a parameter out of range stops Verilator and Icarus, and Yosys
	@for s in $(LINT_REFUSED); do top=$${s%%:*}; sets=$$(echo $${s#*:} | tr : '\n'); \
	  for tool in "verilator --lint-only -Wno-fatal $$(echo "$$sets" | sed s/^/-G/) --top-module" \
	    "iverilog -g2005 $$(echo "$$sets" | sed "s/^/-P$$top./; s/0x/32'h/") -o $(BUILD)/lint.vvp -s"; do \
	    $$tool $$top $(RTL_INC) $(LINT_REFUSED_SRC) 2>&1 | grep -qi "module.*tally_parameter_out_of_range" \
	      || { echo "lint: $${tool%% *} takes $$s"; exit 1; }; done; done
	@$(YOSYS) -q -p "read_verilog $(RTL_INC) $(LINT_REFUSED_SRC); chparam -set BIT 65536 tally_live; hierarchy -check -top tally_live" 2>&1 \
	  | grep -q tally_parameter_out_of_range || { echo "lint: Yosys takes tally_live:BIT=65536"; exit 1; }
	@echo "lint: $(words $(LINT_REFUSED)) parameter sets out of range refused"
lint-bus: ## adapters and taps
	@for t in $(LINT_BUS); do verilator --lint-only -Wall --top-module $$t rtl/bus/$$t.v || exit 1; \
	  iverilog -g2005 -Wall -o $(BUILD)/lint.vvp -s $$t rtl/bus/$$t.v || exit 1; \
	  $(YOSYS) -q -p "read_verilog rtl/bus/$$t.v; hierarchy -check -top $$t; proc; check -assert" || exit 1; done
	@for f in $(wildcard rtl/tap/tap_*.v); do verilator --lint-only -Wall $$f || exit 1; done
	@for t in bus/tally_simple:tally_simple link/tally_live:tally_live link/tally_live:tally_live_bus; do \
	  verilator --lint-only -Wall $(RTL_INC) --top-module $${t##*:} -f rtl/$${t%%:*}.f || exit 1; done
	@echo "lint: bus adapters, taps and the wrappers are clean"
lint-link: ## the serial bridge
	@for s in $(LINT_LINK); do verilator --lint-only -Wall -G$$s rtl/link/tally_bridge.v || { echo "with $$s"; exit 1; }; done
	@verilator --lint-only -Wall rtl/link/tally_port.v
	@for t in tally_bridge tally_port; do iverilog -g2005 -Wall -o $(BUILD)/lint.vvp -s $$t rtl/link/$$t.v || exit 1; \
	  $(YOSYS) -q -p "read_verilog rtl/link/$$t.v; hierarchy -check -top $$t; proc; check -assert" || exit 1; done
	@echo "lint: the serial bridge is clean"

regs: ## write the register constants from rtl/regs/tally.rdl
	$(PY) rtl/regs/regs.py rtl/regs/tally.rdl $(BUILD)/regs
	cp $(BUILD)/regs/tally_regs.vh $(BUILD)/regs/REGISTERS.md rtl/regs/
	cp $(BUILD)/regs/tally_regs.h driver/

check-regs: ## fail when a committed register file is not what the RDL gives
	@$(PY) rtl/regs/regs.py rtl/regs/tally.rdl $(BUILD)/regs
	@for f in $(UNIT_REGS); do cmp "$$f" "$(BUILD)/regs/$${f##*/}" \
	  || { echo "$$f differs from its source: run 'make regs' and commit"; exit 1; }; done
	@echo "register constants: $(words $(UNIT_REGS)) files agree with rtl/regs/tally.rdl"

# ---- make area: size and speed of the unit, against the cores (rtl/board/area.list).
#
#   make area                            every row, writes rtl/board/AREA.md
#   make area ROWS="exact" SEEDS=5    only these rows and their cores, prints the table

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

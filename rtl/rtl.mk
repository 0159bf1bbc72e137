# rtl.mk - the unit: lists, register constants, lint.

RTL_SRC := $(addprefix rtl/,$(shell cat rtl/tally.f))
RTL_ALL := $(RTL_SRC) rtl/tally_regs.vh
REGS_OUT := rtl/tally_regs.vh rtl/REGISTERS.md driver/tally_regs.h

# every combination offered: mapper x memory x weight
LINT_SETS := $(foreach m,0 1 2,$(foreach b,4 12 20,$(foreach w,2 16,$m:$b:$w)))
# the other adapters: their address width is all that a parameter changes in them
LINT_SLAVES  := tally_apb tally_axil
LINT_MASTERS := tally_wb_master tally_axil_master

.PHONY: regs check-regs lint
regs: ## write the register constants from rtl/tally_regs.rdl
	$(PY) rtl/regs.py rtl/tally_regs.rdl $(BUILD)/regs
	cp $(BUILD)/regs/tally_regs.vh $(BUILD)/regs/REGISTERS.md rtl/
	cp $(BUILD)/regs/tally_regs.h driver/

check-regs: ## fail when a committed register file is not what the RDL gives
	@$(PY) rtl/regs.py rtl/tally_regs.rdl $(BUILD)/regs
	@for f in $(REGS_OUT); do cmp "$$f" "$(BUILD)/regs/$${f##*/}" \
	  || { echo "$$f differs from rtl/tally_regs.rdl: run 'make regs' and commit"; exit 1; }; done
	@echo "register constants: $(words $(REGS_OUT)) files agree with rtl/tally_regs.rdl"

lint: ## Verilator -Wall over every parameter set offered, Icarus, Yosys
	@for s in $(LINT_SETS); do set -- $$(echo $$s | tr : ' '); \
	  verilator --lint-only -Wall -Irtl -GMAPPER=$$1 -GBINS_LOG2=$$2 -GWEIGHT_W=$$3 --top-module tally_wb $(RTL_SRC) || exit 1; done
	@for t in $(LINT_SLAVES); do for b in 4 12 20; do \
	  verilator --lint-only -Wall -Irtl -GBINS_LOG2=$$b --top-module $$t $(RTL_SRC) || exit 1; done; done
	@for t in $(LINT_MASTERS); do verilator --lint-only -Wall --top-module $$t rtl/$$t.v || exit 1; done
	@for f in $(wildcard rtl/tap_*.v); do verilator --lint-only -Wall $$f || exit 1; done
	@for t in tally_wb $(LINT_SLAVES) $(LINT_MASTERS); do \
	  iverilog -g2005 -Wall -Irtl -o $(BUILD)/lint.vvp -s $$t $(RTL_SRC) || exit 1; done
	@for m in 0 1 2; do $(YOSYS) -q -p "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); \
	  chparam -set MAPPER $$m -set BINS_LOG2 8 tally_wb; hierarchy -check -top tally_wb; proc; check -assert" || exit 1; done
	@for t in $(LINT_SLAVES) $(LINT_MASTERS); do \
	  $(YOSYS) -q -p "verilog_defaults -add -Irtl; read_verilog $(RTL_SRC); hierarchy -check -top $$t; proc; check -assert" || exit 1; done
	@echo "lint: $(words $(LINT_SETS)) parameter sets clean in Verilator; Icarus and Yosys accept all mappers"

# SPDX-License-Identifier: ISC
# litex.mk - LiteX SoCs with Tally: in Verilator, where their BIOS is the profiled program, and on boards.
#
#   make demo-litex         VexRiscv boots its BIOS and tests its memory; every cycle is counted
#   make litex-boards       targets of litex-boards to bitstreams; writes rtl/litex/BOARDS.md

# LiteX's client is installed when its test is first built; a fresh virtual environment lacks it
$(VENV)/litex.stamp: sim/setup/litex.txt
	@$(STEP) "pip install (LiteX's client, by hash)" $(BUILD)/log/pip-litex.log $(PY) -m pip --disable-pip-version-check \
		--no-input install --require-hashes --no-deps --no-build-isolation -r sim/setup/litex.txt
	@touch $@

LITEX_VENV := $(VENV)/litex-soc.stamp
$(LITEX_VENV): sim/setup/litex_soc.txt $(VENV)/litex.stamp pyproject.toml sw/python/tally_capture.py \
	$(wildcard $(addprefix rtl/,litex/* litex/*/* unit/* engine/* bus/* tap/* link/* regs/*.vh) driver/*.[ch])
	@$(STEP) "pip install (LiteX's software, by hash)" $(BUILD)/log/pip-litex-soc.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps -r sim/setup/litex_soc.txt
	@$(STEP) "pip install . (tally_litex)" $(BUILD)/log/pip-tally.log tests/litex/install.sh $(PY) $(BUILD)/tests/litex/source
	@rm -rf $(BUILD)/tests/litex/vexriscv $(BUILD)/tests/litex/pads
	@touch $@

.PHONY: demo-litex
demo-litex: $(TALLY) $(LITEX_VENV)
	@TALLY=$(TALLY) $(PY) tests/litex/bios.py $(BUILD)/tests/litex/vexriscv vexriscv:lite

LITEX_BOARDS := $(VENV)/litex-boards.stamp
$(LITEX_BOARDS): sim/setup/litex_boards.txt $(LITEX_VENV) $(VENV)/area.stamp
	+@sim/setup/apt.sh $(BUILD) yosys nextpnr-ice40 fpga-icestorm
	@$(STEP) "pip install (LiteX's boards, by hash)" $(BUILD)/log/pip-litex-boards.log $(PY) -m pip --disable-pip-version-check \
		--no-input install --require-hashes --no-deps --no-build-isolation -r sim/setup/litex_boards.txt
	@touch $@

.PHONY: litex-boards
litex-boards: $(LITEX_BOARDS)
	@$(PY) tests/litex/boards.py $(BUILD)/tests/litex/boards >$(BUILD)/litex-boards.md && mv $(BUILD)/litex-boards.md rtl/litex/BOARDS.md

# ---- the host's code for LiteX's own bridges
$(eval $(call program,$(BUILD)/tests/litex_late,tests/litex/late.c sw/live/stock.c,,))

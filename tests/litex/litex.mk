# SPDX-License-Identifier: ISC
# litex.mk - LiteX SoCs with Tally in Verilator: their BIOS is the profiled program.
#
#   make demo-litex         VexRiscv boots its BIOS and tests its memory; every cycle is counted

LITEX_VENV := $(VENV)/litex-soc.stamp
$(LITEX_VENV): sim/setup/litex_soc.txt $(VENV)/litex.stamp pyproject.toml $(wildcard rtl/litex/* rtl/litex/*/*) \
	$(UNIT_SRC) $(wildcard rtl/tap/*.v rtl/link/*.[vf] rtl/bus/*.[vf] driver/*.[ch])
	@$(STEP) "pip install (LiteX's software, by hash)" $(BUILD)/log/pip-litex-soc.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps -r sim/setup/litex_soc.txt
	@$(STEP) "pip install . (tally_litex)" $(BUILD)/log/pip-tally.log tests/litex/install.sh $(PY) $(BUILD)/tests/litex/source
	@touch $@

.PHONY: demo-litex
demo-litex: $(TALLY) $(LITEX_VENV)
	@TALLY=$(TALLY) $(PY) tests/litex/bios.py $(BUILD)/tests/litex/vexriscv vexriscv:lite

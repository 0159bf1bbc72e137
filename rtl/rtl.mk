# SPDX-License-Identifier: ISC
# rtl.mk - the Verilog's lists, its static checks, the boards.

UNIT_V := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) \
	$(addprefix rtl/engine/,$(shell cat rtl/engine/engine.f))
UNIT_H := $(wildcard rtl/unit/*.vh rtl/engine/*.vh rtl/regs/*.vh)
LINK_V := rtl/tally_soc.v rtl/link/tally_bridge.v rtl/link/tally_port.v
SOC_V  := $(shell cat rtl/board/soc.f) $(LINK_V) rtl/bus/tally_arbiter.v rtl/soc/share.v \
	$(UNIT_V) $(UNIT_H)

.PHONY: lint regs boards bitstream flash
lint: $(YOSYS_READY)
	@rtl/lint.sh all
regs:
	@rtl/regs/regs.sh write

BOARD_PY := $(PY) rtl/board/board.py $(BUILD)
boards:
	@$(BOARD_PY) list
# FW is built, if it is one of ours
bitstream: $(VENV)/area.stamp $(filter $(BUILD)/%,$(FW))
	@$(BOARD_PY) image "$(BOARD)" "$(CORE)" "$(UNIT)" "$(FW)"
flash: $(VENV)/area.stamp $(filter $(BUILD)/%,$(FW))
	@$(BOARD_PY) flash "$(BOARD)" "$(CORE)" "$(UNIT)" "$(FW)"

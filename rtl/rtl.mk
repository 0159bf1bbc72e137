# SPDX-License-Identifier: ISC
# rtl.mk - the Verilog's lists, its static checks, the boards.

UNIT_V := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) \
	$(addprefix rtl/engine/,$(shell cat rtl/engine/engine.f))
UNIT_H := $(wildcard rtl/unit/*.vh rtl/engine/*.vh rtl/regs/*.vh)

.PHONY: lint regs
lint: $(YOSYS_READY)
	@rtl/lint.sh all
regs:
	@rtl/regs/regs.sh write

include rtl/board/board.mk

# SPDX-License-Identifier: ISC
# rtl.mk - the Verilog's lists, its static checks; bitstreams. A board's design is
# $(BUILD)/board/BOARD/CORE/UNIT:
#
# synth.ys, place   for Yosys and nextpnr; written anew only where they differ
# netlist.json      Yosys' product
# routed            the board, placed and routed, with random words as firmware

UNIT_V := $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) \
	$(addprefix rtl/engine/,$(shell cat rtl/engine/engine.f))
UNIT_H := $(wildcard rtl/unit/*.vh rtl/engine/*.vh rtl/regs/*.vh)
RTL_V  := $(wildcard rtl/*.v rtl/*/*.v rtl/*/*.vh rtl/soc/cores/*)
BOARD_PY := $(PY) rtl/board/board.py

lint: $(YOSYS_READY)
	@rtl/lint.sh all
regs:   ; @rtl/regs/regs.sh write
boards: ; @$(BOARD_PY) list
# FW is built, if it is one of ours; and looked at before minutes are spent
bitstream flash: $(filter $(BUILD)/%,$(FW))
	@design=$$($(PY) rtl/board/image.py design "$(BOARD)" "$(CORE)" "$(UNIT)" "$(FW)") && \
	env -u MAKEFLAGS make -s --no-print-directory $(BUILD)/board/$$design/routed && \
	$(BOARD_PY) report $(BUILD)/board/$$design && \
	$(PY) rtl/board/image.py $@ $(BUILD)/board/$$design "$(FW)"

$(BUILD)/board/%/synth.ys $(BUILD)/board/%/place $(BUILD)/board/%/pins: FORCE | $(VENV)/area.stamp
	@$(BOARD_PY) files $(@D)
$(BUILD)/board/%/netlist.json: $(BUILD)/board/%/synth.ys $(RTL_V) $(BUILD)/setup.stamp \
		| $(YOSYS_READY)
	@$(STEP) "Yosys: $*" $(@D)/synth.log $(YOSYS) -q -s $<
$(BUILD)/board/%/routed: $(BUILD)/board/%/netlist.json $(BUILD)/board/%/place \
		$(BUILD)/board/%/pins $(VENV)/area.stamp
	@$(STEP) "nextpnr: $*" $(@D)/place.log $(BOARD_PY) place $(@D)

# SPDX-License-Identifier: ISC
# board.mk - bitstreams of the boards (rtl/board/boards.list), and their designs under test.
#
#   make boards                                         the boards: cores, clock, RAM, unit
#   make bitstream BOARD=ulx3s-25f FW=firmware.elf      [CORE=vexriscv] [UNIT="mul 12"]
#   make flash BOARD=... FW=firmware.elf                ... and onto the board
#   make bitstreams [BOARD=pattern]                     each board x core: writes rtl/board/BOARDS.md
#   make bitstreams-cost [BOARD=pattern] [SEEDS=5]      with the unit and without, Fmax over seeds: its table there
#   build/tests/board-NAME-bitstream, -netlist          the same over what was made of it
#   build/tests/board-NAME                              tests/board/board.c over the RTL of board NAME with its first core (-NAME-CORE: another)

BOARD_PY := $(PY) rtl/board/board.py $(BUILD)

.PHONY: boards bitstream flash bitstreams bitstreams-cost
boards:
	@$(BOARD_PY) list
bitstream flash: $(VENV)/area.stamp
	@$(BOARD_PY) $(if $(filter flash,$@),flash,image) "$(BOARD)" "$(CORE)" "$(UNIT)" "$(FW)"
bitstreams bitstreams-cost: $(VENV)/area.stamp
	@JOBS=$(JOBS) SEEDS=$(SEEDS) $(BOARD_PY) $(if $(filter bitstreams,$@),table,cost) "$(BOARD)"

# ---- the RTL at its pins; the PLL is left out, the clock is the SoC's
BOARD_RTL := $(shell cat rtl/board/soc.f) rtl/board/top.v $(addprefix rtl/unit/,$(shell cat rtl/unit/unit.f)) $(LINK_SRC) \
	$(wildcard rtl/unit/*.vh rtl/regs/*.vh rtl/soc/cores/*.v) \
	$(wildcard sim/cores/*_exposed.v) rtl/soc/arbiter.v $(wildcard rtl/tap/tap_*.v)
BOARDS_TESTED := icebreaker hx8k ulx3s-25f ulx3s-85f:vexriscv-linux

# $(1) NAME or NAME:CORE, $(2) the same as part of a file's name
define board_test
$(BUILD)/tests/board-$(2): tests/board/board.c tests/board/top.v rtl/board/model.py rtl/board/board_list.py rtl/board/board_build.py \
		$(wildcard rtl/board/*.list) rtl/board/boards/$(firstword $(subst :, ,$(1))).board $(BOARD_RTL) $(NL_CELLS_ice40)
	+@mkdir -p $$(@D); MAKE='$$(MAKE)' CC='$$(CC)' $$(STEP) "Verilator: board $(1)" $$@.log $(PY) rtl/board/model.py $(BUILD) $(1)
endef
$(foreach b,$(BOARDS_TESTED),$(eval $(call board_test,$(b),$(subst :,-,$(b)))))

# ---- what was made of it: $(1) board, $(2) bitstream or netlist, $(3) firmware
define board_made
$(BUILD)/tests/board-$(1)-$(2): $(BUILD)/tests/board-$(1) $(3) $(wildcard rtl/board/*.py) sim/pll_models.v $(NL_CELLS_ecp5) $(VENV)/area.stamp
	+@MAKE='$$(MAKE)' CC='$$(CC)' $$(STEP) "board $(1): model of its $(2)" $$@.log $(PY) rtl/board/model.py $(BUILD) $(1) $(2) $(3)
endef
$(eval $(call board_made,hx8k,bitstream,$(BUILD)/firmware/board-echo.elf))
$(eval $(call board_made,icebreaker,netlist,$(BUILD)/firmware/rv32i/board-echo.elf))
$(eval $(call board_made,ulx3s-25f,netlist,$(BUILD)/firmware/board-echo.elf))

.PHONY: lint-boards
lint-boards: $(BUILD)/setup.stamp
	$(Q)for core in $$(sed -n 's/^\([a-z0-9-]*\) .*|.*/\1/p' rtl/board/cores.list); do PY=$(PY) rtl/board/lint.sh $$core || exit 1; done
lint: lint-boards

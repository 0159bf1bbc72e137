# SPDX-License-Identifier: ISC
# contexts.mk - the calling contexts of `tally run` against an independent truth; the programs that try them.
#
#   make contexts    all programs on all cores that run them: writes tests/contexts/CONTEXTS.md; some minutes

CONTEXTS := $(BUILD)/tests/contexts

$(eval $(call program,$(BUILD)/tests/rig/contexts,$(patsubst %,tests/contexts/%.c,contexts compare truth hart expand memory functions) sim/rig.c,\
	$(filter-out %/sw/cli/main.o,$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB),$(SW_LDLIBS) $(VERILATE_LIBS)))

# SPDX-License-Identifier: ISC
# link.mk - the serial bridge (rtl/link/tally_uartbone.v) alone, on the simulated machines, and its clients.
#
#   build/tests/link             build/tests/link --seed 7 --sessions 1000

LINK_RTL := $(addprefix rtl/link/,$(filter-out tally_port.v,$(shell cat rtl/link/tally_uartbone.f)))
LINK_LIB := $(BUILD)/tests/link_rtl/liblink_rtl.a

$(LINK_LIB): tests/link/top.v $(LINK_RTL)
	$(call verilate,link_rtl,link_top,tests/link/top.v $(LINK_RTL))

$(eval $(call program,$(BUILD)/tests/link,$(patsubst %,tests/link/%.c,test shared bench) $(patsubst %,sw/live/%.c,link link_frame shared_line stock),\
	$(LINK_LIB),-lz $(VERILATE_LIBS)))
$(eval $(call program,$(BUILD)/tests/link_no_unit,tests/link/no_unit.c tests/link/bench.c sw/run/pty.c sw/base/error.c,$(LINK_LIB),$(VERILATE_LIBS)))

$(eval $(call program,$(BUILD)/tests/link_late,tests/link/late.c sw/live/stock.c,,))

# ---- on the simulated machines: takes no cycle from the core; time of a refresh
$(eval $(call rig,link_quiet,tests/link/quiet.c sw/live/link_frame.c))
$(eval $(call program,$(BUILD)/tests/rig/link_refresh,tests/link/refresh.c,$(filter-out %/sw/cli/main.o,$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB),\
	$(SW_LDLIBS) $(VERILATE_LIBS)))

# ---- LiteX's client is installed when its test is first built; a fresh virtual environment lacks it
$(VENV)/litex.stamp: sim/setup/litex.txt
	@$(STEP) "pip install (LiteX's client, by hash)" $(BUILD)/log/pip-litex.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps --no-build-isolation -r sim/setup/litex.txt
	@touch $@

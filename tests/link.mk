# SPDX-License-Identifier: ISC
# link.mk - the serial bridge (rtl/tally_uartbone.v) by itself.
#
#   build/tests/link             build/tests/link --seed 7 --sessions 1000

LINK_RTL := $(addprefix rtl/,$(filter-out tally_port.v,$(shell cat rtl/tally_uartbone.f)))
LINK_DIR := $(BUILD)/tests/link_rtl

$(LINK_DIR)/stamp: tests/link_top.v $(LINK_RTL)
	$(call say,VERILATE,$@)
	@rm -rf $(LINK_DIR)
	@mkdir -p $(LINK_DIR)
	$(Q)verilator --cc --lib-create link_rtl --prefix Vlink_rtl --Mdir $(LINK_DIR) $(LS_VFLAGS) --top-module link_top tests/link_top.v $(LINK_RTL)
	+$(Q)$(MAKE) -s -C $(LINK_DIR) -f Vlink_rtl.mk Vlink_rtl__ALL.o link_rtl.o verilated.o verilated_threads.o \
		VM_USER_CFLAGS= OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 >$(LINK_DIR).log 2>&1 || { cat $(LINK_DIR).log; exit 1; }
	@touch $@

LINK_C := tests/link_test.c tests/link_shared.c tests/link_bench.c sw/link.c sw/link_frame.c sw/shared.c
$(BUILD)/tests/link: $(LINK_C) tests/link_bench.h tests/link_shared.h sw/link.h sw/link_frame.h sw/shared.h $(LINK_DIR)/stamp
	$(call say,LD,$@)
	$(Q)$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror -Itests -o $@ $(LINK_C) \
		$(addprefix $(LINK_DIR)/,Vlink_rtl__ALL.o link_rtl.o verilated.o verilated_threads.o) -lz $(LS_LDLIBS)
TEST_DEPS += $(BUILD)/tests/link

LINK_BOARD_C := tests/link_board.c tests/link_bench.c sw/pty.c sw/error.c
$(BUILD)/tests/link_board: $(LINK_BOARD_C) tests/link_bench.h sw/link.h sw/pty.h $(LINK_DIR)/stamp
	$(call say,LD,$@)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -Itests -o $@ $(LINK_BOARD_C) \
		$(addprefix $(LINK_DIR)/,Vlink_rtl__ALL.o link_rtl.o verilated.o verilated_threads.o) $(LS_LDLIBS)
TEST_DEPS += $(BUILD)/tests/link_board

# ---- on the simulated machines: no cycle of the core
$(BUILD)/tests/rig/link_quiet: tests/link_quiet.c sw/link_frame.c sw/link_frame.h tests/rig.c tests/rig.h driver/tally.h sim/machine.h $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -I. -Itests $(filter %.c,$^) \
		$(DRIVER_OBJ) $(SIM_LIB) -lelf -lz $(SIM_LDLIBS) -o $@
TEST_DEPS += $(BUILD)/tests/rig/link_quiet

# ---- LiteX's client is installed when its test is first built; a new virtual environment is without it
$(VENV)/litex.stamp: sim/setup/litex.txt
	@$(STEP) "pip install (LiteX's client, by hash)" $(BUILD)/log/pip-litex.log $(PY) -m pip --disable-pip-version-check --no-input \
		install --require-hashes --no-deps --no-build-isolation -r sim/setup/litex.txt
	@touch $@
TEST_DEPS += $(VENV)/litex.stamp

# ---- how long a refresh takes
LINK_REFRESH := $(filter-out %/main.o,$(SW_OBJ))
$(BUILD)/tests/rig/link_refresh: tests/link_refresh.c $(LINK_REFRESH) $(DRIVER_OBJ) $(SIM_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SW_CFLAGS) -I. $< $(LINK_REFRESH) $(DRIVER_OBJ) $(SIM_LIB) $(SW_LDLIBS) $(SIM_LDLIBS) -o $@
TEST_DEPS += $(BUILD)/tests/rig/link_refresh

# SPDX-License-Identifier: ISC
# buses.mk - tests/buses.c: the unit behind each slave adapter.
$(LS)/buses/stamp: sim/buses_top.v $(RTL_ALL)
	$(call say,VERILATE,$@)
	$(call ls_verilate,buses,buses_top,sim/buses_top.v $(RTL_SRC))

$(BUILD)/tests/buses: tests/buses.c tests/buses_ports.c tests/buses.h driver/tally_regs.h $(LS)/buses/stamp
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LS_CFLAGS) -Itests -o $@ $(filter %.c,$^) $(call ls_objects,buses) $(call ls_runtime,buses) $(LS_LDLIBS)

TEST_DEPS += $(BUILD)/tests/buses

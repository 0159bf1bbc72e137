# SPDX-License-Identifier: ISC
# link.mk - the serial bridge alone, with a unit, as a netlist; the host's code over it.
#
#   build/tests/link protocol                build/tests/link_short noise 100000 [SEED]
#   build/tests/link_unit-2 quiet            build/tests/link pty lies

LB := $(BUILD)/tests/link_rtl

# $(call link_rtl,NAME,TOP,FLAGS,FILES): an archive that bench.c runs
define link_rtl
$(LB)/$(1)/liblink_rtl.a: $(4)
	$$(call verilate,link_rtl,$(2),$(3) $$(filter %.v,$$^))
endef

# where the bridge's silence is 2^6 bits instead of 2^11, much noise passes in little time
$(LB)/short.v: rtl/link/tally_bridge.v
	@mkdir -p $(@D)
	$(Q)sed 's/\(SILENCE *= \)11;/\16;/' $< >$@; ! cmp -s $< $@
$(LB)/netlist.v: rtl/link/tally_bridge.v | $(YOSYS_READY)
	@mkdir -p $(@D)
	@$(STEP) "Yosys: the bridge for ice40" $(LB)/netlist.log $(YOSYS) -q -p "read_verilog $<; \
		synth_ice40 -top tally_bridge; delete t:\$$scopeinfo; \
		rename tally_bridge bridge_netlist; write_verilog -noattr $@"
$(LB)/netlist/liblink_rtl.a: | $(NL_SHARE)
LINK_UNIT := tests/link/unit.v $(shell cat rtl/link/tally_live.f) $(LU_INC)

$(eval $(call link_rtl,whole,link_top,,tests/link/top.v rtl/link/tally_bridge.v))
$(eval $(call link_rtl,short,link_top,-GBIT=4 -GSILENCE=6,tests/link/top.v $(LB)/short.v))
$(eval $(call link_rtl,netlist,link_top,-DNETLIST $(NL_FLAGS) $(NL_CELLS_ice40),tests/link/top.v \
	rtl/link/tally_bridge.v $(LB)/netlist.v))
$(eval $(call link_rtl,unit-0,link_unit,-GMAPPER=0 -GBINS_LOG2=12,$(LINK_UNIT)))
$(eval $(call link_rtl,unit-2,link_unit,-GMAPPER=2 -GBINS_LOG2=9,$(LINK_UNIT)))

# $(call link_program,FILE,SOURCES,NAME OF THE ARCHIVE)
link_program = $(call program,$(BUILD)/tests/$(1),$(2) tests/link/bench.c,$(LB)/$(3)/liblink_rtl.a,\
	$(SW_LDLIBS) $(VERILATE_LIBS))
LINK_TEST := tests/link/test.c sw/live/wire.c sw/run/pty.c sw/base/error.c
LINK_LIVE := tests/link/unit.c $(DRIVER_SRC) \
	$(wildcard $(patsubst %,sw/%/*.c,live profile elf base))
$(eval $(call link_program,link,$(LINK_TEST),whole))
$(eval $(call link_program,link_short,$(LINK_TEST),short))
$(eval $(call link_program,link_netlist,$(LINK_TEST),netlist))
$(eval $(call link_program,link_unit-0,$(LINK_LIVE),unit-0))
$(eval $(call link_program,link_unit-2,$(LINK_LIVE),unit-2))

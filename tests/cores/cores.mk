# SPDX-License-Identifier: ISC
# cores.mk - five programs in each instruction set of sim/cores.list: build/tests/cores/ISA/NAME.elf
#
#   make cores-table     runs them, and writes TABLE.md

CORES_ISAS := $(sort $(shell awk '!/^\#/ && NF { print $$2 }' sim/cores.list))
CORES_OF   := tests/cores/programs

cores_elf = $(BUILD)/tests/cores/$(1)/$(2).elf
# $(1) ISA, $(2) program, $(3) its objects, $(4) its sources
cores_program = $(eval $(call fw_program,$(call cores_elf,$(1),$(2)),cores-$(1),$(call fw_base,$(1)),$(4),$(3)))

# Dhrystone, unmodified; a clock of ours.
define cores_dhrystone
$(OBJ)/cores-$(1)/dhry_%.o: $(DHRY)/dhry_%.c tests/cores/cores.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$(FW_CC) -march=$(1) -mabi=ilp32 --specs=picolibc.specs -g -O2 -DTIME -Dtime=dhrystone_time $(DHRY_C) -w -c $$< -o $$@
endef
$(foreach isa,$(CORES_ISAS),$(eval $(call fw_kind,cores-$(isa),$(isa),)) $(eval $(call cores_dhrystone,$(isa))) \
	$(call cores_program,$(isa),dhrystone,$(patsubst %,$(OBJ)/cores-$(isa)/dhry_%.o,1 2),$(CORES_OF)/clock.c) \
	$(foreach p,arith memory,$(call cores_program,$(isa),$(p),,$(CORES_OF)/$(p).c)) \
	$(call cores_program,$(isa),hello,,$(PROGRAMS_DIR)/hello.c) \
	$(call cores_program,$(isa),traps,,$(if $(findstring zicsr,$(isa)),,$(CONTEXTS_SRC)/picorv32_vector.S) $(CORES_OF)/traps.c))
$(eval $(call rig,traps,tests/cores/traps.c))
$(eval $(call rig,fetch,tests/cores/fetch.c))
$(eval $(call rig,print_log,tests/cores/print_log.c))

# ---- Ibex with its own tracer: the log that `tally import --rvfi` reads
$(BUILD)/tests/ibex_log/ibex_log: tests/cores/ibex_log.sv $(SIM_V)
	+@PY=$(PY) MAKE='$(MAKE)' $(STEP) "Verilator: ibex with its tracer" $(BUILD)/log/ibex-log.log \
		sim/verilate ibex bare $(@D) $<

.PHONY: cores-table
cores-table: $(BUILD)/setup.stamp
	@$(PY) tests/cores/table.py >$(BUILD)/cores-table.md && mv $(BUILD)/cores-table.md tests/cores/TABLE.md

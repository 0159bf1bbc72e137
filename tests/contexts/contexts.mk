# SPDX-License-Identifier: ISC
# contexts.mk - the calling contexts of `tally run` against an independent truth; the programs that try them.
#
#   make contexts    all programs on all cores that run them: writes tests/contexts/CONTEXTS.md; some minutes
#   make compare     rv-profile beside tally run, against that truth: writes tests/contexts/COMPARE.md; minutes, 5 GB

CONTEXTS := $(BUILD)/tests/contexts

CONTEXTS_TRUTH_C := $(patsubst %,tests/contexts/%.c,truth hart expand memory functions)
CONTEXTS_C := tests/contexts/contexts.c tests/contexts/compare.c $(CONTEXTS_TRUTH_C)
$(eval $(call program,$(BUILD)/tests/rig/contexts,$(CONTEXTS_C) sim/rig.c,\
	$(filter-out %/sw/cli/main.o,$(SW_OBJ)) $(DRIVER_OBJ) $(SIM_LIB),$(SW_LDLIBS) $(VERILATE_LIBS)))
$(eval $(call rig,inclusive,tests/contexts/inclusive.c $(CONTEXTS_TRUTH_C) sw/base/error.c))
$(eval $(call rig,waveform,tests/contexts/waveform.c))

# ---- programs: for any core; with interrupts, for cores with machine mode; small, for PicoRV32
CONTEXTS_SRC := tests/contexts/programs
CONTEXTS_TORTURE := $(patsubst %,$(CONTEXTS_SRC)/%,torture.c interrupts.c coroutines.c coroutine_switch.S)
$(eval $(call fw_kind,contexts-zicsr,rv32im_zicsr))
$(eval $(call fw_kind,contexts-small,rv32imc,-Os -msave-restore))
# $(1) program, $(2) sources: NAME.elf, NAME-small.elf
define contexts_program
$(call fw_program,$(CONTEXTS)/$(1).elf,rv32im,rv32im,$(2))
$(call fw_program,$(CONTEXTS)/$(1)-small.elf,contexts-small,rv32imc,$(2))
endef
$(eval $(call contexts_program,torture,$(CONTEXTS_TORTURE)))
$(eval $(call contexts_program,strange,$(patsubst %,$(CONTEXTS_SRC)/%,strange.c strange_swap.S coroutine_switch.S)))
$(eval $(call contexts_program,mixed,$(CONTEXTS_SRC)/mixed.c))
$(eval $(call fw_kind,contexts-picorv32,rv32imc,-DPICORV32))
$(eval $(call fw_program,$(CONTEXTS)/torture-interrupts.elf,contexts-zicsr,rv32im,$(CONTEXTS_TORTURE)))
$(eval $(call fw_program,$(CONTEXTS)/torture-irq.elf,contexts-picorv32,rv32imc,\
	$(CONTEXTS_SRC)/picorv32_vector.S $(CONTEXTS_TORTURE)))

# ---- C++ with exceptions
$(eval $(call fw_kind,contexts-cxx,rv32im,-DEXCEPTIONS))
$(OBJ)/contexts-cxx/%.o: %.cc tests/contexts/contexts.mk
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)$(CROSS)g++ -march=rv32im $(filter-out -std=%,$(FW_CFLAGS)) -std=c++17 -Werror -MMD -MP -c $< -o $@
$(eval $(call fw_program,$(CONTEXTS)/throws.elf,contexts-cxx,rv32im,\
	$(patsubst %,$(CONTEXTS_SRC)/%.cc,throws cxx_runtime)))
$(eval $(call fw_program,$(CONTEXTS)/threads.elf,contexts-zicsr,rv32im,\
	$(patsubst %,$(CONTEXTS_SRC)/%,threads.c threads_trap.S)))

# ---- the table
.PHONY: contexts
contexts: $(BUILD)/tests/rig/contexts $(addprefix $(BUILD)/,$(shell tests/contexts/contexts.sh elfs))
	@tests/contexts/contexts.sh write

# ---- side by side with rv-profile, which is installed for that alone
$(VENV)/rv-profile.stamp: sim/setup/rv-profile.txt $(BUILD)/setup.stamp
	@$(STEP) "pip install (rv-profile, by hash)" $(BUILD)/log/pip-rv-profile.log $(PY) -m pip --disable-pip-version-check \
		--no-input install --require-hashes --no-deps --only-binary :all: -r sim/setup/rv-profile.txt
	@touch $@
.PHONY: compare
compare: $(VENV)/rv-profile.stamp $(TALLY) $(BUILD)/tests/rig/inclusive $(BUILD)/tests/rig/waveform \
		$(FW)/dhrystone.elf $(FW)/lua.elf
	@$(STEP) "rv-profile and tally run" $(BUILD)/log/compare.log $(PY) tests/contexts/side.py write

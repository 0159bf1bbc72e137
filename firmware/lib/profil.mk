# SPDX-License-Identifier: ISC
# profil.mk - the library calls on bare metal, and their tests: the clauses' programs without a kernel.
#
#   build/firmware/lib/libprofil-NAME.a	NAME: sysv, solaris, bsd: profil of that system, pcsample, sprofil, the driver
#   build/firmware/bare-NAME.elf	firmware/user/bin/NAME.c: sysv, solaris, bsd, cbunix
#   build/firmware/bare-calls.elf	tests/firmware/both_calls.c

BARE_DIR    := $(FW)/obj/bare
BARE_HDR    := $(wildcard firmware/*.h firmware/lib/*.h firmware/include/*.h firmware/include/sys/*.h firmware/user/*.h) $(DRIVER_HDR)
BARE_CFLAGS := -march=rv32im $(FW_CFLAGS) -Werror -I. -Ifirmware/include -Ifirmware/user -DBARE_METAL
bare_cc      = $(call say,CC,$@); mkdir -p $(@D); $(FW_CC) $(BARE_CFLAGS) -c $< -o $@

$(BARE_DIR)/%.o: firmware/lib/%.c $(BARE_HDR) firmware/lib/profil.mk
	$(bare_cc)
$(BARE_DIR)/%.o: driver/%.c $(BARE_HDR) firmware/lib/profil.mk
	$(bare_cc)
$(BARE_DIR)/%.o: firmware/user/%.c $(BARE_HDR) firmware/lib/profil.mk
	$(bare_cc)
$(BARE_DIR)/%.o: firmware/user/bin/%.c $(BARE_HDR) firmware/lib/profil.mk
	$(bare_cc)
$(BARE_DIR)/%.o: tests/firmware/%.c $(BARE_HDR) firmware/lib/profil.mk
	$(bare_cc)
$(BARE_DIR)/work.o: firmware/user/work.S firmware/lib/profil.mk
	$(bare_cc)

BARE_SYSTEMS := sysv solaris bsd
BARE_CALLS   := $(patsubst %,$(BARE_DIR)/%.o,pcsample sprofil machine tally tally_bins tally_profil tally_calls)
$(BARE_SYSTEMS:%=$(FW)/lib/libprofil-%.a): $(FW)/lib/libprofil-%.a: $(BARE_DIR)/profil_%.o $(BARE_CALLS)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(CROSS)ar rcs $@ $^

BARE_CLAUSES := $(patsubst %,$(BARE_DIR)/%.o,clause clause_bare work)
BARE_ELF     := $(patsubst %,$(FW)/bare-%.elf,sysv solaris bsd cbunix calls)
$(BARE_ELF): $(BARE_CLAUSES) $(call fw_parts,$(FW_RV32IM))
	$(call say,LD,$@)
	$(Q)$(FW_CC) -march=rv32im $(FW_LDFLAGS) -T $(filter %.ld,$^) $(filter %.o,$^) $(filter %.a,$^) -o $@
$(FW)/bare-sysv.elf: $(BARE_DIR)/sysv.o $(FW)/lib/libprofil-sysv.a
$(FW)/bare-solaris.elf: $(BARE_DIR)/solaris.o $(FW)/lib/libprofil-solaris.a
$(FW)/bare-bsd.elf: $(BARE_DIR)/bsd.o $(FW)/lib/libprofil-bsd.a
$(FW)/bare-cbunix.elf: $(BARE_DIR)/cbunix.o $(FW)/lib/libprofil-sysv.a
$(FW)/bare-calls.elf: $(BARE_DIR)/both_calls.o $(FW)/lib/libprofil-sysv.a

FIRMWARE  += $(BARE_SYSTEMS:%=$(FW)/lib/libprofil-%.a)
TEST_DEPS += $(BARE_ELF)

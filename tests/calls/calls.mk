# SPDX-License-Identifier: ISC
# calls.mk - the programs that show the manual pages' clauses, as processes and on bare metal; the judges of their
# counters; gmon.out.
#
#   build/firmware/bare-NAME.elf	tests/calls/NAME.c without a kernel

CLAUSE_C := $(patsubst %,tests/calls/%,clause.c work.S)
CLAUSE_PROCESS := $(CLAUSE_C) tests/calls/clause_kernel.c tests/calls/clause_process.c driver/tally_bins.c
# $(1) program, $(2) the library whose profil it uses
clause_program = $(call user_program,$(1),tests/calls/$(1).c $(CLAUSE_PROCESS) $(2:%=firmware/lib/profil_%.c))
$(eval $(call clause_program,sysv,sysv))
$(eval $(call clause_program,cbunix,sysv))
$(eval $(call clause_program,solaris,solaris))
$(eval $(call clause_program,bsd,bsd))
$(eval $(call clause_program,rows))
$(call user_objects,tests/calls/rows.c): private OWN := -I$(BUILD)/tests/oracle
$(call user_objects,tests/calls/rows.c): $(BUILD)/tests/oracle/rows.inc
$(eval $(call user_program,watched,tests/calls/watched.c))

# ---- the mapping's vectors, row by row, from the oracle
MAPPING := $(BUILD)/tests/oracle/mapping.csv
$(MAPPING): tests/oracle/mapping.py
	@mkdir -p $(@D)
	$(Q)$(PY) -B $< >$@
$(BUILD)/tests/oracle/rows.inc: $(MAPPING)
	@awk -F, 'NR > 1 && $$5 == 2 && $$4 <= 131072 && $$1 - $$2 >= -16 && $$1 - $$2 <= 131072 { \
		printf "{ %d, %d, %d, %d, %d },\n", $$1 - $$2, $$3, $$4, $$7, $$6 }' $< >$@

# ---- on bare metal
bare_program = $(call fw_program,$(FW)/bare-$(1).elf,rv32im,rv32im,tests/calls/$(2).c $(CLAUSE_C) tests/calls/clause_bare.c,$(FW)/lib/libprofil-$(3).a)
$(eval $(call bare_program,sysv,sysv,sysv))
$(eval $(call bare_program,solaris,solaris,solaris))
$(eval $(call bare_program,bsd,bsd,bsd))
$(eval $(call bare_program,cbunix,cbunix,sysv))
$(eval $(call bare_program,calls,both_calls,sysv))

# ---- the observers: outside the machine
$(eval $(call rig,calls,tests/calls/calls.c))
$(eval $(call rig,kernel,tests/calls/counters.c $(patsubst %,tests/calls/counters_%.c,users system cost)))

# ---- gmon.out: the writer on the host, for tests/calls/gmon.sh
$(call objects,san,tests/calls/gmon_write.c firmware/lib/gmon.c): private OWN := -Ifirmware/include
$(eval $(call program,$(BUILD)/tests/gmon_write,tests/calls/gmon_write.c firmware/lib/gmon.c,,,san))

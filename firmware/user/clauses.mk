# SPDX-License-Identifier: ISC
# clauses.mk - the programs that show the manual pages' clauses: what each links besides the user library.

CLAUSES := $(patsubst %,$(USER_OBJDIR)/%.o,clause clause_kernel clause_process work driver/tally_bins)
$(USER)/bin/sysv $(USER)/bin/cbunix: $(USER_OBJDIR)/lib/profil_sysv.o $(CLAUSES)
$(USER)/bin/rows: $(CLAUSES)
$(USER_OBJDIR)/bin/rows.o: $(USER_OBJDIR)/rows.inc
$(USER_OBJDIR)/bin/rows.o: USER_CFLAGS += -I$(USER_OBJDIR)
$(USER_OBJDIR)/rows.inc: tests/vectors/mapping.csv
	@mkdir -p $(@D)
	@awk -F, 'NR > 1 && $$5 == 2 && $$4 <= 131072 && $$1 - $$2 >= -16 && $$1 - $$2 <= 131072 { \
		printf "{ %d, %d, %d, %d, %d },\n", $$1 - $$2, $$3, $$4, $$7, $$6 }' $< >$@
$(USER)/bin/solaris: $(USER_OBJDIR)/lib/profil_solaris.o $(CLAUSES)
$(USER)/bin/bsd: $(USER_OBJDIR)/lib/profil_bsd.o $(CLAUSES)

/* SPDX-License-Identifier: ISC
 * rows.c - every row of the mapping's vectors that fits a process, by profil of System V (SV-3) and BSD (BSD-2).
 *
 * Each row's distance of pc and offset is that of a loop of two instructions from the offset given: its counters, and none but
 * those of the few instructions around the loop, count.
 */
#include "clause.h"
#include "user.h"
#include "driver/tally_profil.h"

#include <stdlib.h>

int probe(int personality, volatile void *buf, size_t size, uint32_t offset, uint32_t scale, unsigned n);
extern char probe_first[], probe_loop[], probe_last[];

struct row {
	int32_t delta;			/* pc - offset */
	uint32_t scale, size;
	int32_t slot;
	uint32_t round;
};
static const struct row rows[] = {
#include "rows.inc"			/* written from tests/vectors/mapping.csv */
};
enum { ROWS = sizeof rows / sizeof *rows, BYTES = 131072, PIECE = 64 };

static volatile uint16_t *buff;

/* The counters of all that runs meanwhile are 0 again. */
static void clean(const struct row *r, uint32_t offset)
{
	for (const char *pc = probe_first; pc <= probe_last; pc += 4) {
		int64_t slot = tally_slot((uint32_t)pc, offset, r->scale, r->size, 2, r->round);
		if (slot >= 0)
			buff[slot] = 0;
	}
}

static bool right(int personality, const struct row *r)
{
	uint32_t offset = (uint32_t)probe_loop - (uint32_t)r->delta;
	if (probe(personality, buff, r->size, offset, r->scale, 120) != 0)
		return false;
	int64_t next = tally_slot((uint32_t)probe_loop + 4, offset, r->scale, r->size, 2, r->round);
	uint32_t hits = (r->slot >= 0 ? buff[r->slot] : 0) + (next >= 0 && next != r->slot ? buff[next] : 0);
	bool off = r->scale == 0 || (r->scale == 1 && personality != PROFIL_BSD);
	clean(r, offset);
	return off ? hits == 0 : r->slot < 0 || hits > 0;
}

static void all(const char *id, int personality)
{
	unsigned ran = 0, wrong = 0;
	CLAUSE(id) {
		for (size_t i = 0; i < ROWS; i++) {
			const struct row *r = &rows[i];
			if (r->round != (personality == PROFIL_SYSV && r->scale == PROFIL_FULL_SCALE))
				continue;
			ran++;
			if (!right(personality, r) && wrong++ < 3)
				printf("# row: delta %ld scale %lu size %lu slot %ld\n", r->delta, r->scale, r->size, r->slot);
			/* nothing but those was counted */
			if (ran % PIECE == 0 && !all_bytes(buff, BYTES, 0) && wrong++ < 3)
				printf("# other counters, %u rows up to delta %ld scale %lu\n", PIECE, r->delta, r->scale);
		}
		CHECK(wrong == 0 && ran > 1000 && all_bytes(buff, BYTES, 0));
		printf("# %s: %u rows\n", id, ran);
	}
}

int main(int argc, char **argv)
{
	buff = calloc(1, BYTES + PAGE);
	CHECK(buff != NULL);
	fast_clock(67);
	if (argc < 2 || !strcmp(argv[1], "sysv"))
		all("SV-3", PROFIL_SYSV);
	if (argc < 2 || !strcmp(argv[1], "bsd"))
		all("BSD-2", PROFIL_BSD);
	printf("rows: %d failed\n", clauses_failed());
	return clauses_failed();
}

/* SPDX-License-Identifier: ISC
 * rows.c - every row of the mapping's vectors that fits a process, by profil of System V (SV-3) and
 * BSD (BSD-2).
 *
 * rows sysv|bsd
 * A loop of two instructions is placed so that its pc minus offset is the row's. Only its counters,
 * and those of the few instructions around it, may count.
 */
#include "clause.h"
#include "firmware/user/lib/user.h"
#include "firmware/lib/tally_profil.h"

#include <stdlib.h>

int probe(int personality, volatile void *buf, size_t size, uint32_t offset, uint32_t scale,
	unsigned n);
extern char probe_first[], probe_loop[], probe_last[];

struct row {
	int32_t delta; /* pc - offset */
	uint32_t scale, size;
	int32_t slot;
	uint32_t round;
};
static const struct row rows[] = {
#include "rows.inc" /* generated from tests/oracle/mapping.csv */
};
enum { ROWS = sizeof rows / sizeof *rows, BYTES = 131072, PIECE = 64 };
/* TURNS: of the loop */
enum { TURNS = 120, TICK_TURNS = 1000, TICK_TURNS_MOST = 1 << 18, TRIES = 200 };

static volatile uint16_t *buff;

static int64_t slot_of(const struct row *r, const char *pc, uint32_t offset)
{
	return tally_slot((uint32_t)pc, offset, r->round ? TALLY_SCALE_ONE : r->scale, r->size, 2);
}

/* Clears the counters of everything that runs meanwhile. */
static void clean(const struct row *r, uint32_t offset)
{
	for (const char *pc = probe_first; pc <= probe_last; pc += 4) {
		int64_t slot = slot_of(r, pc, offset);
		if (slot >= 0)
			buff[slot] = 0;
	}
}

/* One run of the loop: hits of its two instructions, -1 if profil failed. */
static long once_round(int personality, const struct row *r, unsigned turns)
{
	uint32_t offset = (uint32_t)probe_loop - (uint32_t)r->delta;
	if (probe(personality, buff, r->size, offset, r->scale, turns) != 0)
		return -1;
	int64_t next = slot_of(r, probe_loop + 4, offset);
	long hits = (r->slot >= 0 ? buff[r->slot] : 0)
		+ (next >= 0 && next != r->slot ? buff[next] : 0);
	clean(r, offset);
	return hits;
}

/* With the timer's ticks: runs until a tick falls into the loop and has been counted or found
 * outside. */
static long by_ticks(int personality, const struct row *r, bool off)
{
	static unsigned turns = TICK_TURNS;
	long hits = 0;
	/* for a row without a counter, a tick at the other instruction proves nothing */
	for (int tries = 0; tries < TRIES && (r->slot < 0 || !hits); tries++) {
		uint64_t outside = prof_counts(PROFCTL_PROCESS).outside;
		hits = once_round(personality, r, turns);
		if (off || (r->slot < 0 && prof_counts(PROFCTL_PROCESS).outside > outside))
			return hits;
		if (tries > 3 && turns < TICK_TURNS_MOST)
			turns += turns / 4;
	}
	return r->slot < 0 ? -1 : hits;
}

static bool right(int personality, const struct row *r)
{
	bool off = r->scale == 0 || (r->scale == 1 && personality != PROFIL_BSD);
	long hits = by_tick() ? by_ticks(personality, r, off) : once_round(personality, r, TURNS);
	return off ? hits == 0 : r->slot < 0 ? hits >= 0 : hits > 0;
}

static void all(const char *id, int personality)
{
	unsigned ran = 0, wrong = 0;
	CLAUSE(id)
	{
		for (size_t i = 0; i < ROWS; i++) {
			const struct row *r = &rows[i];
			if (r->round
				!= (personality == PROFIL_SYSV && r->scale == PROFIL_FULL_SCALE))
				continue;
			ran++;
			if (!right(personality, r) && wrong++ < 3)
				printf("# row: delta %ld scale %lu size %lu slot %ld\n", r->delta,
					r->scale, r->size, r->slot);
			/* nothing else was counted */
			if (ran % PIECE == 0 && !all_bytes(buff, BYTES, 0) && wrong++ < 3)
				printf("# other counters, %u rows up to delta %ld scale %lu\n",
					PIECE, r->delta, r->scale);
		}
		CHECK(wrong == 0 && ran > 1000 && all_bytes(buff, BYTES, 0));
		printf("# %s: %u rows\n", id, ran);
	}
}

int main(int argc, char **argv)
{
	bool bsd = argc == 2 && !strcmp(argv[1], "bsd");

	buff = calloc(1, BYTES + PAGE);
	if (!buff || (!bsd && (argc != 2 || strcmp(argv[1], "sysv")))) {
		printf(buff ? "usage: rows sysv|bsd\n" : "rows: no memory\n");
		return 1;
	}
	fast_clock(67);
	if (bsd)
		all("BSD-2", PROFIL_BSD);
	else
		all("SV-3", PROFIL_SYSV);
	printf("rows: %d failed\n", clauses_failed());
	return clauses_failed();
}

/* SPDX-License-Identifier: ISC
 * turns.h - several counts from a unit that counts one thing at a time.
 *
 * No two of them see the same cycles: they are samples of a program that repeats itself. Turns have
 * random lengths, so that no loop of the program keeps step with them.
 */
#pragma once

#include "live.h"

/* What a turn counts: all cycles, retirements, or those of cause c: TURN_CAUSE + c. */
enum { TURN_ALL, TURN_RETIRED, TURN_CAUSE, TURN_KINDS = TURN_CAUSE + CAUSES };

struct turns {
	struct live *live;		/* whose unit takes them; its profile.rounds counts */
	struct live *beside;		/* NULL, or another unit of the board: read meanwhile */
	unsigned kinds[TURN_KINDS], n;	/* of the turns of a round, in order */
	/* of each kind */
	uint64_t *bins[TURN_KINDS];
	uint64_t outside[TURN_KINDS], lost[TURN_KINDS];
	int64_t ms[TURN_KINDS];		/* that it was counted for */
	struct tally_counters all;	/* of TURN_ALL */
	uint32_t sticky;
	/* of turns.c */
	int64_t read_ms, beside_ms;
	uint32_t random;
};

/* Every function that returns bool returns false after one line on stderr. */

/* Takes turns for so many seconds, at least a round. The caller has set live, beside, kinds and
 * n of a zeroed structure, and calls turns_free even if it fails. */
bool turns_take(struct turns *t, uint64_t seconds);
void turns_free(struct turns *t);

/* What `count` of a kind would be in so many ms. */
uint64_t turns_scaled(const struct turns *t, unsigned kind, uint64_t count, int64_t ms);

/* Records what cycles waited for (rtl/tap/CAUSES.md). v is open, and counts all cycles. The
 * profile's bins are all cycles of their own turns; retired_at and waits_at, at the first code of
 * each bin, are scaled to the same time by the host's clock. */
bool turns_why(struct live *v, uint64_t seconds);

/* Records v, which is open, and beside it in turns the accesses and their waits that the board's
 * second unit counts: the profile's accesses, of no known instruction, scaled to all the time. */
bool turns_data(struct live *v, uint64_t seconds);

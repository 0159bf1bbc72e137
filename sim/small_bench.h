/* SPDX-License-Identifier: ISC
 * small_bench.h - the smallest unit's RTL and its model, side by side, as one bus.
 */
#ifndef SMALL_BENCH_H
#define SMALL_BENCH_H

#include "small_model.h"

struct small_bench {
	void *rtl;
	struct small_model model;
	bool wrong;
	uint32_t dat;			/* of the last access */
	/* the core at the tap, each cycle; NULL: in stays as it is */
	void (*core)(struct small_bench *b);
	struct model_in in;
	uint64_t rng;
	uint64_t reads, longest;
};

void small_open(struct small_bench *b);
void small_close(struct small_bench *b);
/* One clock of both; false, and one line on stderr, where they differ. */
bool small_clock(struct small_bench *b);
/* One whole access; false: no answer within the bound. */
bool small_access(struct small_bench *b, uint32_t adr, bool we, uint32_t dat);
uint32_t small_random(struct small_bench *b, uint32_t below);	/* 0: all 32 bits */

enum { SMALL_BOUND = 5632 };	/* clocks in which every access is answered, also behind a command that was given up */

#endif

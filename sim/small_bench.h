/* SPDX-License-Identifier: ISC
 * small_bench.h - the smallest unit's RTL and its model, side by side, as one bus.
 */
#ifndef SMALL_BENCH_H
#define SMALL_BENCH_H

#include "small_model.h"

struct small_bench {
	void *rtl;
	uint32_t mutant;		/* small.mk: of a netlist full of them; from MUTANT in the environment */
	struct small_model model;
	bool wrong;
	uint32_t dat;			/* of the last access */
	/* the core at the tap, each cycle; NULL: in stays as it is */
	void (*core)(struct small_bench *b);
	struct model_in in;
	uint64_t rng;
	uint64_t reads;
	unsigned longest[4];		/* clocks of an access, in the order of the bounds */
};

void small_open(struct small_bench *b);
void small_close(struct small_bench *b);
/* One clock of both; false, and one line on stderr, where they differ. */
bool small_clock(struct small_bench *b);
/* One whole access; false: no answer within the bound. */
bool small_access(struct small_bench *b, uint32_t adr, bool we, uint32_t dat);
uint32_t small_random(struct small_bench *b, uint32_t below);	/* 0: all 32 bits */

/* Clocks in which an access is answered: a write of CTRL, STICKY or ERRORS; any, behind one of these that was given up, or a reset. */
enum { SMALL_BOUND_READ = 162, SMALL_BOUND_WRITE = 272, SMALL_BOUND_ACT = 2560, SMALL_BOUND = 5120 };

#endif

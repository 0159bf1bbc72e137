/* SPDX-License-Identifier: ISC
 * branches.h - counts the conditional branches that are taken, from what retires.
 *
 * A branch was taken if what it leads to retires next. Where a trap comes between, what retires
 * first after the return from it tells.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/base/intern.h"
#include "sw/profile/taken.h"

#define BRANCHES_OPEN 16u	/* interrupted ones that are remembered: of so many threads */

struct branch {
	uint32_t pc, next[2];	/* as in instruction.h */
};

struct branches {
	struct sums taken;
	struct branch last;
	bool branched, returned;	/* the last instruction was a branch; ended a trap */
	struct branch open[BRANCHES_OPEN];	/* interrupted, the latest last */
	size_t n_open;
};

/* What retires, in order; times: so often one after the other. All zero at first. */
void branches_retire(struct branches *b, uint32_t pc, uint32_t insn, uint64_t times);

/* Leaves the counts in *to, which is empty. */
void branches_close(struct branches *b, struct taken *to);

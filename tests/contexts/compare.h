/* SPDX-License-Identifier: ISC
 * compare.h - the product's calling contexts (sw/run/calls.h) against the truth's (truth.h), at
 * every retirement of a run.
 *
 * A context is right if all its functions are, from the root to the one that runs, and the places
 * of all calls. The cycles that an instruction took are right or wrong with it.
 * Between two stacks (truth.h) two are right: that of the function that switches, and the same
 * function called where the activation stands that is resumed.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "truth.h"
#include "sim/machine.h"
#include "sw/elf/symbols.h"
#include "sw/profile/counts.h"
#include "sw/run/calls.h"

/* An instruction between two stacks, whose judgement waits for the jump to one of them. */
struct waiting {
	uint32_t node, function;
	uint64_t cycles;
	uint64_t path; /* of who switches */
	bool unsure;
};

struct compare {
	struct truth truth;
	struct call_tree tree;
	struct calls *calls;
	uint64_t *paths; /* of the tree's nodes, as truth_path */
	size_t n, room;
	struct waiting *between;
	size_t n_between, between_room;
	uint64_t waiting, asleep; /* cycles since the last retirement */
	uint64_t edges; /* cycles until then */
	/* of the tree's nodes: what their slices say (spans.h) */
	struct spent {
		uint64_t cycles, below, retired, calls;
	} *spent;
	uint64_t slices, misplaced; /* misplaced: not within the run or their sums */
	uint64_t cycles, retired, right;
	/* what the core says, against the truth's registers; its flags of a trap */
	uint64_t sp_wrong, handlers;
	unsigned shown; /* differences printed */
	bool differed;
};

void compare_open(struct compare *c, const char *core, const struct image *image,
	const struct symbols *symbols, enum calls_handlers handlers);
/* The run has ended. Of each node, do its calls as they were handed out take the cycles and
 * instructions of all that is below it, as often as it was called? If not, it prints which. */
bool compare_durations(struct compare *c);
void compare_close(struct compare *c);

/* A machine_observer of a struct compare. */
void compare_cycle(void *compare, uint64_t cycle, const struct machine_cycle *m);

#endif

/* SPDX-License-Identifier: ISC
 * probes.h - what is counted of a run beside its calls, from what the core does in each cycle:
 * branches that are taken, loads and stores, a latency.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "calls.h"
#include "sim/machine.h"
#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "sw/profile/counts.h"
#include "sw/profile/profile.h"

/* ---- conditional branches that are taken, and jumps by a register
 * A branch was taken if what it leads to retires next. Where a trap comes between, what retires
 * first after the return from it tells. A jump led to what retires next, even to a trap's
 * handler. */
#define BRANCHES_OPEN 16u /* interrupted ones that are remembered: of so many threads */

struct branch {
	uint32_t pc, next[2]; /* as in instruction.h */
};

struct branches {
	struct sums taken;
	struct branch last;
	/* the last instruction was a branch; such a jump; ended a trap */
	bool branched, jumped, returned;
	struct branch open[BRANCHES_OPEN]; /* interrupted, the latest last */
	size_t n_open;
};

/* What retires, in order; times: so often one after the other. All zero at first. */
void branches_retire(struct branches *b, uint32_t pc, uint32_t insn, uint64_t times);

/* Leaves the counts in the profile, which has none. */
void branches_close(struct branches *b, struct profile *p);

/* ---- loads and stores: what they reach, what they wait */
struct data;

/* `calls` knows the stack that is in use. All must live as long as the answer. */
struct data *data_open(struct accesses *a, const struct firmware *f, const struct calls *calls);
/* What retires, in order; waited: the cycles that waited for DATA since the retirement before. */
void data_retire(struct data *d, const struct machine_cycle *cycle, uint64_t waited);
void data_close(struct data *d); /* leaves the accesses sorted */

/* ---- points of a run that an option names */
/* A function's name, or an address (then f->hi is f->lo). False: one line was printed. A note says
 * where the function is inlined. */
bool point_find(const char *option, const char *name, const struct symbols *s, struct function *f);

/* ---- a latency, as rtl/tap/tap_latency.v measures it
 * A point is in a cycle: the retirement of a pc; `handler`, the first retirement since a trap was
 * taken; `irq`, an interrupt line rises. From a start in cycle n to an end in cycle m are m - n
 * cycles. A start while one is timed is none, an end without a start is nothing; in a cycle with
 * both the end is of the one before. */
struct stopwatch {
	struct stopwatch_point {
		enum { POINT_PC, POINT_HANDLER, POINT_IRQ } kind;
		uint32_t pc; /* POINT_PC */
		bool called; /* it is a function's first, which may be a loop's, too */
	} from, to;
	bool timing, irq; /* irq: the line in the cycle before */
	/* timing: its first cycle; how often its start had come, as `--after` counts it, 0: it does
	 * not; why the cycles since passed */
	uint64_t since, start;
	struct waits waits;
	uint64_t starts; /* so far */
};

/* Reads "A:B"; each a function, an address, `irq` or `handler`. The latency gets their names.
 * False: one line was printed. */
bool stopwatch_set(
	struct stopwatch *w, const char *text, const struct symbols *s, struct latency *latency);

/* A cycle of the run, or the younger of two retirements in it. `calls` (NULL: not followed) knows
 * its retirement, p->last does not yet have it. */
void stopwatch_cycle(struct stopwatch *w, const struct calls *calls, uint64_t cycle,
	const struct machine_cycle *c, struct profile *p);

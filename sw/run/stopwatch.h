/* SPDX-License-Identifier: ISC
 * stopwatch.h - measures a latency from what the core does in each cycle, as rtl/tap/tap_latency.v
 * does.
 *
 * A point is in a cycle: the retirement of a pc; `handler`, the first retirement since a trap was
 * taken; `irq`, an interrupt line rises. From a start in cycle n to an end in cycle m are m - n
 * cycles. A start while one is timed is none, an end without a start is nothing; in a cycle with
 * both the end is of the one before.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine.h"
#include "sw/elf/symbols.h"
#include "sw/profile/profile.h"

enum stopwatch_kind { POINT_PC, POINT_HANDLER, POINT_IRQ };

struct stopwatch {
	struct stopwatch_point {
		enum stopwatch_kind kind;
		uint32_t pc;			/* POINT_PC */
	} from, to;
	bool timing, irq;			/* irq: the line in the cycle before */
	uint64_t since;				/* timing: its first cycle */
};

/* Reads "A:B"; each a function, an address, `irq` or `handler`. The latency gets their names.
 * False: one line was printed. */
bool stopwatch_set(struct stopwatch *w, const char *text, const struct symbols *s,
	struct latency *latency);

/* A cycle of the run, whose retirement p->last does not yet have. */
void stopwatch_cycle(struct stopwatch *w, uint64_t cycle, const struct machine_cycle *c,
	struct profile *p);

/* The run has ended, after p->cycles. */
void stopwatch_stop(const struct stopwatch *w, struct profile *p);

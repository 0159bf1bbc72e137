/* SPDX-License-Identifier: ISC
 * tally_soft.h - one sample counted by software, as the unit counts it: for systems that sample from a timer interrupt.
 *
 * The same configuration, mapping, full counters, LIMIT and ring as the unit's (SPEC.md 5, 6), with the counters in memory.
 * What the sampler does before (filter, idle) is the caller's.
 */
#ifndef TALLY_SOFT_H
#define TALLY_SOFT_H

#include "tally.h"

enum tally_soft {
	TALLY_SOFT_HIT,			/* counted */
	TALLY_SOFT_OUTSIDE,
	TALLY_SOFT_LOST,		/* not counted: the counter is full, and the policy is not STOP */
	TALLY_SOFT_FULL,		/* not counted, and no more may be: STOP, or a full ring */
	TALLY_SOFT_HIT_FULL,		/* counted, and no more may be */
	TALLY_SOFT_FAULT,		/* not counted, and no more may be: beyond LIMIT, or a table or position that cannot be */
};

/* Counts pc, weight times; more than once only with TALLY_WRAP and not in TALLY_MODE_RING. memory: where the processor sees config->base; written are only counters within size and limit.
 * position: of the ring, bytes; only TALLY_MODE_RING uses it. config is one that tally_configure takes. */
enum tally_soft tally_soft_count(const struct tally_config *config, volatile void *memory, uint32_t *position, uint32_t pc,
	uint32_t weight);

#endif

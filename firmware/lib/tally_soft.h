/* SPDX-License-Identifier: ISC
 * tally_soft.h - counts one sample in software, exactly as the unit does: for systems that sample
 * from a timer interrupt.
 *
 * Same mapping, full counters, LIMIT and ring as the unit's (rtl/unit/CONTRACT.md), for the
 * configurations that tally_profil.h makes. The caller does what the sampler does before: filter
 * and idle.
 */
#ifndef TALLY_SOFT_H
#define TALLY_SOFT_H

#include "driver/tally.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tally_soft {
	TALLY_SOFT_HIT, /* counted */
	TALLY_SOFT_OUTSIDE,
	/* not counted; stop counting: policy STOP, or a full ring */
	TALLY_SOFT_FULL,
	TALLY_SOFT_HIT_FULL, /* counted; stop counting */
	/* not counted; stop counting: beyond LIMIT, or an impossible table */
	TALLY_SOFT_FAULT,
};

/* Counts pc with `weight`; above 1 only with TALLY_WRAP. memory: config->base as the processor sees
 * it; only counters within size and limit are written. position: byte offset in the ring, a
 * multiple of 4, of TALLY_MODE_RING only. */
enum tally_soft tally_soft_count(const struct tally_config *config, volatile void *memory,
	uint32_t *position, uint32_t pc, uint32_t weight);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: ISC
 * tally_switch.h - another mapping for a channel that runs, in few accesses: for context switches.
 *
 * The channel was configured once by tally_configure; clock, jitter, tags, INTERVAL and ENTRIES stay as they were then.
 */
#ifndef TALLY_SWITCH_H
#define TALLY_SWITCH_H

#include "tally.h"
#include "tally_regs.h"

/* The register MAPPING of a configuration. */
static inline uint32_t tally_mapping_word(const struct tally_config *c)
{
	return (uint32_t)c->round << TALLY_MAPPING_ROUND_LSB | (uint32_t)(c->width == 4) << TALLY_MAPPING_WIDTH_LSB
		| (uint32_t)c->policy << TALLY_MAPPING_POLICY_LSB | (uint32_t)c->mode << TALLY_MAPPING_MODE_LSB
		| (uint32_t)c->ring_wrap << TALLY_MAPPING_RING_WRAP_LSB | (uint32_t)c->sink << TALLY_MAPPING_SINK_LSB;
}

/* The registers of a mapping, ready to be written. */
struct tally_mapping {
	uint32_t offset, scale, mapping, base, size, limit;
};

/* Of a configuration that tally_configure takes (it is not checked here), TALLY_MODE_PROFIL or TALLY_MODE_RING. */
struct tally_mapping tally_mapping_of(const struct tally_config *config);

/* Gives the channel another mapping. from: what it has now, or NULL where that is not known: what is equal is not written again.
 * Returns when no sample that was charged before is under way: 0, and the register STICKY
 * in *sticky (FULL, FAULT: the channel had stopped); TALLY_EIO: the unit refused it; TALLY_ETIMEDOUT. */
int tally_map(struct tally *t, unsigned channel, const struct tally_mapping *to, const struct tally_mapping *from, uint32_t *sticky);

/* Another privilege mask, which acts with the next tally_map. */
int tally_filter_next(struct tally *t, unsigned channel, uint8_t privileges);

/* Another privilege mask and nothing else: 0 filters all. Returns when it acts, which is before what was charged is done. */
int tally_filter(struct tally *t, unsigned channel, uint8_t privileges);

/* Waits (bounded) until no sample that was charged before the latest COMMIT is under way: 0; TALLY_ETIMEDOUT. */
int tally_quiet(struct tally *t, unsigned channel);

#endif

/* SPDX-License-Identifier: ISC
 * tally_switch.h - remaps a running channel in few accesses: for context switches.
 *
 * tally_configure must have configured the channel once. Tick clock, jitter, tags, INTERVAL and ENTRIES stay as they
 * were.
 */
#ifndef TALLY_SWITCH_H
#define TALLY_SWITCH_H

#include "tally.h"
#include "tally_regs.h"

/* The value of register MAPPING for a configuration. */
static inline uint32_t tally_mapping_word(const struct tally_config *c)
{
	return (uint32_t)c->round << TALLY_MAPPING_ROUND_LSB | (uint32_t)(c->width == 4) << TALLY_MAPPING_WIDTH_LSB
		| (uint32_t)c->policy << TALLY_MAPPING_POLICY_LSB | (uint32_t)c->mode << TALLY_MAPPING_MODE_LSB
		| (uint32_t)c->ring_wrap << TALLY_MAPPING_RING_WRAP_LSB | (uint32_t)c->sink << TALLY_MAPPING_SINK_LSB;
}

/* Register values of a mapping. */
struct tally_mapping {
	uint32_t offset, scale, mapping, base, size, limit;
};

/* config must be one that tally_configure accepts (not checked here), with TALLY_MODE_PROFIL or TALLY_MODE_RING. */
struct tally_mapping tally_mapping_of(const struct tally_config *config);

/* Gives the channel the mapping `to`. from: its present mapping, whose equal registers are not written again, or
 * NULL if unknown. Returns 0 when no sample charged earlier is in flight, with STICKY in *sticky (FULL, FAULT: the
 * channel had stopped). TALLY_EIO: the unit refused it. TALLY_ETIMEDOUT: samples are still in flight. */
int tally_map(struct tally *t, unsigned channel, const struct tally_mapping *to, const struct tally_mapping *from,
	uint32_t *sticky);

/* Sets the privilege mask that takes effect with the next tally_map. */
int tally_filter_next(struct tally *t, unsigned channel, uint8_t privileges);

/* Changes only the privilege mask; 0 filters everything. Returns once the mask is in effect. Samples charged earlier
 * may still be in flight then. */
int tally_filter(struct tally *t, unsigned channel, uint8_t privileges);

/* Waits (bounded) until no sample charged before the latest COMMIT is in flight. Returns 0 or TALLY_ETIMEDOUT. */
int tally_quiet(struct tally *t, unsigned channel);

#endif

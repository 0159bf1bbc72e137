/* SPDX-License-Identifier: ISC
 * tally_soft.c - counts one sample in software. Contract: tally_soft.h.
 */
#include "tally_soft.h"

#define COUNTER_MAX 0x7FFFu

static uint32_t extent(const struct tally_config *c)
{
	return c->limit ? c->limit : c->size;
}

static enum tally_soft count_slot(
	const struct tally_config *c, volatile uint16_t *counters, int64_t slot, uint32_t weight)
{
	bool stops = c->policy == TALLY_STOP;

	if (slot < 0)
		return TALLY_SOFT_OUTSIDE;
	if (slot >= extent(c) / c->width)
		return TALLY_SOFT_FAULT;
	if (stops && counters[slot] >= COUNTER_MAX)
		return TALLY_SOFT_FULL;
	counters[slot] += weight;
	return stops && counters[slot] == COUNTER_MAX ? TALLY_SOFT_HIT_FULL : TALLY_SOFT_HIT;
}

static enum tally_soft count_interval(
	const struct tally_config *c, volatile uint32_t *counters, uint32_t pc, uint32_t weight)
{
	uint32_t slot = (pc - c->offset) / c->interval;

	if (pc < c->offset || slot >= c->size / sizeof *counters)
		return TALLY_SOFT_OUTSIDE;
	if (slot >= extent(c) / sizeof *counters)
		return TALLY_SOFT_FAULT;
	counters[slot] += weight;
	return TALLY_SOFT_HIT;
}

/* Binary search, high bit first, for the last start <= pc. A corrupt table gives any entry, or
 * none. */
static enum tally_soft count_symbol(const struct tally_config *c,
	volatile struct tally_symbol *table, uint32_t pc, uint32_t weight)
{
	uint32_t found = 0;

	if (c->entries > extent(c) / sizeof *table)
		return TALLY_SOFT_FAULT;
	if (!c->entries || table[0].start > pc)
		return TALLY_SOFT_OUTSIDE;
	for (uint32_t bit = 1u << 28; bit; bit >>= 1)
		if (found + bit < c->entries && table[found + bit].start <= pc)
			found += bit;
	table[found].hits += weight;
	return TALLY_SOFT_HIT;
}

static enum tally_soft count_ring(
	const struct tally_config *c, volatile uint32_t *ring, uint32_t *position, uint32_t pc)
{
	if (*position >= (c->size & ~3u))
		return TALLY_SOFT_FULL;
	if (*position >= (extent(c) & ~3u))
		return TALLY_SOFT_FAULT;
	ring[*position / 4] = pc;
	*position += 4;
	return *position < (c->size & ~3u) ? TALLY_SOFT_HIT : TALLY_SOFT_HIT_FULL;
}

enum tally_soft tally_soft_count(const struct tally_config *c, volatile void *memory,
	uint32_t *position, uint32_t pc, uint32_t weight)
{
	switch (c->mode) {
	case TALLY_MODE_PROFIL:
		return count_slot(
			c, memory, tally_slot(pc, c->offset, c->scale, c->size, c->width), weight);
	case TALLY_MODE_INTERVAL: return count_interval(c, memory, pc, weight);
	case TALLY_MODE_SYMBOL: return count_symbol(c, memory, pc, weight);
	default: return count_ring(c, memory, position, pc);
	}
}

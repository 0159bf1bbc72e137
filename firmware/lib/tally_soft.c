/* SPDX-License-Identifier: ISC
 * tally_soft.c - counts one sample in software. Contract: tally_soft.h.
 */
#include "tally_soft.h"

static uint32_t extent(const struct tally_config *c)
{
	return c->limit ? c->limit : c->size;
}

/* Adds weight to a counter that holds `old`. *value is what to store on a hit. */
static enum tally_soft add(const struct tally_config *c, unsigned width, uint32_t old,
	uint32_t weight, uint32_t *value)
{
	uint32_t max = width == 4 ? 0x7FFFFFFF : 0x7FFF;
	*value = old + weight;
	if (c->policy == TALLY_WRAP)
		return TALLY_SOFT_HIT;
	if (old >= max)
		return c->policy == TALLY_STOP ? TALLY_SOFT_FULL : TALLY_SOFT_LOST;
	return c->policy == TALLY_STOP && old + 1 == max ? TALLY_SOFT_HIT_FULL : TALLY_SOFT_HIT;
}

static enum tally_soft add_wide(
	const struct tally_config *c, volatile uint32_t *counter, uint32_t weight)
{
	uint32_t value;
	enum tally_soft fate = add(c, 4, *counter, weight, &value);
	if (fate == TALLY_SOFT_HIT || fate == TALLY_SOFT_HIT_FULL)
		*counter = value;
	return fate;
}

static enum tally_soft add_narrow(
	const struct tally_config *c, volatile uint16_t *counter, uint32_t weight)
{
	uint32_t value;
	enum tally_soft fate = add(c, 2, *counter, weight, &value);
	if (fate == TALLY_SOFT_HIT || fate == TALLY_SOFT_HIT_FULL)
		*counter = (uint16_t)value;
	return fate;
}

static enum tally_soft count_slot(
	const struct tally_config *c, volatile void *memory, int64_t slot, uint32_t weight)
{
	if (slot < 0)
		return TALLY_SOFT_OUTSIDE;
	if (slot >= extent(c) / c->width)
		return TALLY_SOFT_FAULT;
	return c->width == 4 ? add_wide(c, (volatile uint32_t *)memory + slot, weight)
		: add_narrow(c, (volatile uint16_t *)memory + slot, weight);
}

static enum tally_soft count_interval(
	const struct tally_config *c, volatile void *memory, uint32_t pc, uint32_t weight)
{
	if (pc < c->offset || c->interval == 0)
		return TALLY_SOFT_OUTSIDE;
	uint32_t slot = (pc - c->offset) / c->interval;
	return slot < c->size / c->width ? count_slot(c, memory, slot, weight) : TALLY_SOFT_OUTSIDE;
}

/* Binary search, high bit first, for the last start <= pc. A corrupt table gives any entry, or
 * none. */
static enum tally_soft count_symbol(const struct tally_config *c,
	volatile struct tally_symbol *table, uint32_t pc, uint32_t weight)
{
	uint32_t found = 0;
	if (c->entries > c->size / sizeof *table || c->entries > extent(c) / sizeof *table)
		return TALLY_SOFT_FAULT;
	if (!c->entries || table[0].start > pc)
		return TALLY_SOFT_OUTSIDE;
	for (uint32_t bit = 1u << 28; bit; bit >>= 1)
		if (found + bit < c->entries && table[found + bit].start <= pc)
			found += bit;
	return add_wide(c, &table[found].hits, weight);
}

static enum tally_soft count_ring(
	const struct tally_config *c, volatile uint32_t *ring, uint32_t *position, uint32_t pc)
{
	if (*position % 4)
		return TALLY_SOFT_FAULT;
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
		return count_slot(c, memory,
			tally_slot(pc, c->offset, c->scale, c->size, c->width), weight);
	case TALLY_MODE_INTERVAL:
		return count_interval(c, memory, pc, weight);
	case TALLY_MODE_SYMBOL:
		return count_symbol(c, memory, pc, weight);
	default:
		return count_ring(c, memory, position, pc);
	}
}

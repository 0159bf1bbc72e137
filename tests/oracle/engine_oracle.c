/* SPDX-License-Identifier: ISC
 * engine_oracle.c - see engine_oracle.h. Its arithmetic is wider than any value.
 */
#include "engine_oracle.h"

bool engine_elsewhere(const struct engine_build *b, uint32_t pc)
{
	return (uint64_t)(pc ^ b->pc_high) >> b->pc_w;
}

unsigned engine_width(const struct engine_config *c)
{
	return c->mode >= SYMBOL || c->wide ? 4 : 2;
}

bool engine_offered(const struct engine_build *b, const struct engine_config *c)
{
	return b->mode[c->mode] && (c->system ? b->system : c->mode < SYMBOL);
}

bool engine_within(const struct engine_config *c, uint32_t addr, unsigned bytes)
{
	uint64_t end = (uint64_t)c->base + (c->size < c->limit ? c->size : c->limit);

	return addr >= c->base && (uint64_t)addr + bytes <= end && end <= (uint64_t)1 << 33;
}

static enum fate slot_fate(const struct engine_build *b, const struct engine_config *c, uint64_t slot, uint32_t *addr)
{
	unsigned width = engine_width(c);
	uint64_t address = c->base + slot * width;

	if (slot >= c->size / width)
		return OUTSIDE;
	if ((c->system || b->limit_private) && slot >= c->limit / width)
		return FAULT;
	if (address >> 32 || address % width)
		return FAULT;
	if (!c->system && address >> (b->bins_log2 + 2))
		return FAULT;
	*addr = (uint32_t)address;
	return COUNTER;
}

static enum fate symbol_fate(const struct engine_config *c, uint32_t pc, engine_word word, void *memory, uint32_t *addr)
{
	uint64_t bytes = (uint64_t)c->entries * 8;
	uint64_t found = 0;

	if (bytes > c->size || bytes > c->limit)
		return FAULT;
	if (c->entries == 0)
		return OUTSIDE;
	if (c->base % 4)
		return FAULT;
	if (c->base + bytes > (uint64_t)1 << 32)
		return ANY;
	if (c->stride) {
		if (pc < c->first_start)
			return OUTSIDE;
		found = (uint64_t)(pc - c->first_start) / c->stride + 1;
		if (found > c->entries)
			found = c->entries;
	} else {
		for (uint32_t i = 0; i < c->entries; i++)
			if (word(memory, c->base + i * 8) <= pc)
				found = i + 1;
	}
	if (found == 0)
		return OUTSIDE;
	*addr = (uint32_t)(c->base + (found - 1) * 8 + 4);
	return COUNTER;
}

enum fate engine_map(const struct engine_build *b, const struct engine_config *c, uint32_t pc,
	engine_word word, void *memory, uint32_t *addr)
{
	uint32_t delta = pc - c->offset;

	if (engine_elsewhere(b, pc))
		return OUTSIDE;
	if (!engine_offered(b, c))
		return FAULT;
	if (c->mode == SYMBOL)
		return symbol_fate(c, pc, word, memory, addr);
	if (pc < c->offset)
		return OUTSIDE;
	if (c->mode == INTERVAL)
		return c->interval == 0 ? OUTSIDE : slot_fate(b, c, delta / c->interval, addr);
	if (c->scale == 0)
		return OUTSIDE;
	return slot_fate(b, c, (((uint64_t)delta * c->scale >> 16) + c->round) >> 1, addr);
}

struct engine_add engine_add(enum policy policy, unsigned width, uint32_t old, uint32_t weight)
{
	const uint32_t max = width == 4 ? 0x7FFFFFFF : 0x7FFF;
	uint64_t sum = (uint64_t)old + weight;

	if (policy == WRAP)
		return (struct engine_add){ .write = true, .value = (uint32_t)sum & (width == 4 ? 0xFFFFFFFF : 0xFFFF), .hit = weight };
	if (old >= max)
		return (struct engine_add){ .full = policy == STOP };
	if (sum >= max)
		return (struct engine_add){ .write = true, .full = policy == STOP, .value = max, .hit = max - old };
	return (struct engine_add){ .write = true, .value = (uint32_t)sum, .hit = weight };
}

enum ring engine_ring(const struct engine_config *c, uint32_t *pos, uint32_t left)
{
	if (*pos % 4)
		return RING_FAULT;
	if ((uint64_t)*pos + 4 > c->size) {
		if (!c->wrap)
			return RING_FULL;
		*pos = 0;
		if (c->size < 4)
			return RING_FULL;
	}
	if (left == 0)
		return RING_END;
	if ((uint64_t)*pos + 4 > c->limit || ((uint64_t)c->base + *pos) >> 32 || (c->base + *pos) % 4)
		return RING_FAULT;
	return RING_WRITE;
}

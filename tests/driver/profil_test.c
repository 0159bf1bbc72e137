/* SPDX-License-Identifier: ISC
 * profil_test.c - a sample counted by software follows the unit's rules; which units can do all
 * that the calls need.
 */
#include "firmware/lib/tally_profil.h"
#include "driver/tally_regs.h"
#include "firmware/lib/tally_soft.h"
#include "tests/check.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define WORDS 64u

static uint32_t words[WORDS], wanted[WORDS];

static uint32_t random32(void)
{
	static uint64_t x = 88172645463325252u;
	x ^= x << 13, x ^= x >> 7, x ^= x << 17;
	return (uint32_t)(x >> 16);
}

static struct tally_config random_config(void)
{
	struct tally_config c = { .mode = (uint8_t)(TALLY_MODE_PROFIL + random32() % 4),
		.offset = random32() % 64,
		.base = 0x1000 };
	bool stops = c.mode == TALLY_MODE_PROFIL ? random32() & 1 : c.mode == TALLY_MODE_RING;
	c.policy = stops ? TALLY_STOP : TALLY_WRAP;
	c.width = c.mode == TALLY_MODE_PROFIL ? 2 : 4;
	c.size = random32() % (WORDS * 4 + 1);
	c.limit = random32() % 4 ? c.size : random32() % (c.size + 1);
	c.scale = random32() % 5 ? random32() % 0x10001 : 0x10000;
	c.interval = 1 + random32() % 9;
	c.entries = random32() % (c.size / 8 + 2);
	return c;
}

static void fill(const struct tally_config *c)
{
	static const uint32_t edge[] = { 0, 0x7FFE7FFE, 0x7FFF7FFF, 0xFFFFFFFF, 0x7FFFFFFE,
		0x7FFFFFFF };
	uint32_t start = random32() % 32;
	for (uint32_t i = 0; i < WORDS; i++) {
		words[i] = random32() % 3 ? edge[random32() % 6] : random32();
		if (c->mode == TALLY_MODE_SYMBOL && i % 2 == 0)
			words[i] = start += random32() % 8;
	}
	memcpy(wanted, words, sizeof words);
}

/* What a sample makes of the counter at `at` bytes, in `wanted`. */
static enum tally_soft judge_counter(const struct tally_config *c, uint32_t at, uint32_t weight)
{
	const unsigned shift = c->width == 2 ? (at & 2) * 8 : 0;
	const uint32_t mask = c->width == 4 ? UINT32_MAX : 0xFFFF, max = mask >> 1;
	uint32_t *word = &wanted[at / 4], old = *word >> shift & mask;
	if (c->policy != TALLY_WRAP && old >= max)
		return TALLY_SOFT_FULL;
	*word = (*word & ~(mask << shift)) | ((old + weight) & mask) << shift;
	return c->policy == TALLY_STOP && old + weight == max ? TALLY_SOFT_HIT_FULL
							      : TALLY_SOFT_HIT;
}

static enum tally_soft judge_ring(const struct tally_config *c, uint32_t pc, uint32_t *pos)
{
	const uint32_t end = c->size & ~3u;
	if (*pos >= end)
		return TALLY_SOFT_FULL;
	if (*pos + 4 > (c->limit ? c->limit : c->size))
		return TALLY_SOFT_FAULT;
	wanted[*pos / 4] = pc;
	*pos += 4;
	return *pos == end ? TALLY_SOFT_HIT_FULL : TALLY_SOFT_HIT;
}

static enum tally_soft judge(
	const struct tally_config *c, uint32_t pc, uint32_t *pos, uint32_t weight)
{
	const uint32_t limit = c->limit ? c->limit : c->size; /* 0 is "all" */
	int64_t slot = -1;
	if (c->mode == TALLY_MODE_RING)
		return judge_ring(c, pc, pos);
	if (c->mode == TALLY_MODE_SYMBOL) {
		if (c->entries * 8 > limit)
			return TALLY_SOFT_FAULT;
		while (slot + 1 < c->entries && wanted[2 * (slot + 1)] <= pc)
			slot++;
		return slot < 0 ? TALLY_SOFT_OUTSIDE
				: judge_counter(c, (uint32_t)slot * 8 + 4, weight);
	}
	if (c->mode == TALLY_MODE_PROFIL)
		slot = tally_slot(pc, c->offset, c->scale, c->size, c->width);
	else if (pc >= c->offset)
		slot = (pc - c->offset) / c->interval;
	if (slot < 0 || slot >= c->size / c->width)
		return TALLY_SOFT_OUTSIDE;
	return (slot + 1) * c->width > limit ? TALLY_SOFT_FAULT
					     : judge_counter(c, (uint32_t)slot * c->width, weight);
}

static void software(unsigned samples)
{
	unsigned seen[TALLY_SOFT_FAULT + 1] = { 0 };
	for (unsigned i = 0; i < samples && !checks_wrong; i++) {
		const struct tally_config c = random_config();
		const bool heavy = c.policy == TALLY_WRAP;
		const uint32_t pc = random32() % 400,
			       weight = heavy && random32() % 2 ? 1 + random32() % 70000 : 1;
		uint32_t pos = random32() % (c.size + 8) & ~3u, position = pos;
		fill(&c);
		enum tally_soft want = judge(&c, pc, &pos, weight),
				got = tally_soft_count(&c, words, &position, pc, weight);
		seen[want]++;
		CHECK(got == want);
		CHECK(memcmp(words, wanted, sizeof words) == 0);
		CHECK(c.mode != TALLY_MODE_RING || position == pos);
	}
	for (unsigned i = 0; i <= TALLY_SOFT_FAULT; i++)
		CHECK(seen[i] > samples / 1000);
	printf("profil: %u samples counted by software as they should be\n", samples);
}

/* One missing feature at a time. */
static void units(void)
{
	const struct tally full = { .caps = { .system = TALLY_SYSTEM_ALL, .pc_bits = 32 } };
	struct tally c = full;
	CHECK(profil_unit_does_all(&full));
#define WITHOUT(field, value) (c = full, c.caps.field = (value), !profil_unit_does_all(&c))
	CHECK(WITHOUT(system, TALLY_SYSTEM_PROFIL) && WITHOUT(pc_bits, 17));
}

int main(void)
{
	units();
	software(300000);
	return checks_failed();
}

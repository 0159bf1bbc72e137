/* SPDX-License-Identifier: ISC
 * profil_test.c - the calls' arguments become the configurations that the manual pages ask for. A
 * sample counted by software follows the unit's rules.
 */
#include "firmware/lib/tally_profil.h"
#include "driver/tally_regs.h"
#include "firmware/lib/tally_soft.h"
#include "tests/check.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LOW 0x00400000u
#define HIGH 0x00500000u
#define BUS 0x81230000u

static const struct profil_memory memory = { LOW, HIGH, BUS };

static struct tally_config planned;

static int plan(enum profil_personality as, uint32_t buf, uint32_t size, uint32_t scale)
{
	const struct profil_args args = { buf, size, 0x10000, scale };
	planned = (struct tally_config){ .period = 77, .privileges = 1, .jitter = 3 };
	int err = profil_plan(as, &args, &memory, &planned);
	CHECK(planned.period == 77 && planned.privileges == 1 && planned.jitter == 3);
	return err;
}

/* On, with `exists` bytes of the buffer in memory; none: every mapped sample FAULTs. */
static int on(uint32_t base, uint32_t size, uint32_t exists)
{
	return planned.mode == TALLY_MODE_PROFIL && planned.width == 2 && planned.offset == 0x10000
		&& planned.base % 2 == 0 && planned.size == size
		&& planned.limit == (exists || !size ? exists : 1)
		&& (!exists || planned.base == base);
}

static void system_v_and_solaris(enum profil_personality as)
{
	uint8_t policy = as == PROFIL_SYSV ? TALLY_WRAP : TALLY_STOP;
	CHECK(plan(as, LOW, 64, 0) == PROFIL_OFF);
	CHECK(plan(as, LOW, 64, 1) == PROFIL_OFF);
	CHECK(plan(as, LOW, 64, 0x10001) == PROFIL_OFF);
	CHECK(plan(as, LOW, 64, 0xFFFFFFFF) == PROFIL_OFF);
	CHECK(plan(as, LOW, 64, 2) == 0 && on(BUS, 64, 64) && planned.scale == 2
		&& planned.policy == policy);
	CHECK(plan(as, LOW + 6, 64, 0x10000) == 0 && on(BUS + 6, 64, 64)
		&& planned.scale == 0x10000);
	CHECK(plan(as, LOW, 64, 0xFFFF) == 0 && on(BUS, 64, 64)
		&& planned.scale == (as == PROFIL_SYSV ? 0x10000 : 0xFFFF));
	CHECK(plan(as, LOW, 64, 0xFFFE) == 0 && planned.scale == 0xFFFE);
	CHECK(plan(as, LOW, 0, 0x4000) == 0 && on(BUS, 0, 0));
	CHECK(plan(as, 0, 0, 0x4000) == 0 && on(BUS, 0, 0));
	/* partly, wholly, not at all in memory; NULL; misaligned */
	CHECK(plan(as, HIGH - 64, 64, 0x4000) == 0 && on(BUS + (HIGH - LOW) - 64, 64, 64));
	CHECK(plan(as, HIGH - 64, 65, 0x4000) == 0 && on(BUS + (HIGH - LOW) - 64, 65, 64));
	CHECK(plan(as, HIGH - 2, 0xFFFFFFFF, 0x4000) == 0
		&& on(BUS + (HIGH - LOW) - 2, 0xFFFFFFFF, 2));
	CHECK(plan(as, HIGH, 64, 0x4000) == 0 && on(0, 64, 0));
	CHECK(plan(as, LOW - 2, 64, 0x4000) == 0 && on(0, 64, 0));
	CHECK(plan(as, 0, 64, 0x4000) == 0 && on(0, 64, 0));
	CHECK(plan(as, 0xFFFFFFFE, 0xFFFFFFFF, 0x4000) == 0 && on(0, 0xFFFFFFFF, 0));
	CHECK(plan(as, LOW + 1, 64, 0x4000) == 0 && on(0, 64, 0));
}

static void bsd(void)
{
	CHECK(plan(PROFIL_BSD, LOW, 64, 0) == PROFIL_OFF);
	CHECK(plan(PROFIL_BSD, 1, 0xFFFFFFFF, 0) == PROFIL_OFF);
	CHECK(plan(PROFIL_BSD, LOW, 64, 1) == 0 && on(BUS, 64, 64) && planned.scale == 1
		&& planned.policy == TALLY_WRAP);
	CHECK(plan(PROFIL_BSD, LOW, 64, 0xFFFF) == 0 && planned.scale == 0xFFFF);
	CHECK(plan(PROFIL_BSD, LOW, 64, 0x10000) == 0 && planned.scale == 0x10000);
	CHECK(plan(PROFIL_BSD, LOW, 64, 0x10001) == TALLY_EINVAL);
	CHECK(plan(PROFIL_BSD, 1, 64, 0xFFFFFFFF) == TALLY_EINVAL);
	CHECK(plan(PROFIL_BSD, LOW, HIGH - LOW, 0x4000) == 0 && on(BUS, HIGH - LOW, HIGH - LOW));
	CHECK(plan(PROFIL_BSD, LOW, HIGH - LOW + 1, 0x4000) == TALLY_EFAULT);
	CHECK(plan(PROFIL_BSD, HIGH - 64, 65, 0x4000) == TALLY_EFAULT);
	CHECK(plan(PROFIL_BSD, LOW - 2, 64, 0x4000) == TALLY_EFAULT);
	CHECK(plan(PROFIL_BSD, 0, 64, 0x4000) == TALLY_EFAULT);
	CHECK(plan(PROFIL_BSD, HIGH - 2, 0xFFFFFFFF, 0x4000) == TALLY_EFAULT);
	CHECK(plan(PROFIL_BSD, LOW + 1, 64, 0x4000) == TALLY_EFAULT);
	CHECK(plan(PROFIL_BSD, 0, 0, 0x4000) == 0 && on(BUS, 0, 0));
}

static void pcsample(void)
{
	struct tally_config c = { .period = 9 };
	CHECK(pcsample_plan(LOW, -1, &memory, &c) == TALLY_EINVAL);
	CHECK(pcsample_plan(LOW, INT32_MIN, &memory, &c) == TALLY_EINVAL);
	CHECK(pcsample_plan(LOW, 0, &memory, &c) == PROFIL_OFF);
	CHECK(pcsample_plan(1, 0, &memory, &c) == PROFIL_OFF);
	CHECK(pcsample_plan(LOW + 4, 5, &memory, &c) == 0 && c.mode == TALLY_MODE_RING
		&& c.width == 4 && c.base == BUS + 4 && c.size == 20 && c.limit == 20
		&& c.period == 9);
	CHECK(pcsample_plan(HIGH - 8, 5, &memory, &c) == 0 && c.size == 20 && c.limit == 8);
	CHECK(pcsample_plan(LOW + 2, 5, &memory, &c) == 0 && c.limit == 1 && c.base % 4 == 0);
	CHECK(pcsample_plan(0, 5, &memory, &c) == 0 && c.limit == 1);
	CHECK(pcsample_plan(LOW, INT32_MAX, &memory, &c) == 0 && c.size == 0xFFFFFFFC
		&& c.limit == HIGH - LOW);
}

static void sprofil(void)
{
	struct tally_config c = { .period = 9 };
	struct sprofil_args a = { LOW, 1022, 0x80000000, 0 };
	CHECK(SPCNT_SYMBOLS == 1022 && SPCNT_INTERVALS == 2045 && sizeof(struct tally_symbol) == 8);
	CHECK(sprofil_plan(&a, &memory, &c) == 0 && c.mode == TALLY_MODE_SYMBOL && c.entries == 1022
		&& c.width == 4 && c.base == BUS + 12 && c.size == 8176 && c.limit == 8176
		&& c.period == 9);
	a.numents = 1023;
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EINVAL);
	a.numents = 0x20000001; /* times 8 wraps to 8 */
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EINVAL);
	a.intsize = 3, a.numents = 2045;
	CHECK(sprofil_plan(&a, &memory, &c) == 0 && c.mode == TALLY_MODE_INTERVAL && c.interval == 3
		&& c.offset == 0x80000000 && c.size == 8180 && c.limit == 8180
		&& c.base == BUS + 12);
	a.numents = 2046;
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EINVAL);
	a.numents = 0x40000001; /* times 4 wraps to 4 */
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EINVAL);
	a.numents = 1, a.spcnt = HIGH - 16;
	CHECK(sprofil_plan(&a, &memory, &c) == 0);
	a.spcnt = HIGH - 12;
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EFAULT);
	a.spcnt = LOW - 4;
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EFAULT);
	a.spcnt = 0xFFFFFFFC;
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EFAULT);
	a.spcnt = LOW + 2;
	CHECK(sprofil_plan(&a, &memory, &c) == TALLY_EFAULT);
	a.spcnt = HIGH - 12, a.numents = 0; /* only totals */
	CHECK(sprofil_plan(&a, &memory, &c) == 0 && c.size == 0 && c.limit == 0);

	const struct tally_symbol rising[] = { { 1, 9 }, { 1, 0 }, { 5, 0 }, { 4, 0 } };
	uint32_t last = 0;
	CHECK(sprofil_rising(rising, 2, &last) && last == 1 && sprofil_rising(rising + 2, 1, &last)
		&& last == 5);
	CHECK(!sprofil_rising(rising + 3, 1, &last));
	last = 0;
	CHECK(!sprofil_rising(rising, 4, &last) && sprofil_rising(rising, 0, &last));
}

/* ---- samples counted by software */

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
	system_v_and_solaris(PROFIL_SYSV);
	system_v_and_solaris(PROFIL_SOLARIS);
	bsd();
	pcsample();
	sprofil();
	software(1000000);
	return checks_failed();
}

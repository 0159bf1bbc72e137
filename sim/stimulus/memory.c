/* SPDX-License-Identifier: ISC
 * memory.c - system memory: a bus that waits and fails, another master that writes, and what a profiler puts there.
 */
#include "sim/model/registers.h"
#include "stimulus.h"

enum { WORDS = sizeof(((struct memory *)0)->words) / sizeof(uint32_t) };

uint32_t *memory_word(struct stimulus *s, uint64_t adr)
{
	return &s->memory.words[adr / 4 % WORDS];
}

/* Entries in order, some of them equal. */
static void fill_table(struct stimulus *s)
{
	const uint32_t *reg = s->m->reg, gap = 1 + random_below(&s->random, 1u << random_below(&s->random, 12));
	uint32_t start = reg[R_OFFSET];

	for (unsigned i = 0; i < WORDS / 2; i++) {
		*memory_word(s, reg[R_BASE] + 8ull * i) = start;
		*memory_word(s, reg[R_BASE] + 8ull * i + 4) = random_below(&s->random, 5);
		start += random_one_in(&s->random, 3) ? 0 : random_below(&s->random, gap);
	}
}

/* Many counters are about to be full. */
static void fill_counters(struct stimulus *s)
{
	static const uint32_t edges[] = { 0x7ff0, 0x7ff07ff0, 0x7ffffff0, 0xfffffff0, 0xfff07ff0, 0 };

	for (unsigned i = 0; i < WORDS; i++)
		s->memory.words[i] = edges[random_below(&s->random, 6)] + random_below(&s->random, 32) +
			(random_below(&s->random, 16) << 16);
}

void memory_fill(struct stimulus *s)
{
	static const uint32_t slow[] = { 0, 2, 5, 30 }, errors[] = { 0, 0, 0, 150, 20 }, corrupted[] = { 0, 0, 5 };
	struct memory *y = &s->memory;

	y->slow = slow[random_below(&s->random, setup_mode(s->m->reg[R_SETUP]) == MODE_RING ? 3 : 4)];
	y->errors = errors[random_below(&s->random, 5)];
	y->corrupted = corrupted[random_below(&s->random, 3)];
	if (setup_mode(s->m->reg[R_SETUP]) == MODE_SYMBOL)
		fill_table(s);
	else
		fill_counters(s);
}

static bool odds(struct stimulus *s, uint32_t n)
{
	return n && random_one_in(&s->random, n);
}

/* Another master writes where the unit is busy, but not between the read and the write of a counter. */
static void corrupt(struct stimulus *s)
{
	const uint32_t at = s->m->reg[R_BASE] + 4 * random_below(&s->random, 64);

	*memory_word(s, at) = random_one_in(&s->random, 2) ? random_word(&s->random) :
		*memory_word(s, random_word(&s->random));
}

void memory_drive(struct stimulus *s, struct inputs *in, const struct sys *sys)
{
	struct memory *y = &s->memory;

	in->sys_dat = random_word(&s->random);
	in->sys_stolen = in->sys_dat & 1;
	if (!sys->stb || (y->waits && y->waits--))
		return;
	y->waits = y->slow ? random_below(&s->random, y->slow) : 0;
	in->sys_err = odds(s, y->errors);
	in->sys_ack = !in->sys_err;
	if (!sys->we && in->sys_ack)
		in->sys_dat = *memory_word(s, sys->adr);
}

void memory_saw(struct stimulus *s, const struct inputs *in, const struct sys *sys)
{
	const uint32_t lanes = (sys->sel & 1 ? UINT16_MAX : 0) | (sys->sel & 8 ? 0xffff0000 : 0);
	uint32_t *word = memory_word(s, sys->adr);

	if (in->sys_ack && sys->we)
		*word = (*word & ~lanes) | (sys->dat & lanes);
	if (!sys->cyc && odds(s, s->memory.corrupted))
		corrupt(s);
}

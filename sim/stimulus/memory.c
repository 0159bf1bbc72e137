/* SPDX-License-Identifier: ISC
 * memory.c - system memory: a bus that waits and fails, another master that writes, and what a
 * profiler puts there.
 */
#include "sim/model/registers.h"
#include "stimulus.h"

enum { WORDS = sizeof(((struct memory *)0)->words) / sizeof(uint32_t) };

uint32_t *memory_word(struct stimulus *s, uint64_t adr)
{
	return &s->memory.words[adr / 4 % WORDS];
}

/* Many counters, of 2 or 4 bytes, are about to be full. */
static uint32_t any_counter(struct stimulus *s)
{
	static const uint32_t edges[] = { 0x7ff00000, 0x7ff07ff0, 0xfff0fff0, 0x7fffffe0,
		0x7ffffff0, 0xffffffe0 };
	const uint32_t edge = random_below(&s->random, 6),
		       halves = edge < 3 ? random_below(&s->random, 16) << 16 : 0;

	return edges[edge] + halves + random_below(&s->random, 20);
}

/* Entries in order, some of them equal. */
static void fill_table(struct stimulus *s)
{
	const uint32_t *reg = s->m->reg,
		       gap = 1 + random_below(&s->random, 1u << random_below(&s->random, 12));
	uint32_t start = reg[R_OFFSET];

	for (unsigned i = 0; i < WORDS / 2; i++) {
		*memory_word(s, reg[R_BASE] + 8ull * i) = start;
		*memory_word(s, reg[R_BASE] + 8ull * i + 4) = any_counter(s);
		start += random_one_in(&s->random, 3) ? 0 : random_below(&s->random, gap);
	}
}

void memory_fill(struct stimulus *s)
{
	static const uint32_t slow[] = { 0, 2, 5, 30 }, errors[] = { 0, 0, 100, 20, 6 },
			      corrupted[] = { 0, 0, 5 };
	struct memory *y = &s->memory;

	y->slow =
		slow[random_below(&s->random, setup_mode(s->m->reg[R_SETUP]) == MODE_RING ? 3 : 4)];
	y->errors = errors[random_below(&s->random, 5)];
	y->corrupted = corrupted[random_below(&s->random, 3)];
	if (setup_mode(s->m->reg[R_SETUP]) == MODE_SYMBOL)
		fill_table(s);
	for (unsigned i = 0; i < WORDS && setup_mode(s->m->reg[R_SETUP]) != MODE_SYMBOL; i++)
		y->words[i] = any_counter(s);
}

/* Another master writes where the unit is busy, but not between the read and the write of a
 * counter. */
static void corrupt(struct stimulus *s)
{
	const uint32_t at = s->m->reg[R_BASE] + 4 * random_below(&s->random, 64);

	*memory_word(s, at) = random_one_in(&s->random, 2)
		? random_word(&s->random)
		: *memory_word(s, random_word(&s->random));
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

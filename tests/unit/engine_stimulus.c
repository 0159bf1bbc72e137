/* SPDX-License-Identifier: ISC
 * engine_stimulus.c - random samples, configurations, tables and memory for engine_test.c.
 */
#include <string.h>

#include "engine_test.h"

uint32_t rnd(void)
{
	t.random ^= t.random << 13;
	t.random ^= t.random >> 7;
	t.random ^= t.random << 17;
	return (uint32_t)(t.random >> 16);
}

bool one_in(unsigned n)
{
	return rnd() % n == 0;
}

/* a pc, usually with the upper bits of mapped ones */
static uint32_t within(uint32_t pc)
{
	const struct engine_build *b = &t.rtl->b;
	uint32_t mask = b->pc_w == 32 ? 0xFFFFFFFF : (1u << b->pc_w) - 1;

	return b->pc_w == 32 || one_in(4) ? pc : (pc & mask) | (b->pc_high & ~mask);
}

/* 0 .. 2^n - 1 with n itself random */
static uint32_t any_size(void)
{
	return rnd() >> rnd() % 32;
}

/* ---- memory: random where nothing was written, rows of starts in a table ---- */
static struct word *find_word(uint32_t addr)
{
	uint32_t i = (addr >> 2) * 2654435761u >> 18;

	while (t.memory[i].used && t.memory[i].addr != addr)
		i = (i + 1) & (MEMORY - 1);
	return &t.memory[i];
}

void set_word(uint32_t addr, uint32_t value)
{
	struct word *w = find_word(addr);

	t.words += !w->used;
	*w = (struct word){ addr, value, true };
}

static uint32_t any_counter(void)
{
	switch (rnd() % 6) {
	case 0: return rnd();
	case 1: return 0x7FFF7FFF - (one_in(2) ? 0 : 1) - (one_in(2) ? 0 : 0x10000);
	case 2: return 0x7FFFFFFF - (any_size() & 0x1FFFF);
	case 3: return (0x7FFF - (any_size() & 0x7FFF)) << 16 | (0x7FFF - (any_size() & 0x7FFF));
	case 4: return 0xFFFFFFFF - (any_size() & 0xFFFF);
	default: return rnd() & 0xFF00FF;
	}
}

uint32_t get_word(void *unused, uint32_t addr)
{
	struct word *w = find_word(addr);

	(void)unused;
	if (w->used)
		return w->value;
	for (unsigned i = 0; i < CONFIGS; i++) {
		const struct engine_config *c = &t.config[i];
		if (c->mode == SYMBOL && c->stride && addr >= c->base && (addr - c->base) / 8 < c->entries && (addr - c->base) % 8 == 0)
			return c->first_start + (addr - c->base) / 8 * c->stride;
	}
	set_word(addr, any_counter());
	return find_word(addr)->value;
}

void taint(uint32_t addr)
{
	for (unsigned i = 0; i < CONFIGS; i++) {
		const struct engine_config *c = &t.config[i];
		if (c->mode == SYMBOL && addr >= c->base && (addr - c->base) / 8 < c->entries && (addr - c->base) % 8 == 0)
			t.tainted[i] = true;
	}
}

/* ---- stimulus ---- */
static void new_table(struct engine_config *c, unsigned number)
{
	uint32_t start = within(any_size());

	c->base = (uint32_t)number << 28 | (rnd() & 0x7FFFFFC);
	c->entries = one_in(8) ? 0 : one_in(3) ? any_size() & 0xFFFFFF : rnd() % 40;
	if (one_in(30))
		c->entries = any_size();
	if (one_in(30))
		c->base = 0u - any_size();
	c->size = c->entries << 3;
	c->size += one_in(8) ? any_size() : one_in(8) ? 0u - 1 - rnd() % 9 : 0;
	c->limit = one_in(8) ? c->size - 1 - rnd() % 9 : one_in(8) ? any_size() : c->size;
	c->first_start = start;
	c->stride = 0;
	if (c->entries > 40) {
		c->stride = (0xFFFFFFFF - start) / c->entries;
		c->stride = c->stride ? c->stride >> rnd() % 32 : 1;
		c->stride += !c->stride;
		if (((uint64_t)c->entries * c->stride + start) >> 32)
			c->first_start = 0, c->stride = 1;
		for (unsigned i = 0; i < sizeof t.memory / sizeof *t.memory; i++) {
			uint32_t at = t.memory[i].addr - c->base;
			if (t.memory[i].used && at / 8 < c->entries && at % 8 == 0)
				t.memory[i].value = c->first_start + at / 8 * c->stride;
		}
	}
	for (uint32_t i = 0; i < c->entries && !c->stride; i++) {
		uint32_t addr = c->base + i * 8;
		set_word(addr & ~3u, start);
		start = one_in(6) ? start : start + any_size() < start ? start : start + (any_size() & (0xFFFFFFFF - start));
	}
	c->offset = c->first_start;
	c->interval = c->entries ? 1 + (start - c->first_start) / c->entries : 1;
}

static bool overlap(const struct engine_config *a, const struct engine_config *b)
{
	return a->base - b->base < (uint64_t)b->entries * 8 || b->base - a->base < (uint64_t)a->entries * 8;
}

static void new_config(unsigned number)
{
	struct engine_config *c = &t.config[number];
	const struct engine_build *b = &t.rtl->b;
	uint64_t bins = (uint64_t)4 << b->bins_log2;

	do {
		c->mode = (enum mode)(rnd() % 4);
		c->system = c->mode >= SYMBOL ? !one_in(40) : one_in(2);
	} while (!engine_offered(b, c) && !one_in(10));
	c->wide = one_in(2);
	c->round = one_in(2);
	c->wrap = one_in(2);
	c->policy = (enum policy)(rnd() % 3);
	c->scale = one_in(16) ? 0 : one_in(4) ? 0x10000 : one_in(8) ? rnd() & 0x1FFFF : 1 + (any_size() & 0xFFFF);
	c->offset = within(one_in(4) ? 0 : any_size());
	c->interval = one_in(16) ? 0 : any_size();
	c->size = one_in(4) ? any_size() : rnd() % 200;
	c->limit = one_in(4) ? any_size() : one_in(4) ? c->size - rnd() % 40 : c->size;
	c->base = one_in(4) ? 0u - any_size() : (uint32_t)number << 28 | (rnd() & 0x7FFFFFF);
	if (!c->system && !one_in(8)) {
		c->base = (uint32_t)(rnd() % bins);
		c->size = (uint32_t)(bins - c->base) / (1 + rnd() % 4);
		c->limit = one_in(8) ? any_size() : c->size;
	}
	if (!one_in(16))
		c->base &= ~3u;
	c->stride = 0;
	t.tainted[number] = false;
	if (c->mode == SYMBOL) {
		new_table(c, number);
		for (unsigned i = 0; i < CONFIGS; i++)
			if (i != number && t.config[i].mode == SYMBOL && overlap(c, &t.config[i]))
				t.tainted[i] = t.tainted[number] = true;
	}
	c->pos = one_in(8) ? any_size() : one_in(2) ? 0 : (rnd() % (c->size ? c->size : 1)) & ~3u;
}

static bool config_used(unsigned number)
{
	for (unsigned i = 0; i < t.count; i++)
		if (t.queue[i].config == number)
			return true;
	return false;
}

static bool channel_used(unsigned channel)
{
	for (unsigned i = 0; i < t.count; i++)
		if (t.queue[i].channel == channel)
			return true;
	return false;
}

struct sample new_sample(void)
{
	struct sample s = { .config = rnd() % CONFIGS, .channel = rnd() % CHANNELS };
	const struct engine_config *c = &t.config[s.config];
	const unsigned w = t.rtl->b.weight_w;
	uint64_t unit = c->mode == INTERVAL || c->mode == SYMBOL ? c->interval : c->scale ? 0x20000 / c->scale + 1 : 1;
	uint64_t slots = c->mode == SYMBOL ? c->entries : c->size / engine_width(c);

	s.weight = (c->mode == RING ? one_in(20) ? rnd() % 100 : rnd() % 6 : one_in(2) ? 1 : any_size()) & ((1u << w) - 1);
	s.weight += !s.weight;
	s.meta = s.weight << (32 - w) | (rnd() & ((1u << (32 - w)) - 1));
	s.pc = one_in(4) ? any_size() : one_in(16) ? c->offset - rnd() % 8
		: c->offset + (uint32_t)(unit * (rnd() % (slots + 1 + slots / 8)) + (one_in(2) ? 0 : rnd() % (unit ? unit : 1)));
	s.pc = within(s.pc);
	if (t.rtl->b.pc_w < 32 && one_in(6))
		s.pc ^= 1u << (t.rtl->b.pc_w + rnd() % (32 - t.rtl->b.pc_w));
	return s;
}

void new_episode(void)
{
	memset(t.memory, 0, sizeof t.memory);
	t.words = 0;
	for (unsigned i = 0; i < CONFIGS; i++)
		new_config(i);
	t.bus_speed = one_in(2) ? 0 : 1 + rnd() % 6;
	t.ready_speed = one_in(2) ? 1 : 1 + rnd() % 6;
	t.error_rate = one_in(2) ? 0 : 4 << rnd() % 6;
	t.death_rate = one_in(2) ? 0 : 4 << rnd() % 6;
	t.load = 1u << rnd() % 8;
}

void disturb(void)
{
	const unsigned number = rnd() % CONFIGS;
	const unsigned channel = rnd() % CHANNELS;

	if (!config_used(number) && t.words < MANY && one_in(30))
		new_config(number);
	if (t.death_rate && one_in(t.death_rate))
		t.dead[rnd() % CHANNELS] = true;
	if (!channel_used(channel) && one_in(4))
		t.dead[channel] = false;
	if (t.h.there && t.config[t.queue[0].config].mode == SYMBOL && one_in(200)) {
		const struct engine_config *c = &t.config[t.queue[0].config];
		uint32_t addr = c->base + (c->entries ? rnd() % c->entries : 0) * 8;
		set_word(addr & ~3u, any_size());
		taint(addr & ~3u);
		t.h.spoiled = true;
		SEEN(spoiled);
	}
	if (t.h.there && t.config[t.queue[0].config].mode == RING && one_in(400)) {
		t.config[t.queue[0].config].pos = any_size();
		t.h.moved = true;
		SEEN(ring_moved);
	}
}

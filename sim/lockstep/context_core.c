/* SPDX-License-Identifier: ISC
 * context_core.c - a core's stream of instructions: calls, returns and jumps in their encodings,
 * traps, sleep, stalls; now and then what no compiler would write.
 */
#include "context.h"

enum { VECTOR = 0x80000100, FUNCTIONS = 0x80001000, MOST_TRAPS = 8, MOST_DEPTH = 4096 };
enum { RA = 1, T0 = 5, A5 = 15 };

static unsigned pick(struct bench *b, const unsigned *from, uint32_t n)
{
	return from[bench_below(b, n)];
}

/* Now and then another one that is the same in PC_W bits. */
static uint32_t any_function(struct bench *b)
{
	const uint32_t i = bench_below(b, b->core.functions);
	const uint32_t address = FUNCTIONS + 64 * i + (i & 2);

	return address ^ (bench_odds(b, 32) ? 1u << (25 + bench_below(b, 7)) : 0);
}

static unsigned link_register(struct bench *b)
{
	return bench_odds(b, 4) ? T0 : RA;
}

/* The core shows 16 bits of an instruction, and anything above them. */
static uint32_t narrow(struct bench *b, uint32_t insn)
{
	return insn | random_word(&b->random) << 16;
}

static uint32_t high(struct bench *b, uint32_t insn)
{
	return insn | (random_word(&b->random) & 0xfff00000);
}

static uint32_t call(struct bench *b)
{
	const unsigned rd = link_register(b), rs1 = bench_below(b, 32);

	switch (bench_below(b, 4)) {
	case 0:
		return narrow(b, 0x2001 | (random_word(&b->random) & 0x1ffc));	/* c.jal */
	case 1:
		return narrow(b, 0x9002 | (rs1 ? rs1 : RA) << 7);		/* c.jalr */
	case 2:
		return high(b, 0x67 | rd << 7 | rs1 << 15);			/* jalr */
	default:
		return high(b, 0x6f | rd << 7) ^ (random_word(&b->random) & 0xff000);
	}
}

static uint32_t ret(struct bench *b)
{
	const unsigned rs1 = link_register(b);

	return bench_odds(b, 2) ? narrow(b, 0x8002 | rs1 << 7)
		: high(b, 0x67 | rs1 << 15) & (bench_odds(b, 2) ? UINT32_MAX : 0xfffff);
}

static uint32_t jump(struct bench *b)
{
	switch (bench_below(b, 3)) {
	case 0:
		return narrow(b, 0x8002 | A5 << 7);
	case 1:
		return high(b, 0x67 | A5 << 15);
	default:
		return bench_odds(b, 2) ? high(b, 0x6f) : narrow(b, 0xa001);
	}
}

/* No call, return or jump; some look much like one. */
static uint32_t plain(struct bench *b)
{
	static const uint32_t others[] = { 0x13, 0x10500073, 0x73, 0x100073, 0x30200073 | 1 << 12,
		0x12200073, 0x7b200073, 0x00008063, 0xb7, 0x9002, 0x9086, 0x8086, 0x0001, 0xa001,
		0x6001, 0x4082, 0x00200073 | 3 << 12, 0xef ^ 0x10, 0xe7 ^ 0x10 };

	return others[bench_below(b, sizeof(others) / sizeof(*others))];
}

/* Any bits but those that no core retires. */
static uint32_t any_insn(struct bench *b)
{
	const uint32_t insn = random_word(&b->random), wide = insn & 0x7f;

	if ((insn & 3) != 3 || (wide != 0x73 && wide != 0x67))
		return insn;
	return wide == 0x67 ? insn & ~0x7000u : insn | 1 << 12;
}

static uint32_t length(uint32_t insn)
{
	return (insn & 3) == 3 ? 4 : 2;
}

static void enter(struct bench *b, struct context_tap *t)
{
	struct core *c = &b->core;

	t->insn = call(b);
	c->stack[c->depth++ % MOST_DEPTH] = c->pc + length(t->insn);
	c->pc = any_function(b);
}

static void leave(struct bench *b, struct context_tap *t)
{
	struct core *c = &b->core;

	t->insn = ret(b);
	if (bench_odds(b, c->wild))
		c->depth -= bench_below(b, c->depth < 6 || bench_odds(b, 4) ? c->depth : 6);
	c->pc = c->stack[--c->depth % MOST_DEPTH];
	if (bench_odds(b, c->wild))
		c->pc += bench_odds(b, 4) ? 1u << 31 : 8;
}

static void trap_return(struct bench *b, struct context_tap *t)
{
	struct core *c = &b->core;

	t->insn = bench_odds(b, 2) ? 0x30200073 : 0x10200073;
	if (c->nested == 0)
		return;
	c->nested--;
	c->pc = bench_odds(b, c->wild) ? any_function(b) : c->trap[c->nested].pc;
	c->priv = c->trap[c->nested].priv;
	if (!bench_odds(b, c->wild))
		c->depth = c->trap[c->nested].depth;
}

static void trap(struct bench *b)
{
	struct core *c = &b->core;

	c->trap[c->nested].pc = c->pc;
	c->trap[c->nested].priv = c->priv;
	c->trap[c->nested++].depth = c->depth;
	c->pc = VECTOR + 32 * bench_below(b, 2);
	c->priv = bench_odds(b, 2) ? 3 : 1;
	c->handler = true;
}

static void run_on(struct bench *b, struct context_tap *t)
{
	t->insn = bench_odds(b, 4) ? any_insn(b) : plain(b);
	b->core.pc += length(t->insn);
}

static void retire(struct bench *b, struct context_tap *t)
{
	struct core *c = &b->core;
	const uint32_t what = bench_below(b, c->calm + 5);

	if (c->nested < MOST_TRAPS && bench_odds(b, c->traps))
		trap(b);
	t->pc = c->pc;
	t->priv = c->priv;
	t->handler = c->handler;
	if ((c->handler && bench_odds(b, 3)) || (what == 4 && c->nested && bench_odds(b, 4))
		|| bench_odds(b, 20 * c->wild))
		trap_return(b, t);
	else if (what < 3 && bench_below(b, 4) < c->climb && c->depth < c->deep)
		enter(b, t);
	else if (what < 3 && c->depth)
		leave(b, t);
	else if (what == 3 && bench_odds(b, 3)) {
		t->insn = jump(b);
		c->pc = any_function(b);
	} else {
		run_on(b, t);
	}
	c->handler = false;
}

/* Deeper than what the unit counts, and no faster than it follows. */
static void plunge(struct bench *b)
{
	struct core *c = &b->core;

	c->until += 30000;
	c->gap = 5;
	c->calm = c->wild = c->traps = c->sleeps = c->halts = 0;
	c->deep = 2600;
	c->climb = 4;
}

/* Until so many ticks wait that they leave by themselves, or that one more is lost. */
static void stall(struct bench *b)
{
	struct core *c = &b->core;

	c->stall = (bench_odds(b, 4) ? 1 << 16 : 1 << 15) + bench_below(b, 3000);
	c->until += c->stall;
	c->sleeping = false;
	c->sleeps = c->halts = 0;
}

static void new_phase(struct bench *b)
{
	/* mostly no faster than the walker; now and then events are dropped */
	static const unsigned gaps[2][6] = { { 1, 2, 3, 3, 8, 20 }, { 1, 1, 1, 2, 3, 8 } },
		calms[2][5] = { { 5, 10, 20, 30, 60 }, { 0, 1, 2, 5, 20 } };
	static const unsigned wilds[] = { 4, 100, 1000, 0, 0 }, traps[] = { 0, 0, 400, 60, 8 },
		sleeps[] = { 0, 0, 0, 40, 3 }, halts[] = { 0, 0, 3, 40 },
		deeps[] = { 3, 6, 10, 10, 20, 40, 100, 2600 },
		functions[] = { 1, 2, 5, 12, 12, 60, 60, 600 };
	const bool fast = bench_odds(b, b->hurries);
	struct core *c = &b->core;

	c->until = b->model.cycle + 50 + bench_below(b, bench_odds(b, 8) ? 12000 : 2500);
	c->gap = pick(b, gaps[fast], 6);
	c->calm = pick(b, calms[fast], 5);
	c->wild = pick(b, wilds, 5);
	c->traps = pick(b, traps, 5);
	c->sleeps = pick(b, sleeps, 5);
	c->halts = pick(b, halts, 4);
	c->deep = pick(b, deeps, 8);
	c->functions = pick(b, functions, 8);
	c->climb = 1 + bench_below(b, 3);
	c->lines = bench_below(b, 3) * bench_below(b, 5);
	if (!c->nested && bench_odds(b, 2))
		c->priv = bench_odds(b, 2) ? 0 : 3;
	c->stall = bench_odds(b, 10) ? bench_below(b, 3000) : 0;
	if (bench_odds(b, 25))
		stall(b);
	if (bench_odds(b, 60))
		plunge(b);
}

void core_open(struct bench *b)
{
	b->core = (struct core){ .pc = FUNCTIONS, .priv = 3 };
	new_phase(b);
}

/* A beginning must not be written while the core retires at its place. */
static bool collides(const struct bench *b, const struct context_in *in, uint32_t pc)
{
	const uint32_t places = (1u << b->model.p.places) - 1;

	return places && in->stb && in->we && ((in->dat ^ pc) >> 2 & places) == 0;
}

void core_drive(struct bench *b, struct context_in *in)
{
	struct core *c = &b->core;
	struct context_tap *t = &in->tap;
	const uint32_t noise = random_word(&b->random);

	if (in->rst)
		c->handler = false;
	if (b->model.cycle >= c->until)
		new_phase(b);
	*t = (struct context_tap){ .run = !bench_odds(b, c->halts), .sleep = c->sleeping,
		.handler = noise & 1, .priv = noise >> 1 & 3, .pc = noise, .insn = ~noise,
		.tag = noise >> 30, .event = bench_odds(b, c->lines) ? noise >> 8 & 255 : 0 };
	if (bench_odds(b, c->sleeping ? 30 : c->sleeps * 20))
		c->sleeping = !c->sleeping && c->sleeps;
	c->stall -= c->stall > 0;
	if (c->stall || (c->sleeping && !bench_odds(b, 40)) || !bench_odds(b, c->gap)
		|| collides(b, in, c->pc))
		return;
	t->valid = true;
	if (!t->run || in->rst)
		return;
	retire(b, t);
	if (collides(b, in, t->pc))
		t->valid = false;
}

/* SPDX-License-Identifier: ISC
 * calls.c - a core's stream of instructions: calls, returns, jumps, traps, switches between
 * tasks, sleep, stalls; now and then what no compiler would write.
 */
#include "stimulus.h"

enum { VECTOR = 0x80000100, FUNCTIONS = 0x80001000, MOST_TRAPS = 8, MOST_DEPTH = 4096 };

static struct flow *flow(struct stimulus *s)
{
	return &s->calls.flow[s->calls.on];
}

static unsigned pick(struct stimulus *s, const unsigned *from, uint32_t n)
{
	return from[below(s, n)];
}

uint32_t calls_function(struct stimulus *s)
{
	const uint32_t i = below(s, s->calls.functions);

	return FUNCTIONS + 64 * i + (i & 2);
}

/* Now and then another one that is the same in PC_W bits. */
static uint32_t any_function(struct stimulus *s)
{
	return calls_function(s) ^ (odds(s, 32) ? 1u << (25 + below(s, 7)) : 0);
}

static void enter(struct stimulus *s, struct inputs *in)
{
	struct calls *c = &s->calls;
	struct flow *f = flow(s);

	in->insn = insn_call(s);
	f->stack[f->depth++ % MOST_DEPTH] = c->pc + insn_length(in->insn);
	c->pc = any_function(s);
}

/* Into the next task, which may begin so. */
static void leave(struct stimulus *s, struct inputs *in)
{
	struct calls *c = &s->calls;
	struct flow *f = &c->flow[c->on = c->next];

	in->insn = insn_return(s);
	if (!f->depth) {
		c->pc = any_function(s);
		return;
	}
	if (odds(s, c->wild))
		f->depth -= below(s, f->depth < 6 || odds(s, 4) ? f->depth : 6);
	c->pc = f->stack[--f->depth % MOST_DEPTH];
	if (odds(s, c->wild))
		c->pc += odds(s, 4) ? 1u << 31 : 8;
}

static void trap_return(struct stimulus *s, struct inputs *in)
{
	struct calls *c = &s->calls;
	struct flow *f = &c->flow[c->on = c->next];

	in->insn = odds(s, 2) ? 0x30200073 : 0x10200073;
	if (f->nested == 0)
		return;
	f->nested--;
	c->pc = odds(s, c->wild) ? any_function(s) : f->trap[f->nested].pc;
	c->priv = f->trap[f->nested].priv;
	if (!odds(s, c->wild))
		f->depth = f->trap[f->nested].depth;
}

static void trap(struct stimulus *s)
{
	struct calls *c = &s->calls;
	struct flow *f = flow(s);

	f->trap[f->nested].pc = c->pc;
	f->trap[f->nested].priv = c->priv;
	f->trap[f->nested++].depth = f->depth;
	c->pc = VECTOR + 32 * below(s, 2);
	c->priv = odds(s, 2) ? 3 : 1;
	c->handler = true;
}

static void run_on(struct stimulus *s, struct inputs *in)
{
	in->insn = insn_other(s);
	s->calls.pc += insn_length(in->insn);
}

static void retire(struct stimulus *s, struct inputs *in)
{
	struct calls *c = &s->calls;
	const uint32_t what = below(s, c->calm + 5);

	if (flow(s)->nested < MOST_TRAPS && odds(s, c->traps))
		trap(s);
	if (odds(s, c->switches))
		c->next = below(s, c->tasks);
	in->pc = c->pc;
	in->priv = c->priv;
	in->handler = c->handler;
	if ((c->handler && odds(s, 3)) || (what == 4 && flow(s)->nested && odds(s, 4))
		|| odds(s, 20 * c->wild))
		trap_return(s, in);
	else if (what < 3 && below(s, 4) < c->climb && flow(s)->depth < c->deep)
		enter(s, in);
	else if (what < 3 && (flow(s)->depth || c->on != c->next))
		leave(s, in);
	else if (what == 3 && odds(s, 3)) {
		in->insn = insn_jump(s);
		c->pc = any_function(s);
	} else {
		run_on(s, in);
	}
	c->handler = false;
}

/* Deeper than what the unit counts, and no faster than it follows. */
static void plunge(struct stimulus *s)
{
	struct calls *c = &s->calls;

	c->until += 45000;
	s->script.left += 3000; /* CLEAR would forget all frames */
	c->gap = 9;
	c->calm = c->wild = c->traps = c->sleeps = c->halts = c->switches = 0;
	c->deep = flow(s)->depth + 2600;
	c->climb = 4;
}

/* Until so many ticks wait that they leave by themselves, or that one more is lost. */
static void stall(struct stimulus *s)
{
	struct calls *c = &s->calls;

	c->stall = (odds(s, 2) ? MOST_PENDING : MOST_PENDING / 2) + below(s, 3000);
	c->full = true;
	c->until += c->stall;
	c->sleeping = false;
	c->sleeps = c->halts = 0;
}

static void new_phase(struct stimulus *s)
{
	/* mostly no faster than the walker; now and then events are dropped */
	static const unsigned gaps[2][6] = { { 1, 2, 3, 3, 8, 20 }, { 1, 1, 1, 2, 3, 8 } },
			      calms[2][5] = { { 5, 10, 20, 30, 60 }, { 0, 1, 2, 5, 20 } };
	static const unsigned wilds[] = { 4, 100, 1000, 0, 0 }, traps[] = { 0, 0, 400, 60, 8 },
			      sleeps[] = { 0, 0, 0, 40, 3 }, halts[] = { 0, 0, 3, 40 },
			      deeps[] = { 3, 6, 10, 10, 20, 40, 100, 2600 },
			      functions[] = { 1, 2, 5, 12, 12, 60, 60, 600 },
			      tasks[] = { 2, 3, 5, FLOWS }, switches[] = { 0, 0, 400, 60, 8 };
	const bool fast = odds(s, s->calls.hurries);
	struct calls *c = &s->calls;

	c->until = s->m->cycle + 50 + below(s, odds(s, 8) ? 12000 : 2500);
	c->gap = pick(s, gaps[fast], 6);
	c->calm = pick(s, calms[fast], 5);
	c->wild = pick(s, wilds, 5);
	c->traps = pick(s, traps, 5);
	c->sleeps = pick(s, sleeps, 5);
	c->halts = pick(s, halts, 4);
	c->deep = pick(s, deeps, 8);
	c->functions = pick(s, functions, 8);
	c->tasks = pick(s, tasks, 4);
	c->switches = pick(s, switches, 5);
	c->climb = 1 + below(s, 3);
	c->lines = below(s, 3) * below(s, 5);
	if (!flow(s)->nested && odds(s, 2))
		c->priv = odds(s, 2) ? 0 : 3;
	c->stall = odds(s, 10) ? below(s, 3000) : 0;
	c->full = false;
	if (core_may_stall(s) && odds(s, 4))
		stall(s);
	if (s->script.step == RUN && odds(s, 40))
		plunge(s);
}

void calls_open(struct stimulus *s)
{
	s->calls = (struct calls){ .pc = FUNCTIONS, .priv = 3, .hurries = odds(s, 4) ? 2 : 20 };
	new_phase(s);
}

/* A beginning must not be written while the core retires at its place. */
static bool collides(const struct stimulus *s, const struct inputs *in, uint32_t pc)
{
	const uint32_t places = (1u << s->m->p.places) - 1;

	return places && in->stb && in->we && ((in->dat ^ pc) >> 2 & places) == 0;
}

void calls_drive(struct stimulus *s, struct inputs *in)
{
	struct calls *c = &s->calls;
	const uint32_t noise = random_word(&s->random);

	if (in->rst)
		c->handler = false;
	if (s->m->cycle >= c->until)
		new_phase(s);
	in->run = !odds(s, c->halts);
	in->sleep = c->sleeping;
	in->handler = noise & 1;
	in->priv = noise >> 1 & 3;
	in->pc = noise;
	in->insn = ~noise;
	in->event = odds(s, c->lines) ? noise >> 8 & 255 : 0;
	if (odds(s, c->sleeping ? 30 : c->sleeps * 20))
		c->sleeping = !c->sleeping && c->sleeps;
	c->stall -= c->stall > 0;
	s->core.stalls = c->full ? c->stall : 0;
	if (c->stall || (c->sleeping && !odds(s, 40)) || !odds(s, c->gap) || collides(s, in, c->pc))
		return;
	in->valid = true;
	if (!in->run || in->rst)
		return;
	retire(s, in);
	in->valid = !collides(s, in, in->pc);
}

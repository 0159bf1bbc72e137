/* SPDX-License-Identifier: ISC
 * context_front.c - the core's cycles to ticks and events.
 */
#include <string.h>

#include "context.h"
#include "registers.h"

enum { LEFT_MASK = 0x1ffffff, LEFT_SIGN = 0x1000000, MOST_WAITING = 1 << 16, MANY = 1 << 15 };
enum { NO_BEGINNING = 1 };

static bool links(uint32_t reg)
{
	return reg == 1 || reg == 5;
}

static enum context_kind narrow(uint32_t insn)
{
	const uint32_t rs1 = insn >> 7 & 31;

	if ((insn & 0xe003) == 0x2001)		/* c.jal */
		return CALL;
	if ((insn & 0xe07f) != 0x8002 || rs1 == 0)
		return TIME;
	if (insn & 0x1000)			/* c.jalr; else c.jr */
		return CALL;
	return links(rs1) ? RET : TIME;
}

static enum context_kind decode(uint32_t insn)
{
	const uint32_t rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if ((insn & 3) != 3)
		return narrow(insn);
	if (insn == 0x30200073 || insn == 0x10200073)
		return MRET;
	switch (insn & 0x7f) {
	case 0x6f:
		return links(rd) ? CALL : TIME;
	case 0x67:
		return links(rd) ? CALL : rd == 0 && links(rs1) ? RET : TIME;
	default:
		return TIME;
	}
}

/* ---- ticks ---- */

static bool event(const struct context *c, const struct context_tap *tap)
{
	switch (setup_source(c->reg[R_SETUP])) {
	case SOURCE_CLOCK:
		return tap->run;
	case SOURCE_RETIRED:
		return tap->valid;
	default:
		return tap->line;
	}
}

static uint16_t lfsr_next(uint16_t x)
{
	return (uint16_t)(x << 1
		| ((x >> 15 ^ x >> 14 ^ x >> 12 ^ x >> 3 ^ ((x & 0x7fff) == 0)) & 1));
}

static bool divider(struct context *c)
{
	const uint32_t jitter = c->lfsr & c->reg[R_JITTER];
	const bool due = c->left & LEFT_SIGN;

	if (due)
		c->left = (c->reg[R_PERIOD] & 0xffffff) + (c->left & ~(jitter | 1)) + (jitter & 1)
			+ (c->lfsr >> 15 & c->reg[R_JITTER] & 1);
	else
		c->left--;
	c->left &= LEFT_MASK;
	if (due && c->running)
		c->lfsr = lfsr_next(c->lfsr);
	return due && c->running;
}

/* An idle or lost tick is held until nothing else leaves, and leaves with one of its kind. */
static void hold(struct context *c, bool sample, unsigned comes)
{
	const bool joins = c->spare == comes;

	if (c->spare && sample)
		return;
	if (c->spare) {
		context_add(c, context_outcome(c, c->spare), 1 + joins);
		c->outcome_at = c->cycle;
		c->idle += c->spare == C_IDLE;
		c->stalls += c->spare == C_LOST;
	}
	c->spare = c->spare && joins ? 0 : comes;
}

static unsigned code(const struct context *c, unsigned mode)
{
	const bool counts = setup_privileges(c->reg[R_SETUP]) >> mode & 1;

	return (counts ? 0 : C_FILTERED) + (mode == 0);
}

/* ---- events ---- */

/* What an instruction does to sp: it sets it to a constant, to what it reads, or neither. */
static bool sp_after(bool fixed, uint32_t insn)
{
	const uint32_t rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if (decode(insn) == MRET)
		return false;
	if (rd != 2)
		return fixed;
	if ((insn & 3) != 3)			/* c.lwsp, c.ldsp, c.mv */
		return fixed && !((insn & 0xc003) == 0x4002 || (insn & 0xf003) == 0x8002);
	switch (insn & 0x7f) {
	case 0x37: case 0x17:			/* lui, auipc */
		return true;
	case 0x13: case 0x33:
		return rs1 == 2 ? fixed : rs1 < 4;
	case 0x03: case 0x73:
		return false;
	default:
		return fixed;
	}
}

/* What this instruction does to the calls; the event before has its target now. */
static enum context_kind find(const struct context *c, const struct context_tap *tap)
{
	const enum context_kind kind = decode(tap->insn);

	if (tap->handler)
		return TRAP;
	if (kind == MRET && c->sp_fixed)
		return UNWIND;
	if (kind == RET || kind == MRET)
		return kind;
	if (tap->begins && !(c->holds && c->held.kind == CALL))
		return TAIL;
	return kind;
}

static bool leaves(const struct context *c, enum context_kind kind)
{
	return kind != TIME || c->urgent;
}

/* The event before leaves with this instruction as its target; while nothing retires, its ticks. */
static bool join(struct context *c, const struct context_tap *tap, bool seen, bool flush,
	struct context_event *e)
{
	if (!c->holds || !(seen || (flush && c->loaded)))
		return false;
	*e = c->held;
	e->kind = seen ? e->kind : TIME;
	e->trapped = seen && tap->handler;
	e->target = context_half(c, tap->pc);
	c->queue[(c->head + c->queued++) % CONTEXT_QUEUE] = *e;
	c->ticking += e->weight != 0;
	c->trapped += e->trapped;
	c->events++;
	c->tails += e->kind == TAIL;
	c->loaded = false;
	c->held.weight = 0;
	c->holds = !seen;
	return true;
}

static void take(struct context *c, const struct context_tap *tap, enum context_kind kind,
	uint32_t weight, bool reset, bool mark)
{
	const bool wide = (tap->insn & 3) == 3, keeps = kind == TIME && c->holds;

	c->held.kind = keeps ? c->held.kind : kind;
	c->held.weight = weight;
	c->held.code = reset || c->dropped ? C_LOST_QUEUE
		: code(c, kind == TRAP ? c->mode_before : tap->priv);
	if (!keeps)
		c->held.link = context_half(c, tap->pc + (kind == TAIL ? 0 : wide ? 4 : 2));
	c->held.hot = mark != c->mark;
	c->discards += reset;
	c->many += weight >= MANY && kind == TIME && !reset;
	c->filtered += weight && (c->held.code & ~1u) == C_FILTERED;
	c->mark = weight ? mark : c->mark;
	c->holds = true;
	c->loaded = weight != 0;
}

static void sample(struct context *c, const struct context_tap *tap,
	const struct context_observed *observed, bool tick, struct context_event *e, bool *joins)
{
	const bool seen = tap->valid && !(tap->handler && decode(tap->insn) == MRET);
	const bool reset = c->command & CTRL_RESET,
		flush = reset || c->discarded || (!c->running && (tap->sleep || !tap->run));
	const enum context_kind kind = seen ? find(c, tap) : TIME;
	const bool is = seen && leaves(c, kind) && !observed->clearing;
	const bool goes = is && !observed->full;
	const uint32_t weight = c->waits + tick;
	unsigned comes = 0;

	*joins = join(c, tap, seen, flush, e);
	if (goes || (reset && weight))
		take(c, tap, goes ? kind : TIME, weight, reset, observed->mark);
	c->losses += is && observed->full;
	c->dropped = is ? observed->full : c->dropped;
	if (goes || reset)
		c->waits = 0;
	else if (tick && tap->sleep)
		comes = C_IDLE;
	else if (tick && c->waits == MOST_WAITING)
		comes = C_LOST;
	else
		c->waits += tick;
	hold(c, (goes || reset) && weight, comes);
	c->mode_before = seen ? tap->priv : c->mode_before;
	if (tap->valid)
		c->sp_fixed = sp_after(c->sp_fixed && !tap->handler, tap->insn);
}

/* ---- software ---- */

static void commands(struct context *c)
{
	if (c->command & CTRL_START)
		c->running = true;
	if (c->command & (CTRL_STOP | CTRL_RESET))
		c->running = false;
	c->discarded = c->command & CTRL_RESET;
	if (c->discarded)
		c->lfsr = 1;
	if (c->discarded || c->restarts)
		c->left = LEFT_MASK;
	c->restarts = false;
	c->command = 0;
}

void context_write(struct context *c, unsigned reg, uint32_t dat)
{
	if (reg == R_CTRL) {
		c->command = dat & (CTRL_STOP | CTRL_RESET);
		if ((dat & 15) == CTRL_START)
			c->command = CTRL_START;
		return;
	}
	c->reg[reg] = dat;
	c->restarts = reg == R_PERIOD;
}

void context_begin(struct context *c, uint32_t dat)
{
	if (c->p.places)
		c->beginnings[dat >> 2 & ((1u << c->p.places) - 1)] = dat;
}

static bool begins(const struct context *c, uint32_t pc)
{
	const uint32_t place = c->beginnings[pc >> 2 & ((1u << c->p.places) - 1)];

	return c->p.places && place && !(place & NO_BEGINNING)
		&& context_half(c, place) == context_half(c, pc);
}

void context_reset(struct context *c)
{
	memset(c->tap, 0, sizeof(c->tap));
	c->command = c->ticks = c->waits = c->spare = 0;
	c->running = c->discarded = c->restarts = c->holds = c->loaded = c->dropped = false;
	c->mode_before = 0;
	c->sp_fixed = false;
	c->left = LEFT_MASK;
	c->lfsr = 1;
	context_forget(c);
}

bool context_edge(struct context *c, const struct context_tap *in,
	const struct context_observed *observed, struct context_event *e)
{
	const struct context_tap tap = c->tap[c->cycle % CONTEXT_LATE];
	const uint32_t asked = c->reg[R_SETUP] >> 24 & ((1u << c->p.event) - 1);
	const bool tick = event(c, &tap) && divider(c);
	struct context_tap *next = &c->tap[c->cycle % CONTEXT_LATE];
	const bool urgent = c->waits >= MANY || (!c->running && (c->waits || c->spare));
	bool joins;

	*next = *in;
	next->valid = in->run && in->valid;
	next->line = in->run && (in->event & asked);
	next->begins = begins(c, in->pc);
	sample(c, &tap, observed, tick, e, &joins);
	c->urgent = urgent;
	c->ticks += tick;
	commands(c);
	if (observed->clearing) {
		c->holds = c->loaded = c->dropped = false;
		context_clear(c);
	}
	c->cycle++;
	return joins;
}

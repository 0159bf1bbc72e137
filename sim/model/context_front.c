/* SPDX-License-Identifier: ISC
 * context_front.c - what retires to events, and their queue.
 */
#include "model.h"
#include "registers.h"

enum { ALMOST_FULL = 448, NO_BEGINNING = 1 };

/* Half an address in PC_W bits. */
static uint32_t half(const struct model *m, uint32_t address)
{
	return address >> 1 & ((1u << (m->p.pc_w - 1)) - 1);
}

/* ---- decoding ---- */

static bool links(uint32_t reg)
{
	return reg == 1 || reg == 5;
}

static enum kind narrow(uint32_t insn)
{
	const uint32_t rs1 = insn >> 7 & 31;

	if ((insn & 0xe003) == 0x2001) /* c.jal */
		return CALL;
	if ((insn & 0xe07f) != 0x8002 || rs1 == 0)
		return TIME;
	if (insn & 0x1000) /* c.jalr; else c.jr */
		return CALL;
	return links(rs1) ? RET : TIME;
}

static enum kind decode(uint32_t insn)
{
	const uint32_t rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if ((insn & 3) != 3)
		return narrow(insn);
	if (insn == 0x30200073 || insn == 0x10200073)
		return MRET;
	switch (insn & 0x7f) {
	case 0x6f: return links(rd) ? CALL : TIME;
	case 0x67: return links(rd) ? CALL : rd == 0 && links(rs1) ? RET : TIME;
	default: return TIME;
	}
}

/* What an instruction does to sp: it sets it to a constant, to what it reads, or neither. */
static bool sp_after(bool fixed, uint32_t insn)
{
	const uint32_t rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if (decode(insn) == MRET)
		return false;
	if (rd != 2)
		return fixed;
	if ((insn & 3) != 3) /* c.lwsp, c.ldsp, c.mv */
		return fixed && !((insn & 0xc003) == 0x4002 || (insn & 0xf003) == 0x8002);
	switch (insn & 0x7f) {
	case 0x37:
	case 0x17: /* lui, auipc */ return true;
	case 0x13:
	case 0x1b:
	case 0x33:
	case 0x3b: return rs1 == 2 ? fixed : rs1 < 4;
	case 0x03:
	case 0x73: return false;
	default: return fixed;
	}
}

/* ---- events ---- */

/* What this instruction does to the calls; the event before has its target now. */
static enum kind find(const struct model *m)
{
	const struct context *c = &m->context;
	const struct inputs *tap = &m->tap;
	const bool addiw = m->p.xlen == 64 && (tap->insn & 0xe003) == 0x2001; /* c.addiw */
	const enum kind kind = addiw ? TIME : decode(tap->insn);

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

/* A handler that ends at once is as if it were not. */
static bool is_seen(const struct inputs *tap)
{
	return tap->valid && !(tap->handler && decode(tap->insn) == MRET);
}

/* Does an event leave? The one before does, with this instruction as its target; its ticks do while
 * nothing retires. */
bool context_leaves(struct model *m)
{
	struct context *c = &m->context;
	const struct inputs *tap = &m->tap;
	const bool seen = is_seen(tap),
		   flush = m->command & CTRL_RESET || c->discarded
		|| (!m->running && (tap->sleep || !tap->run));

	c->found = seen ? find(m) : TIME;
	c->comes = seen && (c->found != TIME || c->urgent) && !m->clearing;
	c->goes = c->comes && !c->full;
	c->joins = c->holds && (seen || (flush && c->loaded));
	if (!c->joins)
		return c->goes;
	c->joined = c->held;
	c->joined.kind = seen ? c->held.kind : TIME;
	c->joined.trapped = seen && tap->handler;
	c->joined.target = half(m, tap->pc);
	m->seen[SEEN_TRAPPED] += c->joined.trapped;
	m->seen[SEEN_TAILS] += c->joined.kind == TAIL;
	c->loaded = false;
	c->held.weight = 0;
	c->held.code = LOST_EVENT;
	c->holds = !seen;
	return c->goes;
}

static unsigned code(const struct model *m, enum kind kind, uint32_t weight)
{
	const unsigned mode = kind == TRAP ? m->context.mode_before : m->tap.priv;

	if (m->command & CTRL_RESET || m->context.dropped || !weight)
		return LOST_EVENT;
	return (setup_privileges(m->reg[R_SETUP]) >> mode & 1 ? 0u : FILTERED) + (mode == 0);
}

/* RESET's ticks leave even if no event does. */
void context_charge(struct model *m, uint32_t weight)
{
	struct context *c = &m->context;
	const enum kind kind = c->goes ? c->found : TIME;
	const bool wide = (m->tap.insn & 3) == 3, keeps = kind == TIME && c->holds,
		   mark = m->ticks_before >> 10 & 1;

	if (!c->goes && !weight)
		return;
	if (!keeps) {
		c->held.kind = kind;
		c->held.link = half(m, m->tap.pc + (kind == TAIL ? 0 : wide ? 4 : 2));
	}
	c->held.weight = weight;
	c->held.code = code(m, kind, weight);
	c->held.hot = mark != c->mark;
	m->seen[SEEN_ALONE] += c->goes && kind == TIME;
	m->seen[SEEN_EVENTS_FILTERED] += weight && (c->held.code & ~1u) == FILTERED;
	c->mark = weight ? mark : c->mark;
	c->holds = true;
	c->loaded = weight != 0;
}

/* ---- the queue ---- */

static void compare(struct model *m, const struct event *r)
{
	const struct event *e = &m->context.joined;
	const bool counts = e->code < FILTERED, goes = e->kind != TIME && e->kind != TAIL,
		   links = e->kind == CALL || e->kind == TAIL;

	if (e->kind != r->kind || e->weight != r->weight
		|| (counts ? r->code >= FILTERED || e->hot != r->hot : e->code != r->code)
		|| (e->kind != TIME && e->trapped != r->trapped)
		|| (goes && !e->trapped && e->target != r->target) || (links && e->link != r->link))
		model_wrong(m,
			"an event: expected kind %d weight %u code %u hot %d trapped %d "
			"target %#x link %#x, got %d %u %u %d %d %#x %#x",
			e->kind, e->weight, e->code, e->hot, e->trapped, e->target, e->link,
			r->kind, r->weight, r->code, r->hot, r->trapped, r->target, r->link);
}

static void queue_edge(struct model *m, const struct outputs *out)
{
	struct context *c = &m->context;
	const bool empty = !c->queued;

	if (out->joins != c->joins)
		model_wrong(m, "an event: expected %d, got %d", c->joins, out->joins);
	else if (c->joins)
		compare(m, &out->event);
	c->full = c->queued == ALMOST_FULL || (c->full && !c->empty);
	c->empty = empty;
	if (c->joins)
		c->queue[(c->head + c->queued++) % EVENTS] = c->joined;
	if (out->pops && !empty) {
		c->head = (c->head + 1) % EVENTS;
		c->queued--;
	}
	m->seen[SEEN_EVENTS] += c->joins;
	m->seen[SEEN_DROPPED] += c->comes && !c->goes;
}

void context_edge(struct model *m, const struct outputs *out)
{
	struct context *c = &m->context;
	const struct inputs *tap = &m->tap;

	if (!m->clearing)
		queue_edge(m, out);
	else
		context_forget(m);
	c->dropped = !m->clearing && !c->goes && (c->comes || c->dropped);
	if (m->sampled)
		words_behind(m, m->cycle + 1);
	context_rest(m, out);
	c->urgent = c->urges;
	c->discarded = m->command & CTRL_RESET;
	if (is_seen(tap))
		c->mode_before = tap->priv;
	if (tap->valid)
		c->sp_fixed = sp_after(c->sp_fixed && !tap->handler, tap->insn);
}

/* ---- beginnings ---- */

static uint32_t *place(const struct model *m, uint32_t address)
{
	return &m->context.beginnings[address >> 2 & ((1u << m->p.places) - 1)];
}

void context_begin(struct model *m, unsigned sel, uint32_t dat)
{
	if (m->p.places && sel == 15)
		*place(m, dat) = dat;
}

bool context_begins(const struct model *m, uint32_t pc)
{
	const uint32_t entry = m->p.places ? *place(m, pc) : 0;

	return entry && !(entry & NO_BEGINNING) && half(m, entry) == half(m, pc);
}

/* SPDX-License-Identifier: ISC
 * context.c - the walker: events to nodes and to operations on words.
 */
#include <stdlib.h>
#include <string.h>

#include "model.h"

enum { PROBES = 32, MOST_KIDS = 15, MOST_HEAT = 31, WALKS_WITHIN = 10000, MANY = 1 << 15 };

static uint32_t nodes(const struct model *m)
{
	return 1u << m->p.nodes;
}

static uint32_t root(const struct model *m)
{
	return nodes(m) - 9;
}

static uint32_t outcome(const struct model *m, unsigned which)
{
	return 2 * nodes(m) - OUTCOMES + which;
}

static void operation(struct model *m, int what, uint32_t word, uint32_t weight)
{
	struct context *c = &m->context;

	if (!c->frozen && c->operations < OPERATIONS)
		c->operation[c->operations++] = (struct operation){ what, word, weight };
}

/* A node has a child more, or less. */
static void kids(struct context *c, uint32_t node, int by)
{
	if (c->node[node].kids != MOST_KIDS)
		c->node[node].kids += (unsigned)by;
}

static bool over(const struct context *c)
{
	return c->depth > FRAMES;
}

static void lump(struct model *m)
{
	struct context *c = &m->context;

	operation(m, ADD, outcome(m, FOLDED_CALLS), 1);
	c->node[c->current].mixed = true;
	c->lumped = c->lumped || !over(c);
	m->seen[SEEN_LUMPS]++;
}

static void arrive(struct model *m, uint32_t node)
{
	operation(m, ADD, nodes(m) + node, 1);
	m->context.current = node;
}

/* Ticks go to the parent, calls to FOLDED_CALLS. */
static void fold(struct model *m, uint32_t leaf)
{
	struct context *c = &m->context;
	const uint32_t parent = c->node[leaf].parent, calls = nodes(m) + leaf;

	operation(m, KEEP, leaf, 0);
	operation(m, ADD_KEPT, parent, 0);
	operation(m, ZERO, leaf, 0);
	operation(m, KEEP, calls, 0);
	operation(m, ADD_KEPT, outcome(m, FOLDED_CALLS), 0);
	operation(m, ZERO, calls, 0);
	c->node[parent].mixed = true;
	kids(c, parent, -1);
	m->seen[SEEN_FOLDS]++;
}

static void make(struct model *m, uint32_t node, uint32_t callee)
{
	struct context *c = &m->context;

	kids(c, c->current, 1);
	if (c->node[node].taken)
		fold(m, node);
	c->node[node] = (struct node){ .taken = true, .parent = c->current, .callee = callee };
	arrive(m, node);
}

static void enter(struct model *m, uint32_t callee)
{
	struct context *c = &m->context;
	const uint32_t n = nodes(m);
	uint32_t row, leaf = n;

	if (over(c) || c->lumped) {
		lump(m);
		return;
	}
	for (uint32_t k = 1; k <= PROBES; k++) {
		const struct node *r = &c->node[row = (c->current + k * (callee | 1)) % n];

		if (row >= n - OUTCOMES)
			continue;
		if (r->taken && r->parent == c->current && r->callee == callee) {
			arrive(m, row);
			return;
		}
		if (!r->taken) {
			leaf = row;
			break;
		}
		if (r->kids == 0 && (leaf == n || r->heat <= c->node[leaf].heat))
			leaf = row;
	}
	if (leaf == n || c->frozen)
		lump(m);
	else
		make(m, leaf, callee);
}

/* What is deeper than the frames that are kept is counted only. */
static void push(struct model *m, const struct event *e, enum kind pend)
{
	struct context *c = &m->context;

	m->seen[SEEN_DEEPEST] += c->depth == DEPTH;
	if (c->depth < DEPTH)
		c->depth++;
	m->seen[SEEN_OVER] += over(c);
	if (over(c))
		return;
	c->frame[c->depth - 1] = (struct frame){ .trap = e->kind == TRAP,
		.lumped = c->lumped,
		.pend = e->kind == TRAP ? pend : TIME,
		.node = c->current,
		.link = e->link };
	if (e->kind == TRAP) {
		kids(c, c->current, 1);
		c->current = root(m);
		c->lumped = false;
	}
}

static void back(struct model *m, enum kind kind, uint32_t target)
{
	struct context *c = &m->context;

	if (kind == RET && c->depth
		&& (c->frame[c->depth - 1].trap || c->frame[c->depth - 1].link != target)) {
		m->seen[SEEN_STRAYS]++;
		operation(m, ADD, outcome(m, STRAY), 1);
	}
	for (uint32_t i = c->depth; i--;) {
		const struct frame f = c->frame[i];

		if (kind == RET && f.trap)
			break;
		if (kind == MRET ? !f.trap : f.link != target)
			continue;
		m->seen[SEEN_SKIPS] += i + 1 < c->depth;
		c->depth = i;
		c->current = f.node;
		c->lumped = f.lumped;
		if (!f.trap)
			return;
		kids(c, f.node, -1);
		m->seen[SEEN_RESUMED] += f.pend != TIME;
		if (f.pend == CALL)
			enter(m, target);
		else if (f.pend != TIME)
			back(m, f.pend, target);
		return;
	}
	if (kind == RET && !c->depth) {
		c->current = root(m);
		c->lumped = false;
	}
	m->seen[SEEN_UNMATCHED]++;
}

/* Back from the trap, but nothing of its stack goes on. */
static void unwind(struct model *m)
{
	struct context *c = &m->context;

	for (uint32_t i = c->depth; i-- && !over(c);)
		if (c->frame[i].trap) {
			kids(c, c->frame[i].node, -1);
			break;
		}
	m->seen[SEEN_UNWOUND]++;
	c->current = root(m);
	c->depth = 0;
	c->lumped = false;
}

static void tail(struct model *m, uint32_t callee)
{
	struct context *c = &m->context;
	const struct frame *f = c->depth ? &c->frame[c->depth - 1] : NULL;

	if (!over(c) && !c->lumped)
		c->current = !f || f->trap ? root(m) : f->node;
	enter(m, callee);
}

static void charge(struct model *m, const struct event *e)
{
	struct context *c = &m->context;
	struct node *node = &c->node[c->current];
	const bool to_node = e->code < FILTERED;

	operation(m, ADD, to_node ? c->current : outcome(m, e->code), e->weight);
	if (!c->frozen && to_node && e->hot && e->kind != TRAP && node->heat < MOST_HEAT) {
		node->heat++;
		m->seen[SEEN_HEATS]++;
	}
}

static void walk(struct model *m, const struct event *e)
{
	struct context *c = &m->context;
	const enum kind pend = c->pend;

	c->operations = c->done = 0;
	c->pend = e->kind == TIME ? pend : TIME;
	charge(m, e);
	if (e->kind == CALL || e->kind == TRAP) {
		push(m, e, pend);
		if (e->trapped)
			c->pend = CALL;
		else
			enter(m, e->target);
	} else if (e->kind == TAIL) {
		tail(m, e->link);
	} else if (e->kind != TIME && e->trapped) {
		c->pend = e->kind == UNWIND ? MRET : e->kind;
	} else if (e->kind == UNWIND) {
		unwind(m);
	} else if (e->kind != TIME) {
		if (over(c))
			c->depth--;
		else
			back(m, e->kind, e->target);
	}
}

/* Of a tree that nobody knows the operations take slots, too: here of a word that stays 0. */
static void operate(struct model *m)
{
	struct context *c = &m->context;
	struct operation o = { ADD, outcome(m, NO_OUTCOME), 0 };
	uint32_t value;

	if (c->known && c->done == c->operations)
		model_wrong(m, "the walker: an operation more");
	else if (c->known)
		o = c->operation[c->done++];
	value = m->words[o.word];
	c->kept = o.what == KEEP ? value : c->kept;
	words_pass(m, o.word,
		o.what == ZERO ? 0 : value + (o.what == ADD_KEPT ? c->kept : o.weight), 1);
}

static void end(struct model *m, const struct outputs *out)
{
	struct context *c = &m->context;

	if (c->known && c->done != c->operations)
		model_wrong(m, "the walker: %u operations, expected %u", c->done, c->operations);
	if (c->known && (out->current != c->current || out->lumped != c->lumped))
		model_wrong(m, "the context: expected node %u%s, got %u%s", c->current,
			c->lumped ? " lumped" : "", out->current, out->lumped ? " lumped" : "");
	c->walks = false;
}

void context_walk(struct model *m, const struct inputs *in, const struct outputs *out)
{
	struct context *c = &m->context;

	c->rests = c->empty && out->idle && !c->loaded && !c->late;
	c->late = c->loaded;
	c->urges = m->pending >= MANY || (!m->running && (m->pending || m->held != NOTHING));
	if (in->rst)
		return;
	if (m->clearing) {
		c->walks = false;
		c->operations = c->done = 0;
	} else if (out->begins && !c->queued) {
		model_wrong(m, "the walker takes an event that nobody sent");
	} else if (out->begins) {
		c->walks = true;
		if (c->known)
			walk(m, &c->queue[c->head]);
	}
	if (out->operates)
		operate(m);
	if (out->pops && !m->clearing)
		end(m, out);
	/* reads of rows come first */
	if (!c->queued || out->pops || m->access == ROW)
		c->walks_by = m->cycle + WALKS_WITHIN;
	if (m->cycle > c->walks_by)
		model_wrong(m, "the walker does not go on");
}

void context_rest(struct model *m, const struct outputs *out)
{
	struct context *c = &m->context;

	c->dirty = m->running || m->sampled || (c->dirty && !c->rests);
	c->frozen = out->idle ? !c->dirty : c->frozen;
}

void context_forget(struct model *m)
{
	struct context *c = &m->context;

	c->holds = c->loaded = false;
	c->current = root(m);
	c->depth = c->queued = 0;
	c->lumped = c->full = false;
	c->empty = true;
	c->pend = TIME;
}

void context_clear(struct model *m)
{
	memset(m->context.node, 0, nodes(m) * sizeof(*m->context.node));
	m->context.known = true;
	context_forget(m);
}

/* An event that was walked, or CLEAR, left rows and words as they were then. */
void context_reset(struct model *m)
{
	struct context *c = &m->context;

	m->seen[SEEN_RESETS_WALKING] += c->walks;
	c->known &= !c->walks && !m->clearing;
	c->walks = c->dropped = c->discarded = c->sp_fixed = false;
	c->mode_before = 0;
	context_forget(m);
}

uint32_t context_row(const struct model *m, uint32_t row, uint32_t *mask)
{
	const struct node *n = &m->context.node[row];
	const bool is_root = row == root(m), is_node = row < nodes(m) - OUTCOMES;

	*mask = !m->context.known                     ? 0
		: is_root                             ? 1
		: is_node && m->words[nodes(m) + row] ? UINT32_MAX
						      : 0;
	return n->parent << m->p.pc_w | n->callee << 1 | n->mixed;
}

void context_open(struct model *m)
{
	m->context.node = calloc(nodes(m), sizeof(*m->context.node));
	m->context.beginnings = calloc(1u << m->p.places, sizeof(*m->context.beginnings));
	if (!m->context.node || !m->context.beginnings)
		abort();
}

void context_close(struct model *m)
{
	free(m->context.node);
	free(m->context.beginnings);
}

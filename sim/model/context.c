/* SPDX-License-Identifier: ISC
 * context.c - the walker: events to nodes and words.
 */
#include <stdlib.h>
#include <string.h>

#include "context.h"

enum { PROBES = 32, MOST_KIDS = 15, MOST_HEAT = 31 };

void context_add(struct context *c, uint32_t word, uint32_t weight)
{
	c->words[word] += weight;
	if (word == c->watch && c->mays < sizeof(c->may) / sizeof(*c->may))
		c->may[c->mays++] = c->words[word];
}

/* A node has a child more, or less. */
static void kids(struct context *c, uint32_t node, int by)
{
	if (c->node[node].kids != MOST_KIDS)
		c->node[node].kids += (unsigned)by;
}

static bool over(const struct context *c)
{
	return c->depth > CONTEXT_FRAMES;
}

static void lump(struct context *c)
{
	if (!c->frozen)
		context_add(c, context_outcome(c, C_CALLS), 1);
	c->node[c->current].mixed = true;
	c->lumped = c->lumped || !over(c);
	c->lumps++;
}

static void arrive(struct context *c, uint32_t node)
{
	if (!c->frozen)
		context_add(c, context_nodes(c) + node, 1);
	c->current = node;
}

static void make(struct context *c, uint32_t node, uint32_t callee)
{
	c->node[node] =
		(struct context_node){ .taken = true, .parent = c->current, .callee = callee };
	arrive(c, node);
}

static void fold(struct context *c, uint32_t leaf)
{
	const uint32_t parent = c->node[leaf].parent, calls = context_nodes(c) + leaf;

	context_add(c, parent, c->words[leaf]);
	context_add(c, leaf, -c->words[leaf]);
	context_add(c, context_outcome(c, C_CALLS), c->words[calls]);
	context_add(c, calls, -c->words[calls]);
	c->node[parent].mixed = true;
	kids(c, parent, -1);
	c->folds++;
}

static void enter(struct context *c, uint32_t callee)
{
	const uint32_t n = context_nodes(c);
	uint32_t row, leaf = n;

	if (over(c) || c->lumped) {
		lump(c);
		return;
	}
	for (uint32_t k = 1; k <= PROBES; k++) {
		const struct context_node *r = &c->node[row = (c->current + k * (callee | 1)) % n];

		if (row >= n - C_OUTCOMES)
			continue;
		if (r->taken && r->parent == c->current && r->callee == callee) {
			arrive(c, row);
			return;
		}
		if (!r->taken) {
			leaf = row;
			break;
		}
		if (r->kids == 0 && (leaf == n || r->heat <= c->node[leaf].heat))
			leaf = row;
	}
	if (leaf == n || c->frozen) {
		lump(c);
		return;
	}
	kids(c, c->current, 1);
	if (c->node[leaf].taken)
		fold(c, leaf);
	make(c, leaf, callee);
}

/* What is deeper than the frames that are kept is counted only. */
static void push(struct context *c, const struct context_event *e, enum context_kind pend)
{
	c->deepest += c->depth == CONTEXT_DEPTH;
	if (c->depth < CONTEXT_DEPTH)
		c->depth++;
	c->over += over(c);
	if (over(c))
		return;
	c->frame[c->depth - 1] = (struct context_frame){ .trap = e->kind == TRAP,
		.lumped = c->lumped, .pend = e->kind == TRAP ? pend : TIME, .node = c->current,
		.link = e->link };
	if (e->kind == TRAP) {
		kids(c, c->current, 1);
		c->current = context_root(c);
		c->lumped = false;
	}
}

/* A return that does not lead to where the top frame's call came from. */
static void look_for_stray(struct context *c, const struct context_frame *top, uint32_t target)
{
	if (!top->trap && top->link == target)
		return;
	c->strays++;
	if (!c->frozen)
		context_add(c, context_outcome(c, C_STRAY), 1);
}

static void back(struct context *c, enum context_kind kind, uint32_t target)
{
	if (kind == RET && c->depth)
		look_for_stray(c, &c->frame[c->depth - 1], target);
	for (uint32_t i = c->depth; i--;) {
		const struct context_frame f = c->frame[i];

		if (kind == RET && f.trap)
			break;
		if (kind == MRET ? !f.trap : f.link != target)
			continue;
		c->skips += i + 1 < c->depth;
		c->depth = i;
		c->current = f.node;
		c->lumped = f.lumped;
		if (!f.trap)
			return;
		kids(c, f.node, -1);
		c->resumed += f.pend != TIME;
		if (f.pend == CALL)
			enter(c, target);
		else if (f.pend != TIME)
			back(c, f.pend, target);
		return;
	}
	if (kind == RET && !c->depth) {
		c->current = context_root(c);
		c->lumped = false;
	}
	c->unmatched++;
}

/* Back from the trap, but nothing of its stack goes on. */
static void unwind(struct context *c)
{
	for (uint32_t i = c->depth; i-- && !over(c);)
		if (c->frame[i].trap) {
			kids(c, c->frame[i].node, -1);
			break;
		}
	c->unwound++;
	c->current = context_root(c);
	c->depth = 0;
	c->lumped = false;
}

static void tail(struct context *c, uint32_t callee)
{
	const struct context_frame *f = &c->frame[c->depth - 1];

	if (!over(c) && !c->lumped)
		c->current = c->depth == 0 || f->trap ? context_root(c) : f->node;
	enter(c, callee);
}

static void charge(struct context *c, const struct context_event *e)
{
	struct context_node *node = &c->node[c->current];

	if (!e->weight || c->frozen)
		return;
	context_add(c, e->code < C_FILTERED ? c->current : context_outcome(c, e->code), e->weight);
	if (e->code < C_FILTERED && e->hot && e->kind != TRAP && node->heat < MOST_HEAT) {
		node->heat++;
		c->heats++;
	}
}

void context_walk(struct context *c, bool frozen)
{
	const struct context_event e = c->queue[c->head];
	const enum context_kind pend = c->pend;

	c->head = (c->head + 1) % CONTEXT_QUEUE;
	c->queued--;
	c->ticking -= e.weight != 0;
	c->frozen = frozen;
	c->pend = e.kind == TIME ? pend : TIME;
	charge(c, &e);
	if (e.kind == CALL || e.kind == TRAP) {
		push(c, &e, pend);
		if (e.trapped)
			c->pend = CALL;
		else
			enter(c, e.target);
	} else if (e.kind == TAIL) {
		tail(c, e.link);
	} else if (e.kind != TIME && e.trapped) {
		c->pend = e.kind == UNWIND ? MRET : e.kind;
	} else if (e.kind == UNWIND) {
		unwind(c);
	} else if (e.kind != TIME) {
		if (over(c))
			c->depth--;
		else
			back(c, e.kind, e.target);
	}
}

void context_forget(struct context *c)
{
	c->current = context_root(c);
	c->depth = c->queued = c->ticking = 0;
	c->lumped = false;
	c->pend = TIME;
}

void context_clear(struct context *c)
{
	memset(c->node, 0, context_nodes(c) * sizeof(*c->node));
	memset(c->words, 0, 2 * context_nodes(c) * sizeof(*c->words));
	c->ticks = 0;
	context_add(c, c->watch, 0);
	context_forget(c);
}

void context_open(struct context *c, const struct context_params *p)
{
	memset(c, 0, sizeof(*c));
	c->p = *p;
	c->node = calloc(context_nodes(c), sizeof(*c->node));
	c->words = calloc(2 * context_nodes(c), sizeof(*c->words));
	c->beginnings = calloc(1u << p->places, sizeof(*c->beginnings));
	if (!c->node || !c->words || !c->beginnings)
		abort();
	context_reset(c);
}

void context_close(struct context *c)
{
	free(c->node);
	free(c->words);
	free(c->beginnings);
}

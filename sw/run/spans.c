/* SPDX-License-Identifier: ISC
 * spans.c - calls in time: when each began and ended, and what passed in it.
 */
#include "spans.h"

#include <stdlib.h>
#include <string.h>

void spans_open(struct spans *s, const struct call_tree *tree)
{
	*s = (struct spans){ .tree = tree };
	GROW(s->at, s->n, s->room);
	s->at[s->n++] = (struct span){ 0 };
	GROW(s->chains, s->n_chains, s->chains_room);
	s->chains[s->n_chains++] = (struct chain){ 0 };
}

void spans_free(struct spans *s)
{
	free(s->at);
	free(s->chains);
	sums_free(&s->calls);
}

static uint32_t begin_chain(struct spans *s)
{
	uint32_t chain = s->free_chain;

	if (chain) {
		s->free_chain = s->chains[chain].users;
	} else {
		GROW(s->chains, s->n_chains, s->chains_room);
		chain = (uint32_t)s->n_chains++;
	}
	s->chains[chain] = (struct chain){ 0 };
	return chain;
}

static uint32_t begin(struct spans *s, struct span x)
{
	uint32_t span = s->free_span;

	if (span) {
		s->free_span = s->at[span].beside;
	} else {
		GROW(s->at, s->n, s->room);
		span = (uint32_t)s->n++;
	}
	s->chains[x.chain].users++;
	x.slice.own = s->chains[x.chain].totals;
	x.slice.begin = s->edge;
	x.slice.stack = s->stack;
	s->at[span] = x;
	return span;
}

uint32_t spans_begin(struct spans *s, uint32_t by, uint32_t node, bool entered)
{
	const uint32_t *function = &s->tree->nodes[node].function;
	struct span x = { .slice.node = node, .chain = by ? s->at[by].chain : begin_chain(s) };

	if (entered)
		x.slice.number = sums_add(&s->calls, function, sizeof *function, 1);
	return begin(s, x);
}

uint32_t spans_copy(struct spans *s, uint32_t span)
{
	struct span x = s->at[span];

	return !span ? 0
		     : begin(s,
			       (struct span){ .slice.node = x.slice.node,
				       .chain = x.chain,
				       .original = x.original ? x.original : span });
}

uint32_t spans_beside(struct spans *s, uint32_t span, uint32_t node)
{
	uint32_t beside = s->at[span].beside;

	if (!beside || s->at[beside].slice.node != node) {
		s->at[span].beside = 0;
		spans_end(s, beside, span, false);
		beside = spans_begin(s, 0, node, false);
		s->at[span].beside = beside;
	}
	return beside;
}

/* Of the spans of the frame below, the one that called x; NULL: none. Where that goes on for
 * another stack's, it is that one, unless it has ended meanwhile. */
static struct slice *caller_of(struct spans *s, const struct span *x, uint32_t below)
{
	struct span *by = &s->at[below], *original;

	if (by->chain != x->chain)
		by = &s->at[by->beside];
	if (by->chain != x->chain)
		return NULL;
	original = &s->at[by->original];
	if (original->chain == by->chain && original->slice.node == by->slice.node)
		by = original;
	return &by->slice;
}

/* What of its chain's totals is the span's. */
static void settle(struct totals *own, const struct totals *now)
{
	own->awake = now->awake - own->awake;
	own->asleep = now->asleep - own->asleep;
	own->retired = now->retired - own->retired;
	for (unsigned i = 0; i < CAUSES; i++)
		own->waits.of[i] = now->waits.of[i] - own->waits.of[i];
}

static void hand_over(struct slice *by, const struct slice *x)
{
	by->below += x->own.awake;
	by->callees++;
	if (x->own.awake <= by->longest[0].cycles)
		return;
	by->longest[0] = (struct callee){ x->own.awake, x->node };
	memcpy(by->longest + 1, x->longest, (DURATION_CHAIN - 1) * sizeof *x->longest);
}

static void hand_out(struct spans *s, const struct span *x, struct slice *by, struct slice e)
{
	settle(&e.own, &s->chains[x->chain].totals);
	e.length = s->edge - e.begin;
	e.preempted = e.length - e.own.awake - e.own.asleep;
	if (by)
		hand_over(by, &e);
	for (size_t i = 0; i < s->n_listeners; i++)
		s->listeners[i].ended(s->listeners[i].ctx, &e);
}

void spans_end(struct spans *s, uint32_t span, uint32_t below, bool open)
{
	struct span x = s->at[span];
	struct slice *by = caller_of(s, &x, below);

	if (!span)
		return;
	s->at[span].beside = 0;
	spans_end(s, x.beside, span, open);
	x.slice.trap = below && !by;
	x.slice.open = open;
	if (!x.original)
		hand_out(s, &x, by, x.slice);
	s->at[span] = (struct span){ .beside = s->free_span };
	s->free_span = span;
	if (!--s->chains[x.chain].users) {
		s->chains[x.chain].users = s->free_chain;
		s->free_chain = x.chain;
	}
}

void spans_switch(struct spans *s, size_t to)
{
	for (size_t i = 0; i < s->n_listeners; i++)
		if (s->listeners[i].switched)
			s->listeners[i].switched(s->listeners[i].ctx, s->edge, s->stack, to);
	s->stack = to;
}

void spans_clip(struct spans *s)
{
	for (struct span *x = s->at + 1; x < s->at + s->n; x++)
		x->slice = (struct slice){ .node = x->slice.node,
			.begin = s->edge,
			.own = s->chains[x->chain].totals,
			.stack = x->slice.stack };
}

static void measure(void *ctx, const struct slice *s)
{
	const struct span_measure *m = ctx;
	struct worst w = { .call.function = m->tree->nodes[s->node].function };

	/* it was under way at the window's begin, and did not run in it */
	if (!s->number && !s->own.awake)
		return;
	if (!s->number || s->open) {
		w.open = s->number != 0;
		w.rest = s->own.awake;
	} else {
		w = (struct worst){ .call = { w.call.function, s->number, s->own.awake,
					    s->preempted, s->below, s->own.retired, s->own.waits },
			.begin = s->begin,
			.elapsed = s->length,
			.node = s->node };
		memcpy(w.chain, s->longest, sizeof w.chain);
	}
	durations_add(m->durations, &w);
}

struct span_listener span_measure(struct span_measure *m)
{
	return (struct span_listener){ .ended = measure, .ctx = m };
}

/* SPDX-License-Identifier: ISC
 * spans.c - calls in time: when each began and ended, and what passed in it.
 */
#include "spans.h"

#include <stdlib.h>
#include <string.h>

/* Takes an element that is free, or a new one at the end. */
#define TAKE(array, n, room, frees, n_frees) \
	((n_frees) ? (frees)[--(n_frees)] : (GROW(array, n, room), (uint32_t)(n)++))
#define GIVE(frees, n_frees, room, element) \
	(GROW(frees, n_frees, room), (void)((frees)[(n_frees)++] = (element)))

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
	free(s->free_spans);
	free(s->free_chains);
	intern_free(&s->functions);
	free(s->begun);
	free(s->function);
}

static uint32_t function_of(struct spans *s, uint32_t node)
{
	const uint32_t *address = &s->tree->nodes[node].function;
	size_t nodes = s->nodes_room, functions = s->begun_room;

	for (; s->nodes_room <= node; s->nodes_room = s->nodes_room ? 2 * s->nodes_room : 1024)
		;
	if (s->nodes_room > nodes) {
		s->function = reallocate(s->function, s->nodes_room, sizeof *s->function);
		memset(s->function + nodes, 0, (s->nodes_room - nodes) * sizeof *s->function);
	}
	if (!s->function[node]) {
		s->function[node] =
			(uint32_t)intern(&s->functions, address, sizeof *address, NULL) + 1;
		GROW(s->begun, s->functions.n, s->begun_room);
		if (s->begun_room > functions)
			memset(s->begun + functions, 0,
				(s->begun_room - functions) * sizeof *s->begun);
	}
	return s->function[node] - 1;
}

static uint32_t begin(struct spans *s, uint32_t chain, struct span x)
{
	uint32_t span = TAKE(s->at, s->n, s->room, s->free_spans, s->n_free_spans);

	s->chains[chain].users++;
	x.chain = chain;
	x.at = s->chains[chain].totals;
	x.begin = s->edge;
	x.stack = s->stack;
	s->at[span] = x;
	return span;
}

uint32_t spans_begin(struct spans *s, uint32_t by, uint32_t node, bool entered)
{
	uint32_t function = function_of(s, node), chain = s->at[by].chain;

	if (!by) {
		chain = TAKE(
			s->chains, s->n_chains, s->chains_room, s->free_chains, s->n_free_chains);
		s->chains[chain] = (struct chain){ 0 };
	}
	return begin(s, chain,
		(struct span){ .node = node, .number = entered ? ++s->begun[function] : 0 });
}

uint32_t spans_copy(struct spans *s, uint32_t span)
{
	struct span x = { .node = s->at[span].node, .original = s->at[span].original };

	if (!x.original)
		x.original = span;
	return span ? begin(s, s->at[span].chain, x) : 0;
}

uint32_t spans_beside(struct spans *s, uint32_t span, uint32_t node)
{
	uint32_t beside = s->at[span].beside;

	if (beside && s->at[beside].node == node)
		return beside;
	s->at[span].beside = 0;
	spans_end(s, beside, span, false);
	beside = spans_begin(s, 0, node, false);
	s->at[span].beside = beside;
	return beside;
}

static struct totals since(const struct totals *now, const struct totals *then)
{
	struct totals d = { now->awake - then->awake, now->asleep - then->asleep,
		now->retired - then->retired, { { 0 } } };

	for (unsigned i = 0; i < CAUSES; i++)
		d.waits.of[i] = now->waits.of[i] - then->waits.of[i];
	return d;
}

/* Of the spans of the frame below, the one that called x; NULL: none. Where that goes on for another
 * stack's, it is that one, unless it has ended meanwhile. */
static struct span *caller_of(struct spans *s, const struct span *x, uint32_t below)
{
	struct span *by = &s->at[below], *original;

	if (by->chain != x->chain)
		by = &s->at[by->beside];
	if (by->chain != x->chain)
		return NULL;
	original = &s->at[by->original];
	return by->original && original->chain == by->chain && original->node == by->node ? original
											  : by;
}

static void hand_over(struct span *by, const struct slice *x)
{
	by->below += x->own.awake;
	by->callees++;
	if (x->own.awake <= by->longest[0].cycles)
		return;
	by->longest[0] = (struct slice_callee){ x->own.awake, x->node };
	memcpy(by->longest + 1, x->longest, (SLICE_CALLEES - 1) * sizeof *x->longest);
}

void spans_end(struct spans *s, uint32_t span, uint32_t below, bool open)
{
	struct span x = s->at[span], *by = caller_of(s, &x, below);
	uint32_t beside = x.beside;

	if (!span)
		return;
	s->at[span].beside = 0;
	spans_end(s, beside, span, open);
	if (!x.original) {
		struct slice e = { .begin = x.begin,
			.length = s->edge - x.begin,
			.own = since(&s->chains[x.chain].totals, &x.at),
			.below = x.below,
			.callees = x.callees,
			.node = x.node,
			.function = function_of(s, x.node),
			.number = x.number,
			.stack = x.stack,
			.trap = below && !by,
			.open = open };
		memcpy(e.longest, x.longest, sizeof e.longest);
		e.preempted = e.length - e.own.awake - e.own.asleep;
		if (by)
			hand_over(by, &e);
		for (size_t i = 0; i < s->n_listeners; i++)
			s->listeners[i].ended(s->listeners[i].ctx, &e);
	}
	s->at[span] = (struct span){ 0 };
	GIVE(s->free_spans, s->n_free_spans, s->free_spans_room, span);
	if (!--s->chains[x.chain].users)
		GIVE(s->free_chains, s->n_free_chains, s->free_chains_room, x.chain);
}

void spans_switch(struct spans *s, size_t to)
{
	for (size_t i = 0; i < s->n_listeners; i++)
		if (s->listeners[i].switched)
			s->listeners[i].switched(s->listeners[i].ctx, s->edge, s->stack, to);
	s->stack = (uint32_t)to;
}

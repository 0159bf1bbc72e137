/* SPDX-License-Identifier: ISC
 * contexts.c - a profile's calling contexts by function; the contract is contexts.h.
 */
#include "contexts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define NO_FUNCTION 0xFFFFFFFFu /* no code has an odd address */

/* Its function's name, or its address where no symbol is. */
static void name_context(
	struct contexts *c, struct context *x, const struct profile *p, const struct firmware *f)
{
	const uint32_t function = x->function;
	const struct function *known = symbols_find(&f->symbols, function);
	char text[256];

	x->name = node_name(p, &f->symbols, function, text, sizeof text);
	if (x->name != text) {
		x->source = known->source;
		return;
	}
	size_t number = intern_text(&c->names, text, NULL);
	x->name = c->names.keys[number].bytes;
}

void contexts_root(struct contexts *c, const char *unit, const char *name, uint32_t function)
{
	*c = (struct contexts){ .unit = unit };
	GROW(c->at, c->n, c->room);
	c->at[c->n++] = (struct context){ .name = name, .function = function };
}

uint32_t contexts_child(struct contexts *c, uint32_t parent, uint32_t function)
{
	const uint32_t key[] = { parent, function };
	bool fresh;
	size_t at = intern(&c->keys, key, sizeof key, &fresh);

	if (fresh) {
		GROW(c->at, c->n, c->room);
		c->at[c->n++] = (struct context){
			.parent = parent, .depth = c->at[parent].depth + 1, .function = function
		};
	}
	return (uint32_t)at + 1;
}

static int by_inclusive(const void *a, const void *b)
{
	const struct context *x = *(const struct context *const *)a,
			     *y = *(const struct context *const *)b;

	if (x->inclusive != y->inclusive)
		return x->inclusive < y->inclusive ? -1 : 1;
	return x > y ? -1 : x < y;
}

/* The heaviest child is linked last, and so is first. */
void contexts_link(struct contexts *c)
{
	struct context **order = allocate(c->n, sizeof(*order));

	for (size_t i = c->n; i--;) {
		c->at[i].inclusive += c->at[i].cycles;
		if (i)
			c->at[c->at[i].parent].inclusive += c->at[i].inclusive;
		order[i] = &c->at[i];
	}
	qsort(order, c->n, sizeof(*order), by_inclusive);
	for (size_t i = 0; i < c->n; i++) {
		struct context *parent = &c->at[order[i]->parent];
		if (order[i] == c->at)
			continue;
		order[i]->next = parent->first;
		parent->first = (uint32_t)(order[i] - c->at);
	}
	free(order);
}

uint32_t contexts_after(const struct contexts *c, uint32_t at)
{
	if (c->at[at].first)
		return c->at[at].first;
	while (at && !c->at[at].next)
		at = c->at[at].parent;
	return at ? c->at[at].next : 0;
}

uint32_t *contexts_below_own(const struct contexts *c, const uint32_t *kind, size_t kinds)
{
	uint32_t *parent = allocate(c->n, sizeof *parent), *above;

	for (size_t i = 0; i < c->n; i++)
		parent[i] = c->at[i].parent;
	above = above_of_kind(parent, kind, c->n, kinds);
	free(parent);
	return above;
}

/* A walk that knows of each kind the innermost node on the way; trees can be too deep for
 * recursion. */
uint32_t *above_of_kind(const uint32_t *parent, const uint32_t *kind, size_t n, size_t kinds)
{
	uint32_t *first = allocate(n, sizeof *first), *next = allocate(n, sizeof *next);
	uint32_t *above = allocate(n, sizeof *above), *on_way = allocate(kinds + 1, sizeof *on_way);

	for (size_t i = n; i-- > 1;) {
		next[i] = first[parent[i]];
		first[parent[i]] = (uint32_t)i;
	}
	for (uint32_t at = first[0]; at;) {
		above[at] = on_way[kind[at]];
		on_way[kind[at]] = at;
		if (first[at]) {
			at = first[at];
			continue;
		}
		for (; at; at = parent[at]) {
			on_way[kind[at]] = above[at];
			if (next[at])
				break;
		}
		at = at ? next[at] : 0;
	}
	free(first);
	free(next);
	free(on_way);
	return above;
}

static void find_recursion(struct contexts *c)
{
	struct intern functions = { 0 };
	uint32_t *number = allocate(c->n, sizeof *number), *above;

	for (size_t i = 1; i < c->n; i++)
		number[i] = (uint32_t)intern(
			&functions, &c->at[i].function, sizeof c->at[i].function, NULL);
	above = contexts_below_own(c, number, functions.n);
	for (size_t i = 1; i < c->n; i++)
		c->at[i].same = above[i];
	free(above);
	free(number);
	intern_free(&functions);
}

/* Causes have numbers that no function, thread or task has: no memory ends there. */
static void add_causes(struct contexts *c)
{
	for (size_t i = 1, n = c->n; i < n; i++)
		for (uint32_t cause = 0; cause < CAUSES; cause++) {
			uint64_t cycles = c->at[i].waits.of[cause];
			if (!cycles)
				continue;
			uint32_t at = contexts_child(c, (uint32_t)i, UINT32_MAX - 2 * cause);
			c->at[at].name = cause_frames[cause];
			c->at[at].cycles = cycles;
			c->at[i].cycles -= cycles;
		}
}

static bool open_contexts(
	struct contexts *c, const struct profile *p, const struct firmware *f, bool why)
{
	const struct call_tree *t = &p->calls;
	const struct call_rest rest = profile_call_rest(p);
	/* what is OUTSIDE of the counters was spent in a context all the same */
	const struct {
		const char *name;
		uint64_t ticks;
	} rests[] = { { "[FILTERED]", rest.filtered }, { "[IDLE]", rest.idle },
		{ "[LOST]", rest.lost }, { "[PENDING]", rest.pending } };
	uint32_t *to;

	*c = (struct contexts){ 0 };
	if (!t->n_nodes)
		return false;
	contexts_root(c, profile_unit(p), "all", 0);
	c->has_waits = t->has_waits && !why;
	c->of_unit = t->of_unit;
	to = allocate(t->n_nodes, sizeof *to);
	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *node = &t->nodes[i];
		to[i] = contexts_child(c, to[node->parent], node->function);
		if (!c->at[to[i]].name)
			name_context(c, &c->at[to[i]], p, f);
		c->at[to[i]].cycles += node->cycles;
		c->at[to[i]].retired += p->config.source == TALLY_SOURCE_CLK ? node->retired : 0;
		c->at[to[i]].calls += node->calls;
		c->at[to[i]].mixed |= node->mixed;
		waits_add(&c->at[to[i]].waits, &node->waits);
	}
	free(to);
	if (why)
		add_causes(c);
	for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
		if (!rests[i].ticks)
			continue;
		GROW(c->at, c->n, c->room);
		c->at[c->n++] = (struct context){
			.depth = 1, .name = rests[i].name, .cycles = rests[i].ticks
		};
	}
	contexts_link(c);
	find_recursion(c);
	return true;
}

bool contexts_open(struct contexts *c, const struct profile *p, const struct firmware *f)
{
	return open_contexts(c, p, f, false);
}

bool contexts_open_why(struct contexts *c, const struct profile *p, const struct firmware *f)
{
	return open_contexts(c, p, f, true);
}

bool context_is_code(const struct context *x)
{
	return x->function ? !call_tree_is_thread(x->function) : x->name[0] != '[';
}

const char callers_recursion[] = "[recursion]";

bool callers_open(struct contexts *up, const struct contexts *c, uint32_t function)
{
	uint32_t *outermost = allocate(c->n, sizeof *outermost);

	*up = (struct contexts){ 0 };
	for (uint32_t i = 1; i < c->n; i++) {
		const struct context *x = &c->at[i];
		outermost[i] = x->same ? outermost[x->same] : i;
		if (x->function != function || !context_is_code(x))
			continue;
		if (!up->n)
			contexts_root(up, c->unit, x->name, function);
		up->at[0].calls += x->calls;
		uint32_t to = 0;
		if (x->same && x->calls) {
			to = contexts_child(up, 0, NO_FUNCTION);
			up->at[to].name = callers_recursion;
			up->at[to].calls += x->calls;
		}
		if (x->same)
			continue;
		/* the way from an outermost context of the function up to the root */
		for (uint32_t at = outermost[x->parent]; at; at = outermost[c->at[at].parent]) {
			to = contexts_child(up, to, c->at[at].function);
			up->at[to].name = c->at[at].name;
			up->at[to].calls += x->calls;
		}
		up->at[to].cycles += x->inclusive;
	}
	free(outermost);
	if (up->n)
		contexts_link(up);
	return up->n;
}

void contexts_close(struct contexts *c)
{
	free(c->at);
	intern_free(&c->keys);
	intern_free(&c->names);
	*c = (struct contexts){ 0 };
}

bool contexts_known(const struct profile *p, const char *name)
{
	return p->calls.n_nodes
		|| fail("%s: has no call tree; `tally run -o FILE` keeps one of "
			"every run that counts all cycles (no --no-calls, --period, --priv); of a "
			"live unit `tally record --calls`",
			name);
}

/* SPDX-License-Identifier: ISC
 * arcs.c - who called whom in a profile's call tree; the contract is arcs.h.
 */
#include "arcs.h"

#include <stdbool.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/intern.h"

/* Nodes in the order of a walk, each with the number of its caller and callee as a pair. */
struct walk {
	const struct call_tree *t;
	uint32_t *first, *next;		/* child, sibling */
	uint32_t *pair;
	size_t n_pairs;
};

static void open_walk(struct walk *w, const struct call_tree *t)
{
	struct intern pairs = { 0 };

	*w = (struct walk){ t, allocate(t->n_nodes, sizeof(uint32_t)), allocate(t->n_nodes, sizeof(uint32_t)),
		allocate(t->n_nodes, sizeof(uint32_t)), 0 };
	for (uint32_t i = (uint32_t)t->n_nodes; --i;) {
		const struct call_node *node = &t->nodes[i];
		const uint32_t key[] = { t->nodes[node->parent].function, node->function };
		w->next[i] = w->first[node->parent];
		w->first[node->parent] = i;
		w->pair[i] = (uint32_t)intern(&pairs, key, sizeof key, NULL);
	}
	w->n_pairs = pairs.n;
	intern_free(&pairs);
}

static void close_walk(struct walk *w)
{
	free(w->first);
	free(w->next);
	free(w->pair);
}

/* For each node whether its caller calls it so further up, too. */
static bool *find_nested(const struct walk *w)
{
	bool *nested = allocate(w->t->n_nodes, sizeof *nested), *on_way = allocate(w->n_pairs, sizeof *on_way);

	for (uint32_t at = w->first[0]; at;) {
		nested[at] = on_way[w->pair[at]];
		on_way[w->pair[at]] = true;
		if (w->first[at]) {
			at = w->first[at];
			continue;
		}
		for (; at; at = w->t->nodes[at].parent) {
			on_way[w->pair[at]] = nested[at];
			if (w->next[at])
				break;
		}
		at = at ? w->next[at] : 0;
	}
	free(on_way);
	return nested;
}

static int by_caller(const void *a, const void *b)
{
	const struct arc *x = a, *y = b;

	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return x->callee < y->callee ? -1 : x->callee > y->callee;
}

/* Equal ones, which stand together, become one. */
static void unite(struct arcs *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++) {
		if (!n || by_caller(&a->at[n - 1], &a->at[i]) != 0) {
			a->at[n++] = a->at[i];
			continue;
		}
		a->at[n - 1].calls += a->at[i].calls;
		a->at[n - 1].cycles += a->at[i].cycles;
		a->at[n - 1].retired += a->at[i].retired;
	}
	a->n = n;
}

void arcs_open(struct arcs *a, const struct call_tree *t)
{
	uint64_t *cycles = allocate(t->n_nodes, sizeof *cycles), *retired = allocate(t->n_nodes, sizeof *retired);
	struct walk w;

	*a = (struct arcs){ .at = allocate(t->n_nodes, sizeof *a->at) };
	open_walk(&w, t);
	bool *nested = find_nested(&w);
	close_walk(&w);
	for (uint32_t i = (uint32_t)t->n_nodes; --i;) {
		const struct call_node *node = &t->nodes[i];
		cycles[i] += node->cycles;
		retired[i] += node->retired;
		cycles[node->parent] += cycles[i];
		retired[node->parent] += retired[i];
		if (node->parent)
			a->at[a->n++] = (struct arc){ t->nodes[node->parent].function, node->site, node->function, node->calls,
				nested[i] ? 0 : cycles[i], nested[i] ? 0 : retired[i] };
	}
	qsort(a->at, a->n, sizeof *a->at, by_caller);
	unite(a);
	free(nested);
	free(cycles);
	free(retired);
}

void arcs_close(struct arcs *a)
{
	free(a->at);
	*a = (struct arcs){ 0 };
}

size_t arcs_of(const struct arcs *a, uint32_t caller, size_t *end)
{
	size_t lo = 0, hi = a->n;

	while (lo < hi) {
		size_t middle = (lo + hi) / 2;
		if (a->at[middle].caller < caller)
			lo = middle + 1;
		else
			hi = middle;
	}
	for (*end = lo; *end < a->n && a->at[*end].caller == caller; ++*end)
		;
	return lo;
}

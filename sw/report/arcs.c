/* SPDX-License-Identifier: ISC
 * arcs.c - who called whom in a profile's call tree; the contract is arcs.h.
 */
#include "arcs.h"

#include <stdlib.h>

#include "above.h"
#include "sw/base/error.h"
#include "sw/base/intern.h"

uint32_t *arcs_nested(const struct call_tree *t, bool by_site)
{
	uint32_t *parent = allocate(t->n_nodes, sizeof *parent),
		*pair = allocate(t->n_nodes, sizeof *pair), *nested;
	struct intern pairs = { 0 };

	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *node = &t->nodes[i];
		const uint32_t key[] = { t->nodes[node->parent].function, node->function,
			by_site ? node->site : 0 };
		parent[i] = node->parent;
		pair[i] = (uint32_t)intern(&pairs, key, sizeof key, NULL);
	}
	nested = above_of_kind(parent, pair, t->n_nodes, pairs.n);
	free(parent);
	free(pair);
	intern_free(&pairs);
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
	uint64_t *cycles = allocate(t->n_nodes, sizeof *cycles),
		*retired = allocate(t->n_nodes, sizeof *retired);
	uint32_t *nested = arcs_nested(t, false);

	*a = (struct arcs){ .at = allocate(t->n_nodes, sizeof *a->at) };
	for (uint32_t i = (uint32_t)t->n_nodes; --i;) {
		const struct call_node *node = &t->nodes[i];
		cycles[i] += node->cycles;
		retired[i] += node->retired;
		cycles[node->parent] += cycles[i];
		retired[node->parent] += retired[i];
		if (node->parent && !call_tree_is_thread(t->nodes[node->parent].function))
			a->at[a->n++] = (struct arc){ t->nodes[node->parent].function, node->site,
				node->function, node->calls,
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

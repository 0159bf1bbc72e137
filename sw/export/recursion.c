/* SPDX-License-Identifier: ISC
 * recursion.c - deep recursion made short; the contract is recursion.h.
 */
#include "recursion.h"

#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/report/arcs.h"

/* For each node: is it that deep, and was it called further out from the same place? */
static bool *find_left_out(const struct call_tree *t, bool *any)
{
	uint32_t *depth = allocate(t->n_nodes, sizeof *depth), *nested = arcs_nested(t, true);
	bool *out = allocate(t->n_nodes, sizeof *out);

	*any = false;
	for (size_t i = 1; i < t->n_nodes; i++) {
		depth[i] = depth[t->nodes[i].parent] + 1;
		out[i] = depth[i] > RECURSION_DEPTH && nested[i];
		*any = *any || out[i];
	}
	free(depth);
	free(nested);
	return out;
}

/* The frame "[...]" below a caller; or, if that is shown only for its own cycles, the one above
 * it. */
static uint32_t gap_below(struct call_tree *t, uint32_t caller)
{
	uint32_t above = t->nodes[caller].parent;

	if (t->nodes[above].function == RECURSION_LEFT_OUT)
		return above;
	return call_tree_child(t, caller, 0, RECURSION_LEFT_OUT);
}

bool recursion_fold(struct call_tree *to, const struct call_tree *from)
{
	uint32_t *number = allocate(from->n_nodes, sizeof *number);
	bool any, *out = find_left_out(from, &any);

	*to = (struct call_tree){ 0 };
	if (any)
		call_tree_open(to);
	for (size_t i = 1; any && i < from->n_nodes; i++) {
		const struct call_node *node = &from->nodes[i];
		uint32_t above = number[node->parent];
		if (out[i])
			above = gap_below(to, above);
		number[i] = call_tree_child(to, above, out[i] ? 0 : node->site, node->function);
	}
	for (size_t i = 0; any && i < from->n_cells; i++) {
		const struct call_cell *cell = &from->cells[i];
		call_tree_add(to, number[cell->node], cell->pc, cell->cycles, cell->retired,
			&cell->waits);
	}
	if (any)
		call_tree_finish(to);
	free(number);
	free(out);
	return any;
}

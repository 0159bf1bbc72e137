/* SPDX-License-Identifier: ISC
 * call_tree.c - the calling contexts of a run and the cycles spent in each
 */
#include "counts.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define FIRST_PLACES 1024u /* of each hash table */
#define FAR 1000u /* contexts looked at for one of the same function */

static uint32_t mix(uint64_t a, uint32_t b)
{
	const uint64_t k = 0x9E3779B97F4A7C15u;

	return (uint32_t)((a * k ^ b) * k >> 32);
}

void call_tree_open(struct call_tree *t)
{
	*t = (struct call_tree){ .n_children = FIRST_PLACES, .cells_room = FIRST_PLACES };
	GROW(t->nodes, t->n_nodes, t->nodes_room);
	t->nodes[t->n_nodes++] = (struct call_node){ 0 };
	t->children = allocate(t->n_children, sizeof *t->children);
	t->cells = allocate(t->cells_room, sizeof *t->cells);
}

void call_tree_free(struct call_tree *t)
{
	free(t->nodes);
	free(t->children);
	free(t->cells);
	*t = (struct call_tree){ 0 };
}

static uint32_t *child_place(
	const struct call_tree *t, uint32_t parent, uint32_t site, uint32_t function)
{
	size_t mask = t->n_children - 1, at = mix((uint64_t)parent << 32 | site, function) & mask;

	for (; t->children[at]; at = (at + 1) & mask) {
		const struct call_node *n = &t->nodes[t->children[at]];
		if (n->parent == parent && n->site == site && n->function == function)
			break;
	}
	return &t->children[at];
}

/* The place of a new context in a full tree. */
static uint32_t fold(struct call_tree *t, uint32_t parent, uint32_t function)
{
	t->folded++;
	if (call_tree_is_thread(function))
		return 0;
	for (unsigned n = 0; parent && n < FAR; n++, parent = t->nodes[parent].parent)
		if (t->nodes[parent].function == function)
			return parent;
	return call_tree_child(t, 0, 0, function);
}

uint32_t call_tree_child(struct call_tree *t, uint32_t parent, uint32_t site, uint32_t function)
{
	uint32_t *place = child_place(t, parent, site, function);

	if (*place)
		return *place;
	if ((parent || call_tree_is_thread(function))
		&& (t->n_nodes >= CALL_TREE_NODES || t->n_cells >= CALL_TREE_CELLS))
		return fold(t, parent, function);
	*place = (uint32_t)t->n_nodes;
	GROW(t->nodes, t->n_nodes, t->nodes_room);
	t->nodes[t->n_nodes++] =
		(struct call_node){ .parent = parent, .site = site, .function = function };
	if (t->n_nodes * 2 > t->n_children) {
		free(t->children);
		t->n_children *= 2;
		t->children = allocate(t->n_children, sizeof *t->children);
		for (uint32_t i = 1; i < t->n_nodes; i++) {
			const struct call_node *n = &t->nodes[i];
			*child_place(t, n->parent, n->site, n->function) = i;
		}
	}
	return (uint32_t)t->n_nodes - 1;
}

/* Else it is a free place of the table. */
static bool is_taken(const struct call_cell *c)
{
	return c->retired || c->cycles;
}

static struct call_cell *cell_place(
	struct call_cell *cells, size_t room, uint32_t node, uint32_t pc)
{
	size_t mask = room - 1, at = mix(node, pc) & mask;

	while (is_taken(&cells[at]) && (cells[at].pc != pc || cells[at].node != node))
		at = (at + 1) & mask;
	return &cells[at];
}

static void more_cells(struct call_tree *t)
{
	struct call_cell *wider = allocate(2 * t->cells_room, sizeof *wider);

	for (size_t i = 0; i < t->cells_room; i++)
		if (is_taken(&t->cells[i]))
			*cell_place(wider, 2 * t->cells_room, t->cells[i].node, t->cells[i].pc) =
				t->cells[i];
	free(t->cells);
	t->cells = wider;
	t->cells_room *= 2;
}

void call_tree_add(struct call_tree *t, uint32_t node, uint32_t pc, uint64_t cycles,
	uint64_t retired, const struct waits *waits)
{
	struct call_cell *cell = cell_place(t->cells, t->cells_room, node, pc);

	if (!is_taken(cell) && t->n_cells >= CALL_TREE_MORE) {
		t->folded++;
		node = call_tree_child(t, 0, 0, t->nodes[node].function);
		cell = cell_place(t->cells, t->cells_room, node, pc);
	}
	bool fresh = !is_taken(cell);
	if (fresh)
		*cell = (struct call_cell){ .node = node, .pc = pc };
	cell->cycles += cycles;
	cell->retired += retired;
	if (waits)
		waits_add(&cell->waits, waits);
	if (fresh && ++t->n_cells * 2 > t->cells_room)
		more_cells(t);
}

static int by_node_and_pc(const void *a, const void *b)
{
	const struct call_cell *x = a, *y = b;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static void add_to_node(struct call_tree *t, const struct call_cell *cell)
{
	struct call_node *node = &t->nodes[cell->node];

	node->cycles += cell->cycles;
	node->retired += cell->retired;
	waits_add(&node->waits, &cell->waits);
}

void call_tree_finish(struct call_tree *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->cells_room; i++)
		if (is_taken(&t->cells[i]))
			t->cells[n++] = t->cells[i];
	qsort(t->cells, n, sizeof *t->cells, by_node_and_pc);
	for (size_t i = 0; i < n; i++)
		add_to_node(t, &t->cells[i]);
}

/* No two have the same parent, site and function. Where a tree is full, only functions are new, at
 * the root. */
static bool nodes_sound(struct call_tree *t)
{
	const struct call_node *root = t->nodes;

	if (root->parent || root->site || root->function || root->calls || root->mixed)
		return false;
	for (t->n_children = FIRST_PLACES; t->n_children < 2 * t->n_nodes;)
		t->n_children *= 2;
	t->children = allocate(t->n_children, sizeof *t->children);
	for (uint32_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *n = &t->nodes[i];
		uint32_t *place = child_place(t, n->parent, n->site, n->function);
		if (n->parent >= i || *place
			|| (i >= CALL_TREE_NODES
				&& (n->parent || call_tree_is_thread(n->function))))
			return false;
		*place = i;
	}
	return true;
}

bool call_tree_settle(struct call_tree *t)
{
	if (!nodes_sound(t))
		return false;
	for (size_t i = 0; i < t->n_cells; i++) {
		const struct call_cell *cell = &t->cells[i];
		/* what was counted there has retired there, but that a unit does not know it */
		if (!cell->node || cell->node >= t->n_nodes
			|| !(t->of_unit ? is_taken(cell) : cell->retired != 0)
			|| waits_sum(&cell->waits) > cell->cycles
			|| (i && by_node_and_pc(cell - 1, cell) >= 0))
			return false;
		add_to_node(t, cell);
	}
	return true;
}

uint64_t call_tree_cycles(const struct call_tree *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n_nodes; i++)
		sum += t->nodes[i].cycles;
	return sum;
}

uint64_t call_tree_mixed(const struct call_tree *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n_nodes; i++)
		sum += t->nodes[i].mixed ? t->nodes[i].cycles : 0;
	return sum;
}

uint64_t call_tree_retired(const struct call_tree *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n_nodes; i++)
		sum += t->nodes[i].retired;
	return sum;
}

uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from)
{
	uint32_t *to = allocate(from->n_nodes, sizeof *to);

	for (size_t i = 1; i < from->n_nodes; i++) {
		const struct call_node *n = &from->nodes[i];
		to[i] = call_tree_child(t, to[n->parent], n->site, n->function);
		t->nodes[to[i]].calls += n->calls;
		t->nodes[to[i]].mixed |= n->mixed;
	}
	for (size_t i = 0; i < from->n_cells; i++) {
		const struct call_cell *cell = &from->cells[i];
		call_tree_add(
			t, to[cell->node], cell->pc, cell->cycles, cell->retired, &cell->waits);
	}
	t->folded += from->folded;
	t->of_unit |= from->of_unit;
	t->rest.filtered += from->rest.filtered;
	t->rest.idle += from->rest.idle;
	t->rest.lost += from->rest.lost;
	t->rest.pending += from->rest.pending;
	t->rest.calls += from->rest.calls;
	t->rest.ticks += from->rest.ticks;
	t->rest.dropped |= from->rest.dropped;
	return to;
}

struct call_tree call_tree_part(const struct call_tree *all, uint32_t function)
{
	struct call_tree t = { .has_waits = all->has_waits, .folded = all->folded, .n_nodes = 1 };
	uint32_t *to = allocate(all->n_nodes, sizeof *to);

	t.nodes = allocate(all->n_nodes, sizeof *t.nodes);
	t.cells = allocate(all->n_cells, sizeof *t.cells);
	for (size_t i = 1; i < all->n_nodes; i++) {
		const struct call_node *n = &all->nodes[i];
		if (n->parent ? !to[n->parent] : n->function != function)
			continue;
		to[i] = (uint32_t)t.n_nodes;
		t.nodes[t.n_nodes] = *n;
		t.nodes[t.n_nodes++].parent = to[n->parent];
	}
	for (size_t i = 0; i < all->n_cells; i++)
		if (to[all->cells[i].node]) {
			t.cells[t.n_cells] = all->cells[i];
			t.cells[t.n_cells++].node = to[all->cells[i].node];
		}
	free(to);
	return t;
}

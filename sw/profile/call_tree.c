/* SPDX-License-Identifier: ISC
 * call_tree.c - the calling contexts of a run and the cycles spent in each; the contract is call_tree.h.
 */
#include "call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

#define FIRST_PLACES 1024u	/* of each hash table */

static uint32_t mix(uint64_t a, uint32_t b)
{
	uint64_t h = (a ^ (uint64_t)b << 29) * 0x9E3779B97F4A7C15u;

	return (uint32_t)(h >> 32);
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

static uint32_t *child_place(const struct call_tree *t, uint32_t parent, uint32_t site, uint32_t function)
{
	size_t mask = t->n_children - 1, at = mix((uint64_t)parent << 32 | site, function) & mask;

	for (; t->children[at]; at = (at + 1) & mask) {
		const struct call_node *n = &t->nodes[t->children[at]];
		if (n->parent == parent && n->site == site && n->function == function)
			break;
	}
	return &t->children[at];
}

static void more_children(struct call_tree *t)
{
	free(t->children);
	t->n_children *= 2;
	t->children = allocate(t->n_children, sizeof *t->children);
	for (uint32_t i = 1; i < t->n_nodes; i++)
		*child_place(t, t->nodes[i].parent, t->nodes[i].site, t->nodes[i].function) = i;
}

uint32_t call_tree_child(struct call_tree *t, uint32_t parent, uint32_t site, uint32_t function)
{
	uint32_t *place = child_place(t, parent, site, function);

	if (*place)
		return *place;
	*place = (uint32_t)t->n_nodes;
	GROW(t->nodes, t->n_nodes, t->nodes_room);
	t->nodes[t->n_nodes++] = (struct call_node){ .parent = parent, .site = site, .function = function };
	if (t->n_nodes * 2 > t->n_children)
		more_children(t);
	return (uint32_t)t->n_nodes - 1;
}

static struct call_cell *cell_place(struct call_cell *cells, size_t room, uint32_t node, uint32_t pc)
{
	size_t mask = room - 1, at = mix(node, pc) & mask;

	while (cells[at].cycles && (cells[at].pc != pc || cells[at].node != node))
		at = (at + 1) & mask;
	return &cells[at];
}

static void more_cells(struct call_tree *t)
{
	struct call_cell *wider = allocate(2 * t->cells_room, sizeof *wider);

	for (size_t i = 0; i < t->cells_room; i++)
		if (t->cells[i].cycles)
			*cell_place(wider, 2 * t->cells_room, t->cells[i].node, t->cells[i].pc) = t->cells[i];
	free(t->cells);
	t->cells = wider;
	t->cells_room *= 2;
}

void call_tree_add(struct call_tree *t, uint32_t node, uint32_t pc, uint64_t cycles)
{
	struct call_cell *cell = cell_place(t->cells, t->cells_room, node, pc);

	if (cell->cycles) {
		cell->cycles += cycles;
		return;
	}
	*cell = (struct call_cell){ node, pc, cycles };
	if (++t->n_cells * 2 > t->cells_room)
		more_cells(t);
}

static int by_node_and_pc(const void *a, const void *b)
{
	const struct call_cell *x = a, *y = b;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

void call_tree_finish(struct call_tree *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->cells_room; i++)
		if (t->cells[i].cycles)
			t->cells[n++] = t->cells[i];
	qsort(t->cells, n, sizeof *t->cells, by_node_and_pc);
	for (size_t i = 0; i < n; i++)
		t->nodes[t->cells[i].node].cycles += t->cells[i].cycles;
}

uint64_t call_tree_cycles(const struct call_tree *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n_nodes; i++)
		sum += t->nodes[i].cycles;
	return sum;
}

uint64_t *call_tree_inclusive(const struct call_tree *t)
{
	uint64_t *sums = allocate(t->n_nodes, sizeof *sums);

	for (size_t i = t->n_nodes; i--;) {
		sums[i] += t->nodes[i].cycles;
		if (i)
			sums[t->nodes[i].parent] += sums[i];
	}
	return sums;
}

uint32_t *call_tree_depths(const struct call_tree *t)
{
	uint32_t *depths = allocate(t->n_nodes, sizeof *depths);

	for (size_t i = 1; i < t->n_nodes; i++)
		depths[i] = depths[t->nodes[i].parent] + 1;
	return depths;
}

/* Nodes by function, of one function by number. */
static int by_function(const void *a, const void *b, void *tree)
{
	const struct call_node *nodes = ((const struct call_tree *)tree)->nodes;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (nodes[x].function != nodes[y].function)
		return nodes[x].function < nodes[y].function ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Each node's function as a number from 0 on; returns how many there are. */
static uint32_t number_functions(const struct call_tree *t, uint32_t *numbers)
{
	uint32_t *order = allocate(t->n_nodes, sizeof *order), n = 0;

	for (uint32_t i = 0; i < t->n_nodes; i++)
		order[i] = i;
	qsort_r(order, t->n_nodes, sizeof *order, by_function, (void *)t);
	for (size_t i = 0; i < t->n_nodes; i++) {
		if (i && t->nodes[order[i]].function != t->nodes[order[i - 1]].function)
			n++;
		numbers[order[i]] = n;
	}
	free(order);
	return n + 1;
}

uint32_t *call_tree_recursion(const struct call_tree *t)
{
	uint32_t *first = allocate(t->n_nodes, sizeof *first), *next = allocate(t->n_nodes, sizeof *next);
	uint32_t *above = allocate(t->n_nodes, sizeof *above), *numbers = allocate(t->n_nodes, sizeof *numbers);
	uint32_t *on_path = allocate(number_functions(t, numbers), sizeof *on_path);	/* the innermost node of each function */

	for (uint32_t i = (uint32_t)t->n_nodes; --i;) {
		next[i] = first[t->nodes[i].parent];
		first[t->nodes[i].parent] = i;
	}
	for (uint32_t at = first[0]; at;) {
		above[at] = on_path[numbers[at]];
		on_path[numbers[at]] = at;
		if (first[at]) {
			at = first[at];
			continue;
		}
		for (; at; at = t->nodes[at].parent) {
			on_path[numbers[at]] = above[at];
			if (next[at])
				break;
		}
		at = at ? next[at] : 0;
	}
	free(first);
	free(next);
	free(numbers);
	free(on_path);
	return above;
}

void call_tree_merge(struct call_tree *t, const struct call_tree *from)
{
	uint32_t *to = allocate(from->n_nodes, sizeof *to);

	for (size_t i = 1; i < from->n_nodes; i++) {
		const struct call_node *n = &from->nodes[i];
		to[i] = call_tree_child(t, to[n->parent], n->site, n->function);
		t->nodes[to[i]].retired += n->retired;
		t->nodes[to[i]].calls += n->calls;
	}
	for (size_t i = 0; i < from->n_cells; i++)
		call_tree_add(t, to[from->cells[i].node], from->cells[i].pc, from->cells[i].cycles);
	free(to);
}

/* SPDX-License-Identifier: ISC
 * call_tree_file.c - a call tree as bytes, for a capture; the contract is call_tree_file.h.
 */
#include "call_tree_file.h"

#include <stdlib.h>

#include "numbers.h"
#include "sw/base/error.h"

#define HEAD_NUMBERS 3u		/* of the tree, of a node with its number of cells, of a cell */
#define NODE_NUMBERS 5u
#define CELL_NUMBERS 3u

/* Parents are given as distances: they are near. */
uint8_t *call_tree_encode(const struct call_tree *t, size_t *n)
{
	size_t numbers = HEAD_NUMBERS + t->n_nodes * NODE_NUMBERS + t->n_cells * CELL_NUMBERS,
		cell = 0;
	uint8_t *bytes, *to;

	if (t->n_cells > CALL_TREE_MAX)
		return NULL;
	to = bytes = allocate(numbers, NUMBER_BYTES);
	to = numbers_put(to, t->n_nodes);
	to = numbers_put(to, t->n_cells);
	to = numbers_put(to, t->folded);
	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *node = &t->nodes[i];
		to = numbers_put(to, i - node->parent);
		to = numbers_put(to, node->site);
		to = numbers_put(to, node->function);
		to = numbers_put(to, node->calls);
	}
	for (size_t i = 1; i < t->n_nodes; i++) {
		size_t end = cell;
		uint32_t pc = 0;
		while (end < t->n_cells && t->cells[end].node == i)
			end++;
		to = numbers_put(to, end - cell);
		for (; cell < end; cell++) {
			to = numbers_put(to, t->cells[cell].pc - pc);
			to = numbers_put(to, t->cells[cell].retired);
			to = numbers_put(to, t->cells[cell].cycles);
			pc = t->cells[cell].pc;
		}
	}
	*n = (size_t)(to - bytes);
	return bytes;
}

/* Made as a run makes it: a node that is there already, or is one too many, gets another number or
 * is folded. */
static void take_nodes(struct call_tree *t, struct numbers *s, size_t n)
{
	uint64_t calls = 0;

	for (size_t i = 1; i < n && !s->bad; i++) {
		uint64_t distance = numbers_take(s, i);
		uint32_t site = (uint32_t)numbers_take(s, UINT32_MAX),
			function = (uint32_t)numbers_take(s, UINT32_MAX);
		uint64_t own = numbers_take(s, UINT64_MAX);
		if (s->bad || !distance || call_tree_child(t, (uint32_t)(i - distance), site,
			function) != i
		    || __builtin_add_overflow(calls, own, &calls))
			s->bad = true;
		else
			t->nodes[i].calls = own;
	}
}

/* One node's: pcs rise. Sums that pass 64 bits are no counts. */
static void take_cells_of(struct call_tree *t, struct numbers *s, uint32_t node, uint64_t n,
	uint64_t *cycles, uint64_t *retired)
{
	uint64_t pc = 0;

	for (uint64_t i = 0; i < n && !s->bad; i++) {
		struct call_cell *cell = &t->cells[t->n_cells++];
		uint64_t step = numbers_take(s, UINT32_MAX - pc);
		pc += step;
		*cell = (struct call_cell){ .node = node, .pc = (uint32_t)pc };
		cell->retired = numbers_take(s, UINT64_MAX);
		cell->cycles = numbers_take(s, UINT64_MAX);
		t->nodes[node].cycles += cell->cycles;
		t->nodes[node].retired += cell->retired;
		s->bad = s->bad || (i && !step) || (!cell->retired && !cell->cycles)
			|| __builtin_add_overflow(*cycles, cell->cycles, cycles)
			|| __builtin_add_overflow(*retired, cell->retired, retired);
	}
}

static void take_cells(struct call_tree *t, struct numbers *s, size_t n)
{
	uint64_t cycles = 0, retired = 0;

	free(t->cells);
	t->cells = allocate(n, sizeof *t->cells);
	t->cells_room = n;
	for (uint32_t i = 1; i < t->n_nodes && !s->bad; i++)
		take_cells_of(t, s, i, numbers_take(s, n - t->n_cells), &cycles, &retired);
	s->bad = s->bad || t->n_cells != n;
}

/* Memory is taken for what is there, not for what is claimed: each number is at least a byte. */
static bool fits(const struct numbers *s, uint64_t nodes, uint64_t cells)
{
	uint64_t left = numbers_left(s);

	return !s->bad && nodes && nodes <= UINT32_MAX && cells <= CALL_TREE_MAX
		&& (nodes - 1) * NODE_NUMBERS + cells * CELL_NUMBERS <= left;
}

bool call_tree_decode(struct call_tree *t, const uint8_t *bytes, size_t n)
{
	struct numbers s = { bytes, bytes + n, false };
	uint64_t nodes = numbers_take(&s, UINT64_MAX), cells = numbers_take(&s, UINT64_MAX),
		folded = numbers_take(&s, UINT64_MAX);

	*t = (struct call_tree){ 0 };
	if (!fits(&s, nodes, cells))
		return false;
	call_tree_open(t);
	take_nodes(t, &s, nodes);
	s.bad = s.bad || t->folded;
	t->folded = folded;
	take_cells(t, &s, cells);
	if (!s.bad && s.at == s.end)
		return true;
	call_tree_free(t);
	return false;
}

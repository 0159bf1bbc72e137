/* SPDX-License-Identifier: ISC
 * call_tree_file.c - a call tree as bytes, for a capture; the contract is call_tree_file.h.
 */
#include "call_tree_file.h"

#include <stdlib.h>

#include "sw/base/error.h"

#define NUMBER_BYTES 10u	/* of the longest number, LEB128 */
#define NODE_NUMBERS 5u
#define CELL_NUMBERS 3u

struct source {
	const uint8_t *at, *end;
	bool bad;
};

static uint8_t *put(uint8_t *to, uint64_t number)
{
	for (; number > 0x7F; number >>= 7)
		*to++ = (uint8_t)(number | 0x80);
	*to++ = (uint8_t)number;
	return to;
}

/* A number above `most` makes the source bad. */
static uint64_t take(struct source *s, uint64_t most)
{
	uint64_t number = 0;
	unsigned shift = 0;

	for (; s->at < s->end && shift < 64; shift += 7) {
		uint8_t byte = *s->at++;
		number |= (uint64_t)(byte & 0x7F) << shift;
		if (shift == 63 && byte > 1)
			break;
		if (!(byte & 0x80)) {
			s->bad = s->bad || number > most;
			return s->bad ? 0 : number;
		}
	}
	s->bad = true;
	return 0;
}

/* Parents are given as distances: they are near. */
uint8_t *call_tree_encode(const struct call_tree *t, size_t *n)
{
	uint8_t *bytes = allocate(NUMBER_BYTES * (2 + t->n_nodes * NODE_NUMBERS + t->n_cells * CELL_NUMBERS), 1), *to = bytes;
	size_t cell = 0;

	to = put(to, t->n_nodes);
	to = put(to, t->n_cells);
	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *node = &t->nodes[i];
		to = put(to, i - node->parent);
		to = put(to, node->site);
		to = put(to, node->function);
		to = put(to, node->calls);
	}
	for (size_t i = 1; i < t->n_nodes; i++) {
		size_t end = cell;
		uint32_t pc = 0;
		while (end < t->n_cells && t->cells[end].node == i)
			end++;
		to = put(to, end - cell);
		for (; cell < end; cell++) {
			to = put(to, t->cells[cell].pc - pc);
			to = put(to, t->cells[cell].retired);
			to = put(to, t->cells[cell].cycles);
			pc = t->cells[cell].pc;
		}
	}
	*n = (size_t)(to - bytes);
	return bytes;
}

static void take_nodes(struct call_tree *t, struct source *s)
{
	for (size_t i = 1; i < t->n_nodes && !s->bad; i++) {
		struct call_node *node = &t->nodes[i];
		uint64_t distance = take(s, i);
		node->parent = (uint32_t)(i - distance);
		node->site = (uint32_t)take(s, UINT32_MAX);
		node->function = (uint32_t)take(s, UINT32_MAX);
		node->calls = take(s, UINT64_MAX);
		s->bad = s->bad || distance == 0;
	}
}

/* Sums that pass 64 bits are no counts. */
static void take_cells(struct call_tree *t, struct source *s)
{
	uint64_t cycles = 0, retired = 0, next = 0;

	for (uint32_t i = 1; i < t->n_nodes && !s->bad; i++) {
		uint64_t pc = 0, begin = next, n = take(s, t->n_cells - next);
		for (uint64_t end = next + n; next < end && !s->bad; next++) {
			struct call_cell *cell = &t->cells[next];
			uint64_t step = take(s, UINT32_MAX - pc);
				s->bad = s->bad || (next > begin && !step);
			pc += step;
			*cell = (struct call_cell){ .node = i, .pc = (uint32_t)pc };
			cell->retired = take(s, UINT64_MAX);
			cell->cycles = take(s, UINT64_MAX);
			t->nodes[i].cycles += cell->cycles;
			t->nodes[i].retired += cell->retired;
			s->bad = s->bad || !cell->retired || __builtin_add_overflow(cycles, cell->cycles, &cycles)
				|| __builtin_add_overflow(retired, cell->retired, &retired);
		}
	}
	s->bad = s->bad || next != t->n_cells;
}

bool call_tree_decode(struct call_tree *t, const uint8_t *bytes, size_t n)
{
	struct source s = { bytes, bytes + n, false };

	*t = (struct call_tree){ 0 };
	t->n_nodes = take(&s, n / NODE_NUMBERS + 1);	/* a number takes a byte at least */
	t->n_cells = take(&s, n / CELL_NUMBERS);
	if (s.bad || !t->n_nodes) {
		*t = (struct call_tree){ 0 };
		return false;
	}
	t->nodes = allocate(t->n_nodes, sizeof *t->nodes);
	t->cells = allocate(t->n_cells, sizeof *t->cells);
	take_nodes(t, &s);
	take_cells(t, &s);
	if (!s.bad && s.at == s.end)
		return true;
	call_tree_free(t);
	return false;
}

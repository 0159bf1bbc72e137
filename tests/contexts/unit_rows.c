/* SPDX-License-Identifier: ISC
 * unit_rows.c - the beginnings of functions that a unit gets, and a tree of its rows, sound
 * and not.
 *
 * usage: unit_rows ELF NAME...     the ELF's beginnings are these, by address
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/elf/symbols.h"
#include "sw/profile/capture.h"
#include "sw/profile/collect.h"
#include "tests/check.h"

enum { NODES = 64, ROOT = NODES - 9, REST = 2 * NODES - 16, PC_BITS = 21 };

struct memory {
	uint32_t words[2 * NODES], rows[NODES];
};

static void beginnings(const struct firmware *f, char **names, size_t n)
{
	struct beginnings b;

	beginnings_open(&b, &f->image, &f->symbols, 10);
	qsort(b.at, b.n, sizeof *b.at, by_number);
	for (size_t i = 0; i < b.n; i++) {
		const struct function *x = symbols_find(&f->symbols, b.at[i]);
		if (!CHECK(i < n && x->lo == b.at[i] && !strcmp(x->name, names[i])))
			printf("%zu: %s\n", i, x->name);
	}
	CHECK_EQUAL(b.n, n);
	CHECK_EQUAL(b.left_out, 0);
	beginnings_close(&b);
	beginnings_open(&b, &f->image, &f->symbols, 0); /* one place, for one jumped to */
	CHECK(b.n == 1 && b.left_out == n - 1);
	beginnings_close(&b);
}

static void put(struct memory *m, uint32_t at, uint32_t parent, uint32_t callee, uint32_t calls,
	uint32_t ticks)
{
	m->rows[at] = parent << PC_BITS | (callee & ((1u << PC_BITS) - 1));
	m->words[NODES + at] = calls;
	m->words[at] = ticks;
}

static bool make(struct call_tree *t, struct memory *m, const struct firmware *f)
{
	struct unit_tree u = { .pc_bits = PC_BITS,
		.nodes = NODES,
		.words = m->words,
		.rows = m->rows,
		.pending = 6,
		.dropped = true };

	unit_tree_note(&u);
	return unit_tree_make(t, &u, &f->image, &f->symbols, f->image.entry);
}

/* Parents stand anywhere; two places of one function are one; rows without calls are none. */
static void rows(const struct firmware *f)
{
	const uint32_t a = (uint32_t)f->symbols.functions[2].lo,
		       b = (uint32_t)f->symbols.functions[3].lo;
	struct memory m = { 0 };
	struct call_tree t;

	put(&m, 5, ROOT, a, 3, 10);
	put(&m, 2, 5, b, 1, 20);
	put(&m, 9, 5, (b + 2) | 1, 2, 40);
	put(&m, 7, 5, a, 8, 0);
	put(&m, 11, 40, a, 0, 0);
	m.words[ROOT] = 5;
	for (uint32_t i = 0; i < 16; i++)
		m.words[REST + i] = i == 7 ? 0 : 1u << i;
	CHECK(make(&t, &m, f));
	CHECK_EQUAL(t.n_nodes, 5);
	CHECK(t.nodes[1].function == f->image.entry && t.nodes[1].cycles == 5);
	CHECK(t.nodes[2].function == a && t.nodes[2].parent == 0 && t.nodes[2].calls == 3);
	CHECK(t.nodes[3].function == a && t.nodes[3].parent == 2 && t.nodes[3].calls == 8);
	CHECK(t.nodes[4].function == b && t.nodes[4].cycles == 60 && t.nodes[4].calls == 3);
	CHECK(t.nodes[4].mixed && !t.nodes[2].mixed && call_tree_mixed(&t) == 60);
	CHECK_EQUAL(call_tree_cycles(&t), 75);
	CHECK(t.rest.filtered == (4 | 8) && t.rest.lost == (16 | 32) && t.rest.idle == 64);
	CHECK(t.rest.calls == 1u << 12 && t.rest.pending == 6 && t.rest.dropped);
	call_tree_free(&t);
	put(&m, 11, 40, a, 1, 0); /* no such parent */
	CHECK(!make(&t, &m, f));
	call_tree_free(&t);
	put(&m, 40, 11, b, 1, 0); /* each other's */
	CHECK(!make(&t, &m, f));
	call_tree_free(&t);
}

int main(int argc, char **argv)
{
	struct firmware f;

	if (argc < 3 || !CHECK(firmware_open(&f, argv[1])))
		return 1;
	beginnings(&f, argv + 2, (size_t)argc - 2);
	rows(&f);
	firmware_close(&f);
	return checks_failed();
}

/* SPDX-License-Identifier: ISC
 * unit_tree.c - the call tree that a unit keeps; the contract is unit_tree.h.
 */
#include "unit_tree.h"

#include <inttypes.h>
#include <stdlib.h>

#include "collect.h"
#include "driver/tally_access.h"
#include "sw/base/error.h"
#include "sw/elf/beginnings.h"

#define SPARE 16u		/* the last rows are no nodes, */
#define ROOT 9u			/* but for the root: so many from the end */

/* Outcomes from the upper half's word N - 16 on; of FILTERED and LOST, user mode's is the next. */
enum { FILTERED = 2, LOST = 4, IDLE = 6, FOLDED_CALLS = 12, SHARED = 13 };

static bool code_fits(const struct image *im, unsigned pc_bits)
{
	uint64_t lo = im->code.n ? im->code.at[0].lo : 0;
	uint64_t bytes = im->code.n ? im->code.at[im->code.n - 1].hi - lo : 0;

	return bytes <= 1ull << pc_bits || fail("%s: its code spans %" PRIu64 " bytes, and a unit "
		"with %u bits of a pc tells %" PRIu64 " apart; build one with a larger PC_W",
		im->path, bytes, pc_bits, (uint64_t)1 << pc_bits);
}

bool unit_tree_begin(struct tally *unit, const struct image *im, const struct symbols *s,
	unsigned places)
{
	struct beginnings b;

	if (unit->caps.mapper != UNIT_TREE_MAPPER)
		return fail("unit: keeps no call tree: its CAPS.MAPPER is %u; build tally_context",
			unit->caps.mapper);
	if (!code_fits(im, unit->caps.pc_bits))
		return false;
	beginnings_open(&b, im, s, places);
	for (uint32_t i = 0; i >> places == 0; i++)	/* places of another program */
		tally_put(unit, 2 * unit->caps.window, i << 2 | 1);
	for (size_t i = 0; i < b.n; i++)
		tally_put(unit, 2 * unit->caps.window, b.at[i]);
	if (b.left_out)
		note("%zu functions that may begin without a call have no place in the unit: what "
			"jumps to them counts for its own caller", b.left_out);
	beginnings_close(&b);
	int error = tally_take_error(unit);
	return !error || unit_error("prepare its call tree", error);
}

bool unit_tree_read(struct unit_tree *u, struct tally *unit)
{
	const uint32_t words = unit->caps.window / 4;
	int error;

	*u = (struct unit_tree){ .pc_bits = unit->caps.pc_bits, .nodes = words / 2,
		.words = allocate(words, sizeof *u->words),
		.rows = allocate(words / 2, sizeof *u->rows) };
	error = tally_words_read(unit, 0, words, u->words);
	for (uint32_t i = 0; i < u->nodes && !error; i++)
		u->rows[i] = tally_get(unit, 2 * unit->caps.window + 4 * i);
	u->pending = tally_get(unit, TALLY_PENDING);
	u->dropped = tally_get(unit, TALLY_STATUS) & TALLY_STATUS_FAULT_MASK;
	error = error ? error : tally_take_error(unit);
	return !error || unit_error("read its call tree", error);
}

void unit_tree_free(struct unit_tree *u)
{
	free(u->words);
	free(u->rows);
	*u = (struct unit_tree){ 0 };
}

/* A node's callee, with the upper bits that the ELF's code has. */
static uint32_t function_of(const struct unit_tree *u, uint32_t row, const struct image *im,
	const struct symbols *s)
{
	const uint32_t size = 1u << u->pc_bits, low = im->code.n ? (uint32_t)im->code.at[0].lo : 0;
	uint32_t pc = (low & -size) | (row & (size - 2));
	const struct function *f;

	pc += pc < low ? size : 0;
	f = symbols_find(s, pc);
	return f ? (uint32_t)f->lo : pc;
}

static bool is_node(const struct unit_tree *u, uint32_t i)
{
	return i < u->nodes - SPARE && u->words[u->nodes + i];
}

static void put_node(struct call_tree *t, const struct unit_tree *u, uint32_t i, uint32_t at)
{
	t->nodes[at].mixed |= u->rows[i] & 1;
	if (u->words[i])
		call_tree_add(t, at, t->nodes[at].function, u->words[i], 0, NULL);
}

/* Nodes whose parents are there become nodes, until none is left. False: some never are. */
static bool put_nodes(struct call_tree *t, const struct unit_tree *u, const struct image *im,
	const struct symbols *s)
{
	const uint32_t root = u->nodes - ROOT;
	uint32_t *to = allocate(u->nodes, sizeof *to), left, before = 0;

	do {
		left = 0;
		for (uint32_t i = 0; i < u->nodes; i++) {
			uint32_t parent = (u->rows[i] >> u->pc_bits) & (u->nodes - 1);
			if (!is_node(u, i) || to[i])
				continue;
			left++;
			if (parent != root && !to[parent])
				continue;
			to[i] = call_tree_child(t, to[parent], 0, function_of(u, u->rows[i], im,
				s));
			t->nodes[to[i]].calls += u->words[u->nodes + i];
			put_node(t, u, i, to[i]);
		}
	} while (left && left != before && (before = left));
	free(to);
	return !left || fail("unit: %" PRIu32 " rows of its call tree lead to no root; read it "
		"again while the unit is stopped and drained", left);
}

bool unit_tree_make(struct call_tree *t, const struct unit_tree *u, const struct image *im,
	const struct symbols *s, uint32_t first)
{
	const uint32_t *outcomes = &u->words[2 * u->nodes - SPARE], root = u->nodes - ROOT;
	const struct function *f = symbols_find(s, first);

	if (outcomes[SHARED])
		note("unit: more tasks ran than it has stacks: %" PRIu32 " times one took over "
			"another's, and both may stand below wrong callers; build it with more "
			"STACKS", outcomes[SHARED]);
	call_tree_open(t);
	t->of_unit = true;
	t->rest = (struct call_rest){
		.filtered = (uint64_t)outcomes[FILTERED] + outcomes[FILTERED + 1],
		.idle = outcomes[IDLE], .lost = (uint64_t)outcomes[LOST] + outcomes[LOST + 1],
		.pending = u->pending, .calls = outcomes[FOLDED_CALLS], .dropped = u->dropped };
	uint32_t at = call_tree_child(t, 0, 0, f ? (uint32_t)f->lo : first);
	t->nodes[at].calls++;
	put_node(t, u, root, at);
	bool good = put_nodes(t, u, im, s);
	call_tree_finish(t);
	return good;
}

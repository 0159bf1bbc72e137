/* SPDX-License-Identifier: ISC
 * unit_tree.c - the call tree that a unit keeps; the contract is collect.h.
 */
#include "collect.h"

#include <inttypes.h>
#include <stdlib.h>

#include "driver/tally_access.h"
#include "sw/base/base.h"
#include "sw/elf/symbols.h"

#define SPARE 16u /* the last rows are no nodes, */
#define ROOT 9u /* but for the root: so many from the end */
#define PLACES 10u /* log2 of the places for beginnings, if a unit has any */
#define TRIES 4u /* to read a node that changes */
#define MIXED 1u /* of a row */

/* Outcomes from the upper half's word N - 16 on; of FILTERED and LOST, user mode's is the next. */
enum { FILTERED = 2, LOST = 4, IDLE = 6, OUTCOMES_OF_TICKS = 8, FOLDED_CALLS = 12, STRAY = 13 };

bool unit_tree_begin(struct tally *unit, const struct image *im, const struct symbols *s)
{
	const unsigned pc_bits = unit->caps.pc_bits, window = unit->caps.window;
	uint64_t bytes = im->code.n ? im->code.at[im->code.n - 1].hi - im->code.at[0].lo : 0;
	struct beginnings b;

	if (unit->caps.kind != TALLY_KIND_CALLS)
		return fail("unit: keeps no call tree: its CAPS.KIND is %u; build tally_context",
			unit->caps.kind);
	if (bytes > 1ull << pc_bits)
		return fail("%s: its code spans %" PRIu64 " bytes, and a unit with %u bits of a pc "
			    "tells %" PRIu64 " apart; build one with a larger PC_W",
			im->path, bytes, pc_bits, (uint64_t)1 << pc_bits);
	beginnings_open(&b, im, s, PLACES);
	/* they rise by their places; the others may be another program's */
	for (uint32_t i = 0, n = 0; i >> PLACES == 0; i++)
		if (n < b.n && (b.at[n] >> 2 & ((1u << PLACES) - 1)) == i)
			n++;
		else
			tally_put(unit, 2 * window, i << 2 | 1);
	for (size_t i = 0; i < b.n; i++)
		tally_put(unit, 2 * window, b.at[i]);
	if (b.left_out)
		note("%zu functions that may begin without a call have no place in the unit: what "
		     "jumps to them counts for its own caller",
			b.left_out);
	beginnings_close(&b);
	int error = tally_take_error(unit);
	return !error || unit_error("prepare its call tree", error);
}

static void open_tree(struct unit_tree *u, const struct tally *unit)
{
	const uint32_t nodes = unit->caps.window / 8;

	*u = (struct unit_tree){ .pc_bits = unit->caps.pc_bits,
		.nodes = nodes,
		.words = allocate(2 * nodes, sizeof *u->words),
		.rows = allocate(nodes, sizeof *u->rows) };
}

/* The rows stand behind as many bytes as the words take with the registers. */
static int read_all(struct unit_tree *u, struct tally *unit)
{
	int error = tally_words_read(unit, 0, 2 * u->nodes, u->words);

	return error ? error : tally_words_read(unit, 2 * u->nodes, u->nodes, u->rows);
}

static int read_rest(struct unit_tree *u, struct tally *unit)
{
	u->ticks = tally_get(unit, TALLY_TICKS);
	u->pending = tally_get(unit, TALLY_PENDING);
	u->dropped = tally_get(unit, TALLY_STATUS) & TALLY_STATUS_FAULT_MASK;
	return tally_take_error(unit);
}

int unit_tree_read(struct unit_tree *u, struct tally *unit)
{
	open_tree(u, unit);
	int error = read_all(u, unit);

	return error ? error : read_rest(u, unit);
}

static bool same_node(uint32_t row, uint32_t other)
{
	return !((row ^ other) & ~MIXED);
}

/* Node i, whose row has just been read, until the row is the same behind its words. */
static void look_again(struct unit_tree *u, struct tally *unit, uint32_t i)
{
	for (unsigned tries = 0; tries < TRIES; tries++) {
		uint32_t row = u->rows[i];
		u->words[i] = tally_get(unit, unit->caps.window + 4 * i);
		u->words[u->nodes + i] = tally_get(unit, unit->caps.window + 4 * (u->nodes + i));
		u->rows[i] = tally_get(unit, 2 * unit->caps.window + 4 * i);
		if (same_node(row, u->rows[i]))
			return;
	}
	u->words[u->nodes + i] = 0;
	u->left_out++;
}

/* A row that is the same before and behind its words is taken for their node's. A node with
 * children is not folded: one that was read once below a row that has changed was another row's
 * child meanwhile. */
int unit_tree_look(struct unit_tree *u, struct tally *unit)
{
	open_tree(u, unit);
	u->running = true;
	uint32_t *before = allocate(u->nodes, sizeof *before);
	bool *changed = allocate(u->nodes, sizeof *changed);
	uint32_t from = tally_get(unit, TALLY_TICKS);
	from -= tally_get(unit, TALLY_PENDING);
	int error = tally_words_read(unit, 2 * u->nodes, u->nodes, before);
	if (!error)
		error = read_all(u, unit);
	for (uint32_t i = 0; i < u->nodes - SPARE && !error; i++) {
		changed[i] = !same_node(before[i], u->rows[i]);
		if (changed[i])
			look_again(u, unit, i);
	}
	for (uint32_t i = 0; i < u->nodes - SPARE; i++)
		if (u->words[u->nodes + i] && !changed[i]
			&& changed[(u->rows[i] >> u->pc_bits) & (u->nodes - 1)]) {
			u->words[u->nodes + i] = 0;
			u->left_out++;
		}
	free(changed);
	free(before);
	error = error ? error : read_rest(u, unit);
	u->meanwhile = u->ticks - from;
	return error;
}

void unit_tree_free(struct unit_tree *u)
{
	free(u->words);
	free(u->rows);
	*u = (struct unit_tree){ 0 };
}

/* A node's callee, with the upper bits that the ELF's code has. */
static uint32_t function_of(
	const struct unit_tree *u, uint32_t row, const struct image *im, const struct symbols *s)
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
	t->nodes[at].mixed |= u->rows[i] & MIXED;
	if (u->words[i])
		call_tree_add(t, at, t->nodes[at].function, u->words[i], 0, NULL);
}

/* Nodes whose parents are there become nodes. Returns how many are left, whose never are. */
static uint32_t put_nodes(struct call_tree *t, const struct unit_tree *u, const struct image *im,
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
			to[i] = call_tree_child(
				t, to[parent], 0, function_of(u, u->rows[i], im, s));
			t->nodes[to[i]].calls += u->words[u->nodes + i];
			put_node(t, u, i, to[i]);
		}
	} while (left && left != before && (before = left));
	free(to);
	return left;
}

/* A sum of 64 bits, but for the lower half that TICKS is: another one breaks the invariant. */
static uint64_t ticks_of(const struct unit_tree *u)
{
	uint64_t sum = u->pending;

	for (uint32_t i = 0; i < u->nodes; i++)
		sum += u->words[i];
	for (uint32_t i = 0; i < OUTCOMES_OF_TICKS; i++)
		sum += u->words[2 * u->nodes - SPARE + i];
	return sum + (uint64_t)(int32_t)(u->ticks - (uint32_t)sum);
}

void unit_tree_note(const struct unit_tree *u)
{
	const uint32_t *outcomes = &u->words[2 * u->nodes - SPARE];
	uint64_t calls = outcomes[FOLDED_CALLS];

	for (uint32_t i = 0; i < u->nodes - SPARE; i++)
		calls += u->words[u->nodes + i];
	if (outcomes[STRAY])
		note("unit: %" PRIu32 " returns did not lead to their call, of %" PRIu64 " calls: "
		     "the program switches stacks (tasks, coroutines, exceptions, longjmp), "
		     "which the unit does not follow, and ticks may stand below wrong callers",
			outcomes[STRAY], calls);
}

bool unit_tree_make(struct call_tree *t, struct unit_tree *u, const struct image *im,
	const struct symbols *s, uint32_t first)
{
	const uint32_t *outcomes = &u->words[2 * u->nodes - SPARE], root = u->nodes - ROOT;
	const struct function *f = call_tree_is_thread(first) ? NULL : symbols_find(s, first);

	call_tree_open(t);
	t->of_unit = true;
	t->rest = (struct call_rest){ .filtered =
					      (uint64_t)outcomes[FILTERED] + outcomes[FILTERED + 1],
		.idle = outcomes[IDLE],
		.lost = (uint64_t)outcomes[LOST] + outcomes[LOST + 1],
		.pending = u->pending,
		.calls = outcomes[FOLDED_CALLS],
		.ticks = ticks_of(u),
		.dropped = u->dropped || outcomes[STRAY] };
	uint32_t at = call_tree_child(t, 0, 0, f ? (uint32_t)f->lo : first);
	t->nodes[at].calls++;
	put_node(t, u, root, at);
	uint32_t left = put_nodes(t, u, im, s);
	call_tree_finish(t);
	if (u->running)
		u->left_out += left;
	return !left || u->running
		|| fail("unit: %" PRIu32 " rows of its call tree lead to no "
			"root; read it again while the unit is stopped and drained",
			left);
}

/* SPDX-License-Identifier: ISC
 * tree_rows.h - a tree of contexts as rows: in text, CSV or JSON.
 *
 * Shown are contexts that have at least --min percent of the root's cycles, lie no deeper than
 * --depth, and match or lead to one that matches; then the --top heaviest lines of them. Own cycles
 * of what is shown and of what is not add up to the root's. For people, a call whose caller did
 * next to nothing else stands on its caller's line, as does recursion that does not branch, to its
 * end even where that is below --min. CSV and JSON have a row for each context, and show all unless
 * an option chooses.
 */
#pragma once

#include "contexts.h"
#include "emit.h"
#include "view.h"

enum tree_way { TREE_DOWN, TREE_UP };	/* contexts_open, callers_open */

/* ticks: what shares are of. JSON: the member "tree". */
void tree_rows_put(struct emit *e, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v);

/* The numbers at the left of the call views, in text: two shares, inclusive counts, calls. */
struct columns {
	uint64_t whole;		/* what is 100% */
	const char *unit;	/* "cycles" or "instructions" */
	int cycles, calls;	/* widths; 0: left out */
};

/* In a line of `width` columns names come before numbers. 0: no limit. */
struct columns columns_of(const char *unit, uint64_t whole, uint64_t most_calls, size_t width);

/* inclusive NULL: of a sum, which has no first share. `heading`: what the second share is of,
 * "self" or "of it". */
void columns_put(struct emit *e, const struct columns *c, const uint64_t *inclusive,
	const char *heading, struct emit_value second, uint64_t cycles, uint64_t calls);

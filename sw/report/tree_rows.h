/* SPDX-License-Identifier: ISC
 * tree_rows.h - a tree of contexts as rows: for people, as CSV, as JSON.
 *
 * Shown are contexts that have at least --min percent of the root's cycles, lie no deeper than
 * --depth, and match or lead to one that matches; then the --top heaviest lines of them. Own cycles
 * of what is shown and of what is not add up to the root's. For people, a call whose caller did
 * next to nothing else stands on its caller's line, as does recursion that does not branch, to its
 * end even where that is below --min. CSV and JSON have a row for each context, and show all unless
 * an option chooses.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "contexts.h"
#include "view.h"

enum tree_way { TREE_DOWN, TREE_UP };	/* contexts_open, callers_open */

/* What --tree or --callers-of asks for. */
struct tree_view {
	struct contexts all, callers;
	const struct contexts *shown;
	enum tree_way way;
	uint64_t ticks;
};

bool tree_view_asked(const struct view *v);

/* The profile has a call tree. False: the function was never called; one line was printed. */
bool tree_view_open(struct tree_view *t, const struct profile *p, const struct firmware *fw,
	const struct view *v);
void tree_view_close(struct tree_view *t);

/* ticks: what shares are of. */
void tree_rows_print(const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v);
void tree_rows_csv(FILE *f, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v);

/* The member "tree" of a JSON object, without a comma. */
void tree_rows_json(FILE *f, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v);

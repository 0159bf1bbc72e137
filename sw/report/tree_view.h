/* SPDX-License-Identifier: ISC
 * tree_view.h - the tree that --tree or --callers-of asks for.
 */
#ifndef TREE_VIEW_H
#define TREE_VIEW_H

#include <stdbool.h>

#include "contexts.h"
#include "tree_rows.h"
#include "view.h"

struct tree_view {
	struct contexts all, callers;
	const struct contexts *shown;
	enum tree_way way;
	uint64_t ticks;
};

bool tree_view_asked(const struct view *v);

/* The profile has a call tree. False: the function was never called; one line was printed. */
bool tree_view_open(struct tree_view *t, const struct profile *p, const struct firmware *fw, const struct view *v);
void tree_view_close(struct tree_view *t);

#endif

/* SPDX-License-Identifier: ISC
 * tree_choice.h - which contexts of a tree a view shows, and which of them share a line.
 */
#ifndef TREE_CHOICE_H
#define TREE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contexts.h"
#include "view.h"

#define TREE_HIDDEN 0xFFFFFFFFu

struct tree_choice {
	uint32_t *head;		/* of each context the first of its line; TREE_HIDDEN: not shown */
	uint32_t *then;		/* the next one of the same line; 0: none */
	uint32_t *level;	/* of a head: lines above it; those below the root have 0 */
	uint32_t deepest;	/* level */
	size_t n_hidden;
	uint64_t hidden;	/* own cycles */
};

/* folds: may contexts share a line? */
void tree_choice_open(struct tree_choice *t, const struct contexts *c, const struct view *v, bool folds);
void tree_choice_close(struct tree_choice *t);

#endif

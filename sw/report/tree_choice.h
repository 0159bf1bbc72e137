/* SPDX-License-Identifier: ISC
 * tree_choice.h - which contexts of a tree a view shows, and which of them share a line.
 */
#pragma once

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
	uint64_t hidden, hidden_retired;	/* own cycles, and beside them */
	struct waits hidden_waits;
};

/* folds: may contexts share a line? */
void tree_choice_open(struct tree_choice *t, const struct contexts *c, const struct view *v,
	bool folds);
void tree_choice_close(struct tree_choice *t);

/* The names of the line that begins at `at`, equal ones one after the other as one: "main > down
 * (1000 times)". Of more than `most` names the first and the last half. free() it. */
char *tree_choice_line(const struct tree_choice *t, const struct contexts *c, uint32_t at,
	const char *arrow, size_t most, const char *(*number)(uint64_t n));

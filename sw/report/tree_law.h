/* SPDX-License-Identifier: ISC
 * tree_law.h - does the call tree hold every cycle that was counted?
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/profile/profile.h"

struct tree_law {
	uint64_t cycles;	/* in the tree */
	size_t nodes;		/* without the root */
	uint32_t depth;
	bool holds;		/* TREE, IDLE, PENDING, a unit's FILTERED and LOST: its TICKS */
};

struct tree_law tree_law_of(const struct profile *p);

/* One line, if the profile has a call tree; others if not all of it is where it was spent. */
void tree_law_print(FILE *f, const struct profile *p);

/* The latter as notes, for output without a summary. `name`: the capture. */
void tree_law_note_folded(const struct profile *p, const char *name);

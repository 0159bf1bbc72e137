/* SPDX-License-Identifier: ISC
 * unit_tree.h - the call tree that a unit keeps (CAPS.KIND 2; rtl/context/CONTEXT.md): the
 * beginnings of functions that it needs, and its words and rows as a call tree.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "call_tree.h"
#include "driver/tally.h"
#include "sw/elf/image.h"
#include "sw/elf/symbols.h"

/* What a unit counted. */
struct unit_tree {
	unsigned pc_bits;
	uint32_t nodes;		/* N: a power of two */
	uint32_t *words;	/* 2 N: ticks, then calls and outcomes */
	uint32_t *rows;		/* N: which function, called by which row */
	uint32_t ticks, pending;
	bool dropped;
	bool running;		/* while it was read, which took `meanwhile` ticks: */
	uint32_t meanwhile;
	uint32_t left_out;	/* nodes that changed too often, and are none here */
};

/* Writes the beginnings of functions into the unit's places, if it has any. These functions return
 * false after one line on stderr. */
bool unit_tree_begin(struct tally *unit, const struct image *im, const struct symbols *s);

/* Reads all that a drained unit has counted, or one that runs. Returns 0 or the driver's error; u
 * is freed by unit_tree_free all the same. */
int unit_tree_read(struct unit_tree *u, struct tally *unit);
int unit_tree_look(struct unit_tree *u, struct tally *unit);
void unit_tree_free(struct unit_tree *u);

/* A note, if returns strayed, as where tasks switch stacks: callers may be wrong. */
void unit_tree_note(const struct unit_tree *u);

/* The same as a call tree: functions are those of the symbols; what ran before the first call is
 * the function at `first`, or CALL_TREE_RUNNING. Fails if the rows are no tree; of a running unit
 * it leaves out those whose callers are not there. Its TICKS have 64 bits if no word has
 * wrapped. */
bool unit_tree_make(struct call_tree *t, struct unit_tree *u, const struct image *im,
	const struct symbols *s, uint32_t first);

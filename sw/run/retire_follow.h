/* SPDX-License-Identifier: ISC
 * retire_follow.h - follows calls through retirements that come from a log: what calls.h needs, and
 * logs leave out.
 *
 * A trap without a mark shows in that the last instruction does not lead to the next one's pc,
 * which is of another function. After one that may lead anywhere it shows only where that pc has
 * begun a handler before.
 */
#pragma once

#include "branches.h"
#include "calls.h"
#include "retire_line.h"
#include "retire_words.h"
#include "sw/profile/firmware.h"

#define RETIRE_HANDLERS 64u	/* beginnings of handlers that are remembered */

struct retire_follow {
	const struct firmware *firmware;
	struct calls *calls;
	struct call_tree *tree;
	struct branches branches;
	struct retire_words words;
	bool wide;			/* a core of 64 bits */
	bool begun;
	uint32_t pc, insn, sp;		/* of the last one */
	uint64_t led;			/* how often an instruction led to the next one's pc */
	uint32_t handlers[RETIRE_HANDLERS];
	size_t n_handlers;
};

void retire_follow_open(struct retire_follow *f, const struct firmware *firmware,
	struct call_tree *tree);

/* `count`: its cycles or instructions. */
void retire_follow(struct retire_follow *f, const struct retire_line *r, uint32_t pc,
	uint64_t count);

/* the last one took so many more */
void retire_follow_wait(struct retire_follow *f, uint64_t cycles);

/* `tree` is finished then; the branches that were taken go to *taken, which is empty. */
void retire_follow_close(struct retire_follow *f, struct taken *taken);

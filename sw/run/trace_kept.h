/* SPDX-License-Identifier: ISC
 * trace_kept.h - what trace.c keeps of a run, and trace_file.c writes.
 */
#pragma once

#include <stdio.h>

#include "sw/base/base.h"
#include "trace.h"

#define WINDOWS 2048u
#define AWAY UINT32_MAX /* in place of a node: another stack runs */

/* What passes in a cycle, WAIT where the tap shows no causes; and instructions. */
enum { WORK, FIRST_CAUSE, IDLE = FIRST_CAUSE + CAUSES, WAIT, KINDS, RETIRED = KINDS, COLUMNS };

struct piece {
	uint64_t begin, length, preempted, asleep;
	uint64_t order; /* of ends */
	uint32_t node;
	uint16_t stack;
	bool call, trap, open;
};

struct track {
	uint64_t left, longest;
	uint32_t node; /* of the longest call */
	bool away, named;
};

struct trace {
	struct trace_options how;
	uint64_t first, cycles; /* of the trace; now */
	/* at most 2 * most of them; then the shorter half goes */
	struct piece *pieces;
	size_t n, room, most;
	uint64_t kept; /* pieces that have come in */
	uint64_t calls, shown_calls; /* in all, and in the file */
	uint64_t least; /* cycles of the shortest that is kept */
	uint64_t windows[WINDOWS][COLUMNS];
	size_t n_windows; /* with the one that has begun */
	uint64_t width; /* cycles of each, 64 at first */
	unsigned shown; /* kinds that there were, a bit each */
	struct track *tracks; /* by stack */
	size_t n_tracks;
	FILE *instants; /* as in the file */
	char *instant_bytes;
	size_t instants_size;
	uint64_t n_instants, instants_lost;
	char line[160]; /* of the console */
	size_t in_line;
};

int trace_longest_first(const void *a, const void *b); /* the order of pieces, for qsort */
/* Makes one window of two. */
void trace_halve(struct trace *t);

/* SPDX-License-Identifier: ISC
 * loops.h - the loops of a function's machine code, and how often each was entered and went round.
 *
 * A loop is a set of blocks each of which leads to all others: a strongly connected component of
 * the blocks that ran. Its header is where it is entered; without the ways back to the header, what
 * still is connected within it are the loops nested in it. So a loop with several entries is one,
 * too (irreducible). Jumps by a register that led to the same block, as in an interpreter, lead to
 * all of their blocks as one: a dispatch.
 *
 * ENTRIES + TURNS = the header's count, each counted for itself. Where that does not hold, control
 * came in a way that the code does not show, such as longjmp.
 */
#pragma once

#include "flow.h"

struct loop {
	uint32_t *blocks; /* numbers in the flow, rising */
	size_t n;
	uint32_t header; /* a block; of a dispatch the first that ends in one of its jumps */
	size_t outer; /* the loop around it; LOOP_NONE */
	unsigned depth; /* 1: in no other loop */
	unsigned jumps; /* 0; else the header is a dispatch of so many jumps */
	bool irreducible;
	bool estimated; /* the counts do not add up, so entries may be wrong */
	/* turns: ways back to the header, of an irreducible loop to the entry used most.
	 * iterations: both together; where the loop is tested at its header and not where it goes
	 * back, less those that left it there. */
	uint64_t entries, turns, iterations;
	/* of its blocks, with nested loops, without calls: counts of the profile's unit,
	 * instructions, waits if the profile has them */
	uint64_t count, retired;
	struct waits waits;
};

#define LOOP_NONE SIZE_MAX

struct loops {
	struct loop *at; /* a loop stands before those nested in it */
	size_t n, room;
};

/* Can loops be found in this profile? It has each instruction's count, each branch's, and a bin
 * for each, in all privileges. */
bool loops_known(const struct profile *p);

/* f is of p, and loops_known(p). Loops of which no block ran are left out. */
void loops_open(struct loops *l, const struct flow *f, const struct profile *p);
void loops_close(struct loops *l);

/* The flow and the loops of a function that ran. False: it did not, or has no loop; nothing is to
 * be closed. */
bool loops_of(struct loops *l, struct flow *f, const struct image *im,
	const struct function *function, const struct profile *p);

/* The innermost loop around the instruction; NULL: none. */
const struct loop *loops_find(const struct loops *l, const struct flow *f, uint64_t pc);

/* The pc of its header, or of a dispatch's first jump. */
static inline uint32_t loop_pc(const struct loop *l, const struct flow *f)
{
	const struct flow_block *b = &f->at[l->header];

	return f->code[l->jumps ? b->end - 1 : b->first].pc;
}

/* Where the source has it: the first line of the instructions in the fewest inlined calls; NULL:
 * unknown. */
const struct line *loop_line(const struct flow *f, const struct loop *l, const struct lines *lines);

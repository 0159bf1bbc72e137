/* SPDX-License-Identifier: ISC
 * stacks.h - the stacks of a program and the frames on each.
 *
 * Memory is bounded: with too many stacks, or too many frames on them, those left longest ago are
 * forgotten.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/elf/instruction.h"
#include "sw/elf/symbols.h"

struct frame {
	uint32_t node;
	uint32_t root;		/* the task's node that it is below; 0: no tasks */
	uint32_t lo, last;	/* of the function's code */
	uint32_t ra, sp;	/* at entry */
	bool trap;
	/* who has switched to this stack goes on, until a jump shows whose it is */
	bool borrowed;
	struct pending after;	/* trap: what mret resumes, */
	uint32_t next[2];	/* and where, unless `after` leads elsewhere; */
	bool loaded, switched;	/* and then struct calls's are these */
};

struct stack {
	struct frame *frames;	/* frames[0] is what runs below all calls */
	size_t n, room;
	/* the lowest address in use when it was left; the highest ever seen */
	uint32_t sp, base;
	uint32_t space;		/* struct machine_cycle's, of U mode; 0 otherwise */
	uint64_t left;		/* when it was left */
};

struct stacks {
	struct stack *at, *on;	/* on: the one that runs */
	size_t n, room;
	size_t frames;		/* that all of them have room for */
	uint32_t deepest, deepest_pc;	/* bytes that one had in use, and what took sp there */
};

/* Is pc in the function that the frame is of? */
static inline bool frame_covers(const struct frame *f, uint32_t pc)
{
	return pc >= f->lo && pc <= f->last;
}

/* Has one of its frames this sp at entry? */
bool stack_entered_at(const struct stack *s, uint32_t sp);

struct frame *stacks_push(struct stacks *all, struct stack *s, struct frame f);

/* A new stack, with a frame for what runs below all calls; all->on stays. Pointers to other stacks
 * are stale then. */
struct stack *stacks_add(struct stacks *all, uint32_t sp, uint32_t space);

/* The stack that an sp out of nowhere points to: where one was left, or into one; NULL: to none of
 * them. */
struct stack *stacks_find(struct stacks *all, uint32_t sp, uint32_t space);

/* sp is on the stack that runs for sure, where pc took it: moved by a distance, or kept by the jump
 * after it was loaded. */
void stacks_measure(struct stacks *all, uint32_t sp, uint32_t pc);

void stacks_free(struct stacks *all);

/* The function that a pc is in, with the last answers kept. */
#define CODE_CACHED 1024u

/* lo ... last have the same answer; `function` is the first address of the function, or pc where no
 * symbol is. */
struct code {
	uint32_t pc, lo, last, function;
};

/* Zero but for symbols. */
struct code_cache {
	const struct symbols *symbols;
	struct code at[CODE_CACHED];
};

const struct code *code_at(struct code_cache *c, uint32_t pc);

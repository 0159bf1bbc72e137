/* SPDX-License-Identifier: ISC
 * calls_state.h - where a run's calls stand, between calls.c and arrival.c.
 */
#pragma once

#include "calls.h"

struct calls {
	struct code_cache code;
	struct call_tree *tree;
	enum calls_handlers handlers;
	struct stacks stacks;
	struct pending pending;
	uint64_t time; /* instructions */
	uint64_t lost; /* returns to no frame's return address */
	uint32_t node, span, entered; /* of the last one; if it is a call's first, else 0 */
	size_t marked_stack, marked; /* the window's frame: its stack, and place there */
	uint32_t root; /* node of the task that runs; 0: no tasks */
	uint32_t sp;
	bool started; /* sp has been set once */
	/* the last instruction has written sp's upper half: not yet a stack */
	bool half;
	uint32_t pc, insn; /* of the last one, */
	uint32_t next[2]; /* and what follows it, when a trap comes */
	/* sp has been set to what was not computed from it, and nothing has jumped since; */
	bool loaded;
	bool switched; /* then: to another stack */
	size_t left; /* number of the stack that was left last */
	/* then, if a part of this stack may be another one: where this one was left */
	uint32_t above;
};

static inline struct frame *top(struct calls *c)
{
	return &c->stacks.on->frames[c->stacks.on->n - 1];
}

/* Leaves n frames on the stack in use. */
static inline void cut(struct calls *c, size_t n)
{
	stacks_cut(&c->stacks, c->stacks.on, n, false);
}

/* Where the top frame's cycles count: the switch from a task to another ends in frames of the
 * former. 0: at the root. */
static inline uint32_t here(struct calls *c)
{
	const struct frame *f = top(c);

	return f->root == c->root || !f->span
		? f->span
		: spans_beside(&c->stacks.spans, f->span,
			  call_tree_child(c->tree, c->root, 0, c->tree->nodes[f->node].function));
}

/* Frames that were entered below sp are gone, those of traps too. Was there any? */
bool calls_drop_dead(struct calls *c);

/* Arrival at pc, sp still as the instruction before left it. handler: the first instruction of a
 * trap's. */
void calls_arrive(struct calls *c, uint32_t pc, bool handler);

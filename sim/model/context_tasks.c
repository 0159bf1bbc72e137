/* SPDX-License-Identifier: ISC
 * context_tasks.c - the walker: each task's stack of frames.
 */
#include "context.h"

/* The stack of a task that has not run yet: an empty one, or the last. */
static unsigned new_stack(struct context *c, uint32_t task)
{
	unsigned i = c->stacks;

	if (i < c->p.stacks) {
		c->stacks++;
		c->stack[i].current = context_root(c);
		c->stack[i].depth = 0;
		c->stack[i].lumped = false;
		c->begun++;
	} else {
		i--;
		c->shared++;
		if (!c->frozen)
			context_add(c, context_outcome(c, C_SHARED), 1);
	}
	c->stack[i].task = task;
	return i;
}

/* The context in use waits, and so is a parent, until its task goes on. */
static void switch_stack(struct context *c, uint32_t task)
{
	struct context_stack *s = &c->stack[c->on];
	unsigned i = 0;

	s->current = c->current;
	s->depth = c->depth;
	s->lumped = c->lumped;
	context_kids(c, c->current, 1);
	while (i < c->stacks && c->stack[i].task != task)
		i++;
	s = &c->stack[c->on = i < c->stacks ? i : new_stack(c, task)];
	c->current = s->current;
	c->depth = s->depth;
	c->lumped = s->lumped;
	context_kids(c, c->current, -1);
	c->switched++;
}

bool context_run_task(struct context *c, uint32_t task)
{
	struct context_stack *s = &c->stack[c->on];

	if (c->p.stacks == 1 || !task || task == s->task)
		return false;
	if (s->task)
		switch_stack(c, task);
	else
		s->task = task;
	return true;
}

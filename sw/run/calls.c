/* SPDX-License-Identifier: ISC
 * calls.c - follows calls, stacks and the window of a simulated core.
 */
#include <stdlib.h>

#include "calls_state.h"
#include "sw/base/base.h"
#include "sw/elf/instruction.h"

/* Only who left this stack where sp is now has come back. */
static void switch_to(struct calls *c, struct stack *s, uint32_t sp)
{
	struct frame from = *top(c);
	uint32_t span = from.span;
	bool back = s->sp == sp;

	from = (struct frame){ .node = from.node,
		.root = from.root,
		.lo = from.lo,
		.last = from.last,
		.sp = UINT32_MAX,
		.borrowed = true };
	c->left = (size_t)(c->stacks.on - c->stacks.at);
	stacks_run(&c->stacks, s, c->time);
	c->sp = sp;
	from.span = spans_copy(&c->stacks.spans, span);
	while (s->n > 1 && top(c)->borrowed)
		cut(c, s->n - 1);
	calls_drop_dead(c);
	if (top(c)->borrowed)
		cut(c, s->n - 1);
	else if (back) {
		spans_end(&c->stacks.spans, from.span, 0, false);
		return;
	}
	stacks_push(&c->stacks, s, from);
}

/* The instruction has written sp. */
static void move(struct calls *c, const struct machine_cycle *cycle)
{
	uint32_t sp = cycle->sp, space = cycle->space;
	struct stack *s = c->stacks.on;
	bool whole = !c->half;

	c->half = instruction_is_half(cycle->insn);
	if (c->half)
		return;
	if (!whole || !instruction_keeps_stack(cycle->insn)) {
		if (!c->started)
			s->base = sp;
		else if (!(s = stacks_find(&c->stacks, sp, space)))
			s = stacks_add(&c->stacks, sp, cycle->priv ? 0 : space);
		c->above = s == c->stacks.on ? c->sp : 0;
		c->switched = s != c->stacks.on;
		if (c->switched)
			switch_to(c, s, sp);
		c->started = c->loaded = true;
	}
	s->sp = sp;
	if (sp > s->base)
		s->base = sp;
	c->sp = sp;
	if (c->started && !c->loaded)
		stacks_measure(&c->stacks, c->sp, c->pc);
}

struct calls *calls_open(
	const struct symbols *symbols, struct call_tree *tree, enum calls_handlers handlers)
{
	struct calls *c = allocate(1, sizeof *c);

	*c = (struct calls){ .code.symbols = symbols, .tree = tree, .handlers = handlers };
	c->stacks.on = stacks_add(&c->stacks, 0, 0);
	top(c)->borrowed = false;
	spans_open(&c->stacks.spans, tree);
	return c;
}

void calls_listen(struct calls *c, struct span_listener l)
{
	c->stacks.spans.listeners[c->stacks.spans.n_listeners++] = l;
}

struct calls_end calls_close(struct calls *c)
{
	struct calls_end end = { c->lost, c->stacks.deepest, c->stacks.deepest_pc };

	stacks_free(&c->stacks);
	free(c);
	return end;
}

uint32_t calls_entered(const struct calls *c)
{
	return c->tree->nodes[c->entered].function;
}

void calls_open_window(struct calls *c)
{
	for (size_t i = 1; i < c->tree->n_nodes; i++)
		c->tree->nodes[i].calls = i == c->entered;
	spans_clip(&c->stacks.spans);
	c->stacks.deepest = 0;
	if (c->started && !c->loaded)
		stacks_measure(&c->stacks, c->sp, c->pc);
	c->marked_stack = (size_t)(c->stacks.on - c->stacks.at);
	c->marked = c->stacks.on->n - 1;
	top(c)->marked = true;
}

bool calls_left_window(const struct calls *c)
{
	const struct stack *s = &c->stacks.at[c->marked_stack];
	bool leaves = c->pending.jump == JUMP && c->pending.returns;

	if (s->n <= c->marked || !s->frames[c->marked].marked)
		return true;
	const struct frame *f = &s->frames[c->marked];
	return s == c->stacks.on && s->n == c->marked + 1 && f->sp == c->sp
		&& (f->trap ? c->pending.jump == TRAP_RETURN : leaves);
}

uint32_t calls_node(const struct calls *c)
{
	return c->node;
}

bool calls_on_stack(const struct calls *c, uint32_t address)
{
	return address >= c->sp && address < c->stacks.on->base;
}

void calls_task(struct calls *c, uint32_t function)
{
	c->root = call_tree_child(c->tree, 0, 0, function);
	if (c->root)
		c->tree->nodes[c->root].calls++;
}

void calls_more(struct calls *c, uint64_t cycles, uint64_t retired, const struct waits *waits)
{
	call_tree_add(c->tree, c->node, c->pc, cycles, retired, waits);
	/* a younger one beside what opens a window is in no span of it */
	spans_add(&c->stacks.spans, c->span, cycles, c->tree->shut ? 0 : retired, waits);
}

void calls_retire(struct calls *c, const struct machine_cycle *cycle, uint64_t cycles,
	uint64_t asleep, const struct waits *waits)
{
	const uint32_t pc = cycle->pc;

	c->entered = 0;
	if (asleep)
		spans_sleep(&c->stacks.spans, asleep);
	if (c->pending.jump != NONE || cycle->handler || !frame_covers(top(c), pc))
		calls_arrive(c, pc, cycle->handler);
	if (c->stacks.on->space != cycle->space && !cycle->priv && c->stacks.on->n == 1)
		c->stacks.on->space = cycle->space;
	c->pc = pc;
	c->span = here(c);
	c->node = c->stacks.spans.at[c->span].slice.node;
	calls_more(c, cycles, 1, waits);
	c->time++;
	c->insn = cycle->insn;
	c->pending = instruction_jump(pc, cycle->insn);
	if (cycle->sp != c->sp)
		move(c, cycle);
}

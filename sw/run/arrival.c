/* SPDX-License-Identifier: ISC
 * arrival.c - what it means that a run has come to an instruction: a call, a return, a trap or its
 * end, the begin of a thread.
 */
#include "calls_state.h"

#define LONGEST 4u /* bytes of an instruction */

/* The frame is of the code at pc now, below `parent`. */
static void place(struct calls *c, struct frame *f, uint32_t parent, uint32_t site, uint32_t pc)
{
	const struct code *code = code_at(&c->code, pc);

	f->node = call_tree_child(c->tree, parent, site, code->function);
	f->root = c->root;
	f->lo = code->lo;
	f->last = code->last;
}

/* Is pc in the frame's function, if maybe in another part of its code? */
static bool is_in(struct calls *c, const struct frame *f, uint32_t pc)
{
	return frame_covers(f, pc)
		|| (f->node && code_at(&c->code, pc)->function == c->tree->nodes[f->node].function);
}

static void count_call(struct calls *c, uint32_t node)
{
	c->tree->nodes[node].calls++;
	c->entered = node;
}

/* Enters the code at pc: called by the top frame from `site`, or by a trap, at the root. */
static void enter(struct calls *c, bool called, uint32_t site, uint32_t pc, struct frame f)
{
	uint32_t by = called ? here(c) : 0;

	place(c, &f, by ? c->stacks.spans.at[by].slice.node : c->root, site, pc);
	count_call(c, f.node);
	f.span = spans_begin(&c->stacks.spans, by, f.node, true);
	stacks_push(&c->stacks, c->stacks.on, f);
}

/* The top frame's code is now that at pc: a tail call, code that runs on into the next symbol, or
 * another part of the same function. */
static void replace(struct calls *c, uint32_t pc)
{
	struct frame *f = top(c);
	const struct frame before = *f;
	const struct call_node *old = &c->tree->nodes[f->node];
	bool own = f->node && f->root == c->root, within = is_in(c, f, pc);
	bool entered = !within && pc == code_at(&c->code, pc)->function;

	place(c, f, own ? old->parent : c->root, own ? old->site : 0, pc);
	if (f->node == before.node && !entered)
		return;
	if (entered)
		count_call(c, f->node);
	f->span = spans_begin(&c->stacks.spans, own ? before.span : 0, f->node, entered);
	spans_end(&c->stacks.spans, before.span, c->stacks.on->n > 1 ? f[-1].span : 0, false);
}

bool calls_drop_dead(struct calls *c)
{
	size_t n = c->stacks.on->n;

	while (c->started && c->stacks.on->n > 1 && top(c)->sp < c->sp)
		cut(c, c->stacks.on->n - 1);
	return c->stacks.on->n < n;
}

static void begin_thread(struct calls *c, uint32_t pc)
{
	uint32_t thread =
		c->root ? c->root : call_tree_child(c->tree, 0, 0, call_tree_thread(c->sp));

	/* the stack was taken for more of the one above it until its thread began */
	if (c->above) {
		c->stacks.on->sp = c->above;
		stacks_run(&c->stacks, stacks_add(&c->stacks, c->sp, 0), c->time);
	}
	cut(c, 0);
	c->stacks.on->n = 1;
	if (thread != c->root)
		c->tree->nodes[thread].calls++;
	*top(c) = (struct frame){ .sp = UINT32_MAX };
	place(c, top(c), thread, 0, pc);
	count_call(c, top(c)->node);
	top(c)->span = spans_begin(&c->stacks.spans, 0, top(c)->node, true);
}

/* With sp unknown. */
static bool return_by_address(struct calls *c, uint32_t pc)
{
	const struct frame *frames = c->stacks.on->frames;
	size_t top = c->stacks.on->n - 1, n = top;

	while (n && (frames[n].trap || frames[n].ra != pc))
		n--;
	c->lost += top && !n;
	for (; top && !n; top--)
		n = is_in(c, &frames[top - 1], pc) ? top : 0;
	if (n)
		cut(c, n);
	return n;
}

/* Does a jump to pc leave the top frame, which is none of a trap, for its caller? */
static bool leaves(struct calls *c, const struct frame *f, uint32_t pc, bool returns, bool left)
{
	/* __riscv_save_N returns with sp lower than it was */
	if (f->ra == pc && (returns || f->sp == c->sp))
		return true;
	/* a function that has called has moved sp: who leaves its callees with the sp of its entry
	 * leaves it, too, by longjmp or for an exception's handler */
	if (f->sp == c->sp && left)
		return true;
	/* longjmp out of a function without a frame of its own, into its caller */
	return returns && f->sp == c->sp && !is_in(c, f, pc) && is_in(c, f - 1, pc)
		&& code_at(&c->code, pc)->function != pc;
}

/* After an indirect jump to pc. */
static void unwind(struct calls *c, uint32_t pc, bool returns)
{
	bool loaded = c->loaded, switched = c->switched, borrowed = top(c)->borrowed, left;
	const struct code *code = code_at(&c->code, pc);
	/* does a function begin at pc, or code that no symbol covers? */
	bool begins = code->lo == pc && code->function == pc;
	struct frame *f;

	c->loaded = false;
	if (!c->started && returns && return_by_address(c, pc))
		return;
	/* a thread whose stack is an array in a frame of this one; but a function with the sp of a
	 * frame's entry is a tail call: a frame pointer, too, sets sp to what is above it */
	if (loaded && c->above && c->sp >= c->above && begins
		&& !stack_entered_at(c->stacks.on, c->sp)) {
		begin_thread(c, pc);
		return;
	}
	if (borrowed && is_in(c, top(c), pc) && !begins)
		return;
	if (borrowed && c->stacks.on->n > 1)
		cut(c, c->stacks.on->n - 1);
	left = calls_drop_dead(c);
	f = top(c);
	if (c->stacks.on->n > 1 && !f->trap && leaves(c, f, pc, returns, left)) {
		cut(c, c->stacks.on->n - 1);
		return;
	}
	/* a thread's sp was loaded, and is not that of the top frame's entry, as a tail call's is;
	 * a jump within the function or longjmp (`left`) begins none; code without a symbol may
	 * begin one anywhere on a borrowed stack */
	if (loaded && (switched || f->sp != c->sp)
		&& (begins || (borrowed && code->function == pc) || (!left && !is_in(c, f, pc))))
		begin_thread(c, pc);
}

/* What was pending before the trap is pending again. With another sp, or to elsewhere, it returns
 * from no trap, but begins a thread, and the answer is false. `handler`: pc is the next trap's. */
static bool leave_trap(struct calls *c, uint32_t pc, bool handler)
{
	const struct frame *trap = top(c), *first = c->stacks.on->frames;
	struct stack *left = &c->stacks.at[c->left];

	while (trap > first && !(trap->trap && trap->sp == c->sp))
		trap--;
	if (trap == first) {
		c->pending = (struct pending){ .jump = JUMP };
		/* who has come from another stack to begin a thread here does not go back, if that
		 * stack holds nothing to go back to */
		if (c->loaded && c->switched && top(c)->borrowed && left->n == 1)
			left->frames[0].borrowed = true;
		return false;
	}
	bool back = pc - trap->next[0] <= LONGEST || pc - trap->next[1] <= LONGEST;
	/* the handler leaves what the trap interrupted for the beginning of a function */
	if (!handler && trap->after.jump == NONE && !back
		&& code_at(&c->code, pc)->function == pc) {
		c->pending = (struct pending){ .jump = NONE };
		begin_thread(c, pc);
		return false;
	}
	c->pending = trap->after;
	c->next[0] = trap->next[0];
	c->next[1] = trap->next[1];
	c->loaded = trap->loaded;
	c->switched = trap->switched;
	cut(c, (size_t)(trap - first));
	return true;
}

void calls_arrive(struct calls *c, uint32_t pc, bool handler)
{
	bool known = true; /* the top frame is what a trap interrupted */

	/* also if the next trap has come before another instruction */
	if (c->pending.jump == TRAP_RETURN)
		known = leave_trap(c, pc, handler);
	else if (handler)
		instruction_next(c->pc, c->insn, c->next);
	if (handler) {
		enter(c, c->handlers == CALLS_AT_INTERRUPTED && known, 0, pc,
			(struct frame){ .sp = c->sp,
				.trap = true,
				.after = c->pending,
				.next = { c->next[0], c->next[1] },
				.loaded = c->loaded,
				.switched = c->switched });
		c->pending.jump = NONE;
	}
	if (c->pending.jump == CALL) {
		calls_drop_dead(c);
		c->loaded = false;
		if (c->pending.returns && c->stacks.on->n > 1 && !top(c)->trap && top(c)->ra == pc)
			cut(c, c->stacks.on->n - 1);
		else
			enter(c, true, c->pending.from, pc,
				(struct frame){ .ra = c->pending.link, .sp = c->sp });
	} else if (c->pending.jump == JUMP)
		unwind(c, pc, c->pending.returns);
	if (!frame_covers(top(c), pc))
		replace(c, pc);
	if (c->started)
		stacks_measure(&c->stacks, c->sp, c->pc);
}

/* SPDX-License-Identifier: ISC
 * calls.c - follows calls and returns of a simulated core.
 */
#include "calls.h"

#include <stdlib.h>

#include "sw/base/base.h"
#include "sw/elf/instruction.h"

#define LONGEST 4u /* bytes of an instruction */

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

static struct frame *top(struct calls *c)
{
	return &c->stacks.on->frames[c->stacks.on->n - 1];
}

/* Where the top frame's cycles count: the switch from a task to another ends in frames of the
 * former. 0: at the root. */
static uint32_t here(struct calls *c)
{
	const struct frame *f = top(c);

	return f->root == c->root || !f->span
		? f->span
		: spans_beside(&c->stacks.spans, f->span,
			  call_tree_child(c->tree, c->root, 0, c->tree->nodes[f->node].function));
}

/* Leaves n frames on the stack in use. */
static void cut(struct calls *c, size_t n)
{
	stacks_cut(&c->stacks, c->stacks.on, n, false);
}

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

/* Frames that were entered below sp are gone, those of traps too. Was there any? */
static bool drop_dead(struct calls *c)
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
	left = drop_dead(c);
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

/* Arrival at pc, sp still as the instruction before left it. */
static void arrive(struct calls *c, uint32_t pc, bool handler)
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
		drop_dead(c);
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
	drop_dead(c);
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
		arrive(c, pc, cycle->handler);
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

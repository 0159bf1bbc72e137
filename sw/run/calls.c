/* SPDX-License-Identifier: ISC
 * calls.c - follows calls and returns of a simulated core; the contract is calls.h.
 */
#include "calls.h"

#include <stdlib.h>

#include "sw/base/error.h"

#define MAX_STACKS 4096u	/* followed at once; beyond them the one left longest ago is forgotten */
#define NEAR 4096u		/* sp may fall by less than this in one step without being on another stack */
#define CACHED 1024u		/* functions looked up last */

/* What an instruction means for the frames. It takes effect when the next one retires: only then is the target known. */
enum jump { NONE, CALL, JUMP, TRAP_RETURN };

struct pending {
	enum jump jump;
	uint32_t from, link;	/* CALL: its pc and return address */
	bool returns;		/* JUMP: by x1 or x5 */
};

struct frame {
	uint32_t node;
	uint32_t lo, last;	/* of the function's code */
	uint32_t ra, sp;	/* at entry */
	bool trap;
	struct pending after;	/* trap: what mret resumes */
};

struct stack {
	struct frame *frames;	/* frames[0] is what runs below all calls */
	size_t n, room;
	uint32_t sp, base;	/* the lowest address in use when it was left; the highest ever seen */
	uint32_t space;		/* struct machine_cycle's, of U mode; 0 otherwise */
	uint64_t left;		/* when it was left */
};

struct code {
	uint32_t pc, lo, last, function;
};

struct calls {
	const struct symbols *symbols;
	struct call_tree *tree;
	enum calls_handlers handlers;
	struct stack *stacks, *on;
	size_t n_stacks, stacks_room;
	struct pending pending;
	uint64_t waiting;	/* cycles since the last retirement */
	uint64_t time;		/* instructions */
	uint32_t node;		/* of the last one */
	uint32_t sp;
	bool started, switched;	/* sp has been set once; no jump since it moved to another stack */
	struct code cache[CACHED];
};

static struct pending classify(uint32_t pc, uint32_t insn)
{
	uint32_t rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if ((insn & 3) != 3) {
		if ((insn & 0xE003) == 0x2001)			/* c.jal */
			return (struct pending){ CALL, pc, pc + 2, false };
		if ((insn & 0xE07F) != 0x8002 || !rd)		/* c.jr, c.jalr: rs1 stands where others have rd */
			return (struct pending){ 0 };
		if (insn & 0x1000)
			return (struct pending){ CALL, pc, pc + 2, false };
		return (struct pending){ .jump = JUMP, .returns = rd == 1 || rd == 5 };
	}
	switch (insn & 0x7F) {
	case 0x6F:						/* jal */
	case 0x67:						/* jalr */
		if (rd == 1 || rd == 5)
			return (struct pending){ CALL, pc, pc + 4, false };
		if ((insn & 0x7F) == 0x67 && rd == 0)
			return (struct pending){ .jump = JUMP, .returns = rs1 == 1 || rs1 == 5 };
		break;
	case 0x73:						/* mret, sret */
		if (insn == 0x30200073 || insn == 0x10200073)
			return (struct pending){ .jump = TRAP_RETURN };
		break;
	case 0x0B:						/* PicoRV32's retirq */
		if ((insn & 0xFE00007F) == 0x0400000B)
			return (struct pending){ .jump = TRAP_RETURN };
		break;
	}
	return (struct pending){ 0 };
}

/* Does the instruction compute sp from sp? Then it grows, shrinks or aligns the stack, and never leaves it. */
static bool stays_on_stack(uint32_t insn)
{
	uint32_t rs1 = insn >> 15 & 31, rs2 = insn >> 20 & 31;

	switch (insn & 3) {
	case 1:							/* c.addi, c.addi16sp */
		return (insn & 0xE000) == 0 || (insn & 0xE000) == 0x6000;
	case 2:							/* c.add */
		return (insn & 0xF000) == 0x9000;
	case 3:
		return ((insn & 0x7F) == 0x13 && rs1 == 2) || ((insn & 0x7F) == 0x33 && (rs1 == 2 || rs2 == 2));
	}
	return false;
}

/* A function's code around pc, as far as no other function lies in it. Of code without a symbol the address that was
 * entered stands for the function, as far as no symbol is. */
static struct code find_code(const struct calls *c, uint32_t pc)
{
	const struct ranges *map = &c->symbols->map;
	const struct range *next = ranges_next(map, pc), *before;

	if (next && next->lo <= pc)
		return (struct code){ pc, (uint32_t)next->lo, (uint32_t)(next->hi - 1),
			(uint32_t)c->symbols->functions[next->value].lo };
	before = next ? next : map->at + map->n;
	return (struct code){ pc, before > map->at ? (uint32_t)before[-1].hi : 0,
		next ? (uint32_t)(next->lo - 1) : UINT32_MAX, pc };
}

static const struct code *code_at(struct calls *c, uint32_t pc)
{
	struct code *at = &c->cache[(pc >> 1) % CACHED];

	if (at->pc != pc || !pc)
		*at = find_code(c, pc);
	return at;
}

static struct frame *top(struct calls *c)
{
	return &c->on->frames[c->on->n - 1];
}

static bool in_function(const struct frame *f, uint32_t pc)
{
	return pc >= f->lo && pc <= f->last;
}

static struct frame *push(struct stack *s, struct frame f)
{
	GROW(s->frames, s->n, s->room);
	s->frames[s->n] = f;
	return &s->frames[s->n++];
}

static void enter(struct calls *c, uint32_t parent, uint32_t site, uint32_t pc, struct frame f)
{
	const struct code *code = code_at(c, pc);

	f.node = call_tree_child(c->tree, parent, site, code->function);
	f.lo = code->lo;
	f.last = code->last;
	c->tree->nodes[f.node].calls++;
	push(c->on, f);
}

/* The top frame's code is now that at pc: a tail call, or code that runs on into the next symbol. */
static void replace(struct calls *c, uint32_t pc)
{
	const struct code *code = code_at(c, pc);
	struct frame *f = top(c);
	const struct call_node *old = &c->tree->nodes[f->node];

	f->node = call_tree_child(c->tree, old->parent, old->site, code->function);
	f->lo = code->lo;
	f->last = code->last;
	if (pc == code->function)
		c->tree->nodes[f->node].calls++;
}

/* Frames that were entered below sp are gone, those of traps too. */
static void drop_dead(struct calls *c)
{
	while (c->on->n > 1 && top(c)->sp < c->sp)
		c->on->n--;
}

static void begin_thread(struct calls *c, uint32_t pc)
{
	const struct code *code = code_at(c, pc);

	c->on->n = 1;
	*top(c) = (struct frame){ .node = call_tree_child(c->tree, 0, 0, code->function), .lo = code->lo, .last = code->last,
		.sp = UINT32_MAX };
	c->tree->nodes[top(c)->node].calls++;
}

/* After an indirect jump to pc. */
static void unwind(struct calls *c, uint32_t pc, bool returns)
{
	struct frame *f;
	bool switched = c->switched;

	c->switched = false;
	drop_dead(c);
	f = top(c);
	if (c->on->n > 1 && !f->trap) {
		if (f->ra == pc && (returns || f->sp == c->sp)) {	/* __riscv_save_N returns with sp lower than it was */
			c->on->n--;
			return;
		}
		/* longjmp out of a function without a frame of its own, into its caller */
		if (returns && f->sp == c->sp && !in_function(f, pc) && in_function(f - 1, pc) && code_at(c, pc)->function != pc) {
			c->on->n--;
			return;
		}
	}
	if (switched && code_at(c, pc)->function == pc)
		begin_thread(c, pc);
}

static void enter_trap(struct calls *c, uint32_t pc)
{
	uint32_t parent = c->handlers == CALLS_AT_INTERRUPTED ? top(c)->node : 0;

	enter(c, parent, 0, pc, (struct frame){ .sp = c->sp, .trap = true, .after = c->pending });
	c->pending.jump = NONE;
}

/* What was pending before the trap is pending again. */
static void leave_trap(struct calls *c)
{
	struct stack *s = c->on;

	c->pending = (struct pending){ .jump = JUMP };
	for (size_t n = s->n; n > 1; n--)
		if (s->frames[n - 1].trap) {
			c->pending = s->frames[n - 1].after;
			s->n = n - 1;
			c->switched = false;
			return;
		}
}

/* Arrival at pc, sp still as the instruction before left it. */
static void arrive(struct calls *c, uint32_t pc, bool handler)
{
	if (handler)
		enter_trap(c, pc);
	else if (c->pending.jump == TRAP_RETURN)
		leave_trap(c);
	if (c->pending.jump == CALL) {
		drop_dead(c);
		enter(c, top(c)->node, c->pending.from, pc, (struct frame){ .ra = c->pending.link, .sp = c->sp });
	} else if (c->pending.jump == JUMP)
		unwind(c, pc, c->pending.returns);
	if (!in_function(top(c), pc))
		replace(c, pc);
}

static struct stack *add_stack(struct calls *c, uint32_t sp, uint32_t space)
{
	size_t on = c->on ? (size_t)(c->on - c->stacks) : 0;
	struct stack *s;

	if (c->n_stacks < MAX_STACKS) {
		GROW(c->stacks, c->n_stacks, c->stacks_room);
		c->on = &c->stacks[on];
		s = &c->stacks[c->n_stacks++];
		*s = (struct stack){ 0 };
	} else {
		s = c->stacks == c->on ? c->stacks + 1 : c->stacks;
		for (size_t i = 0; i < c->n_stacks; i++)
			if (&c->stacks[i] != c->on && c->stacks[i].left < s->left)
				s = &c->stacks[i];
		s->n = 0;
	}
	s->sp = s->base = sp;
	s->space = space;
	push(s, (struct frame){ .lo = 1, .last = 0, .sp = UINT32_MAX });	/* no code: the first instruction names it */
	return s;
}

/* The stack that an sp out of nowhere points to: where one was left, or into one; NULL: to none of them. */
static struct stack *stack_at(struct calls *c, uint32_t sp, uint32_t space)
{
	struct stack *s, *around = NULL;

	for (s = c->stacks; s < c->stacks + c->n_stacks; s++) {
		if (s == c->on || (s->space && s->space != space))
			continue;
		if (s->sp == sp)
			return s;
		if (sp > s->sp && sp <= s->base)
			around = s;
	}
	if (c->on->sp <= sp && sp <= c->on->base)
		return c->on;
	return around ? around : c->on->sp - sp < NEAR ? c->on : NULL;
}

static void switch_to(struct calls *c, struct stack *s, uint32_t sp)
{
	const struct frame from = *top(c);

	c->on->left = c->time;
	c->on = s;
	c->sp = sp;
	drop_dead(c);
	c->switched = true;
	if (s->n == 1 && from.trap)	/* the handler goes on, on a stack of its own */
		s->frames[0] = (struct frame){ .node = from.node, .lo = from.lo, .last = from.last, .sp = UINT32_MAX };
}

/* The instruction has written sp. */
static void move(struct calls *c, const struct machine_cycle *cycle)
{
	uint32_t sp = cycle->sp, space = cycle->space;
	struct stack *s = c->on;

	if (!stays_on_stack(cycle->insn)) {
		if (!c->started)
			s->base = sp;
		else if (!(s = stack_at(c, sp, space)))
			s = add_stack(c, sp, cycle->priv ? 0 : space);
		if (s != c->on)
			switch_to(c, s, sp);
		c->started = true;
	}
	s->sp = sp;
	if (sp > s->base)
		s->base = sp;
	c->sp = sp;
}

struct calls *calls_open(const struct symbols *symbols, struct call_tree *tree, enum calls_handlers handlers)
{
	struct calls *c = allocate(1, sizeof *c);

	*c = (struct calls){ .symbols = symbols, .tree = tree, .handlers = handlers };
	c->on = add_stack(c, 0, 0);
	return c;
}

void calls_close(struct calls *c)
{
	for (size_t i = 0; i < c->n_stacks; i++)
		free(c->stacks[i].frames);
	free(c->stacks);
	free(c);
}

uint32_t calls_node(const struct calls *c)
{
	return c->node;
}

void calls_cycle(struct calls *c, const struct machine_cycle *cycle)
{
	const uint32_t pc = cycle->pc;

	c->waiting += !cycle->sleep;
	if (!cycle->retire)
		return;
	if (c->pending.jump != NONE || cycle->handler || !in_function(top(c), pc))
		arrive(c, pc, cycle->handler);
	if (c->on->space != cycle->space && !cycle->priv && c->on->n == 1)
		c->on->space = cycle->space;
	c->node = top(c)->node;
	call_tree_add(c->tree, c->node, pc, c->waiting, 1);
	c->waiting = 0;
	c->time++;
	c->pending = classify(pc, cycle->insn);
	if (cycle->sp != c->sp)
		move(c, cycle);
}

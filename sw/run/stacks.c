/* SPDX-License-Identifier: ISC
 * stacks.c - the stacks of a program and the frames on each; which function a pc is in.
 */
#include "calls.h"

#include <stdlib.h>

#include "sw/base/base.h"

/* followed at once; beyond them the one left longest ago is forgotten */
#define MAX_STACKS 4096u
/* of all stacks; with more of them those left longest ago are forgotten */
#define MAX_FRAMES (1u << 20)
/* sp may fall by less than this in one step without being on another stack */
#define NEAR 4096u

struct frame *stacks_push(struct stacks *all, struct stack *s, struct frame f)
{
	size_t before = s->room;

	GROW(s->frames, s->n, s->room);
	all->frames += s->room - before;
	s->frames[s->n] = f;
	return &s->frames[s->n++];
}

void stacks_cut(struct stacks *all, struct stack *s, size_t n, bool open)
{
	while (s->n > n) {
		const struct frame *f = &s->frames[--s->n];
		spans_end(&all->spans, f->span, s->n ? f[-1].span : 0, open);
	}
}

void stacks_run(struct stacks *all, struct stack *s, uint64_t time)
{
	all->on->left = time;
	all->on = s;
	spans_switch(&all->spans, (size_t)(s - all->at));
}

/* The stack left longest ago, now without frames. There are two or more, and one of them has
 * frames. */
static struct stack *forget(struct stacks *all)
{
	struct stack *s = NULL;

	for (struct stack *x = all->at; x < all->at + all->n; x++)
		if (x != all->on && x->room && (!s || x->left < s->left))
			s = x;
	stacks_cut(all, s, 0, true);
	all->frames -= s->room;
	free(s->frames);
	*s = (struct stack){ 0 };
	return s;
}

struct stack *stacks_add(struct stacks *all, uint32_t sp, uint32_t space)
{
	size_t on = all->on ? (size_t)(all->on - all->at) : 0;
	struct stack *s;

	if (all->n == MAX_STACKS || (all->n > 1 && all->frames - all->on->room > MAX_FRAMES)) {
		s = forget(all);
	} else {
		GROW(all->at, all->n, all->room);
		all->on = &all->at[on];
		s = &all->at[all->n++];
	}
	*s = (struct stack){ .sp = sp, .base = sp, .space = space };
	/* no code: the first instruction names it */
	stacks_push(
		all, s, (struct frame){ .lo = 1, .last = 0, .sp = UINT32_MAX, .borrowed = true });
	return s;
}

struct stack *stacks_find(struct stacks *all, uint32_t sp, uint32_t space)
{
	struct stack *s, *exact = NULL, *around = NULL;

	/* A dead process may have left the same one: the later one is meant, but before it one that
	 * is known to be of this space: a process that a trap took before its first instruction
	 * has left one of none. */
	for (s = all->at; s < all->at + all->n; s++) {
		if (s == all->on || (s->space && s->space != space))
			continue;
		if (s->sp == sp
			&& (!exact
				|| (!s->space == !exact->space ? s->left > exact->left
							       : !exact->space)))
			exact = s;
		if (sp > s->sp && sp <= s->base)
			around = s;
	}
	if (exact)
		return exact;
	if (all->on->sp <= sp && sp <= all->on->base)
		return all->on;
	return around ? around : all->on->sp - sp < NEAR ? all->on : NULL;
}

bool stack_entered_at(const struct stack *s, uint32_t sp)
{
	for (size_t n = s->n; n--;)
		if (s->frames[n].sp == sp)
			return true;
	return false;
}

void stacks_measure(struct stacks *all, uint32_t sp, uint32_t pc)
{
	uint32_t depth = all->on->base - sp;

	if (depth <= all->deepest)
		return;
	all->deepest = depth;
	all->deepest_pc = pc;
}

void stacks_free(struct stacks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		stacks_cut(all, &all->at[i], 0, true);
		free(all->at[i].frames);
	}
	free(all->at);
	spans_free(&all->spans);
}

/* What other functions leave to this one: __riscv_save_N end in one another. Of code without a
 * symbol the address that was entered stands for the function, as far as no symbol is. */
const struct code *code_at(struct code_cache *c, uint32_t pc)
{
	struct code *at = &c->at[(pc >> 1) % CODE_CACHED];

	if (at->pc == pc && pc)
		return at;
	const struct ranges *map = &c->symbols->map;
	const struct range *next = ranges_next(map, pc);
	const struct range *end = next ? next : map->at + map->n;
	uint64_t lo = end > map->at ? end[-1].hi : 0;

	if (next && pc >= next->lo)
		*at = (struct code){ pc, (uint32_t)next->lo, (uint32_t)(next->hi - 1),
			(uint32_t)c->symbols->functions[next->value].lo };
	else
		*at = (struct code){ pc, (uint32_t)lo, next ? (uint32_t)(next->lo - 1) : UINT32_MAX,
			pc };
	return at;
}

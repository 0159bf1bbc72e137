/* SPDX-License-Identifier: ISC
 * truth.c - the calling context of every instruction, by register values alone; the contract is
 * truth.h.
 */
#include "truth.h"

#include <stdlib.h>

#include "sim/rig.h"

#define FIRST_PLACES 4096u
#define ECALL 0x73u
#define NEVER 0xFFFFFFFFu /* sp at a call that is not made */
enum { SP = 2, X5 = 5 };

uint64_t truth_path(uint64_t parent, uint32_t site, uint32_t function)
{
	uint64_t h = (parent ^ ((uint64_t)site << 32 | function)) * 0x9E3779B97F4A7C15u;

	return h ^ h >> 29;
}

static struct activation *at(struct truth *t, uint32_t i)
{
	return &t->activations[i];
}

/* ---- where control resumes */

static struct resumption *place(const struct truth *t, uint32_t pc, uint32_t sp)
{
	size_t i = (size_t)(truth_path(0, pc, sp) >> 16);

	for (;; i++) {
		struct resumption *r = &t->table[i & (t->places - 1)];
		if (!r->activation || (r->pc == pc && r->sp == sp))
			return r;
	}
}

static void more_places(struct truth *t)
{
	struct resumption *old = t->table;
	size_t n = t->places;

	t->places = n ? 2 * n : FIRST_PLACES;
	t->table = calloc(t->places, sizeof *t->table);
	for (size_t i = 0; i < n; i++)
		if (old[i].activation)
			*place(t, old[i].pc, old[i].sp) = old[i];
	free(old);
}

static struct resumption *remember(struct truth *t, uint32_t pc, uint32_t activation)
{
	struct resumption *r;

	if (t->used * 2 >= t->places)
		more_places(t);
	r = place(t, pc, t->hart.x[SP]);
	t->used += !r->activation;
	*r = (struct resumption){ .pc = pc, .sp = t->hart.x[SP], .activation = activation };
	return r;
}

/* The activation that goes on here; 0: none. */
static uint32_t resumed(struct truth *t, uint32_t pc)
{
	uint32_t a = place(t, pc, t->hart.x[SP])->activation;

	return at(t, a)->over ? 0 : a;
}

/* ---- activations */

static struct text_range text_at(const struct truth *t, uint32_t pc)
{
	const struct ranges *map = &t->symbols->map;
	const struct range *r = ranges_next(map, pc);
	size_t before = r ? (size_t)(r - map->at) : map->n;
	struct text_range code = { 0, UINT32_MAX, NULL };

	if (r && r->lo <= pc) {
		code.function = &t->symbols->functions[r->value];
		code.lo = (uint32_t)r->lo;
		code.last = (uint32_t)(r->hi - 1);
		return code;
	}
	if (before)
		code.lo = (uint32_t)map->at[before - 1].hi;
	if (r)
		code.last = (uint32_t)(r->lo - 1);
	return code;
}

static void set_function(struct truth *t, uint32_t a, uint32_t pc)
{
	struct activation *x = at(t, a);

	x->code = text_at(t, pc);
	x->function = x->code.function ? (uint32_t)x->code.function->lo : pc;
	x->path = truth_path(x->trap ? x->above : at(t, x->parent)->path, x->site, x->function);
}

static void begin(struct truth *t, struct activation a, uint32_t pc)
{
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 1024;
		t->activations = realloc(t->activations, t->room * sizeof *t->activations);
		if (!t->activations)
			rig_die("out of memory");
	}
	a.sp = a.at_call = t->hart.x[SP];
	a.unsure |= at(t, a.parent)->unsure;
	t->activations[t->n] = a;
	t->on = (uint32_t)t->n++;
	set_function(t, t->on, pc);
}

/* A thread is known by the sp that it begins with; as the parent of its first function it never
 * runs itself. */
static void begin_thread(struct truth *t, uint32_t pc)
{
	uint32_t sp = t->hart.x[SP], thread;

	begin(t, (struct activation){ .parent = 0 }, pc);
	thread = t->on;
	at(t, thread)->function = sp | 1;
	at(t, thread)->path = truth_path(at(t, 0)->path, 0, sp | 1);
	at(t, thread)->at_call = NEVER;
	begin(t, (struct activation){ .parent = thread }, pc);
}

/* `to` goes on. If it stands below the activation that ran, that one and all between them
 * are over. */
static void go_on(struct truth *t, uint32_t to)
{
	uint32_t a = t->on;

	while (a && a != to)
		a = at(t, a)->parent;
	if (a == to)
		for (a = t->on; a != to; a = at(t, a)->parent)
			at(t, a)->over = true;
	t->switched = a != to;
	t->below = at(t, to)->path;
	t->on = to;
}

/* The nearest activation below that made its last call with this sp; 0: none. */
static uint32_t called_with(struct truth *t, uint32_t sp)
{
	uint32_t a = at(t, t->on)->parent;

	while (a && at(t, a)->at_call != sp)
		a = at(t, a)->parent;
	return a;
}

/* ---- arrivals */

/* The activation that runs jumps: it is between stacks no more. */
static void settle(struct truth *t)
{
	t->settled |= at(t, t->on)->between;
	at(t, t->on)->between = false;
}

static bool in_code(const struct activation *a, uint32_t pc)
{
	return pc >= a->code.lo && pc <= a->code.last;
}

static void call(struct truth *t, uint32_t site, uint32_t pc)
{
	struct hart *h = &t->hart;

	remember(t, h->link, t->on);
	settle(t);
	at(t, t->on)->at_call = h->x[SP];
	begin(t,
		(struct activation){ .parent = t->on,
			.site = site,
			.ra = h->link,
			.by_x5 = h->link_register == X5 },
		pc);
}

/* By the link register that was not written, to where the caller waits: it goes on. */
static bool swap(struct truth *t, uint32_t pc)
{
	uint32_t caller = at(t, t->on)->parent;

	if (!t->hart.swaps || !caller
		|| (resumed(t, pc) != caller && !(at(t, t->on)->by_x5 && pc == at(t, t->on)->ra)))
		return false;
	settle(t);
	go_on(t, caller);
	return true;
}

/* After an indirect jump without a link. */
static void jump(struct truth *t, uint32_t pc)
{
	struct activation *on = at(t, t->on);
	bool between = on->between;
	uint32_t sp = t->hart.x[SP], to = resumed(t, pc);
	bool entry = text_at(t, pc).lo == pc;

	settle(t);
	if (to)
		go_on(t, to);
	else if (on->by_x5 && pc == on->ra)
		go_on(t, on->parent);
	else if (entry ? on->sp == sp : in_code(on, pc))
		return; /* a tail call, or a jump within the function */
	else if ((to = called_with(t, sp)))
		go_on(t, to);
	else if (between)
		begin_thread(t, pc);
}

static void trap_return(struct truth *t, uint32_t pc)
{
	uint32_t to = resumed(t, pc), a = t->on;

	settle(t);
	while (a && !at(t, a)->trap) {
		at(t, a)->over = true;
		a = at(t, a)->parent;
	}
	at(t, a)->over = a != 0;
	if (to)
		t->on = to;
	else
		begin_thread(t, pc);
	/* a handler at the root has one context on either stack */
	t->switched = t->at_interrupted;
	t->below = at(t, t->on)->path;
}

/* What the instruction before has led to. */
static void arrive(struct truth *t, uint32_t from, uint32_t pc)
{
	switch (t->hart.jump) {
	case HART_LINK:
		if (!swap(t, pc))
			call(t, from, pc);
		break;
	case HART_INDIRECT: jump(t, pc); break;
	case HART_TRAP_RETURN: trap_return(t, pc); break;
	default: break;
	}
	if (!in_code(at(t, t->on), pc))
		set_function(t, t->on, pc);
}

/* What a handler is below: the activation whose instruction retired last; after a trap return what
 * that trap had interrupted. */
static struct activation interrupted(struct truth *t)
{
	uint32_t a = t->on;

	if (!t->at_interrupted)
		return (struct activation){ .trap = true, .above = at(t, 0)->path };
	if (t->hart.jump != HART_TRAP_RETURN)
		return (struct activation){ .trap = true,
			.parent = a,
			.above = at(t, a)->path,
			.unsure = at(t, a)->between };
	const struct resumption *r = place(t, t->hart.next[0], t->hart.x[SP]);
	bool known = r->activation && !at(t, r->activation)->over && r->interrupted;
	return (struct activation){ .trap = true,
		.parent = known ? r->interrupted : 0,
		.above = known ? r->above : at(t, 0)->path,
		.unsure = !known || r->unsure };
}

static void remember_trap(struct truth *t, uint32_t pc, const struct activation *handler)
{
	struct resumption *r = remember(t, pc, t->on);

	r->interrupted = handler->parent;
	r->above = handler->above;
	r->unsure = handler->unsure;
}

/* The instruction before has led to where the trap will return to, and a system call beyond it. */
static void trap(struct truth *t, uint32_t from, uint32_t pc)
{
	struct hart *h = &t->hart;
	struct activation handler = interrupted(t);

	arrive(t, from, h->next[0]);
	remember_trap(t, h->next[0], &handler);
	if (h->next[1] != h->next[0])
		remember_trap(t, h->next[1], &handler);
	if (hart_fetch(h, h->next[0]) == ECALL)
		remember_trap(t, h->next[0] + 4, &handler);
	hart_trap(h, pc);
	t->traps++;
	begin(t, handler, pc);
}

void truth_open(
	struct truth *t, const char *core, const struct image *image, const struct symbols *symbols)
{
	*t = (struct truth){ .symbols = symbols };
	hart_open(&t->hart, core, image);
	more_places(t);
	t->room = 1024;
	t->activations = calloc(t->room, sizeof *t->activations);
	t->activations[0].path = 1;
	t->n = 1;
}

void truth_close(struct truth *t)
{
	hart_close(&t->hart);
	free(t->activations);
	free(t->table);
}

void truth_retire(struct truth *t, uint64_t cycle, uint32_t pc, uint32_t insn)
{
	struct hart *h = &t->hart;

	h->memory.cycle = cycle;
	t->switched = t->settled = false;
	t->believed += pc == h->next[1] && pc != h->next[0];
	if (t->n == 1)
		begin(t, (struct activation){ .parent = 0 }, pc);
	else if (hart_traps(h, pc))
		trap(t, t->from, pc);
	else
		arrive(t, t->from, pc);
	t->path = at(t, t->on)->path;
	t->unsure = at(t, t->on)->unsure;
	t->between = at(t, t->on)->between;
	t->from = pc;
	hart_execute(h, pc, insn);
	at(t, t->on)->between |= h->sp_loaded;
}

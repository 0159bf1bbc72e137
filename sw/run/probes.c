/* SPDX-License-Identifier: ISC
 * probes.c - what is counted of a run beside its calls: branches, loads and stores, a latency.
 */
#include "probes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/elf/instruction.h"
#include "sw/elf/symbols.h"

/* ---- branches and jumps */
#define JUMPED 1u /* beside the address that a jump led to, which may be 0 */

static void count_taken(struct branches *b, uint32_t pc, uint32_t to, uint64_t times)
{
	const uint32_t key[] = { pc, to };

	sums_add(&b->taken, key, sizeof key, times);
}

static void forget(struct branches *b, size_t i)
{
	memmove(&b->open[i], &b->open[i + 1], (--b->n_open - i) * sizeof b->open[0]);
}

/* pc retires after a return from a trap: which branch was that trap behind? */
static void resume(struct branches *b, uint32_t pc)
{
	for (size_t i = b->n_open; i--;) {
		const struct branch *x = &b->open[i];
		if (pc != x->next[0] && pc != x->next[1])
			continue;
		if (pc != x->next[0])
			count_taken(b, x->pc, 0, 1);
		forget(b, i);
		return;
	}
}

void branches_retire(struct branches *b, uint32_t pc, uint32_t insn, uint64_t times)
{
	if (b->jumped)
		count_taken(b, b->last.pc, pc | JUMPED, 1);
	if (b->branched && pc == b->last.next[1] && pc != b->last.next[0]) {
		count_taken(b, b->last.pc, 0, 1);
	} else if (b->branched && pc != b->last.next[0]) {
		if (b->n_open == BRANCHES_OPEN)
			forget(b, 0);
		b->open[b->n_open++] = b->last;
	} else if (b->returned) {
		resume(b, pc);
	}
	b->returned = b->n_open && instruction_jump(pc, insn).jump == TRAP_RETURN;
	b->branched = instruction_branches(insn);
	b->jumped = instruction_leads(insn);
	b->last.pc = pc;
	if (!b->branched)
		return;
	instruction_next(pc, insn, b->last.next);
	if (times > 1)
		count_taken(b, pc, 0, times - 1);
}

void branches_close(struct branches *b, struct profile *p)
{
	const struct sums *s = &b->taken;

	p->jumped.counted = true;
	for (size_t i = 0; i < s->keys.n; i++) {
		uint32_t key[2];
		memcpy(key, s->keys.keys[i].bytes, sizeof key);
		struct taken *to = key[1] ? &p->jumped : &p->taken;
		GROW(to->at, to->n, to->room);
		to->at[to->n++] = (struct taken_branch){ key[0], key[1] & ~JUMPED, s->counts[i] };
	}
	if (p->taken.n)
		qsort(p->taken.at, p->taken.n, sizeof *p->taken.at, taken_by_pc);
	if (p->jumped.n)
		qsort(p->jumped.at, p->jumped.n, sizeof *p->jumped.at, taken_by_pc);
	sums_free(&b->taken);
}

/* ---- loads and stores */
#define MIRROR 0xF0000000u /* of the devices (rtl/soc/bus.v) */

struct data {
	struct accesses *to;
	const struct calls *calls;
	struct objects objects;
	bool wide; /* of 64 bits: the mirror is at 0x70000000 */
	uint32_t *known; /* of each of these: its number + 1, 0: not yet reached */
	uint32_t stack, heap, virtual; /* the same */
	size_t *others, n_others, others_room; /* devices' words: their numbers */
	struct intern cells; /* numbers of the accesses, by instruction and object */
	uint64_t waited; /* since the last access */
};

static const struct {
	uint32_t lo, hi;
	const char *name;
} devices[] = {
	{ 0x00100000, 0x00100FFF, "finisher" },
	{ 0x02000000, 0x0200FFFF, "CLINT" },
	{ 0x10000000, 0x100000FF, "UART" },
	{ MACHINE_UNIT, MACHINE_UNIT + 0x7FFFFF, "unit" },
	{ 0xFFFF0000, 0xFFFFFFFF, "host" },
};

struct data *data_open(struct accesses *a, const struct firmware *f, const struct calls *calls)
{
	struct data *d = allocate(1, sizeof *d);

	*d = (struct data){ .to = a, .calls = calls, .wide = f->image.wide };
	objects_open(&d->objects, &f->image, &f->symbols);
	d->known = allocate(d->objects.n, sizeof *d->known);
	return d;
}

void data_close(struct data *d)
{
	accesses_sort(d->to);
	objects_close(&d->objects);
	intern_free(&d->cells);
	free(d->known);
	free(d->others);
	free(d);
}

/* Its number: *number - 1, or a new one if that is 0. */
static uint32_t once(struct data *d, uint32_t *number, const char *name, uint32_t lo, uint64_t hi)
{
	struct accesses *a = d->to;

	if (!*number) {
		GROW(a->objects, a->n_objects, a->objects_room);
		a->objects[a->n_objects] =
			(struct reached){ copy_text(name), lo, hi > 1ull << 32 ? 1ull << 32 : hi };
		*number = (uint32_t)++a->n_objects;
	}
	return *number - 1;
}

static uint32_t device_word(struct data *d, uint32_t at, const char *name, uint32_t offset)
{
	uint32_t fresh = 0;
	char text[32];

	for (size_t i = 0; i < d->n_others; i++)
		if (d->to->objects[d->others[i]].lo == at)
			return (uint32_t)d->others[i];
	snprintf(text, sizeof text, "[%s+0x%" PRIx32 "]", name, offset);
	GROW(d->others, d->n_others, d->others_room);
	return (uint32_t)(d->others[d->n_others++] = once(d, &fresh, text, at, at + 4ull));
}

/* A device's address on QEMU's virt, of either of its places on the bus (rtl/soc/bus.v). */
static uint32_t device_at(uint32_t bus)
{
	const uint32_t offset = bus & ~MIRROR;

	if (bus >> 28 != MIRROR >> 28 || bus >= MACHINE_UNIT)
		return bus;
	return offset < 0x100 ? 0x10000000u | offset : offset;
}

static uint32_t object_of(struct data *d, const struct machine_cycle *c)
{
	const uint32_t at = c->data_adr, bus = d->wide && at >> 28 == 7 ? at | 1u << 31 : at;
	const uint32_t here = device_at(bus);
	const struct object *o = objects_find(&d->objects, at);

	if (c->space && c->priv != 3)
		return once(d, &d->virtual, "[virtual memory]", 0, 0);
	/* a section may be all memory, the stack too */
	if ((!o || o->section) && calls_on_stack(d->calls, at))
		return once(d, &d->stack, "[stack]", 0, 0);
	if (o)
		return once(d, &d->known[o - d->objects.at], o->name, (uint32_t)o->lo, o->hi);
	for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
		if (here >= devices[i].lo && here <= devices[i].hi)
			return device_word(
				d, at & ~3u, devices[i].name, (here - devices[i].lo) & ~3u);
	return once(d, &d->heap, "[heap]", 0, 0);
}

void data_retire(struct data *d, const struct machine_cycle *c, uint64_t waited)
{
	struct accesses *a = d->to;
	bool fresh;

	d->waited += waited;
	if (!c->data)
		return;
	const uint32_t key[] = { c->pc, object_of(d, c) };
	size_t at = intern(&d->cells, key, sizeof key, &fresh);
	if (fresh) {
		GROW(a->at, a->n, a->room);
		a->at[a->n++] = (struct access_cell){ .pc = key[0], .object = key[1] };
	}
	a->at[at].count++;
	a->at[at].waits += d->waited;
	d->waited = 0;
}

/* ---- a latency */
bool point_find(const char *option, const char *name, const struct symbols *s, struct function *f)
{
	if (!symbols_named(s, name, f))
		return false;
	if (f->lo > UINT32_MAX)
		return fail("%s: not a 32-bit address", name);
	char *calls = f->hi > f->lo ? symbols_inlined(s, name) : NULL;
	if (calls)
		note("%s: %s is also inlined, at %s: that is not seen", option, f->name, calls);
	free(calls);
	return true;
}

/* Returns the name, or NULL: one line was printed. */
static const char *set_point(struct stopwatch_point *p, const char *name, const struct symbols *s)
{
	struct function f;

	p->kind = !strcmp(name, "irq")     ? POINT_IRQ
		: !strcmp(name, "handler") ? POINT_HANDLER
					   : POINT_PC;
	if (p->kind != POINT_PC)
		return name;
	if (!point_find("--latency", name, s, &f))
		return NULL;
	const struct function *at = symbols_find(s, f.lo);
	p->pc = (uint32_t)f.lo;
	p->called = at && at->lo == f.lo;
	return f.source;
}

bool stopwatch_set(
	struct stopwatch *w, const char *text, const struct symbols *s, struct latency *latency)
{
	char *names = copy_text(text), *to = text_colon(names);
	const char *a, *b = NULL;

	if (!to || to == names || !to[1] || text_colon(to + 1)) {
		fail("--latency %s: give two points, A:B; each a function, an address, irq or "
		     "handler",
			text);
	} else {
		*to = 0;
		a = set_point(&w->from, names, s);
		b = a ? set_point(&w->to, to + 1, s) : NULL;
		latency->name = b ? print_text("%s:%s", a, b) : NULL;
	}
	free(names);
	return b;
}

static bool is_at(const struct stopwatch_point *p, const struct machine_cycle *c, bool irq_before)
{
	switch (p->kind) {
	case POINT_IRQ: return c->irq && !irq_before;
	case POINT_HANDLER: return c->retire && c->handler;
	default: return c->retire && c->pc == p->pc;
	}
}

/* Does a window take it for its point, too? Without calls that of a function is not known. */
static bool is_point(const struct stopwatch_point *p, const struct calls *calls)
{
	return p->kind == POINT_PC && (!p->called || (calls && calls_entered(calls) == p->pc));
}

void stopwatch_cycle(struct stopwatch *w, const struct calls *calls, uint64_t cycle,
	const struct machine_cycle *c, struct profile *p)
{
	const bool starts = is_at(&w->from, c, w->irq), ends = is_at(&w->to, c, w->irq);
	struct latency *l = &p->latency;

	if (c->causes)
		w->waits.of[__builtin_ctz(c->causes)]++;
	w->starts += starts && is_point(&w->from, calls);
	if (w->timing && ends) {
		if (!l->n || cycle - w->since > latency_longest(l)) {
			l->longest = (struct longest){ .end = cycle,
				.start = is_point(&w->to, calls) ? w->start : 0,
				.waits = w->waits };
			l->longest.n_last = profile_last(p, l->longest.last);
		}
		latency_add(l, cycle - w->since, 1);
		w->timing = false;
	}
	if (!w->timing && starts) {
		w->timing = true;
		w->since = cycle;
		w->start = is_point(&w->from, calls) ? w->starts : 0;
		w->waits = (struct waits){ { 0 } };
	}
	w->irq = c->irq;
}

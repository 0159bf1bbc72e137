/* SPDX-License-Identifier: ISC
 * data.c - follows loads and stores; the contract is data.h.
 *
 * An open hash leads from instruction and object to the counts of both.
 */
#include "data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/elf/objects.h"

#define MIRROR 0xF0000000u		/* of the devices (rtl/soc/bus.v) */

struct data {
	struct accesses *to;
	const struct calls *calls;
	struct objects objects;
	uint32_t *known;	/* of each of these: its number + 1, 0: not yet reached */
	uint32_t stack, heap, virtual;	/* the same */
	size_t *others, n_others, others_room;	/* devices' words: their numbers */
	uint32_t *hash;		/* numbers of accesses + 1, 0: free */
	size_t slots;		/* a power of two, more than twice as many as accesses */
	uint64_t waited;	/* since the last access */
};

static const struct {
	uint32_t lo, hi;
	const char *name;
} devices[] = {
	{ 0x00100000, 0x00100FFF, "finisher" }, { 0x02000000, 0x0200FFFF, "CLINT" },
	{ 0x10000000, 0x100000FF, "UART" }, { MACHINE_UNIT, MACHINE_UNIT + 0x7FFFFF, "unit" },
	{ 0xFFFF0000, 0xFFFFFFFF, "host" },
};

struct data *data_open(struct accesses *a, const struct firmware *f, const struct calls *calls)
{
	struct data *d = allocate(1, sizeof *d);

	*d = (struct data){ .to = a, .calls = calls, .slots = 1024 };
	objects_open(&d->objects, &f->image, &f->symbols);
	d->known = allocate(d->objects.n, sizeof *d->known);
	d->hash = allocate(d->slots, sizeof *d->hash);
	return d;
}

void data_close(struct data *d)
{
	accesses_sort(d->to);
	objects_close(&d->objects);
	free(d->known);
	free(d->others);
	free(d->hash);
	free(d);
}

/* Its number. */
static uint32_t new_object(struct data *d, const char *name, uint32_t lo, uint64_t hi)
{
	struct accesses *a = d->to;

	GROW(a->objects, a->n_objects, a->objects_room);
	a->objects[a->n_objects] = (struct reached){ copy_text(name), lo,
		hi > 1ull << 32 ? 1ull << 32 : hi };
	return (uint32_t)a->n_objects++;
}

static uint32_t once(struct data *d, uint32_t *number, const char *name)
{
	if (!*number)
		*number = new_object(d, name, 0, 0) + 1;
	return *number - 1;
}

static uint32_t device_word(struct data *d, uint32_t at, const char *name, uint32_t offset)
{
	char text[32];

	for (size_t i = 0; i < d->n_others; i++)
		if (d->to->objects[d->others[i]].lo == at)
			return (uint32_t)d->others[i];
	snprintf(text, sizeof text, "[%s+0x%" PRIx32 "]", name, offset);
	GROW(d->others, d->n_others, d->others_room);
	return (uint32_t)(d->others[d->n_others++] = new_object(d, text, at, at + 4ull));
}

static uint32_t object_of(struct data *d, const struct machine_cycle *c)
{
	const uint32_t at = c->data_adr;
	const uint32_t here = at >> 28 == MIRROR >> 28 && at < MACHINE_UNIT ? at & ~MIRROR : at;
	const struct object *o = objects_find(&d->objects, at);

	if (c->space && c->priv != 3)
		return once(d, &d->virtual, "[virtual memory]");
	/* a section may be all memory, the stack too */
	if ((!o || o->section) && calls_on_stack(d->calls, at))
		return once(d, &d->stack, "[stack]");
	if (o) {
		uint32_t *known = &d->known[o - d->objects.at];
		if (!*known)
			*known = new_object(d, o->name, (uint32_t)o->lo, o->hi) + 1;
		return *known - 1;
	}
	for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
		if (here >= devices[i].lo && here <= devices[i].hi)
			return device_word(d, at & ~3u, devices[i].name,
				(here - devices[i].lo) & ~3u);
	return once(d, &d->heap, "[heap]");
}

static size_t slot_of(const struct data *d, uint32_t pc, uint32_t object)
{
	size_t at = (pc * 0x9E3779B1u ^ object * 0x85EBCA6Bu) & (d->slots - 1);

	for (;; at = (at + 1) & (d->slots - 1)) {
		const struct access_cell *x = d->hash[at] ? &d->to->at[d->hash[at] - 1] : NULL;
		if (!x || (x->pc == pc && x->object == object))
			return at;
	}
}

static void grow(struct data *d)
{
	d->slots *= 2;
	free(d->hash);
	d->hash = allocate(d->slots, sizeof *d->hash);
	for (size_t i = 0; i < d->to->n; i++)
		d->hash[slot_of(d, d->to->at[i].pc, d->to->at[i].object)] = (uint32_t)i + 1;
}

void data_retire(struct data *d, const struct machine_cycle *c, uint64_t waited)
{
	struct accesses *a = d->to;

	d->waited += waited;
	if (!c->data)
		return;
	uint32_t object = object_of(d, c);
	size_t slot = slot_of(d, c->pc, object);
	if (!d->hash[slot]) {
		if (2 * (a->n + 1) > d->slots) {
			grow(d);
			slot = slot_of(d, c->pc, object);
		}
		GROW(a->at, a->n, a->room);
		a->at[a->n++] = (struct access_cell){ .pc = c->pc, .object = object };
		d->hash[slot] = (uint32_t)a->n;
	}
	struct access_cell *x = &a->at[d->hash[slot] - 1];
	x->count++;
	x->waits += d->waited;
	d->waited = 0;
}

/* SPDX-License-Identifier: ISC
 * turns_data.c - loads and stores, and what they waited, from a board's second unit; the contract
 * is turns.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/base/clock.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "sw/elf/objects.h"
#include "sw/profile/region.h"
#include "turns.h"

#define WAITS (TURN_CAUSE + CAUSE_DATA)

/* The second unit's. */
struct data {
	struct live live;
	struct objects objects;
};

/* Behind the first unit's registers and memory. A board with one unit decodes fewer bits of the
 * address, and shows that one again. */
static bool find_unit(struct data *d, const struct live *v)
{
	struct tally *t = &d->live.collector.unit;

	d->live.port.base += 2 * v->collector.unit.caps.window;
	int error = tally_probe(t, d->live.port.base, &d->live.port.io);
	if (error == TALLY_ENODEV || (!error && t->caps.kind != TALLY_KIND_DATA))
		return fail("%s: this board has no second unit that counts data; "
			"build one in Tally's repository: make bitstream UNIT=\"mul 12 data\" "
			"(rtl/INTEGRATE.md: Data)",
			v->port.path);
	return port_done(&d->live.port, "find its second unit", error);
}

/* From the first variable or section without code to the end of the last. */
static bool choose_region(struct data *d)
{
	const struct image *im = &d->live.firmware.image;
	struct profile *p = &d->live.profile;
	uint64_t lo = UINT64_MAX, hi = 0;

	for (size_t i = 0; i < d->objects.n; i++) {
		const struct object *o = &d->objects.at[i];
		if (ranges_find(&im->code, o->lo))
			continue;
		lo = o->lo < lo ? o->lo : lo;
		hi = o->hi > hi ? o->hi : hi;
	}
	if (lo >= hi)
		return fail("%s: has no variables and no sections of data", im->path);
	p->code_lo = (uint32_t)lo & ~3u;
	p->code_hi = hi;
	p->config = tally_exact(0, 0);
	region_fit_scaled(p, im, d->live.collector.unit.caps.bin_bytes);
	return true;
}

static bool open_unit(struct data *d, const struct live *v)
{
	*d = (struct data){ .live = { .options = v->options, .port = v->port,
		.firmware = v->firmware } };
	d->live.collector.profile = &d->live.profile;
	objects_open(&d->objects, &v->firmware.image, &v->firmware.symbols);
	return find_unit(d, v) && choose_region(d);
}

static void close_unit(struct data *d)
{
	collect_close(&d->live.collector);
	profile_free(&d->live.profile);
	objects_close(&d->objects);
}

/* What [lo, hi) holds: "table", "table ... text" from the first to the last, or nothing that the
 * ELF knows. A variable's bytes are all of them. */
static struct reached reached_of(const struct data *d, uint64_t lo, uint64_t hi)
{
	const struct object *first = NULL, *last = NULL;

	for (uint64_t at = lo; at < hi; at++) {
		const struct object *o = objects_find(&d->objects, at);
		if (o && !first)
			first = o;
		last = o ? o : last;
	}
	if (!first)
		return (struct reached){ copy_text("[other data]"), (uint32_t)lo, hi };
	if (first == last)
		return (struct reached){ copy_text(first->name), (uint32_t)first->lo, first->hi };
	return (struct reached){ print_text("%s ... %s", first->name, last->name), (uint32_t)lo,
		hi };
}

/* Bins of one object are one row. */
static void put(struct accesses *a, struct reached to, uint64_t count, uint64_t waits)
{
	struct reached *r = a->n_objects ? &a->objects[a->n_objects - 1] : NULL;

	if (!count && !waits) {
		free(to.name);
		return;
	}
	if (r && !strcmp(r->name, to.name)) {
		free(to.name);
		r->hi = to.hi;
	} else {
		GROW(a->objects, a->n_objects, a->objects_room);
		GROW(a->at, a->n, a->room);
		a->at[a->n++] = (struct access_cell){ .object = (uint32_t)a->n_objects };
		a->objects[a->n_objects++] = to;
	}
	a->at[a->n - 1].count += count;
	a->at[a->n - 1].waits += waits;
}

static void keep(const struct data *d, const struct turns *t, struct accesses *a, int64_t ms)
{
	const struct profile *p = &d->live.profile;

	for (uint32_t i = 0; i < p->slots; i++)
		if (t->bins[TURN_RETIRED][i] || t->bins[WAITS][i])
			put(a, reached_of(d, profile_bin_pc(p, i), profile_bin_pc(p, i + 1)),
				turns_scaled(t, TURN_RETIRED, t->bins[TURN_RETIRED][i], ms),
				turns_scaled(t, WAITS, t->bins[WAITS][i], ms));
	put(a, (struct reached){ .name = copy_text("[stack, heap, devices]") },
		turns_scaled(t, TURN_RETIRED, t->outside[TURN_RETIRED], ms),
		turns_scaled(t, WAITS, t->outside[WAITS], ms));
	if (!a->n)
		note("%s: no load or store retired", d->live.port.path);
}

bool turns_data(struct live *v, uint64_t seconds)
{
	struct data d;
	struct turns t = { .live = &d.live, .beside = v, .kinds = { TURN_RETIRED, WAITS }, .n = 2 };
	int64_t begun = clock_ms();
	bool good = open_unit(&d, v) && turns_take(&t, seconds) && live_finish(v);

	if (good) {
		keep(&d, &t, &v->profile.accesses, clock_ms() - begun);
		v->profile.rounds = v->profile.accesses.n ? d.live.profile.rounds : 0;
	}
	turns_free(&t);
	close_unit(&d);
	return good;
}

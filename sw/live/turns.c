/* SPDX-License-Identifier: ISC
 * turns.c - several counts from a unit that counts one thing at a time: what cycles waited for; or
 * loads and stores, and what they waited, from a board's second unit.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "driver/tally_regs.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/elf/symbols.h"
#include "sw/profile/capture.h"

#define TURN_MS 100 /* a turn's mean, or the time to read the bins if longer */

/* What a turn counts: all cycles, retirements, or those of cause c: TURN_CAUSE + c. */
enum { TURN_ALL, TURN_RETIRED, TURN_CAUSE, TURN_KINDS = TURN_CAUSE + CAUSES };
#define TURN_WAITS (TURN_CAUSE + CAUSE_DATA)

struct turns {
	struct live *live; /* whose unit takes them; its profile.rounds counts */
	struct live *beside; /* NULL, or another unit of the board: read meanwhile */
	unsigned kinds[TURN_KINDS], n; /* of the turns of a round, in order */
	/* of each kind */
	uint64_t *bins[TURN_KINDS];
	uint64_t outside[TURN_KINDS], lost[TURN_KINDS];
	int64_t ms[TURN_KINDS]; /* that it was counted for */
	struct tally_counters all; /* of TURN_ALL */
	uint32_t sticky;
	int64_t read_ms, beside_ms;
	uint32_t random;
};

static void choose(struct tally_config *c, unsigned kind)
{
	c->source = kind == TURN_ALL   ? TALLY_SOURCE_CLK
		: kind == TURN_RETIRED ? TALLY_SOURCE_RETIRE
				       : TALLY_SOURCE_EVENT;
	c->lines = kind < TURN_CAUSE ? 0 : (uint8_t)(1u << (kind - TURN_CAUSE));
}

static void add(struct turns *t, unsigned kind)
{
	const struct profile *p = &t->live->profile;
	const uint64_t from[] = { p->counters.ticks, p->counters.hits, p->counters.outside,
		p->counters.filtered, p->counters.idle, p->counters.lost, p->counters.pending };
	uint64_t *const to[] = { &t->all.ticks, &t->all.hits, &t->all.outside, &t->all.filtered,
		&t->all.idle, &t->all.lost, &t->all.pending };

	for (uint32_t i = 0; i < p->slots; i++)
		t->bins[kind][i] += p->bins[i];
	for (size_t i = 0; kind == TURN_ALL && i < sizeof to / sizeof to[0]; i++)
		*to[i] += from[i];
	t->outside[kind] += p->counters.outside;
	t->lost[kind] += p->counters.lost;
	t->sticky |= p->sticky;
}

static bool turn(struct turns *t, unsigned kind)
{
	int64_t mean = t->read_ms > TURN_MS ? t->read_ms : TURN_MS;

	choose(&t->live->profile.config, kind);
	if (!live_restart(t->live))
		return false;
	int64_t begun = clock_ms();
	/* from half the mean to one and a half of it */
	t->random = t->random * 1664525u + 1013904223u;
	live_wait(begun + mean / 2 + (int64_t)(t->random >> 16) % mean);
	int64_t end = clock_ms();
	if (!live_finish(t->live))
		return false;
	stop_hold(false);
	t->ms[kind] += end - begun;
	t->read_ms = clock_ms() - end;
	add(t, kind);
	if (!t->beside || clock_ms() < t->beside_ms + LIVE_POLL_MS)
		return true;
	t->beside_ms = clock_ms();
	return live_refresh(t->beside); /* before its counters wrap */
}

/* Takes turns for so many seconds. The caller has set live, beside, kinds and n of a zeroed
 * structure, and calls turns_free even if it fails. */
static bool turns_take(struct turns *t, uint64_t seconds)
{
	struct profile *p = &t->live->profile;
	const char *path = t->live->port.path;

	for (unsigned i = 0; i < t->n; i++)
		t->bins[t->kinds[i]] = allocate(p->slots, sizeof *t->bins[0]);
	t->random = 1;
	t->beside_ms = clock_ms();
	int64_t end = t->beside_ms + (int64_t)seconds * 1000;
	choose(&p->config, t->kinds[t->n - 1]);
	if (!collect_accepted(&t->live->collector))
		return false;
	for (unsigned turns = 0; turns < t->n || (!stop_asked && clock_ms() < end); turns++) {
		if (stop_asked)
			return fail("%s: interrupted before each count had a time slice", path);
		if (!turn(t, t->kinds[turns % t->n]))
			return false;
		p->rounds = (turns + 1) / t->n;
	}
	for (unsigned i = 0; i < t->n; i++) {
		unsigned kind = t->kinds[i];
		if (t->ms[kind] < TURN_MS / 4)
			return fail("%s: interrupted before each count had a time slice", path);
		if (t->lost[kind])
			note("%s: %" PRIu64 " counts were lost", path, t->lost[kind]);
	}
	return true;
}

/* What `count` of a kind would be in so many ms. */
static uint64_t turns_scaled(const struct turns *t, unsigned kind, uint64_t count, int64_t ms)
{
	return (uint64_t)((double)count * (double)ms / (double)t->ms[kind] + 0.5);
}

static void turns_free(struct turns *t)
{
	for (unsigned i = 0; i < TURN_KINDS; i++)
		free(t->bins[i]);
}

/* ---- causes */
/* Scaled as of the turns of all cycles. */
static void keep_causes(const struct turns *t, struct profile *p)
{
	const int64_t ms = t->ms[TURN_ALL];
	uint32_t n = (uint32_t)((profile_bin_pc(p, p->slots) - p->config.offset + 1) / 2);

	p->n_retired_at = n;
	p->retired_at = allocate(n, sizeof *p->retired_at);
	p->waits_at = allocate(n, sizeof *p->waits_at);
	for (uint32_t i = 0; i < p->slots; i++) {
		uint64_t pc = symbols_code(
			&t->live->firmware.symbols, profile_bin_pc(p, i), profile_bin_pc(p, i + 1));
		uint32_t at = (uint32_t)(pc - p->config.offset) / 2;
		uint64_t retired = turns_scaled(t, TURN_RETIRED, t->bins[TURN_RETIRED][i], ms);
		p->bins[i] = t->bins[TURN_ALL][i];
		p->retired_at[at] += retired;
		p->retired += retired;
		for (unsigned c = TURN_CAUSE; c < TURN_KINDS; c++)
			p->waits_at[at].of[c - TURN_CAUSE] += turns_scaled(t, c, t->bins[c][i], ms);
	}
	p->config.source = TALLY_SOURCE_CLK;
	p->config.lines = 0;
	p->counters = t->all;
	p->cycles = t->all.ticks;
	p->sticky = t->sticky;
}

static bool is_whole(const struct turns *t)
{
	const char *path = t->live->port.path;
	const struct profile *p = &t->live->profile;
	struct waits waits = profile_waits(p);
	double sum = (double)(waits_sum(&waits) + p->retired + p->counters.idle);

	if (waits_sum(&waits) && p->cycles
		&& (sum < 0.9 * (double)p->cycles || sum > 1.1 * (double)p->cycles))
		note("%s: the parts add up to %.0f%% of all cycles: the program does not repeat "
		     "itself so soon; record for longer",
			path, 100 * sum / (double)p->cycles);
	return waits_sum(&waits)
		|| fail("%s: no cause was counted: does this board wire its "
			"core's causes to event_i? (rtl/tap/CAUSES.md)",
			path);
}

bool turns_why(struct live *v, uint64_t seconds)
{
	struct turns t = { .live = v, .n = TURN_KINDS };

	for (unsigned i = 0; i < TURN_KINDS; i++)
		t.kinds[i] = i;
	bool good = turns_take(&t, seconds);
	if (good) {
		keep_causes(&t, &v->profile);
		good = is_whole(&t);
	}
	turns_free(&t);
	return good;
}

/* ---- loads and stores */
/* The second unit's. */
struct data {
	struct live live;
	struct objects objects;
};

/* Behind the first unit's registers and memory. A board with one unit decodes fewer bits of the
 * address, and shows that one again. */
static bool open_unit(struct data *d, const struct live *v)
{
	struct tally *t = &d->live.collector.unit;

	*d = (struct data){
		.live = { .options = v->options, .port = v->port, .firmware = v->firmware }
	};
	d->live.collector.profile = &d->live.profile;
	objects_open(&d->objects, &v->firmware.image, &v->firmware.symbols);
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

static void keep_data(const struct data *d, const struct turns *t, struct accesses *a, int64_t ms)
{
	const struct profile *p = &d->live.profile;

	for (uint32_t i = 0; i < p->slots; i++)
		if (t->bins[TURN_RETIRED][i] || t->bins[TURN_WAITS][i])
			put(a, reached_of(d, profile_bin_pc(p, i), profile_bin_pc(p, i + 1)),
				turns_scaled(t, TURN_RETIRED, t->bins[TURN_RETIRED][i], ms),
				turns_scaled(t, TURN_WAITS, t->bins[TURN_WAITS][i], ms));
	put(a, (struct reached){ .name = copy_text("[stack, heap, devices]") },
		turns_scaled(t, TURN_RETIRED, t->outside[TURN_RETIRED], ms),
		turns_scaled(t, TURN_WAITS, t->outside[TURN_WAITS], ms));
	if (!a->n)
		note("%s: no load or store retired", d->live.port.path);
}

bool turns_data(struct live *v, uint64_t seconds)
{
	struct data d;
	struct turns t = {
		.live = &d.live, .beside = v, .kinds = { TURN_RETIRED, TURN_WAITS }, .n = 2
	};
	int64_t begun = clock_ms();
	bool good =
		open_unit(&d, v) && choose_region(&d) && turns_take(&t, seconds) && live_finish(v);

	if (good) {
		keep_data(&d, &t, &v->profile.accesses, clock_ms() - begun);
		v->profile.rounds = v->profile.accesses.n ? d.live.profile.rounds : 0;
	}
	turns_free(&t);
	collect_close(&d.live.collector);
	profile_free(&d.live.profile);
	objects_close(&d.objects);
	return good;
}

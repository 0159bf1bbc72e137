/* SPDX-License-Identifier: ISC
 * collect.c - lays counters over code, and gathers a unit's counts into a profile; the contracts
 * are capture.h and collect.h.
 */
#include "collect.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "driver/tally_regs.h"
#include "sw/base/base.h"
#include "sw/elf/image.h"

/* ---- counters over code ---- */
/* Notes code outside [lo, hi): functions in RAM, for example, if the linker script does not make
 * the data's segment executable. The cores do not check that. */
static void note_code_elsewhere(const struct image *im, uint64_t lo, uint64_t hi)
{
	for (size_t i = 0; i < im->code.n; i++) {
		const struct range *r = &im->code.at[i];
		const char *name = image_section_at(im, r->lo);
		if (r->value >= IMAGE_ROM || (r->lo >= lo && r->hi <= hi))
			continue;
		note("%s: section %s (0x%08" PRIx64 "-0x%08" PRIx64 ") has code, but its segment "
		     "is not executable: it counts as OUTSIDE; --from and --to cover it",
			im->path, name ? name : "?", r->lo, r->hi - 1);
		return; /* one note is enough */
	}
}

bool region_choose(struct profile *p, const struct image *im, const struct symbols *s,
	const char *from, const char *to)
{
	uint64_t lo = UINT64_MAX, hi = 0;
	struct function f;

	for (size_t i = 0; i < im->n_segments; i++) {
		const struct segment *g = &im->segments[i];
		if (!g->exec)
			continue;
		lo = g->vaddr < lo ? g->vaddr : lo;
		hi = (uint64_t)g->vaddr + g->memsz > hi ? (uint64_t)g->vaddr + g->memsz : hi;
	}
	if (lo >= hi)
		return fail("%s: no executable segment: nothing to run; is it linked as a program?",
			im->path);
	if (!from && !to)
		note_code_elsewhere(im, lo, hi);
	if (from) {
		if (!symbols_named(s, from, &f))
			return false;
		lo = f.lo;
	}
	if (to) {
		if (!symbols_named(s, to, &f))
			return false;
		hi = f.hi;
	}
	if (lo == hi && from && to && f.lo == f.hi)
		return fail("--from %s --to %s: there is no code in between: an address after --to "
			    "is the first one that is not covered",
			from, to);
	if (lo >= hi && !to)
		return fail("--from %s (0x%08" PRIx64
			    "): lies behind the code, which ends at 0x%08" PRIx64
			    "; give --to, too, or an address in it",
			from, lo, hi - 1);
	if (lo >= hi && !from)
		return fail("--to %s: ends at 0x%08" PRIx64 ", before the code, which begins at "
			    "0x%08" PRIx64 "; give --from, too, or an address in it",
			to, hi, lo);
	if (lo >= hi)
		return fail("--from %s (0x%08" PRIx64 ") lies after --to %s (ends at 0x%08" PRIx64
			    "); exchange them",
			from, lo, to, hi);
	const struct range *first = ranges_next(&im->code, lo);
	if (im->code.n && (!first || first->lo >= hi))
		note("%s: --from and --to cover none of its code: all of it is OUTSIDE", im->path);
	p->code_lo = (uint32_t)lo;
	p->code_hi = hi;
	return true;
}

/* Counters needed for [lo, hi). */
static uint64_t counters_for(const struct profile *p, uint64_t lo, uint64_t hi)
{
	int64_t last = tally_slot((uint32_t)(hi - 1), (uint32_t)lo, p->config.scale, UINT32_MAX, 2);

	return last < 0 ? UINT32_MAX : (uint64_t)last + 1; /* -1: more than any memory has */
}

void region_fit(struct profile *p, const struct image *im, uint32_t bin_bytes)
{
	uint64_t room = bin_bytes / PROFILE_BIN_BYTES, lo = p->code_lo & ~1u, hi = p->code_hi;
	uint64_t need = counters_for(p, lo, hi);

	if (need > room && im->code.n) {
		const struct range *first = ranges_next(&im->code, lo);
		uint64_t last = 0;
		for (size_t i = 0; i < im->code.n && im->code.at[i].lo < hi; i++)
			last = im->code.at[i].hi;
		if (first && first->lo < hi && last > first->lo) {
			lo = first->lo > lo ? first->lo & ~1ull : lo;
			hi = last < hi ? last : hi;
			p->code_lo = (uint32_t)lo;
			p->code_hi = hi;
			need = counters_for(p, lo, hi);
		}
	}
	p->slots = (uint32_t)(need < room ? need : room);
	p->config.offset = (uint32_t)lo;
	p->config.base = 0;
	p->config.size = p->slots * PROFILE_BIN_BYTES;
}

void region_fit_scaled(struct profile *p, const struct image *im, uint32_t bin_bytes)
{
	region_fit(p, im, bin_bytes);
	while (profile_bin_pc(p, p->slots) < p->code_hi && p->config.scale > 1) {
		p->config.scale /= 2;
		region_fit(p, im, bin_bytes);
	}
}

/* ---- a unit's counts ---- */
/* ticks between reads of all bins: even one COLLECT_EVERY later below 2^31 */
#define BINS_EVERY (4u * COLLECT_EVERY)
#define CHUNK 256u /* counters read at once */
#define MAX_MISSED 64u /* per poll: each costs thousands of cycles */

bool unit_error(const char *what, int error)
{
	const char *text = strerror(-error);

	switch (error) {
	case -EINTR: return false; /* the user has stopped it: nothing to say */
	case TALLY_ENODEV: text = "no Tally unit answers there"; break;
	case TALLY_ENOTSUP: text = "this unit was built without it"; break;
	case TALLY_EINVAL: text = "a setting is out of this unit's range"; break;
	case TALLY_ETIMEDOUT: text = "the unit did not finish in time"; break;
	case -EAGAIN: text = "it has no free cycle to show them; --period 2 leaves one"; break;
	case -EIO: text = "the line is gone, or the unit keeps no setting"; break;
	case -ENOLINK:
		text = "answers break off: is the cable loose, has the board stopped?";
		break;
	}
	return fail("unit: cannot %s: %s", what, text);
}

bool collect_config(const struct collect_options *o, struct tally_config *c)
{
	uint64_t least = o->jitter ? 1ull << (o->jitter - 1) : 0;

	*c = tally_exact(0, 0);
	c->period = (uint32_t)o->period;
	c->jitter = (uint8_t)o->jitter;
	c->scale = (uint32_t)o->scale;
	return o->period > least
		|| fail("--jitter %" PRIu64 ": needs a --period above %" PRIu64 " (it is %" PRIu64
			")",
			o->jitter, least, o->period);
}

bool collect_open(struct collector *c, struct profile *p, uintptr_t base, const struct tally_io *io)
{
	*c = (struct collector){ .profile = p };
	int error = tally_probe(&c->unit, base, io);

	return !error || unit_error("find it", error);
}

void collect_join(struct collector *c)
{
	c->profile->bins = allocate(c->profile->slots, sizeof *c->profile->bins);
	c->last = allocate(c->profile->slots, sizeof *c->last);
}

/* Sets the refused field to a value that the unit accepts, and writes the option for it. False: no
 * option can. */
static bool mend(struct tally_config *c, const struct tally_caps *caps, const char *field,
	char *option, size_t room)
{
	if (!strcmp(field, "period")) {
		c->period = c->period ? TALLY_PERIOD_MAX : 1;
		return snprintf(option, room, "--period %" PRIu32, c->period) > 0;
	}
	if (!strcmp(field, "jitter")) {
		c->jitter = 0;
		return snprintf(option, room, "--jitter 0") > 0;
	}
	if (!strcmp(field, "scale")) {
		while (c->scale & (c->scale - 1)) /* the power of two below it */
			c->scale &= c->scale - 1;
		return snprintf(option, room, "--scale %" PRIu32, c->scale) > 0;
	}
	if (!strcmp(field, "offset")) {
		c->offset = caps->pc_base;
		return snprintf(option, room, "--from 0x%08" PRIx32, caps->pc_base) > 0;
	}
	return false;
}

#define MOST_FAULTS 4u /* the number of fields that mend() knows */

bool collect_accepted(const struct collector *c)
{
	const struct tally_caps *caps = &c->unit.caps;
	struct tally_config mended = c->profile->config;
	const struct tally_refusal *first = tally_config_error(&mended, caps), *r = first;
	char faults[512] = "", options[256] = "", option[32];

	if (!first)
		return true;
	for (unsigned n = 0;
		r && n < MOST_FAULTS && mend(&mended, caps, r->field, option, sizeof option); n++) {
		snprintf(faults + strlen(faults), sizeof faults - strlen(faults), "%s%s",
			n ? ", and " : "", r->fault);
		snprintf(
			options + strlen(options), sizeof options - strlen(options), " %s", option);
		r = tally_config_error(&mended, caps);
	}
	if (r) /* no option can mend it: say it in the driver's words */
		return fail("unit: %s: %s; %s", r->field, r->fault, r->remedy);
	return fail("unit: %s: give%s", faults, options);
}

bool collect_prepare(struct collector *c)
{
	struct profile *p = c->profile;
	int error;

	/* if the unit refuses, collect_accepted says why */
	if ((error = tally_configure(&c->unit, &p->config)))
		return collect_accepted(c) && unit_error("configure it", error);
	if (!c->fresh && (error = tally_clear(&c->unit)))
		return unit_error("clear it", error);
	collect_join(c);
	return true;
}

bool collect_start(struct collector *c)
{
	int error = 0;

	return collect_prepare(c)
		&& (!(error = tally_start(&c->unit)) || unit_error("start it", error));
}

/* Adds what bins [first, first + n) have gained since they were last read. Reads them one by one if
 * the memory has no idle slot for some. */
static int read_some(struct collector *c, uint32_t first, uint32_t n, unsigned *missed)
{
	struct profile *p = c->profile;
	uint32_t now[CHUNK];
	int error = tally_bins_read(&c->unit, first, n, now);

	if (error == TALLY_ETIMEDOUT && n == 1) {
		(*missed)++;
		return 0;
	}
	if (error == TALLY_ETIMEDOUT) {
		for (error = 0; !error && n && *missed < MAX_MISSED; first++, n--)
			error = read_some(c, first, 1, missed);
		return error;
	}
	for (uint32_t i = 0; !error && i < n; i++) {
		p->bins[first + i] += now[i] - c->last[first + i];
		c->last[first + i] = now[i];
	}
	return error;
}

bool collect_bins(struct collector *c, uint32_t first, uint32_t n, unsigned *missed)
{
	for (uint32_t part; n && *missed < MAX_MISSED; first += part, n -= part) {
		part = n < CHUNK ? n : CHUNK;
		int error = read_some(c, first, part, missed);
		if (error)
			return unit_error("read its counters", error);
	}
	return true;
}

bool collect_poll(struct collector *c)
{
	struct profile *p = c->profile;
	unsigned missed = 0;
	int error = tally_counters_read(&c->unit, &p->counters);

	if (error) /* no slot is free: a later poll, or the end, finds one */
		return error == TALLY_ETIMEDOUT || unit_error("read its counters", error);
	if (p->counters.ticks - c->bins_ticks < BINS_EVERY)
		return true;
	if (!collect_bins(c, 0, p->slots, &missed))
		return false;
	if (!missed)
		c->bins_ticks = p->counters.ticks;
	return true;
}

bool collect_stop(struct collector *c)
{
	int error = tally_stop(&c->unit);

	return !error || unit_error("stop it", error);
}

uint32_t collect_sticky(const struct profile *p, uint32_t status)
{
	const bool stops = p->config.policy == TALLY_STOP;

	return (stops && status & TALLY_STATUS_FULL_MASK ? PROFILE_FULL : 0)
		| (status & TALLY_STATUS_FAULT_MASK ? PROFILE_FAULT : 0);
}

bool collect_finish(struct collector *c)
{
	struct profile *p = c->profile;
	unsigned missed = 0;
	uint32_t status;
	int error = tally_counters_read(&c->unit, &p->counters);

	if (!error && !(error = tally_status(&c->unit, &status)))
		p->sticky = collect_sticky(p, status);
	if (error)
		return unit_error("read its counters", error);
	if (!collect_bins(c, 0, p->slots, &missed))
		return false;
	p->counters.hits = profile_bin_sum(p);
	return missed ? unit_error("read its counters", TALLY_ETIMEDOUT) : true;
}

void collect_close(struct collector *c)
{
	free(c->last);
	*c = (struct collector){ 0 };
}

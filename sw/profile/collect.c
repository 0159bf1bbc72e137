/* SPDX-License-Identifier: ISC
 * collect.c - gathers a unit's counts into a profile; the contract is collect.h.
 */
#include "collect.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/base/error.h"

/* ticks between reads of all bins: even one COLLECT_EVERY later below 2^31 */
#define BINS_EVERY (4u * COLLECT_EVERY)
#define CHUNK 256u		/* counters read at once */
#define MAX_MISSED 64u		/* per poll: each costs thousands of cycles */

bool unit_error(const char *what, int error)
{
	const char *text = strerror(-error);

	switch (error) {
	case -EINTR: return false;	/* the user has stopped it: nothing to say */
	case TALLY_ENODEV: text = "no Tally unit answers there"; break;
	case TALLY_ENOTSUP: text = "this unit was built without it"; break;
	case TALLY_EINVAL: text = "a setting is out of this unit's range"; break;
	case TALLY_ETIMEDOUT: text = "the unit did not finish in time"; break;
	case -EAGAIN: text = "it has no free cycle to show them; --period 2 leaves one"; break;
	case -EIO: text = "the line is gone, or the unit keeps no setting"; break;
	case -ENOLINK: text = "answers break off: is the cable loose, has the board stopped?";
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
	return o->period > least || fail("--jitter %" PRIu64 ": needs a --period above %" PRIu64
		" (it is %" PRIu64 ")", o->jitter, least, o->period);
}

bool collect_open(struct collector *c, struct profile *p, uintptr_t base, const struct tally_io *io)
{
	*c = (struct collector){ .profile = p };
	int error = tally_probe(&c->unit, base, io);

	if (error)
		return unit_error("find it", error);
	return true;
}

void collect_join(struct collector *c)
{
	c->profile->bins = allocate(c->profile->slots, sizeof *c->profile->bins);
	c->last = allocate(c->profile->slots, sizeof *c->last);
}

static uint32_t power_of_two_below(uint32_t n)
{
	while (n & (n - 1))
		n &= n - 1;
	return n;
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
		c->scale = power_of_two_below(c->scale);
		return snprintf(option, room, "--scale %" PRIu32, c->scale) > 0;
	}
	if (!strcmp(field, "offset")) {
		c->offset = caps->pc_base;
		return snprintf(option, room, "--from 0x%08" PRIx32, caps->pc_base) > 0;
	}
	return false;
}

#define MOST_FAULTS 4u			/* the number of fields that mend() knows */

bool collect_accepted(const struct collector *c)
{
	const struct tally_caps *caps = &c->unit.caps;
	struct tally_config mended = c->profile->config;
	const struct tally_refusal *first = tally_config_error(&mended, caps), *r = first;
	char faults[512] = "", options[256] = "", option[32];

	if (!first)
		return true;
	for (unsigned n = 0; r && n < MOST_FAULTS && mend(&mended, caps, r->field, option,
		sizeof option); n++) {
		snprintf(faults + strlen(faults), sizeof faults - strlen(faults), "%s%s",
			n ? ", and " : "", r->fault);
		snprintf(options + strlen(options), sizeof options - strlen(options), " %s",
			option);
		r = tally_config_error(&mended, caps);
	}
	if (r)		/* no option can mend it: say it in the driver's words */
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
	if ((error = tally_clear(&c->unit)))
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
			return unit_error("read its bins", error);
	}
	return true;
}

static bool read_bins(struct collector *c, unsigned *missed)
{
	*missed = 0;
	return collect_bins(c, 0, c->profile->slots, missed);
}

bool collect_poll(struct collector *c)
{
	struct profile *p = c->profile;
	unsigned missed;
	int error = tally_counters_read(&c->unit, &p->counters);

	if (error)		/* no slot is free: a later poll, or the end, finds one */
		return error == TALLY_ETIMEDOUT || unit_error("read its counters", error);
	if (p->counters.ticks - c->bins_ticks < BINS_EVERY)
		return true;
	if (!read_bins(c, &missed))
		return false;
	if (!missed)
		c->bins_ticks = p->counters.ticks;
	return true;
}

bool collect_stop(struct collector *c)
{
	int error = tally_stop(&c->unit);

	return error ? unit_error("stop it", error) : true;
}

uint32_t collect_sticky(const struct profile *p, uint32_t status)
{
	const bool stops = p->config.policy == TALLY_STOP;

	return (stops && status & TALLY_STATUS_FULL_MASK ? PROFILE_FULL : 0)
		| (status & TALLY_STATUS_FAULT_MASK ? PROFILE_FAULT : 0);
}

static bool read_counters(struct collector *c)
{
	struct profile *p = c->profile;
	uint32_t status;
	int error = tally_counters_read(&c->unit, &p->counters);

	if (!error)
		error = tally_status(&c->unit, &status);
	if (!error)
		p->sticky = collect_sticky(p, status);
	return error ? unit_error("read its counters", error) : true;
}

bool collect_finish(struct collector *c)
{
	unsigned missed;

	if (!read_counters(c))
		return false;
	if (!read_bins(c, &missed))
		return false;
	c->profile->counters.hits = profile_bin_sum(c->profile);
	return missed ? unit_error("read its bins", TALLY_ETIMEDOUT) : true;
}

void collect_close(struct collector *c)
{
	free(c->last);
	*c = (struct collector){ 0 };
}

/* SPDX-License-Identifier: ISC
 * live.c - a unit behind a serial line, and a profile that follows it.
 */
#include "live.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "driver/tally_regs.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"

#define STILL_TRIES 4u
#define DRAIN_TRIES 100u /* ms */
#define LOOK_MS 50 /* between two checks for signals */

void live_wait(int64_t until)
{
	for (int64_t left; (left = until - clock_ms()) > 0 && !stop_asked;)
		poll(NULL, 0, left < LOOK_MS ? (int)left : LOOK_MS);
}

/* ---- the counts of the invariant, over a line that takes milliseconds */
/* Is the sum of the counts within v->from .. TICKS? Counters that wrapped before the tool came have
 * lost their upper part: TICKS gets that of the sum. */
static bool invariant_holds(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;
	uint64_t sum = c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending;
	uint64_t mask = v->joined ? UINT32_MAX : UINT64_MAX;
	uint64_t over = (sum - v->from) & mask, width = c->ticks - v->from;

	if (over > width)
		return fail("%s: the unit's counts break the accounting invariant: does another "
			    "program use it, is this its bitstream?",
			v->port.path);
	if (v->joined) {
		c->ticks = sum - over + width;
		v->from = sum > over ? sum - over : 0;
	}
	return true;
}

/* Each at its own instant. */
bool live_counters(struct live *v)
{
	return port_done(&v->port, "read its counters",
		tally_counters_read(&v->collector.unit, &v->profile.counters));
}

static bool read_bins(struct live *v)
{
	unsigned missed = 0;

	return collect_bins(&v->collector, 0, v->profile.slots, &missed)
		&& port_done(&v->port, "read its counters", missed ? TALLY_ETIMEDOUT : 0);
}

bool live_refresh(struct live *v)
{
	const struct port *p = &v->port;
	struct tally_counters *c = &v->profile.counters;
	uint64_t bytes = p->wire.bytes;
	uint32_t pending = 0;
	bool whole = true;

	phase_begin(false, "%s: reading %" PRIu32 " counters", p->path, v->profile.slots);
	int error = p->io.read(p->io.ctx, p->base + TALLY_TICKS, &v->begun);
	if (!error)
		error = p->io.read(p->io.ctx, p->base + TALLY_PENDING, &pending);
	bool good = port_done(p, "read its counters", error) && read_bins(v) && live_counters(v);
	if (good) {
		/* no count that was read is older than TICKS less PENDING were; PENDING is left
		 * out, HITS is the sum of the bins */
		v->from = c->ticks - (uint32_t)((uint32_t)c->ticks - (v->begun - pending));
		c->hits = profile_bin_sum(&v->profile);
		c->pending = 0;
		good = invariant_holds(v);
	}
	good = good
		&& (!v->options.calls
			|| (live_calls_poll(&v->calls, &whole)
				&& (whole || live_calls_wrapped(&v->calls))));
	phase_end();
	v->bytes = v->port.wire.bytes - bytes;
	return good;
}

/* ---- beginning */
bool live_drain(const struct port *p, struct tally *unit)
{
	int drained = 0;

	for (unsigned i = 0; drained == 0 && i < DRAIN_TRIES; i++) {
		drained = tally_drained(unit);
		if (drained == 0)
			live_wait(clock_ms() + 1);
	}
	return port_done(p, "wait until it is drained", drained);
}

/* *yes: the unit already counts with exactly our settings. All of them matter: the capture states
 * them all. */
static bool unit_counts(
	struct live *v, struct tally *t, const struct tally_config *config, bool *yes)
{
	uint32_t status;
	int is = tally_status(t, &status);

	if (is == 0 && (v->options.stopped_too || status & TALLY_STATUS_RUNNING_MASK))
		is = tally_configured(t, config);
	*yes = is > 0;
	return is >= 0 || port_done(&v->port, "read its registers", is);
}

/* Both units do, or both begin anew: bins and tree are of the same time. */
static bool counts_already(struct live *v, bool *yes)
{
	bool first;

	if (!unit_counts(v, &v->collector.unit, &v->profile.config, &first))
		return false;
	*yes = first;
	if (!first || !v->options.calls)
		return true;
	if (!unit_counts(v, &v->calls.unit, &v->calls.config, yes)
		|| (*yes && !live_calls_beside(&v->calls, &v->collector.unit, yes)))
		return false;
	if (!*yes && !v->options.only_join)
		note("%s: the call tree was not counted at the same time: all counts begin from 0",
			v->port.path);
	return true;
}

/* Starts counting from 0, in any state. RESET discards weight that waits because the core retires
 * nothing. The first unit is the last that starts: a core may be held until it does. */
static bool begin_anew(struct live *v)
{
	struct tally *t = &v->collector.unit;

	if ((v->options.calls && !live_calls_prepare(&v->calls))
		|| !port_done(&v->port, "reset it", tally_reset(t)) || !live_drain(&v->port, t))
		return false;
	free(v->profile.bins);
	free(v->collector.last);
	v->profile.bins = NULL;
	v->collector.last = NULL;
	v->collector.bins_ticks = 0;
	v->joined = false;
	return collect_prepare(&v->collector) && (!v->options.calls || live_calls_begin(&v->calls))
		&& port_done(&v->port, "start it", tally_start(t));
}

/* Holds signals: a later command would join a unit left with new settings and old counters. */
bool live_restart(struct live *v)
{
	bool good;

	stop_hold(true);
	good = begin_anew(v);
	stop_hold(false);
	return good;
}

/* With the lines of event_i that --event names. False: one line was printed. */
static bool settings_of(const struct live_options *o, struct tally_config *c)
{
	const char *name = o->event;

	if (!collect_config(&o->unit, c))
		return false;
	if (!name)
		return true;
	c->source = TALLY_SOURCE_EVENT;
	for (unsigned i = 0; cause_names[i]; i++)
		if (!strcasecmp(name, cause_names[i]))
			c->lines = (uint8_t)(1u << i);
	if (name[0] >= '0' && name[0] <= '7' && !name[1])
		c->lines = (uint8_t)(1u << (name[0] - '0'));
	return c->lines
		|| fail("--event %s: not one of flow, fetch, data, hazard, exec, 0 to 7", name);
}

/* A unit whose counters are in the board's memory belongs to the kernel that runs there. */
static bool host_may_steer(struct live *v)
{
	const struct port *p = &v->port;
	struct tally_counters c;
	uint32_t setup;

	if (!port_done(
		    p, "read its settings", p->io.read(p->io.ctx, p->base + TALLY_SETUP, &setup)))
		return false;
	if (!(setup & TALLY_SETUP_MODE_MASK))
		return true;
	return port_done(p, "read its counters", tally_counters_read(&v->collector.unit, &c))
		&& fail("%s: the unit belongs to the kernel that runs there, in whose memory it "
			"counts (TICKS %" PRIu64 ", LOST %" PRIu64 "): profile by the kernel's "
			"own profil, or load other firmware",
			p->path, c.ticks, c.lost);
}

bool live_begin(struct live *v, const struct wire_line *line)
{
	const struct live_options *o = &v->options;
	const struct tally_caps *caps = &v->collector.unit.caps;
	struct profile *p = &v->profile;
	uint64_t last; /* the last pc that the unit maps */
	bool counts = false;
	int error;

	v->port.options = o->port;
	if (line && !port_greet(&v->port, line))
		return false;
	if (!settings_of(o, &p->config))
		return false;
	p->core = copy_text("live");
	v->collector.profile = p;
	error = tally_probe(&v->collector.unit, v->port.base, &v->port.io);
	if (!port_done(&v->port, "find it", error))
		return false;
	if (!host_may_steer(v))
		return false;
	region_fit_scaled(p, &v->firmware.image, caps->bin_bytes);
	last = caps->pc_base + (1ull << caps->pc_bits) - 1;
	if (p->code_lo < caps->pc_base || p->code_hi - 1 > last)
		note("%s: the unit counts code of 0x%08" PRIx32 "-0x%08" PRIx64 " only: all other "
		     "is OUTSIDE",
			v->port.path, caps->pc_base, last);
	/* check first: live_restart resets a unit that counts something else */
	if (!collect_accepted(&v->collector))
		return false;
	if (o->calls
		&& !live_calls_find(
			&v->calls, &v->port, &v->collector.unit, &p->config, &v->firmware))
		return false;
	firmware_sign(&v->firmware, p);
	if (!o->restart && !counts_already(v, &counts))
		return false;
	if (!counts && o->only_join)
		return fail("%s: the unit has not counted this firmware with these settings; "
			    "`tally top --once%s` begins, or give --seconds",
			v->port.path, o->calls ? " --calls" : "");
	if (!counts)
		return live_restart(v);
	collect_join(&v->collector);
	v->joined = v->calls.joined = true;
	note("includes what the unit counted before this command, modulo 2^32 ticks; --restart "
	     "starts from 0");
	return true;
}

bool live_add_calls(struct live *v)
{
	bool counts;

	if (!live_calls_find(
		    &v->calls, &v->port, &v->collector.unit, &v->profile.config, &v->firmware))
		return false;
	v->options.calls = true;
	if (!counts_already(v, &counts))
		return false;
	v->calls.joined = counts;
	return counts || live_restart(v);
}

bool live_open(struct live *v, const char *port, const char *elf)
{
	const struct live_options o = v->options;

	*v = (struct live){ .options = o, .port = { .options = o.port, .stop = &stop_abort } };
	if (!settings_of(&o, &v->profile.config))
		return false;
	return serial_possible(port) && firmware_open_as(&v->firmware, elf, &o.how)
		&& region_choose(&v->profile, &v->firmware.image, &v->firmware.symbols, o.unit.from,
			o.unit.to)
		&& port_open(&v->port, port) && live_begin(v, NULL);
}

/* Reads all counts of a stopped unit. Weight that waits for a sleeping core may reach its bin
 * meanwhile: then it reads again. */
static bool read_still(struct live *v)
{
	const struct tally_counters *c = &v->profile.counters;

	for (unsigned i = 0; i < STILL_TRIES; i++) {
		if (!live_counters(v))
			return false;
		uint64_t ticks = c->ticks, pending = c->pending;
		if (!read_bins(v) || !live_counters(v))
			return false;
		if (c->ticks == ticks && c->pending == pending) {
			v->profile.counters.hits = profile_bin_sum(&v->profile);
			v->from = ticks;
			return invariant_holds(v);
		}
	}
	return fail("%s: the unit runs although it was stopped: does another program use it?",
		v->port.path);
}

bool live_start(struct live *v)
{
	return port_done(&v->port, "start it", tally_start(&v->collector.unit))
		&& (!v->options.calls
			|| port_done(&v->port, "start its call tree", tally_start(&v->calls.unit)));
}

bool live_finish(struct live *v)
{
	struct profile *p = &v->profile;
	struct tally *unit = &v->collector.unit;
	uint32_t status;

	stop_hold(true); /* Ctrl-C ends the recording, not the final read */
	if ((v->options.calls
		    && !port_done(&v->port, "stop its call tree", tally_stop(&v->calls.unit)))
		|| !collect_stop(&v->collector) || !live_drain(&v->port, unit) || !read_still(v)
		|| !port_done(&v->port, "read its status", tally_status(unit, &status))
		|| (v->options.calls && !live_calls_take(&v->calls, &p->calls)))
		return false;
	if (v->options.calls && p->counters.outside && !v->options.unit.from && !v->options.unit.to)
		note("%s: %" PRIu64 " ticks are of code outside of the ELF's: in the call tree "
		     "they may stand under functions of the ELF",
			v->port.path, p->counters.outside);
	p->sticky = collect_sticky(p, status);
	p->end = END_RECORDED;
	p->cycles = p->counters.ticks * p->config.period;
	return true;
}

void live_close(struct live *v)
{
	collect_close(&v->collector);
	profile_free(&v->profile);
	firmware_close(&v->firmware);
	serial_close(&v->port.serial);
}

void live_doubt(const struct live *v, const struct tally_counters *before)
{
	char text[160];
	const char *what =
		profile_doubt(&v->profile, &v->profile.counters, before, text, sizeof text);

	if (what)
		note("%s: %s", v->port.path, what);
}

/* SPDX-License-Identifier: ISC
 * live_counts.c - reads the counts of the invariant over a line that takes milliseconds; the contract is live.h.
 */
#include "live.h"

#include "driver/tally_regs.h"
#include "sw/base/error.h"
#include "sw/base/stop.h"

#define DRAIN_TRIES 100u	/* ms */
#define LAW_TRIES 3u

static bool one_word(const struct live *v)
{
	return v->collector.unit.caps.one_word;
}

bool live_pauses(const struct live *v)
{
	return !one_word(v) && !(v->collector.unit.caps.has & TALLY_CAPS_SNAPSHOT_MASK);
}

const char *live_how(const struct live *v)
{
	return one_word(v) ? "one after the other while it counts; TICKS before and after bracket their sum"
		: live_pauses(v) ? "while it stands for some ms each time: it has no SNAPSHOT" : "at one clock edge (SNAPSHOT)";
}

bool live_drain(struct live *v)
{
	int drained = 0;

	for (unsigned i = 0; drained == 0 && i < DRAIN_TRIES; i++) {
		drained = tally_drained(&v->collector.unit, 0);
		if (drained == 0 && !port_wait(&v->port, 1))
			return false;
	}
	return port_driver_done(&v->port, "wait until it is drained", drained);
}

static uint64_t mask_of(const struct live *v)
{
	unsigned bits = v->collector.unit.caps.count_bits;

	return bits < 64 ? (1ull << bits) - 1 : ~0ull;
}

/* What a wrapped counter lacks: a multiple of 2^bits; 0: nothing, or the difference is no such multiple. */
static uint64_t missing(const struct live *v, uint64_t is, uint64_t should)
{
	return should > is && ((should - is) & mask_of(v)) == 0 ? should - is : 0;
}

/* Is the sum of the counts within v->from .. TICKS? Counters that wrapped before the tool came have lost their upper
 * part: TICKS gets that of the sum. */
static bool law_holds(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;
	uint64_t sum = c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending;
	uint64_t over = (sum - v->from) & (v->joined ? mask_of(v) : ~0ull), width = c->ticks - v->from;

	if (over > width)
		return false;
	if (v->joined) {
		c->ticks = sum - over + width;
		v->from = sum > over ? sum - over : 0;
	}
	return true;
}

/* The same for the classes of VERSION 1, which are sums of other counts, too. */
static void lift_classes(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;
	uint64_t more = missing(v, c->user + c->system + c->idle_class, c->ticks - c->pending);
	uint64_t *most = c->user > c->system ? &c->user : &c->system;

	*(c->idle_class > *most ? &c->idle_class : most) += more;
}

static bool broken(const struct live *v)
{
	return fail("%s: the unit's counts break the accounting invariant: does another program use it, is this its "
		"bitstream?", v->port.path);
}

bool live_adds_up(struct live *v)
{
	struct profile *p = &v->profile;
	uint64_t sum = profile_bin_sum(p);

	if (!one_word(v))
		return sum == p->counters.hits;
	p->counters.hits = sum;
	v->from = p->counters.ticks;
	return law_holds(v);
}

bool live_settle(struct live *v)
{
	struct profile *p = &v->profile;

	if (one_word(v))
		return live_adds_up(v) || broken(v);
	if (v->joined) {
		p->counters.hits += missing(v, p->counters.hits, profile_bin_sum(p));
		law_holds(v);
		lift_classes(v);
	}
	return true;
}

bool live_bracket(struct live *v)
{
	struct profile *p = &v->profile;
	uint64_t from = v->from;

	if (!one_word(v))
		return true;
	if (!live_counts(v))
		return false;
	v->from = from;
	p->counters.hits = profile_bin_sum(p);
	p->counters.pending = 0;
	return law_holds(v) || broken(v);
}

/* Between a stop and a start. */
static bool read_paused(struct live *v)
{
	struct tally *t = &v->collector.unit;
	uint32_t status = 0, sticky;

	if (!port_driver_done(&v->port, "read its status", tally_status(t, 0, &status, &sticky)))
		return false;
	bool runs = status & TALLY_STATUS_RUNNING_MASK, good;

	stop_hold(true);		/* do not leave the channel paused */
	good = (!runs || (port_driver_done(&v->port, "stop it", tally_stop(t, 0)) && live_drain(v)))
		&& port_driver_done(&v->port, "read its counters", tally_counters_read(t, 0, &v->profile.counters))
		&& (!runs || port_driver_done(&v->port, "start it again", tally_start(t, 0)));
	stop_hold(false);
	return good;
}

static bool read_counts(struct live *v)
{
	v->unit.until = v->port.link.unit + 2 * v->port.link.bins;	/* VERSION 2: the outcomes, its last words */
	return live_pauses(v) ? read_paused(v)
		: port_driver_done(&v->port, "read its counters", tally_counters_read(&v->collector.unit, 0, &v->profile.counters));
}

bool live_counts(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;

	/* even in a paused channel, waiting weight may be charged between two reads */
	for (unsigned i = 0; i < LAW_TRIES; i++) {
		if (!read_counts(v))
			return false;
		v->from = c->ticks - (one_word(v) ? c->pending : 0);
		if (one_word(v))
			return true;
		if (!law_holds(v))
			continue;
		if (v->joined)
			lift_classes(v);
		return true;
	}
	return broken(v);
}

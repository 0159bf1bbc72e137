/* SPDX-License-Identifier: ISC
 * live_counts.c - reads the counts of the invariant over a line that takes milliseconds; the contract is live.h.
 */
#include "live.h"

#include "driver/tally_regs.h"
#include "sw/base/error.h"
#include "sw/base/stop.h"

#define DRAIN_TRIES 100u	/* ms */
#define LAW_TRIES 3u

bool live_at_one_edge(const struct live *v)
{
	return v->collector.unit.caps.has & TALLY_CAPS_SNAPSHOT_MASK;
}

const char *live_how(const struct live *v)
{
	return live_at_one_edge(v) ? "at one clock edge (SNAPSHOT)" : "while it stands for some ms each time: it has no SNAPSHOT";
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

/* What a wrapped counter lacks: a multiple of 2^bits; 0: nothing, or the difference is no such multiple. */
static uint64_t missing(const struct live *v, uint64_t is, uint64_t should)
{
	unsigned bits = v->collector.unit.caps.count_bits;
	uint64_t mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;

	return should > is && ((should - is) & mask) == 0 ? should - is : 0;
}

/* Counters that wrapped before the tool came have lost their upper part. Restores those that are sums of others. */
static void lift(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;

	c->ticks += missing(v, c->ticks, c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending);
	uint64_t more = missing(v, c->user + c->system + c->idle_class, c->ticks - c->pending);
	uint64_t *most = c->user > c->system ? &c->user : &c->system;
	*(c->idle_class > *most ? &c->idle_class : most) += more;
}

void live_lift_hits(struct live *v)
{
	struct profile *p = &v->profile;

	if (!v->joined)
		return;
	p->counters.hits += missing(v, p->counters.hits, profile_bin_sum(p));
	lift(v);
}

static bool read_counts(struct live *v)
{
	struct tally *t = &v->collector.unit;
	struct profile *p = &v->profile;
	uint32_t status = 0, sticky;

	if (live_at_one_edge(v))
		return port_driver_done(&v->port, "read its counters", tally_counters_read(t, 0, &p->counters));
	if (!port_driver_done(&v->port, "read its status", tally_status(t, 0, &status, &sticky)))
		return false;
	bool runs = status & TALLY_STATUS_RUNNING_MASK, good;

	stop_hold(true);		/* do not leave the channel paused */
	good = (!runs || (port_driver_done(&v->port, "stop it", tally_stop(t, 0)) && live_drain(v)))
		&& port_driver_done(&v->port, "read its counters", tally_counters_read(t, 0, &p->counters))
		&& (!runs || port_driver_done(&v->port, "start it again", tally_start(t, 0)));
	stop_hold(false);
	return good;
}

bool live_counts(struct live *v)
{
	/* even in a paused channel, waiting weight may be charged between two reads */
	for (unsigned i = 0; i < LAW_TRIES; i++) {
		if (!read_counts(v))
			return false;
		if (v->joined)
			lift(v);
		if (profile_law_holds(&v->profile.counters))
			return true;
	}
	return fail("%s: the unit's counts break the accounting invariant: does another program use it, is this its bitstream?", v->port.path);
}

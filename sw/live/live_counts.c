/* SPDX-License-Identifier: ISC
 * live_counts.c - reads the counts of the invariant over a line that takes milliseconds; the contract is live.h.
 */
#include "live.h"

#include <errno.h>

#include "sw/base/error.h"

#define DRAIN_TRIES 100u	/* ms */

bool live_drain(struct live *v)
{
	int drained = 0;

	for (unsigned i = 0; drained == 0 && i < DRAIN_TRIES; i++) {
		drained = tally_drained(&v->collector.unit);
		if (drained == 0 && !port_wait(&v->port, 1))
			return false;
	}
	return port_driver_done(&v->port, "wait until it is drained", drained);
}

/* Is the sum of the counts within v->from .. TICKS? Counters that wrapped before the tool came have lost their upper
 * part: TICKS gets that of the sum. */
static bool law_holds(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;
	uint64_t sum = c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending;
	uint64_t over = (sum - v->from) & (v->joined ? UINT32_MAX : UINT64_MAX), width = c->ticks - v->from;

	if (over > width)
		return false;
	if (v->joined) {
		c->ticks = sum - over + width;
		v->from = sum > over ? sum - over : 0;
	}
	return true;
}

static bool broken(const struct live *v)
{
	return fail("%s: the unit's counts break the accounting invariant: does another program use it, is this its "
		"bitstream?", v->port.path);
}

bool live_adds_up(struct live *v)
{
	struct profile *p = &v->profile;

	p->counters.hits = profile_bin_sum(p);
	v->from = p->counters.ticks;
	return law_holds(v);
}

bool live_settle(struct live *v)
{
	return live_adds_up(v) || broken(v);
}

bool live_bracket(struct live *v)
{
	struct profile *p = &v->profile;
	uint64_t from = v->from;

	if (!live_counts(v))
		return false;
	v->from = from;
	p->counters.hits = profile_bin_sum(p);
	p->counters.pending = 0;
	return law_holds(v) || broken(v);
}

bool live_counts(struct live *v)
{
	struct tally_counters *c = &v->profile.counters;

	v->unit.until = v->port.link.unit + 2 * v->port.link.bins;	/* the outcomes, the last words */
	int error = tally_counters_read(&v->collector.unit, c);
	if (error == TALLY_ETIMEDOUT)
		return port_error(&v->port, -EAGAIN);
	if (!port_driver_done(&v->port, "read its counters", error))
		return false;
	v->from = c->ticks - c->pending;
	return true;
}

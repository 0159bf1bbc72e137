/* SPDX-License-Identifier: ISC
 * control.c - settings and counts of the two clocks. Contract: include/profctl.h.
 */
#include "parts.h"

static int counts(const struct profile *f, int clock, uint32_t va)
{
	struct tally_counters k;
	_Static_assert(sizeof k == sizeof(struct profcounts), "the same ten counts");
	prof_counts_read(clock, &k);
	return copyout(f->vm, va, &k, sizeof k);
}

static int legal(uint32_t period, uint32_t jitter)
{
	const uint32_t most = jitter <= 16 ? (1u << jitter) / 2 : 0;

	return jitter <= 16 && period > most && period <= TALLY_PERIOD_MAX - most;
}

static int set_sampling(int clock, uint32_t period, uint32_t jitter)
{
	struct prof_clock *c = &prof_clocks[clock];
	if (!legal(period, jitter))
		return -EINVAL;
	if (clock == PROFCTL_SYSTEM && sprof_owner)
		return -EBUSY;
	c->period = period;
	c->jitter = (uint8_t)jitter;
	unit_clock(clock);
	return 0;
}

/* Running profiles continue with the other source; sprofil's totals could not. */
static int set_source(int clock, uint32_t by_tick)
{
	if (by_tick > 1)
		return -EINVAL;
	if (!by_tick && !unit_here())
		return -ENODEV;
	if (clock == PROFCTL_SYSTEM && sprof_owner)
		return -EBUSY;
	unit_collect();
	prof_clocks[clock].by_tick = (uint8_t)by_tick;
	unit_clock(clock);
	return 0;
}

static int state(const struct profile *f, int clock)
{
	unit_collect();
	if (clock == PROFCTL_PROCESS)
		return f->state;
	return !sprof_owner          ? PROFSTATE_OFF
		: unit_system_dead() ? PROFSTATE_FAULT
				     : PROFSTATE_SPROFIL;
}

int prof_control(struct profile *f, uint32_t what, uint32_t value)
{
	int clock = what & 1;
	switch (what & ~1u) {
	case PROFCTL_PERIOD: return set_sampling(clock, value, prof_clocks[clock].jitter);
	case PROFCTL_JITTER: return set_sampling(clock, prof_clocks[clock].period, value);
	case PROFCTL_GET_PERIOD: return (int)prof_clocks[clock].period;
	case PROFCTL_COUNTS: return counts(f, clock, value);
	case PROFCTL_CLOCK: return set_source(clock, value);
	case PROFCTL_GET_CLOCK: return prof_clocks[clock].by_tick;
	case PROFCTL_STATE: return state(f, clock);
	default: return -EINVAL;
	}
}

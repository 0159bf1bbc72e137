/* SPDX-License-Identifier: ISC
 * clause_bare.c - clause.h's services on bare metal: the driver.
 */
#include "clause_process.h"

#include "firmware/lib/tally_calls.h"
#include "driver/tally_access.h"

static enum profstate state(bool system)
{
	struct tally *t = tally_calls_unit(system);
	if (!t)
		return PROFSTATE_OFF;
	uint32_t status = tally_get(t, TALLY_STATUS);
	bool ring = TALLY_FIELD(tally_get(t, TALLY_SETUP), TALLY_SETUP_MODE) == TALLY_MODE_RING;
	if (status & TALLY_STATUS_RUNNING_MASK)
		return system ? PROFSTATE_SPROFIL : ring ? PROFSTATE_PCSAMPLE : PROFSTATE_PROFIL;
	return status & TALLY_STATUS_FAULT_MASK   ? PROFSTATE_FAULT
		: status & TALLY_STATUS_FULL_MASK ? PROFSTATE_FULL
						  : PROFSTATE_OFF;
}

int prof_setting(int what, uintptr_t value)
{
	unsigned clock = what & 1;
	switch (what & ~1) {
	case PROFCTL_PERIOD:
		return (int)(*(clock ? &tally_machine.system_period : &tally_machine.period) =
				     value);
	case PROFCTL_JITTER: return tally_machine.jitter = (uint8_t)value;
	case PROFCTL_GET_PERIOD:
		return (int)(clock ? tally_machine.system_period : tally_machine.period);
	case PROFCTL_STATE: return state(clock);
	default: return -1;
	}
}

struct profcounts prof_counts(int clock)
{
	struct tally_counters k = { 0 };
	tally_counters_read(tally_calls_unit(clock), &k);
	return (struct profcounts){ k.ticks, k.hits, k.outside, k.filtered, k.idle, k.lost,
		k.pending, k.user, k.privileged, k.stolen };
}

bool by_tick(void)
{
	return false;
}

void fast_clock(unsigned period)
{
	tally_machine.period = tally_machine.system_period = period;
}

/* The largest address belongs to the stack, so this makes a hole in memory: the upper half of an
 * array. */
uint32_t memory_end(void)
{
	static uint16_t array[64];
	static struct profil_memory ranges[3];
	uint32_t end = (uint32_t)LIVE(array + 32), behind = (uint32_t)LIVE(array + 64);
	ranges[0] = tally_machine.memory[0];
	ranges[1] = ranges[2] = tally_machine.memory[1];
	ranges[1].high = end;
	ranges[2].low = ranges[2].bus = behind;
	tally_machine.memory = ranges;
	tally_machine.ranges = 3;
	return end;
}

/* SPDX-License-Identifier: ISC
 * clause_bare.c - clause.h's services on bare metal: the driver. For profil() alone.
 */
#include "clause_process.h"

#include "firmware/lib/tally_calls.h"
#include "driver/tally_access.h"

static enum profstate state(void)
{
	struct tally *t = tally_calls_unit(false);
	uint32_t status = t ? tally_get(t, TALLY_STATUS) : 0;

	return status & TALLY_STATUS_RUNNING_MASK  ? PROFSTATE_PROFIL
		: status & TALLY_STATUS_FAULT_MASK ? PROFSTATE_FAULT
						   : PROFSTATE_OFF;
}

int prof_setting(int what, uintptr_t value)
{
	(void)value;
	switch (what) {
	case PROFCTL_GET_PERIOD | PROFCTL_PROCESS: return (int)tally_machine.period;
	case PROFCTL_STATE | PROFCTL_PROCESS: return state();
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
	tally_machine.period = period;
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

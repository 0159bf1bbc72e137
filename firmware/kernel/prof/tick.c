/* SPDX-License-Identifier: ISC
 * tick.c - profiles counted from the timer's ticks: where there is no unit, or where profctl asks for it.
 *
 * A tick that comes due in the kernel is taken on the way back to user mode, as time of the kernel: where in it is not known.
 */
#include "parts.h"
#include "driver/tally_soft.h"

static void count(struct profile *f, uint32_t pc, struct tally_counters *k)
{
	volatile void *memory = (volatile void *)user_pa(f->vm, f->buf);	/* whatever it is where nothing of the buffer exists: not touched */

	switch (tally_soft_count(&f->config, memory, &f->position, pc, 1)) {
	case TALLY_SOFT_HIT:
		k->hits++;
		return;
	case TALLY_SOFT_OUTSIDE:
		k->outside++;
		return;
	case TALLY_SOFT_LOST:
		k->lost++;
		return;
	case TALLY_SOFT_HIT_FULL:
		k->hits++;
		f->state = PROFSTATE_FULL;
		return;
	case TALLY_SOFT_FULL:
		k->lost++;
		f->state = PROFSTATE_FULL;
		return;
	case TALLY_SOFT_FAULT:
		k->lost++;
		f->state = PROFSTATE_FAULT;
		return;
	}
}

/* The unit's counts have 32 bits: the driver makes 64 of them if it looks often enough. 256 of the longest ticks are below 2^32. */
static void look(uint32_t n)
{
	static uint32_t ticks_since;
	struct tally_counters k;
	if ((ticks_since += n) < 256 || !unit_here())
		return;
	ticks_since = 0;
	unit_counts(PROFCTL_PROCESS, &k);
	unit_counts(PROFCTL_SYSTEM, &k);
}

void prof_tick(struct profile *f, uint32_t pc, int user, int idle, uint32_t n)
{
	struct tally_counters *k = &prof_clocks[PROFCTL_PROCESS].soft;

	look(n);
	if (prof_clocks[PROFCTL_SYSTEM].by_tick)
		sprof_tick(pc, user, idle, n);
	if (!prof_clocks[PROFCTL_PROCESS].by_tick)
		return;
	k->ticks += n;
	*(user ? &k->user : idle ? &k->idle_class : &k->system) += n;
	if (idle)
		k->idle += n;
	else if (!user)
		k->filtered += n;
	else
		for (; n; n--)
			if (prof_live(f))
				count(f, pc, k);
			else
				k->filtered++;
}

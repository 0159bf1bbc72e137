/* SPDX-License-Identifier: ISC
 * sysprof.c - system calls of the profiler: profil, pcsample, sprofil, profctl.
 */
#include "kernel.h"

/* mtime units; a tick costs one to two thousand cycles, and user mode needs its share */
#define TICK_MIN 4000u
#define TICK_MAX (10u * PROFCTL_DEFAULT_TICK)

int sys_profil(uint32_t personality, uint32_t buf, uint32_t size, uint32_t offset, uint32_t scale)
{
	const struct profil_args args = { buf, size, offset, scale };

	return prof_profil(&current->proc->prof, personality, &args);
}

int sys_pcsample(uint32_t buf, uint32_t n)
{
	return prof_pcsample(&current->proc->prof, buf, n);
}

int sys_sprofil(uint32_t va, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	const struct sprofil_args args = { va, numents, lowpc, intsize };

	return prof_sprofil(&current->proc->prof, &args);
}

/* Does the clock count for another process? Not for one whose profile has stopped by itself. */
static int counts_for_others(int clock)
{
	struct proc *me = current->proc;

	/* updates the profiles from the unit */
	prof_control(&me->prof, PROFCTL_STATE | PROFCTL_PROCESS, 0);
	for (struct proc *p = procs; p < procs + NPROC; p++)
		if (p != me && p->state == PROC_ALIVE
			&& (clock ? prof_owns_system(&p->prof) : prof_live(&p->prof)))
			return 1;
	return 0;
}

/* Setting the same length again takes the ticks that are due; that is no change. */
static int set_tick(uint32_t units)
{
	if (units < TICK_MIN || units > TICK_MAX)
		return -EINVAL;
	for (int clock = 0; clock < 2 && units != timer_tick(); clock++)
		if (prof_control(NULL, PROFCTL_GET_CLOCK | clock, 0) && counts_for_others(clock))
			return -EBUSY;
	timer_set(units);
	return 0;
}

int sys_profctl(uint32_t what, uint32_t value)
{
	switch (what & ~1u) {
	case PROFCTL_TICK: return set_tick(value);
	case PROFCTL_GET_TICK: return (int)timer_tick();
	case PROFCTL_PERIOD:
	case PROFCTL_JITTER:
	case PROFCTL_CLOCK:
		if (counts_for_others(what % 2))
			return -EBUSY;
		/* fall through */
	default: return prof_control(&current->proc->prof, what, value);
	}
}

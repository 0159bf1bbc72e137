/* SPDX-License-Identifier: ISC
 * sysprof.c - the profiler's calls: profil, pcsample, sprofil, profctl.
 */
#include "kernel.h"

#define TICK_MIN 4000u			/* each takes a thousand cycles or two, and user mode wants its share */
#define TICK_MAX 10000000u

static int set_tick(uint32_t units)
{
	if (units < TICK_MIN || units > TICK_MAX)
		return -EINVAL;
	timer_set(units);
	return 0;
}

int sys_profil(uint32_t personality, uint32_t buf, uint32_t size, uint32_t offset, uint32_t scale)
{
	const struct profil_args args = { buf, size, offset, scale };

	return prof_profil(&current->proc->prof, personality, &args);
}

int sys_pcsample(uint32_t buf, uint32_t n) { return prof_pcsample(&current->proc->prof, buf, n); }

int sys_sprofil(uint32_t va, uint32_t numents, uint32_t lowpc, uint32_t intsize)
{
	const struct sprofil_args args = { va, numents, lowpc, intsize };

	return prof_sprofil(&current->proc->prof, &args);
}

int sys_profctl(uint32_t what, uint32_t value)
{
	switch (what & ~1u) {
	case PROFCTL_TICK:
		return set_tick(value);
	case PROFCTL_GET_TICK:
		return (int)timer_tick();
	case PROFCTL_LATEST:
		return (int)timer_latest();
	default:
		return prof_control(&current->proc->prof, what, value);
	}
}

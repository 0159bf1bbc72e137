/* SPDX-License-Identifier: ISC
 * clock.c - the settings of the two clocks, as profctl makes them.
 */
#include "parts.h"

struct prof_clock prof_clocks[2] = { { .period = PROFCTL_DEFAULT_PERIOD(PROFCTL_PROCESS) },
	{ .period = PROFCTL_DEFAULT_PERIOD(PROFCTL_SYSTEM) } };

struct tally_config prof_sampler(int clock)
{
	return (struct tally_config){ .period = prof_clocks[clock].period,
		.jitter = prof_clocks[clock].jitter,
		.privileges = clock == PROFCTL_PROCESS ? PROF_USER : PROF_KERNEL };
}

struct profil_memory prof_memory(const struct profile *f)
{
	return (struct profil_memory){ USER_BLOCK, USER_BLOCK + f->vm->pages * PAGE, f->vm->pa };
}

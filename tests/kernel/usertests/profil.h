/* SPDX-License-Identifier: ISC
 * profil.h - for the tests of profil, pcsample and sprofil: without the calls in the kernel they have nothing to do.
 */
#ifndef PROFIL_TESTS_H
#define PROFIL_TESTS_H

#include "usertests.h"

enum { SYSV, SOLARIS, BSD };

#define NEEDS_PROFILER do { if (!has_profiler()) { printf("    (this kernel has no profiler)\n"); return; } } while (0)
#define FAST 150u			/* cycles a sample */

static inline int state(void) { return sys_profctl(PROFCTL_STATE | PROFCTL_PROCESS, 0); }
static inline int state_of_system(void) { return sys_profctl(PROFCTL_STATE | PROFCTL_SYSTEM, 0); }
static inline int by_tick(void) { return sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_PROCESS, 0) == 1; }
static inline void profil_off(void) { EXPECT(sys_profil(SYSV, 0, 0, 0, 0), 0); }

/* Spins until it is so: how many samples a time brings is not for the test to say. */
#define EVENTUALLY(cond) do { for (int tries_ = 0; tries_ < 100 && !(cond); tries_++) spin_samples(2); CHECK(cond); } while (0)

static inline uint32_t sum(const volatile uint16_t *counters, unsigned n)
{
	uint32_t s = 0;

	while (n--)
		s += *counters++;
	return s;
}

#endif

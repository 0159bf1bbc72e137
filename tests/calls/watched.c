/* SPDX-License-Identifier: ISC
 * watched.c - profiled processes, while tests/calls/counters.c records what the core does: a
 * parent, a forked child, a child with another profile, a child without one. Then the machine
 * halts, and their counters stay in memory.
 *
 * usage: watched PERIOD ROUNDS
 */
#include "clause.h"
#include "firmware/user/lib/user.h"
#include "firmware/lib/tally_profil.h"

#include <stdlib.h>
#include <unistd.h>

#define COUNTERS 16384

/* tests/calls/counters.c finds it by the magic words, at this variable's offset in each
 * page-aligned block of memory. */
struct {
	uint32_t magic[2], pid, offset, scale, size;
	uint16_t counters[COUNTERS];
} watched;

static int by_value(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : 1;
}

/* Library code, divisions, data-dependent branches; system calls between. */
static unsigned sort_and_print(unsigned random)
{
	int values[40];
	char text[40];
	unsigned length = 0;
	for (int i = 0; i < 40; i++)
		values[i] = (int)((random = random * 1664525 + 1013904223) >> 8) % 1000;
	qsort(values, 40, sizeof *values, by_value);
	for (int i = 0; i < 40; i++)
		length += (unsigned)snprintf(text, sizeof text, "%d %x", values[i], values[i] * 77);
	sys_getpid();
	return length;
}

static void profile(uint32_t scale)
{
	sys_profil(PROFIL_SYSV, 0, 0, 0, 0);
	watched.pid = (uint32_t)sys_getpid();
	watched.offset = USER_TEXT;
	watched.scale = scale;
	watched.size = sizeof watched.counters;
	memset(watched.counters, 0, sizeof watched.counters);
	sys_profil(PROFIL_SYSV, watched.counters, watched.size, watched.offset, watched.scale);
}

static void work_on(unsigned seed)
{
	for (unsigned i = seed;; i++) {
		sort_and_print(i);
		if (i % 7 == 0)
			sys_yield();
		if (i % 31 == 0)
			sleep_ticks(1);
	}
}

int main(int argc, char **argv)
{
	unsigned period = argc > 1 ? (unsigned)atoi(argv[1]) : 211,
		 rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 100;
	if (sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, period) < 0)
		return 1;
	if (fork() == 0)
		work_on(1000); /* not profiled */
	/* written at run time, so not in the program's file */
	watched.magic[0] = 0x7A117000u + (uint32_t)argc;
	watched.magic[1] = ~watched.magic[0];
	profile(0x8000);
	sort_and_print(0);
	if (fork() == 0) {
		watched.pid = (uint32_t)sys_getpid();
		work_on(2000);
	}
	if (fork() == 0) {
		profile(0xFFFF);
		work_on(3000);
	}
	for (unsigned i = 0; i < rounds; i++) {
		sort_and_print(i);
		if (i % 5 == 0)
			sys_yield();
	}
	sys_halt(0);
}

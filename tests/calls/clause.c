/* SPDX-License-Identifier: ISC
 * clause.c - see clause.h.
 */
#include "clause.h"

static const char *running;
static int failures, failed_here;

void clause_begin(const char *id)
{
	running = id;
	failed_here = 0;
}

void clause_check(int line, const char *what, int ok)
{
	if (ok || failed_here)
		return;
	failed_here = 1;
	failures++;
	printf("not ok %s line %d: %s\n", running, line, what);
}

void clause_end(void)
{
	if (!failed_here)
		printf("ok %s\n", running);
}

int clauses_failed(void)
{
	return failures;
}

#define TURNS 10000u /* turns of the loop between two looks at the time */

/* One turn of the loop takes 2 cycles or more. */
unsigned spins(unsigned samples)
{
	return samples * ((unsigned)prof_setting(PROFCTL_GET_PERIOD | PROFCTL_PROCESS, 0) / 2 + 1)
		+ 50;
}

/* The timer's ticks take their time: the machine need not be cycle-accurate. Only ticks in user
 * mode count. */
static void spin_ticks(void (*loop)(unsigned), unsigned samples)
{
	uint64_t end = prof_counts(PROFCTL_PROCESS).user + samples;
	while (prof_counts(PROFCTL_PROCESS).user < end)
		loop(TURNS);
}

void work(unsigned samples)
{
	if (by_tick())
		spin_ticks(spin, samples);
	else
		spin(spins(samples));
}

void work_seen(unsigned samples, const volatile uint16_t *first, const volatile uint16_t *second)
{
	int tries = 100;
	do
		work(samples);
	while (by_tick() && !*first && !*second && --tries);
}

void work_far(unsigned samples)
{
	if (by_tick())
		spin_ticks(spin_far, samples);
	else
		spin_far(spins(samples));
}

uint32_t sum_of(const volatile uint16_t *counters, size_t n)
{
	uint32_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += counters[i];
	return sum;
}

bool all_bytes(const volatile void *at, size_t n, uint8_t byte)
{
	const volatile uint8_t *p = at;
	for (; n && (uintptr_t)p % 4; n--)
		if (*p++ != byte)
			return false;
	for (; n >= 4; n -= 4, p += 4)
		if (*(const volatile uint32_t *)p != byte * 0x01010101u)
			return false;
	while (n--)
		if (*p++ != byte)
			return false;
	return true;
}

uint32_t text_sum(void)
{
	uint32_t sum = 0;
	for (const uint32_t *p = (const uint32_t *)TEXT_LOW; p < (const uint32_t *)TEXT_HIGH; p++)
		sum = sum * 31 + *p;
	return sum;
}

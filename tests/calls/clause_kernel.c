/* SPDX-License-Identifier: ISC
 * clause_kernel.c - clause.h's services from the kernel.
 */
#include "clause_process.h"
#include "firmware/user/lib/user.h"

#include <unistd.h>

int prof_setting(int what, uintptr_t value)
{
	return sys_profctl(what, value);
}

struct profcounts prof_counts(int clock)
{
	struct profcounts k = { 0 };
	sys_profctl(PROFCTL_COUNTS | clock, &k);
	return k;
}

bool by_tick(void)
{
	static int answer = -1;
	if (answer < 0)
		answer = sys_profctl(PROFCTL_GET_CLOCK | PROFCTL_PROCESS, 0);
	return answer == 1;
}

void fast_clock(unsigned period)
{
	sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, period);
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, period);
}

/* The heap's end, which then is the end of a page. */
uint32_t memory_end(void)
{
	uint32_t end = (uint32_t)sbrk(0), rest = PAGE - end % PAGE;
	if (rest < 64)
		rest += PAGE;
	sbrk((ptrdiff_t)rest);
	return end + rest;
}

uint32_t text_sum(void)
{
	uint32_t sum = 0;
	for (const uint32_t *p = (const uint32_t *)TEXT_LOW; p < (const uint32_t *)TEXT_HIGH; p++)
		sum = sum * 31 + *p;
	return sum;
}

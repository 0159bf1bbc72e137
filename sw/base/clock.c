/* SPDX-License-Identifier: ISC
 * clock.c - the host's time, for waiting and for rates; the contract is clock.h.
 */
#include "clock.h"

#include <time.h>

int64_t clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

double clock_seconds(void)
{
	return 1e-3 * (double)clock_ms();
}

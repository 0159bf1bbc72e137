/* SPDX-License-Identifier: ISC
 * bench_clock.c - the processor time of bench.c and bench_main.sv, for a busy machine's
 * wall clock would measure the neighbours.
 */
#define _POSIX_C_SOURCE 199309L
#include <time.h>

double bench_seconds(void);
double bench_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* SPDX-License-Identifier: ISC
 * monitor_host.c - monitor.c's host interface on bare metal: gmon.out leaves as a frame on the
 * console.
 */
#include "firmware/lib/monitor_host.h"

#include <stdio.h>
#include <stdlib.h>

#include "firmware/lib/tally_calls.h"
#include "firmware/lib/frames.h"
#include "machine.h"

/* Uncached, because a core with a data cache would not see what the unit writes. */
void *monitor_memory(size_t bytes)
{
	char *p = calloc(1, bytes);

	return p ? p + (RAM_UNCACHED - RAM_BASE) : NULL;
}

void monitor_free(void *memory)
{
	free((char *)memory - (RAM_UNCACHED - RAM_BASE));
}

const char *monitor_unit(void)
{
	return tally_machine.period == 1 ? "cycles" : "samples";
}

uint64_t monitor_hits(void)
{
	struct tally_counters k = { 0 };
	struct tally *unit = tally_calls_unit(false);

	if (unit)
		tally_counters_read(unit, &k);
	return k.hits;
}

/* Since reset. */
static uint64_t cycles(void)
{
	volatile uint32_t *mtime = (volatile uint32_t *)(CLINT + CLINT_MTIME);
	uint32_t low, high;

	do {
		high = mtime[1];
		low = mtime[0];
	} while (high != mtime[1]);
	return (uint64_t)high << 32 | low;
}

/* A short program takes less time than its file: it says so. */
int monitor_deliver(const char *name, int (*write)(gmon_put *put, void *ctx, void *of))
{
	uint64_t begun = cycles();
	int error = frame_file(name, write, NULL);

	if (!error)
		fprintf(stderr, "%s: the program took %llu cycles, then writing this file %llu\n",
			name, (unsigned long long)begun, (unsigned long long)(cycles() - begun));
	return error;
}

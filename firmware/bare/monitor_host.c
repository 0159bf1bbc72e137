/* SPDX-License-Identifier: ISC
 * monitor_host.c - monitor.c's host interface on bare metal: gmon.out leaves as a frame on the
 * console.
 */
#include "firmware/lib/monitor_host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "firmware/lib/tally_calls.h"
#include "firmware/lib/frames.h"
#include "machine.h"

/* Uncached, because a core with a data cache would not see what the unit writes. */
void *monitor_memory(size_t bytes)
{
	char *p = calloc(1, bytes);

	return p ? p + (RAM_UNCACHED - RAM_BASE) : NULL;
}

void monitor_free(void *memory, size_t bytes)
{
	(void)bytes;
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

struct measure {
	uint32_t size, crc;
};

static int measure(void *ctx, const void *bytes, size_t n)
{
	struct measure *m = ctx;

	m->size += (uint32_t)n;
	m->crc = frame_crc(m->crc, bytes, n);
	return 0;
}

static int put_console(void *ctx, const char *bytes, size_t n)
{
	(void)ctx;
	return write(STDOUT_FILENO, bytes, n) == (ssize_t)n ? 0 : -EIO;
}

static int put_frame(void *frame, const void *bytes, size_t n)
{
	return frame_data(frame, bytes, n);
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
int monitor_deliver(const char *name, int (*write_to)(gmon_put *put, void *ctx))
{
	uint64_t begun = cycles();
	struct measure m = { 0 };
	struct frame f;
	int error = write_to(measure, &m);

	if (!error)
		error = frame_begin(&f, put_console, NULL, name, m.size, m.crc);
	if (!error)
		error = write_to(put_frame, &f);
	if (!error)
		error = frame_end(&f);
	if (!error)
		fprintf(stderr, "%s: the program took %llu cycles, then writing this file %llu\n",
			name, (unsigned long long)begun, (unsigned long long)(cycles() - begun));
	return error;
}

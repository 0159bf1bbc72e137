/* SPDX-License-Identifier: ISC
 * unit.c - what the library must know about the simulated machines: the unit's address, and a
 * program's writable memory. That is from its data to the end of RAM, at its own address and at the
 * uncached alias. A file leaves as a frame on the console.
 */
#include <inttypes.h>

#include "firmware/lib/calls.h"
#include "machine.h"

extern char __data_start[];

#define ALIAS (RAM_UNCACHED - RAM_BASE)

static const struct profil_memory memory[] = {
	{ (uint32_t)__data_start, RAM_BASE + RAM_BYTES, (uint32_t)__data_start },
	{ (uint32_t)__data_start + ALIAS, RAM_UNCACHED + RAM_BYTES,
		(uint32_t)__data_start + ALIAS },
};

struct tally_machine tally_machine = {
	.unit = UNIT,
	.system_unit = UNIT_2,
	.memory = memory,
	.ranges = 2,
	.period = 6199,
	.system_period = 7321,
};

void *calls_live(void *memory)
{
	return (char *)memory + ALIAS;
}

uint64_t calls_hits(uint32_t *period)
{
	struct tally_counters k = { 0 };
	struct tally *unit = tally_calls_unit(false);

	*period = tally_machine.period;
	if (unit)
		tally_counters_read(unit, &k);
	return k.hits;
}

/* Since reset. */
static uint64_t cycles(void)
{
	volatile uint32_t *mtime = (volatile uint32_t *)CYCLES;
	uint32_t low, high;

	do {
		high = mtime[1];
		low = mtime[0];
	} while (high != mtime[1]);
	return (uint64_t)high << 32 | low;
}

/* A short program takes less time than its file: it says so. */
int calls_deliver(const char *name, file_bytes *give, void *of)
{
	uint64_t begun = cycles();
	int error = frame_file(stdout, name, give, of);

	if (!error)
		fprintf(stderr,
			"%s: the program took %" PRIu64 " cycles, then writing this file %" PRIu64
			"\n",
			name, begun, cycles() - begun);
	return error;
}

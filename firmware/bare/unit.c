/* SPDX-License-Identifier: ISC
 * unit.c - what the library calls must know about the simulated machines: the unit's address, and a
 * program's writable memory. That is from its data to the end of RAM, at its own address and at the
 * uncached alias.
 */
#include "firmware/lib/tally_calls.h"
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

/* SPDX-License-Identifier: ISC
 * firmware.c - driver_test.c as firmware: the driver on a simulated core,
 * against the unit's RTL (plain or full).
 */
#include "driver_test.h"
#include "tests/check.h"

#include <stdio.h>

#define UNIT 0xF4000000u
/* the same RAM; see sim/README.md */
#define UNCACHED(address) ((address) - 0x80000000u + 0xB0000000u)

/* Whole lines of any data cache: only its uncached alias is ever used. */
static uint32_t memory[65536] __attribute__((aligned(64)));

extern char _start[], __text_end[];

static void work(unsigned n)
{
	for (volatile unsigned i = 0; i < n; i++)
		;
}

int main(void)
{
	const struct driver_place place = {
		.base = UNIT,
		.low = (uint32_t)_start,
		.high = (uint32_t)__text_end,
		.work = work,
		.events = 1u << 5, /* machine_drive's MACHINE_EVENT */
		.memory = (volatile uint32_t *)UNCACHED((uint32_t)memory),
		.memory_at = (uint32_t)memory,
		.memory_bytes = sizeof memory,
		.nowhere = 0x70000000,
	};

	driver_test(&place);
	return checks_failed();
}

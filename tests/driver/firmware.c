/* SPDX-License-Identifier: ISC
 * firmware.c - driver_test.c as firmware: the driver on a simulated core,
 * against the unit's RTL (plain or full). The exit code is the number of failed checks.
 */
#include "driver_test.h"

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

static void say(const char *line, int value)
{
	printf("FAILED line %d: %s\n", value, line);
}

int main(void)
{
	const struct driver_place place = {
		.base = UNIT,
		.second = UNIT + 0x400000,
		.low = (uint32_t)_start,
		.high = (uint32_t)__text_end,
		.work = work,
		.say = say,
		.memory = (volatile uint32_t *)UNCACHED((uint32_t)memory),
		.memory_at = (uint32_t)memory,
		.memory_bytes = sizeof memory,
		.nowhere = 0x70000000,
	};
	int checks, failed = driver_test(&place, &checks);
	printf("driver on the core: %d checks, %d failed\n", checks, failed);
	return failed > 255 ? 255 : failed;
}

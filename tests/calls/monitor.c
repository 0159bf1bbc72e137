/* SPDX-License-Identifier: ISC
 * monitor.c - monitor(3C) with the program's own buffer, and pauses that keep counts above 65,535;
 * for tests/calls/gmon.sh.
 */
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "mon.h"

#define UNCACHED 0x30000000u /* from RAM to the address at which no core caches it */
#define CALLS 16
#define COUNTERS 512

static unsigned short buffer[CALLS * 6 + COUNTERS] __attribute__((aligned(4)));

__attribute__((noinline)) void before(unsigned n)
{
	while (n--)
		__asm__ volatile("");
}

__attribute__((noinline)) void hot(unsigned n)
{
	while (n--)
		__asm__ volatile("");
}

__attribute__((noinline)) void behind(unsigned n)
{
	while (n--)
		__asm__ volatile("");
}

extern char __text_end[];

static unsigned largest(void)
{
	volatile unsigned short *counters =
		(volatile unsigned short *)((uintptr_t)buffer + UNCACHED) + CALLS * 6;
	unsigned most = 0;

	for (int i = 0; i < COUNTERS; i++)
		most = counters[i] > most ? counters[i] : most;
	return most;
}

static void begin(unsigned calls)
{
	monitor((int (*)(void))(uintptr_t)hot, (int (*)(void))((char *)hot + 64),
		(unsigned short *)((uintptr_t)buffer + UNCACHED), sizeof buffer, calls);
}

int main(void)
{
	unsigned sum = 0;

	_mcleanup(); /* ends gcrt0's profile, so that another can begin */
	unsigned used = mallinfo().uordblks;
	for (int i = 0; i < 2; i++) {
		monstartup((uintptr_t)hot, (uintptr_t)hot + 64);
		_mcleanup();
	}
	printf("kept %u bytes\n", (unsigned)mallinfo().uordblks - used);
	begin(1);
	hot(800000); /* without a pause: its counters wrap */
	hot(1); /* a second call, in a table for one */
	monitor(0, 0, 0, 0, 0);
	begin(CALLS);
	for (int i = 0; i < 6; i++) {
		before(1000);
		hot(100000);
		behind(1000);
		moncontrol(0);
		hot(1000); /* called, but not counted */
		sum += largest(); /* 0: the pause has moved them out */
		moncontrol(1);
	}
	printf("left %u\n", sum);
	monitor(0, 0, 0, 0, 0);
	/* refused, with one line of output */
	monitor((int (*)(void))main, (int (*)(void))main, buffer, sizeof buffer, 0);
	return 0;
}

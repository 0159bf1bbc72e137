/* SPDX-License-Identifier: ISC
 * data.c - loads and stores whose number and place tests/cores/data.py knows: a function for each
 * kind of place.
 */
#include <stdint.h>

#include "machine.h"

#define TIME ((volatile uint32_t *)CYCLES) /* uncached */
#define HEAP ((volatile uint32_t *)0x83000000)

static volatile uint32_t table[64], flags[2];
static volatile const char *const text = "no symbol";

static __attribute__((noinline)) void fill(void)
{
	for (unsigned i = 0; i < 64; i++)
		table[i] = i;
	for (unsigned i = 0; i < 64; i += 2)
		(void)table[i];
	flags[1] = 1;
}

static __attribute__((noinline)) void poll(void)
{
	for (unsigned i = 0; i < 30; i++)
		(void)*TIME;
}

static __attribute__((noinline)) void listen(void)
{
	for (unsigned i = 0; i < 7; i++)
		(void)((volatile uint8_t *)UART)[UART_LSR];
}

static __attribute__((noinline)) void local(void)
{
	uint32_t here[4];
	volatile uint32_t *at = here;

	for (unsigned i = 0; i < 20; i++)
		at[i % 4] = i;
}

static __attribute__((noinline)) void allocated(void)
{
	for (unsigned i = 0; i < 10; i++)
		HEAP[i] = i;
}

static __attribute__((noinline)) void spell(void)
{
	for (unsigned i = 0; i < 9; i++)
		(void)text[i];
}

int main(void)
{
	fill();
	poll();
	listen();
	local();
	allocated();
	spell();
	return 0;
}

/* SPDX-License-Identifier: ISC
 * memory.c - loads and stores of each size that miss and hit a cache, in steps that no cache likes, and past it.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

#define WORDS 4096u

static uint32_t words[WORDS];

/* Follows a list that jumps through the array. */
static uint32_t chase(unsigned steps)
{
	uint32_t at = 0, sum = 0;

	for (unsigned i = 0; i < WORDS; i++)
		words[i] = (i * 1021 + 7) % WORDS;
	while (steps--) {
		at = words[at];
		sum += at;
	}
	return sum;
}

static uint32_t strides(void)
{
	uint8_t *bytes = (uint8_t *)words;
	uint32_t sum = 0;

	for (unsigned step = 1; step < sizeof words / 8; step *= 3)
		for (unsigned i = 0; i + 4 < sizeof words; i += 97 * step) {
			bytes[i] += (uint8_t)step;
			*(uint16_t *)(bytes + (i & ~1u)) ^= 0x1234;
			sum += bytes[i] + words[i / 4];
		}
	return sum;
}

/* The same RAM at the address that no core caches. */
static uint32_t uncached(void)
{
	volatile uint32_t *past = (volatile uint32_t *)((uintptr_t)words - RAM_BASE + RAM_UNCACHED);
	uint32_t sum = 0;

	for (unsigned i = 0; i < WORDS; i += 61)
		sum += past[i]++;
	return sum;
}

int main(void)
{
	uint32_t sum = chase(2000) + strides();

	memmove(words + 100, words + 3, 4000);
	printf("memory %08lx\n", (unsigned long)(sum + uncached() + words[777]));
	return 0;
}

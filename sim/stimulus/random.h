/* SPDX-License-Identifier: ISC
 * random.h - numbers from a seed (xorshift64*).
 */
#ifndef STIMULUS_RANDOM_H
#define STIMULUS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t random_word(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return (uint32_t)(*state * 0x2545f4914f6cdd1du >> 32);
}

/* 0 .. n - 1 */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)((uint64_t)random_word(state) * n >> 32);
}

static inline bool random_one_in(uint64_t *state, uint32_t n)
{
	return random_below(state, n) == 0;
}

#endif

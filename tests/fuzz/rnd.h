/* SPDX-License-Identifier: ISC
 * rnd.h - random numbers that a seed repeats, for the tool's tests.
 */
#ifndef RND_H
#define RND_H

#include <stdint.h>

static uint64_t seed = 1;

/* 0 .. below - 1; 0 if below is 0. */
static inline uint32_t rnd(uint32_t below)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((seed >> 33) * below >> 31);
}

#endif

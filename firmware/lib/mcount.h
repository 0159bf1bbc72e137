/* SPDX-License-Identifier: ISC
 * mcount.h - who called whom how often: a table that _mcount fills (mcount.c) and monitor.c writes out.
 */
#ifndef ARCS_H
#define ARCS_H

#include <stdint.h>

struct arc {
	uint32_t from, self, count;	/* count 0: free */
};

struct arcs {
	struct arc *table;		/* open addressing; NULL: nothing is counted */
	uint32_t mask;			/* entries - 1, a power of two less one */
	uint32_t used;
	uint32_t low, high;		/* functions counted: self in [low, high) */
	uint32_t lost;			/* calls that found the table full, or busy with another thread's */
	volatile uint8_t busy;
};
extern struct arcs arcs;

/* Begins to count into the n entries of `table`, zeroed; as many of them as a power of two has. n 0: nothing. */
void arcs_begin(struct arc *table, uint32_t n, uint32_t low, uint32_t high);

#endif

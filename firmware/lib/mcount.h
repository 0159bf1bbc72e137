/* SPDX-License-Identifier: ISC
 * mcount.h - call counts by caller: a table that _mcount fills (mcount.c) and monitor.c writes out.
 */
#ifndef ARCS_H
#define ARCS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct arc {
	uint32_t from, self, count; /* count 0: entry is free */
};

struct arcs {
	struct arc *table; /* open addressing; NULL: count nothing */
	uint32_t mask; /* entries - 1; entries are a power of two */
	uint32_t used;
	uint32_t low, high; /* count functions with self in [low, high) */
	uint32_t full; /* calls not counted: the table was full; */
	uint32_t lost; /* ... it was in use by another thread */
	volatile uint8_t busy;
};
extern struct arcs arcs;

/* Starts counting into `table`, n zeroed entries, of which the largest power of two is used. n 0:
 * count nothing. */
void arcs_begin(struct arc *table, uint32_t n, uint32_t low, uint32_t high);

#ifdef __cplusplus
}
#endif

#endif

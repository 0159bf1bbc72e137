/* SPDX-License-Identifier: ISC
 * pairs.h - a profile's calling contexts summed by caller and callee, or by callee alone.
 *
 * Own cycles of all pairs add up to TICKS. Inclusive cycles count recursion once: they are those
 * under the outermost contexts of the pair.
 */
#pragma once

#include "contexts.h"

struct pair {
	const char *caller;	/* its name; NULL: no function, or not asked for */
	const char *name;
	uint32_t from, function;	/* the caller's lowest address, the callee's */
	bool code;		/* false: [IDLE], [PENDING] */
	uint64_t cycles, retired, calls, inclusive;
};

struct pairs {
	struct pair *at;	/* by function, then by own cycles, the most first */
	size_t n, room;
};

/* BY_CLONE: by function, but inclusive cycles only of contexts that are below no other clone of its
 * source: those of all clones add up. */
enum pairs_by { BY_CALLER, BY_FUNCTION, BY_CLONE };

/* Names live as long as those of `c`. */
void pairs_open(struct pairs *s, const struct contexts *c, enum pairs_by by);
void pairs_close(struct pairs *s);

/* The number of the function's first pair, and in *end the one after its last. */
size_t pairs_of(const struct pairs *s, uint32_t function, size_t *end);

/* Who called it, by the share of the function's own cycles: "fft 91%, main 9%"; to be freed. NULL:
 * no function did. */
char *pairs_callers(const struct pairs *s, uint32_t function, uint64_t *calls);

/* SPDX-License-Identifier: ISC
 * ranges.h - which of many overlapping address ranges holds an address.
 *
 * Add ranges in any order, each with a rank and a value. ranges_build makes them disjoint: at each
 * address the range of the highest rank wins. Then look up in O(log n). Building takes O(n log n)
 * for any input. Ends are exclusive and have 64 bits, so a range may reach the end of the address
 * space. Symbols, line tables and inlined calls use this.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct range {
	uint64_t lo, hi;
	uint64_t rank;		/* among equal ranks the higher lo wins */
	size_t value;
};

struct ranges {
	struct range *at;
	size_t n, room;
};

/* hi <= lo: ignored */
void ranges_add(struct ranges *r, uint64_t lo, uint64_t hi, uint64_t rank, size_t value);
void ranges_build(struct ranges *r);
const struct range *ranges_find(const struct ranges *r, uint64_t address);	/* NULL: in none */
/* the first with hi > address, or NULL */
const struct range *ranges_next(const struct ranges *r, uint64_t address);

/* The same as ranges_next, for addresses that mostly rise. *at, initially 0, remembers where the
 * last one was found. */
const struct range *ranges_next_near(const struct ranges *r, uint64_t address, size_t *at);
void ranges_free(struct ranges *r);

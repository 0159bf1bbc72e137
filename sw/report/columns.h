/* SPDX-License-Identifier: ISC
 * columns.h - the numbers at the left of the call views: two shares, inclusive cycles or
 * instructions, calls.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct columns {
	uint64_t whole;		/* what is 100% */
	const char *unit;	/* "cycles" or "instructions" */
	int cycles, calls;	/* columns of these numbers; 0: left out */
};

/* In a line of `width` columns names come before numbers. 0: no limit. */
struct columns columns_of(const char *unit, uint64_t whole, uint64_t most_calls, unsigned width);
size_t columns_used(const struct columns *c);

/* `second`: what the second share is of, "self" or "of it". More may follow on the line. */
void columns_heading(const struct columns *c, const char *second);

/* A share below 0, and 0 calls, stay blank. */
void columns_row(const struct columns *c, double first, double second, uint64_t cycles,
	uint64_t calls);

double columns_percent(const struct columns *c, uint64_t cycles);

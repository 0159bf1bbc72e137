/* SPDX-License-Identifier: ISC
 * table.h - a profile's bins summed by function, by source line or by inline chain.
 *
 * Every count of every bin is in exactly one row of each table. Code that no
 * symbol covers gets rows of its own, one for each stretch of it. A bin that
 * straddles functions (scale below 65536) is counted at the first function that
 * begins or goes on in it; `straddling` says how much that concerns.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "lines.h"
#include "profile.h"
#include "symbols.h"

struct row {
	char *name;		/* function, or the chain "a;b;c" */
	const char *file;	/* lives in the debug information; NULL: unknown */
	int line;
	uint64_t lo, hi;	/* functions: where they are; else where the first counted bin is */
	uint64_t count;
	uint64_t retired;	/* with --cpi: instructions */
};

struct table {
	struct row *rows;	/* by count, highest first, then by address */
	size_t n;
	uint64_t sum;		/* of all counts */
	uint64_t straddling;	/* counts in bins that straddle functions */
};

struct table table_functions(const struct profile *p, const struct symbols *s, const struct lines *l);
struct table table_lines(const struct profile *p, const struct symbols *s, const struct lines *l);
struct table table_inlines(const struct profile *p, const struct symbols *s, const struct lines *l);

/* The pc that the bin of [lo, hi) is charged to, and whether it holds more than one function. */
uint64_t table_bin_code(const struct symbols *s, uint64_t lo, uint64_t hi, bool *straddles);
void table_free(struct table *t);

#endif

/* SPDX-License-Identifier: ISC
 * sites.h - a profile's counts one by one, each with its function, line and inlined calls.
 *
 * First every bin that is not empty, by address, then the invariant's counters of ticks that are in
 * no bin ([OUTSIDE], [LOST] ...): all counts together are TICKS. A bin is charged as table.h does it, and
 * functions are called as there, so that an export agrees with the report to the last count.
 */
#ifndef SITES_H
#define SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"
#include "sw/base/progress.h"
#include "sw/report/table.h"

#define SITE_FRAMES 64		/* more inlined calls in one another: the innermost are left out */

struct frame {
	const char *name;	/* a function */
	const char *linker;	/* the same, as the linker calls it */
	const char *file;	/* where it goes on at the site: its innermost line or its call; NULL: unknown */
	int line;		/* 0: unknown */
	struct line declared;	/* where the function is */
};

struct site {
	uint64_t count, retired;
	uint64_t lo, hi;	/* the bin; lo == hi: none, a counter of the invariant */
	uint32_t pc;		/* what the bin is charged to; 0 without a bin */
	const struct row *function;	/* NULL without a bin */
	size_t n;
	struct frame frames[SITE_FRAMES];	/* outermost first: no callers, but the calls that the compiler inlined */
};

struct sites {
	const struct profile *profile;
	const struct firmware *firmware;
	struct table functions;
	struct ranges rows;	/* functions[value] is there */
	struct progress progress;
	uint32_t slot;
	unsigned rest;
};

void sites_open(struct sites *s, const struct profile *p, const struct firmware *f);
bool sites_next(struct sites *s, struct site *site);	/* false: that was all */
void sites_rewind(struct sites *s);
void sites_close(struct sites *s);

#endif

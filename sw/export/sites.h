/* SPDX-License-Identifier: ISC
 * sites.h - a profile's counts one by one, each with its function, line and inlined calls.
 *
 * First every bin that is not empty, by address, then the invariant's counters of ticks that are in
 * no bin ([OUTSIDE], [LOST] ...): all counts together are TICKS. A bin is charged as table.h does
 * it, and functions are called as there, so that an export agrees with the report to the last
 * count.
 *
 * With callers, where the profile has a call tree of the same counts, a site is an instruction in
 * one calling context: by context, then by address. Their counts are TICKS, too; of a unit's tree
 * those of its unit. Deep recursion is shortened: below 100 calls a
 * frame "[...]" stands for calls that the stack has further out already.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "export.h"
#include "sw/base/base.h"
#include "sw/base/term.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"
#include "sw/report/contexts.h"
#include "sw/report/table.h"

struct frame {
	const char *name; /* a function */
	const char *linker; /* the same, as the linker calls it */
	/* where it goes on at the site: its innermost line or its call; NULL: unknown */
	const char *file;
	int line; /* 0: unknown */
	struct line declared; /* where the function is */
	uint32_t pc; /* where it goes on: the call, or the site */
	bool inlined; /* into the frame before it */
	uint64_t lo, hi; /* of its code, if it is not inlined; lo == hi: unknown */
};

/* Is it a function, not a counter of the invariant? */
static inline bool is_code(const struct frame *f)
{
	return f->pc || f->lo != f->hi;
}

struct site {
	uint64_t count, retired;
	struct waits waits; /* of count */
	uint64_t lo, hi; /* the bin; lo == hi: none, a counter of the invariant */
	uint32_t pc; /* what the bin is charged to; 0 without a bin */
	const struct row *function; /* NULL without a bin */
	/* frames; so many of them were in the site before, too, the outermost */
	size_t n, known;
	/* outermost first: callers, if there are any, and the calls that the compiler inlined;
	 * until the next site */
	const struct frame *frames;
};

struct sites {
	const struct profile *profile;
	const struct firmware *firmware;
	struct table functions;
	struct ranges rows; /* functions[value] is there */
	struct progress progress;
	uint32_t slot;
	unsigned rest;
	bool callers;
	const struct call_tree *calls; /* the profile's, or a shorter one */
	struct call_tree shorter;
	size_t cell;
	struct intern names; /* of functions without a symbol */
	struct frame *frames; /* of the site */
	size_t frames_room;
	uint32_t *depth; /* of each node of the tree */
	/* from the root to the site's node; frames above each */
	struct step {
		uint32_t node;
		size_t n;
	} *way;
	uint32_t last; /* the way's last step */
	/* set it, and a site comes in parts: what worked, and what waited with a frame for the
	 * cause, "[FETCH]", innermost */
	bool why;
	struct site whole; /* the one that is given in parts, */
	unsigned cause; /* from this one on; CAUSES: none is */
};

void sites_open(struct sites *s, const struct profile *p, const struct firmware *f);
/* with callers, if there are any */
void sites_open_calls(struct sites *s, const struct profile *p, const struct firmware *f);
bool sites_next(struct sites *s, struct site *site); /* false: that was all */

/* Is there a call tree that counts what the bins count, address by address? */
bool sites_calls_fit(const struct sites *s);

/* The function of a call tree's node, as the sites name it. */
struct frame sites_function(struct sites *s, uint32_t function);

void sites_rewind(struct sites *s);
void sites_close(struct sites *s);

/* A flame graph: calling contexts as boxes, each on its caller's and as wide as its cycles; also
 * the calls that the compiler inlined. A box's colour is that of its name: the more cycles all
 * contexts of that name have of their own, the hotter; paler, if it is an inlined call. In a
 * picture, what is narrower than a pixel or very deep is summed up in grey boxes. */
struct flame {
	struct contexts calls; /* without inlined calls, as `report --tree` has them */
	struct contexts contexts; /* in both, with e->why, causes as contexts */
	bool *inlined; /* of each of `contexts`: is it an inlined call? */
	size_t inlined_room;
	struct intern names;
	uint32_t *name; /* of each of `contexts`, its number in names */
	uint64_t *own; /* of each name */
	uint64_t most; /* of them */
};

/* False: there is no call tree that adds up to TICKS, and *f is empty. */
bool flame_of(struct flame *f, const struct export *e);
void flame_close(struct flame *f);

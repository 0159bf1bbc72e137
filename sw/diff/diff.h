/* SPDX-License-Identifier: ISC
 * diff.h - two profiles, row by row.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "sw/profile/profile.h"
#include "sw/report/contexts.h"
#include "sw/report/emit.h"
#include "sw/report/table.h"

/* ---- Two profiles row by row: what grew, what shrank.
 *
 * Rows are matched by name (and by their file's name, where one name has several rows; by line also
 * by the line's place in its function, table_owners), so that two builds of a program can be
 * compared. Counts of one period are compared exactly, others as estimates (samples x period).
 * Every count of both is in exactly one row.
 */
struct change {
	/* of the side that has it, of B if both; live in the tables; file NULL: unknown */
	const char *name, *file;
	int line;
	/* its file in A, if it was elsewhere there; NULL: it did not move, or is unknown */
	const char *from;
	/* of clones, which are added up: what they are called, "f -> f.isra.0"; else NULL */
	char *clones;
	int from_line; /* by line: its line there */
	uint64_t lo; /* where it begins, on that side */
	uint64_t a, b;
	uint64_t inclusive_a, inclusive_b; /* with all that it called, if the diff has them */
	struct waits waits_a, waits_b; /* of a and b, if the diff has them */
	bool in_a, in_b;
	bool straddles; /* as in table.h, in A or B */
	/* by line: below n, the same for all rows of a line; of diff_contexts: its pair */
	uint32_t id;
	char *path; /* of diff_contexts, which owns the name */
};

struct diff {
	struct change *rows; /* the greatest change first */
	size_t n, room;
	uint64_t sum_a, sum_b, ticks_a, ticks_b;
	const char *unit; /* of all of them */
	const char *by, *word; /* what the rows are: on the command line, in words */
	bool estimates;
	bool whole; /* both sides are whole runs */
	bool has_inclusive; /* both sides know the calls */
	bool has_waits; /* and what was waited for */
	bool straddling; /* bins of A or B straddle functions */
};

/* The tables must outlive the diff. */
struct diff diff_make(const struct profile *a, const struct table *ta, const struct profile *b,
	const struct table *tb, enum table_kind kind);

/* Two call trees, context by context, matched by the names of the functions from the root to them.
 * A row is named "innermost < its caller < ...", "f x3" where f called itself; only the first `top`
 * rows (0: all) are. a and b must outlive the diff. */
struct diff diff_contexts(const struct contexts *a, const struct contexts *b, uint64_t top);
void diff_free(struct diff *d);

/* Sums up the rows, and sorts them. */
void diff_settle(struct diff *d);

/* Of so many rows as `top` (0: all) asks for: how many there are. */
size_t diff_shown(const struct diff *d, uint64_t top);

/* The sums of all but the first `shown` rows, in neither side; it has a name as in table.h. */
struct change diff_rest(const struct diff *d, size_t shown);

/* A file's name without its folders; NULL: "". */
const char *diff_base_name(const char *file);

/* For people, as CSV or as JSON. top: rows, 0 all. */
void diff_put(struct emit *e, const struct diff *d, enum table_kind kind, uint64_t top);

/* ---- two profiles with their programs, compared by rows of one kind ----
 * Both must live as long as what is made of them. */
struct compared {
	const struct profile *profile;
	const struct firmware *firmware;
};

struct comparison {
	struct table a, b;
	struct diff diff;
};

void comparison_open(struct comparison *c, const struct compared *a, const struct compared *b,
	enum table_kind kind);
void comparison_close(struct comparison *c);

/* Do the counters reach all code of the function? */
bool comparison_covers(const struct profile *p, const struct function *f);

/* The name of a function that lies beyond the counters of `s`, and ran in the other, whose rows
 * are `ran`: the change of its count is not one. NULL: there is none. */
const char *comparison_beyond(
	const struct compared *s, const struct compared *other, const struct table *ran);

/* ---- The calling contexts of two profiles, matched by their paths of function names
 * in the source: clones of a function are one.
 *
 * Every cycle of both is in exactly one pair. Pair 0 is the root; a parent stands before its
 * children.
 */
struct context_pair {
	uint32_t parent, name; /* its number in names */
	const struct context *in_a, *in_b; /* NULL: only the other one has it */
	uint64_t a, b; /* its own cycles in each */
	uint64_t inclusive_a, inclusive_b;
};

struct context_pairs {
	struct context_pair *at;
	size_t n, room;
	struct intern names, keys;
};

/* `a` and `b` must live as long as the pairs. */
void context_pairs_open(
	struct context_pairs *p, const struct contexts *a, const struct contexts *b);
void context_pairs_close(struct context_pairs *p);

/* SPDX-License-Identifier: ISC
 * diff.h - two profiles row by row: what grew, what shrank.
 *
 * Rows are matched by name (and by their file's name, where one name has several rows; by line also
 * by the function, table_owners), so that two builds of a program can be compared. Counts of one
 * period are compared exactly, others as estimates (samples x period). Every count of both is in
 * exactly one row.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/profile/profile.h"
#include "sw/report/table.h"
#include "sw/base/term.h"

struct change {
	/* of the side that has it, of B if both; live in the tables; file NULL: unknown */
	const char *name, *file;
	int line;
	/* its file in A, if it was elsewhere there; NULL: it did not move, or is unknown */
	const char *from;
	/* of clones, which are added up: what they are called, "f -> f.isra.0"; else NULL */
	char *clones;
	int from_line;			/* by line: its line there */
	uint64_t lo;			/* where it begins, on that side */
	uint64_t a, b;
	uint64_t inclusive_a, inclusive_b;	/* with all that it called, if the diff has them */
	struct waits waits_a, waits_b;	/* of a and b, if the diff has them */
	bool in_a, in_b;
	bool straddles;			/* as in table.h, in A or B */
	uint32_t id;			/* of diff_contexts */
};

struct diff {
	struct change *rows;		/* the greatest change first */
	size_t n;
	uint64_t sum_a, sum_b, ticks_a, ticks_b;
	const char *unit;		/* of all of them */
	const char *by, *word;		/* what the rows are: on the command line, in words */
	bool estimates;
	bool whole;			/* both sides are whole runs */
	bool has_inclusive;		/* both sides know the calls */
	bool has_waits;			/* and what was waited for */
	bool straddling;		/* bins of A or B straddle functions */
	char **paths;			/* names of diff_contexts */
	size_t n_paths;
};

/* The tables must outlive the diff. */
struct diff diff_make(const struct profile *a, const struct table *ta, const struct profile *b,
	const struct table *tb, enum table_kind kind);
void diff_free(struct diff *d);

/* Sums up the rows, and sorts them. */
void diff_settle(struct diff *d);

/* A file's name without its folders; NULL: "". */
const char *diff_base_name(const char *file);

/* |b - a| */
uint64_t diff_size(const struct change *c);

/* Of so many rows as `top` (0: all) asks for: how many there are. */
size_t diff_shown(const struct diff *d, uint64_t top);

/* The sums of all but the first `shown` rows, in neither side; it has a name as in table.h. */
struct change diff_rest(const struct diff *d, size_t shown);

/* top: rows, 0 all. */
void diff_print(const struct diff *d, enum table_kind kind, uint64_t top, const struct term *t);
void diff_csv(FILE *f, const struct diff *d, uint64_t top);
void diff_json(FILE *f, const struct diff *d, uint64_t top);

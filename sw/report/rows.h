/* SPDX-License-Identifier: ISC
 * rows.h - the rows of a report, as text, CSV or JSON.
 */
#pragma once

#include "emit.h"
#include "table.h"
#include "view.h"

/* At most v->top rows (0: all); then one for the others, and in text the sums below. JSON: the
 * member "rows" or, of loads and stores, "objects". Columns of CSV, with a heading: README.md. */
void rows_put(struct emit *e, const struct profile *p, const struct table *t, const struct view *v);

/* JSON: the member "functions", all rows of such a table. */
void rows_functions(struct emit *e, const struct profile *p, const struct table *t);

/* The numbers that a row begins with: share, count; with a period the estimate; with both counts
 * the other, CPI; with causes one each, but for text, which has a choice of them (why.h). */
struct rows_numbers {
	uint64_t count, retired;
	uint64_t whole;			/* what shares in text are of; percent in CSV is of ticks */
	uint64_t ticks;
	const struct waits *waits;	/* NULL: unknown */
	bool straddles;			/* CPI and causes are unknown */
	bool each;			/* an instruction: only share and count are hued, 0 is blank */
};
void rows_numbers(struct emit *e, const struct profile *p, const struct rows_numbers *n);

/* Loads and stores by what they reached: rows by object, or by function and object. A row's count
 * is the cycles that its accesses waited, `retired` the accesses. */

/* `functions`: a row for each function and object. Most cycles first, then most accesses. Empty if
 * the profile has none. */
struct table objects_table(const struct profile *p, const struct firmware *fw, bool functions);

/* As rows_put has it; JSON: the member "objects". */
void objects_put(struct emit *e, const struct profile *p, const struct table *t,
	const struct view *v);

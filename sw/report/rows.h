/* SPDX-License-Identifier: ISC
 * rows.h - the rows of a report: for people, as comma-separated values, as JSON.
 */
#pragma once

#include <stdio.h>

#include "table.h"
#include "view.h"

/* At most v->top rows (0: all), then one line for the others. */
void rows_print(const struct profile *p, const struct table *t, const struct view *v);

/* The same of rows by caller, which have other columns; all ticks are one more line. */
void rows_callers(const struct profile *p, const struct table *t, const struct view *v);

/* RFC 4180 with a heading, texts by text_csv. Columns: README.md. */
void rows_csv(FILE *f, const struct profile *p, const struct table *t, const struct view *v);

/* The columns that each CSV begins with: count, percent; with a period the estimate; with both
 * counts the other, CPI; with causes one each. straddles: CPI and causes are unknown. */
void rows_csv_heading(FILE *f, const struct profile *p);
/* waits NULL: unknown. */
void rows_csv_numbers(FILE *f, const struct profile *p, uint64_t count, uint64_t retired,
	const struct waits *waits, bool straddles);

/* What retired_at counts: the other unit. */
const char *rows_other_unit(const struct profile *p);

/* A row as a JSON object. */
void rows_json_row(FILE *f, const struct profile *p, const struct table *t, const struct row *r,
	enum table_kind kind);

/* The member "rows" of a JSON object, without a comma. */
void rows_json(FILE *f, const struct profile *p, const struct table *t, const struct view *v);

/* The columns that a line of a table begins with: percent, count, estimate, CPI, inclusive percent;
 * row NULL: the latter two are blank. */
void rows_row(const struct profile *p, const struct table *t, uint64_t count,
	const struct row *row);
size_t rows_used(const struct profile *p, const struct table *t);	/* their width */

/* A line that sums up: such columns, and a text, which is freed. */
void rows_sum(const struct profile *p, const struct table *t, const struct view *v, uint64_t count,
	char *text);

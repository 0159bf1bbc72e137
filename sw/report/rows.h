/* SPDX-License-Identifier: ISC
 * rows.h - the rows of a report: for people, as comma-separated values, as JSON.
 */
#ifndef ROWS_H
#define ROWS_H

#include <stdio.h>

#include "table.h"
#include "view.h"

/* At most v->top rows (0: all), then one line for the others. */
void rows_print(const struct profile *p, const struct table *t, const struct view *v);

/* The same of rows by caller, which have other columns; all ticks are one more line. */
void rows_callers(const struct profile *p, const struct table *t, const struct view *v);

/* "a;b;c 123" a line, as flame graph tools read it. */
void rows_chains(const struct table *t, const struct view *v);

/* RFC 4180 with a heading, texts by text_csv. Columns: README.md. */
void rows_csv(FILE *f, const struct profile *p, const struct table *t, const struct view *v);

/* What retired_at counts: the other unit. */
const char *rows_other_unit(const struct profile *p);

/* The member "rows" of a JSON object, without a comma. */
void rows_json(FILE *f, const struct profile *p, const struct table *t, const struct view *v);

/* The columns that a line of a table begins with: percent, count, estimate, CPI, inclusive percent; row NULL: the latter
 * two are blank. */
void rows_row(const struct profile *p, const struct table *t, uint64_t count, const struct row *row);
size_t rows_used(const struct profile *p, const struct table *t);	/* their width */

#endif

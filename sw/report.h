/* SPDX-License-Identifier: ISC
 * report.h - a profile as text, for a person at a terminal.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "lines.h"
#include "profile.h"
#include "symbols.h"
#include "view.h"

void report_print(const struct profile *p, const struct symbols *s, const struct lines *l, const struct view *v);

/* One line of the columns that rows begin with, then `what`; and a row's: percent, count, estimate, CPI (below 0: none). */
void report_columns(const struct profile *p, const char *what);
void report_row(const struct profile *p, uint64_t count, double cpi);
size_t report_used(const struct profile *p);	/* the columns that both take */

/* A note where rows are too small since counters went round; for what is no whole report. `name` is the capture's. */
void report_note_missing(const struct profile *p, const char *name);

/* Only its last two lines: cycles and instructions, how the run ended. */
void report_end(const struct profile *p, const struct symbols *s, const struct term *t);

/* A file below the working directory, named from there. */
const char *report_file(const char *file);

/* Text from a file, without what would upset a terminal; returns one of a few static buffers. */
const char *report_clean(const char *text);

#endif

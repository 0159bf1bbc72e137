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

/* What a report shows; shared by the commands that print one. */
struct view {
	bool lines, inlines;	/* by source line, by inline chain; neither: by function */
	uint64_t top;		/* rows; the rest is one line. 0: all */
};

void report_print(const struct profile *p, const struct symbols *s, const struct lines *l, const struct view *v);

/* Only its last two lines: cycles and instructions, how the run ended. */
void report_end(const struct profile *p, const struct symbols *s);

/* A file below the working directory, named from there. */
const char *report_file(const char *file);

/* Text from a file, without what would upset a terminal; returns one of a few static buffers. */
const char *report_clean(const char *text);

#endif

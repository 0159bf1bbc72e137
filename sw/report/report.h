/* SPDX-License-Identifier: ISC
 * report.h - a profile as text, for a person at a terminal.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "sw/elf/lines.h"
#include "sw/profile/profile.h"
#include "sw/elf/symbols.h"
#include "view.h"

void report_print(const struct profile *p, const struct symbols *s, const struct lines *l, const struct view *v);

/* A note where rows are too small since counters went round; for what is no whole report. `name` is the capture's. */
void report_note_missing(const struct profile *p, const char *name);

/* Only its last two lines: cycles and instructions, how the run ended. */
void report_end(const struct profile *p, const struct symbols *s, const struct term *t);

#endif

/* SPDX-License-Identifier: ISC
 * report.h - a profile as text, for a person at a terminal.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "sw/profile/firmware.h"
#include "view.h"

void report_print(const struct profile *p, const struct firmware *fw, const struct view *v);

/* A note where rows are too small since counters went round; for what is no whole report. `name` is the capture's. */
void report_note_missing(const struct profile *p, const char *name);

/* Only its end: cycles and instructions, how the run ended. */
void report_end(const struct profile *p, const struct firmware *fw, const struct term *t);

/* One line: where the hottest function can be looked at. capture: NULL, it is not kept; else the file's name. */
void report_next(const struct profile *p, const struct firmware *fw, const char *capture, const struct term *t);

#endif

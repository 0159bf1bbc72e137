/* SPDX-License-Identifier: ISC
 * report.h - a profile as text, for a person at a terminal.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "emit.h"
#include "sw/profile/firmware.h"
#include "view.h"

/* What the view asks for: text with a heading and a summary, CSV, or a member of a JSON object.
 * False: there is nothing of it; one line was printed. */
bool report_put(struct emit *e, const struct profile *p, const struct firmware *fw,
	const struct view *v);

/* The same as text. */
bool report_print(const struct profile *p, const struct firmware *fw, const struct view *v);

/* Only the end of the summary: cycles, instructions, how the run ended. */
void report_end(const struct profile *p, const struct firmware *fw, const struct term *t);

/* One line: the command that annotates the hottest function. capture: its file name; NULL: not
 * kept. elf: the operand after it, or NULL. */
void report_next(const struct profile *p, const struct firmware *fw, const char *capture,
	const char *elf, const struct term *t);

/* The parts of the summary: the sums that must hold, with what is OUTSIDE and what straddles
 * functions; the end of the run. */
void summary_law(FILE *f, const struct profile *p, const struct firmware *fw, uint64_t straddling);
void summary_end(FILE *f, const struct profile *p, const struct firmware *fw);

/* Ends a text that is built (stream_open), and prints it folded to the terminal's width. */
void stream_fold(FILE *f, char **text, const struct term *t);

/* SPDX-License-Identifier: ISC
 * term.h - what the standard output can show: width, colours, block characters.
 *
 * Files and pipes get whole lines without colours, so that nothing is lost to
 * a program. NO_COLOR (any text that is not empty) turns colours off, --color always on.
 */
#ifndef TERM_H
#define TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

struct term {
	unsigned width;		/* columns; 0: no limit */
	bool colour;
	bool blocks;		/* the locale has U+2588 and its kin */
};

enum hue { HUE_PLAIN, HUE_DIM, HUE_BOLD, HUE_WARM, HUE_HOT, HUE_GOOD };

struct term_options {
	unsigned colour;	/* index in term_colours */
	uint64_t width;
	const char *width_given;
};

extern const char *const term_colours[];
#define TERM_OPTIONS(o) \
	{ .name = "color", .kind = OPTION_CHOICE, .to = &(o).colour, .choices = term_colours, .value = "WHEN", .help = "auto: on a terminal without NO_COLOR; always; never (auto)" }, \
	{ .name = "width", .kind = OPTION_NUMBER, .to = &(o).width, .max = 100000, .mark = &(o).width_given, .value = "N", .help = "columns per line; 0: no limit (the terminal's width)" }

struct term term_open(const struct term_options *o);

/* Escape sequences, "" without colours. */
const char *term_hue(const struct term *t, enum hue hue);
const char *term_plain(const struct term *t);

/* A count for people: "1,234,567" on a terminal, "1234567" in a file or pipe. Valid until the 16th call after it. */
const char *term_number(uint64_t n);

/* How hot a share of the hottest is (0..1). */
enum hue term_heat(double share);

/* Prints one line of text, control characters as '?', tabs as spaces, at most `room` columns (0: all), "..." where it
 * is cut; returns the columns. */
size_t term_text(const char *text, size_t room);

/* Columns that a text takes; bytes that are no UTF-8 take one each. */
size_t term_columns(const char *text);

/* Bytes of the text's whole characters that take at most so many columns. */
size_t term_fitting(const char *text, size_t columns);

/* Prints text line by line; wraps and indents what is longer than the terminal's width. */
void term_fold(const struct term *t, const char *text);

/* The same after `columns` columns already printed; wrapped lines are indented by `indent`. */
void term_fold_at(const struct term *t, const char *text, size_t columns, size_t indent);

/* A bar of `columns` columns, filled by share (0..1). */
void term_bar(const struct term *t, double share, unsigned columns);

#endif

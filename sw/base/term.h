/* SPDX-License-Identifier: ISC
 * term.h - what standard output can show: width, colours, block characters.
 *
 * Files and pipes get whole lines without colours, so that programs lose nothing. TERM=dumb and a
 * non-empty NO_COLOR turn colours off; --color always turns them on. Widths are those of Unicode,
 * in any locale.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

struct term {
	unsigned width;		/* columns; 0: no limit */
	bool colour;
	bool blocks;		/* the locale has block characters, U+2588 and others */
};

enum hue { HUE_PLAIN, HUE_DIM, HUE_BOLD, HUE_WARM, HUE_HOT, HUE_GOOD };

struct term_options {
	unsigned colour;	/* index in term_colours */
	uint64_t width;
	const char *width_given;
};

extern const char *const term_colours[];
#define TERM_OPTIONS(o) \
	{ .name = "color", .kind = OPTION_CHOICE, .to = &(o).colour, .choices = term_colours, \
		.value = "WHEN", .help = "auto: on a terminal without NO_COLOR; always; never " \
		"(auto)" }, \
	{ .name = "width", .kind = OPTION_NUMBER, .to = &(o).width, .max = 100000, \
		.mark = &(o).width_given, .value = "N", .help = "columns per line; 0: no limit " \
		"(the terminal's width)" }

/* Does the terminal know escape sequences? (TERM is set, and not dumb.) */
bool term_escapes(void);

struct term term_open(const struct term_options *o);

/* Escape sequences that begin and end a hue; "" without colours. */
const char *term_hue(const struct term *t, enum hue hue);
const char *term_plain(const struct term *t);

/* A count as text: "1,234,567" on a terminal, "1234567" in a file or pipe. Valid until the 16th
 * call after this one. */
const char *term_number(uint64_t n);

/* The hue of a row; share: of the hottest row, 0..1. */
enum hue term_heat(double share);

/* Prints one line of text in at most `room` columns (0: no limit), with "..." where it cuts.
 * Control characters become '?', tabs become spaces. Returns the columns used. */
size_t term_text(const char *text, size_t room);

/* The end of a line, behind `used` columns: the text, in what they leave of the terminal's width, 8
 * columns at least. */
void term_end(const struct term *t, size_t used, const char *text);

/* Columns that the text takes; each byte that is not UTF-8 takes one. */
size_t term_columns(const char *text);

/* Bytes of the longest beginning, in whole characters, that fits into so many columns. */
size_t term_fitting(const char *text, size_t columns);

/* Prints text line by line; wraps what exceeds the terminal's width and indents the rest. */
void term_fold(const struct term *t, const char *text);

/* The same if the cursor is in column `columns`; indents wrapped lines by `indent` columns. */
void term_fold_at(const struct term *t, const char *text, size_t columns, size_t indent);

/* Prints a bar, `columns` wide, filled by share (0..1). */
void term_bar(const struct term *t, double share, unsigned columns);

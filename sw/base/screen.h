/* SPDX-License-Identifier: ISC
 * screen.h - a redrawn screen on a terminal, and keys without Enter.
 *
 * Without a terminal on standard output, or one with TERM=dumb, it only prints lines. Colours need
 * also no NO_COLOR. Ctrl-Z restores the terminal, and fg takes it again.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct screen {
	bool live;		/* a terminal: each screen overwrites the last */
	bool colour;
	unsigned width, height;
	unsigned line;		/* lines drawn so far */
};

void screen_open(struct screen *s, bool once);
void screen_close(struct screen *s);

void screen_begin(struct screen *s);

/* Cuts the line to the screen's width, and drops it below the screen's height. */
void screen_line(struct screen *s, bool strong, const char *format,
	...) __attribute__((format(printf, 3, 4)));

/* The same in as many lines as it takes: words that do not fit go on below, indented. */
void screen_fold(struct screen *s, bool strong, const char *format,
	...) __attribute__((format(printf, 3, 4)));
void screen_end(struct screen *s);

/* Clears what is below, for so many whole lines that other code prints next. */
void screen_pass(struct screen *s, unsigned lines);

/* Waits for a key until then (clock_ms). -1: none came, or stop_asked is set; 0: draw again. */
int screen_key(struct screen *s, int64_t until);

/* SPDX-License-Identifier: ISC
 * screen.h - a redrawn screen on a terminal, and keys without Enter.
 *
 * Where standard output is no terminal, lines are just printed. Colours only with a
 * terminal and without NO_COLOR. Ctrl-Z gives the terminal back as it was found, and fg takes it again.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>

struct screen {
	bool live;		/* a terminal that is drawn over */
	bool colour;
	unsigned width, height;
	unsigned line;		/* of those drawn so far */
};

void screen_open(struct screen *s, bool once);
void screen_close(struct screen *s);

/* The terminal as it was found. For a signal's handler, too; nothing without a screen. */
void screen_restore(void);

/* True once after Ctrl-Z and fg: redraw the screen. */
bool screen_lost(void);

void screen_begin(struct screen *s);
void screen_line(struct screen *s, bool strong, const char *format, ...) __attribute__((format(printf, 3, 4)));	/* cut to the width; not beyond the height */
void screen_end(struct screen *s);

int screen_key(struct screen *s, unsigned milliseconds);	/* -1: none came in that time, or a signal did */

#endif

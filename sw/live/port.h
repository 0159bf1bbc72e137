/* SPDX-License-Identifier: ISC
 * port.h - a serial port with a bridge behind it: each live command opens it first. Has the messages for its errors.
 */
#ifndef PORT_H
#define PORT_H

#include <stdio.h>

#include "link.h"
#include "sw/base/options.h"
#include "serial.h"
#include "shared_line.h"

struct port_options {
	uint64_t baud;
	const char *unit;		/* its address behind a bridge of LiteX's own; NULL: this project's bridge tells it */
	bool shared;
	const char *console;		/* file for the console's bytes; "-": standard output; NULL: not given */
};

#define PORT_DEFAULTS { .baud = 1000000 }
#define PORT_OPTIONS(o) \
	{ .name = "baud", .kind = OPTION_NUMBER, .to = &(o)->baud, .min = 300, .max = 4000000, .value = "N", .help = "baud rate of the bridge (1000000)" }, \
	{ .name = "shared", .kind = OPTION_FLAG, .to = &(o)->shared, .help = "the console shares the port" }, \
	{ .name = "console", .kind = OPTION_TEXT, .to = &(o)->console, .value = "FILE", .help = "with --shared: write the console's output there; -: standard output" }

struct port {
	struct port_options options;
	const char *path;
	struct serial serial;
	struct shared shared;
	struct link link;
	FILE *console;			/* NULL: not open yet, or not wanted */
	uint8_t *early;			/* its bytes before that */
	size_t n_early, early_room;
	int console_error;		/* errno of a failed write to it; 0: none */
	const volatile int *stop;	/* not 0: every wait for the line ends with -EINTR */
	bool in_line;			/* the console has left a line unfinished on standard output */
};

/* Every function that fails returns false after one line on stderr. */
bool port_options_good(const struct port_options *o);

/* Is the console's file another one than `other`, which may be NULL? */
bool port_console_free(const struct port_options *o, const char *other);

/* Opens the port and finds the bridge. The caller has set p->options and p->stop; the rest is zero. quiet: shows the
 * console only if the options give it a file. */
bool port_open(struct port *p, const char *path, bool quiet);

/* Finds the bridge on a line, and locks the bus if it was left unlocked. */
bool port_greet(struct port *p, const struct link_line *line);

/* False: the console's file is incomplete. */
bool port_close(struct port *p);

/* Prints what a negative errno value of the link means and how to fix it; returns false. Prints nothing for -EINTR: the
 * caller knows of the signal. */
bool port_error(const struct port *p, int error);

/* The same for a return value of the driver; `what` was to be done. True: error is 0 or more. */
bool port_driver_done(const struct port *p, const char *what, int error);

/* Call it before the tool prints a line: ends a line that the console has left unfinished. */
void port_new_line(struct port *p);

/* Waits, and reads the console meanwhile. A signal may end the wait early. */
bool port_wait(struct port *p, unsigned milliseconds);

#endif

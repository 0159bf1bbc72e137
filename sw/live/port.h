/* SPDX-License-Identifier: ISC
 * port.h - a serial port with a bridge behind it: what each live command opens first, and what it says when that fails.
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
	bool shared;
	const char *console;		/* file for the console's bytes; "-": the standard output; NULL: as the command likes it */
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
	FILE *console;			/* NULL: not opened yet, or not wanted */
	uint8_t *early;			/* what it said before */
	size_t n_early, early_room;
	int console_error;		/* errno: a byte of it could not be written */
	const volatile int *stop;	/* not 0: every wait for the line ends with -EINTR */
	bool in_line;			/* the console's last byte on the standard output ended no line */
};

/* Every function: false after one line on stderr. quiet: a console nobody gave a file for is not shown. */
bool port_options_good(const struct port_options *o);
bool port_console_free(const struct port_options *o, const char *other);	/* the console's file is not this one; other may be NULL */
bool port_open(struct port *p, const char *path, bool quiet);		/* p->options and p->stop are set, the rest is zero */
bool port_greet(struct port *p, const struct link_line *line);		/* its part behind the port */
bool port_close(struct port *p);		/* false: not all that the console said is in its file */

/* Prints what a negative errno value of the link means and how to fix it. Prints nothing for -EINTR: the caller knows
 * the signal. */
bool port_error(const struct port *p, int error);

/* What an error of the driver behind the port means. true: none. */
bool port_driver_done(const struct port *p, const char *what, int error);

/* Before a line of the tool's own on the standard output. */
void port_new_line(struct port *p);

/* Waits and reads the console meanwhile; may return early, after a signal. */
bool port_wait(struct port *p, unsigned milliseconds);

#endif

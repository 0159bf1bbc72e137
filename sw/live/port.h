/* SPDX-License-Identifier: ISC
 * port.h - a port with a unit behind it, through the serial bridge or one of LiteX's: each live
 * command opens it first. Has the messages for its errors.
 */
#pragma once

#include "driver/tally.h"
#include "serial.h"
#include "stock.h"
#include "sw/base/options.h"

struct port_options {
	uint64_t baud;			/* 0: find it */
	const char *unit;		/* its address behind LiteX's bridges; else NULL */
};

#define PORT_OPTIONS(o) \
	{ .name = "baud", .kind = OPTION_NUMBER, .to = &(o)->baud, .min = 300, .max = 4000000, \
		.value = "N", .help = "baud rate of the bridge (the usual ones are tried)" }, \
	{ .name = "unit", .kind = OPTION_TEXT, .to = &(o)->unit, .value = "ADDR", \
		.help = "of the unit, behind LiteX's own uartbone (115200 baud), or its server " \
			"at HOST:PORT" }

struct port {
	struct port_options options;
	const char *path;
	struct serial serial;
	struct wire wire;
	struct stock stock;		/* with options.unit */
	uint32_t base;			/* the unit's address, for the driver */
	struct tally_io io;		/* for the driver */
	const volatile int *stop;	/* not 0: every wait for the line ends with -EINTR */
};

/* Every function that returns bool returns false after one line on stderr. */

/* Opens the port and finds the bridge. The caller has set p->options and p->stop; all else is 0.
 * serial_close ends it, also after a failure. */
bool port_open(struct port *p, const char *path);

/* Finds the serial bridge on a line that is open, for tests. */
bool port_greet(struct port *p, const struct wire_line *line);

/* Says what a negative errno value of the line or of the driver means and how to fix it; `what` was
 * to be done. True: error is 0 or more. Nothing for -EINTR: the caller knows of the signal. */
bool port_done(const struct port *p, const char *what, int error);

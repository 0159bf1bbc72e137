/* SPDX-License-Identifier: ISC
 * port.h - a port with a unit behind it, through the serial bridge or one of LiteX's: each live
 * command opens it first. Has the messages for its errors.
 */
#pragma once

#include "wire.h"
#include "driver/tally.h"
#include "sw/base/term.h"

/* ---- a serial port, a pseudo-terminal or a server, as a line
 * No flow control, whatever another program has left. One program at a time: the port is locked
 * while it is open, and the locks of other programs hold. */
struct serial {
	const char *path;
	int fd; /* 0: closed */
	struct wire_line line;
};

/* False, after one line: what has that name is no port. True also if nothing has it. */
bool serial_possible(const char *path);

/* False: one line was printed. */
bool serial_open(struct serial *s, const char *path, unsigned baud);
bool serial_is_pty(const struct serial *s);

/* Sets another rate, and forgets what came or was to go at the old one. False: the port cannot do
 * it. */
bool serial_rate(struct serial *s, unsigned baud);
void serial_close(struct serial *s); /* or one that is 0 all over */

/* litex_server as a line: a TCP connection in place of a serial port. Is this the name of a server,
 * HOST:PORT, and not of a device? An IPv6 address stands in brackets. */
bool server_is(const char *name);

/* Connects, and takes the server's greeting. serial_close ends it. False: one line was printed. */
bool server_open(struct serial *s, const char *name);

/* ---- what a slow line is waited for, on stderr: on a terminal in a line that goes away, elsewhere
 * in one that stays, if it is to be kept */
void phase_begin(bool kept, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* It goes on: called now and then. */
void phase_tick(void);

/* It has ended, or failed: before any other message. */
void phase_end(void);

/* ---- the unit behind it */
struct port_options {
	uint64_t baud; /* 0: find it */
	const char *unit; /* its address behind LiteX's bridges; else NULL */
};

#define PORT_OPTIONS(o) \
	{ .name = "baud", \
		.kind = OPTION_NUMBER, \
		.to = &(o)->baud, \
		.min = 300, \
		.max = 4000000, \
		.value = "N", \
		.help = "baud rate of the bridge (the usual ones are tried)" }, \
	{ \
		.name = "unit", .kind = OPTION_TEXT, .to = &(o)->unit, .value = "ADDR", \
		.help = "of the unit, behind LiteX's own uartbone (115200 baud), or its server " \
			"at HOST:PORT" \
	}

struct port {
	struct port_options options;
	const char *path;
	struct serial serial;
	struct wire wire;
	struct stock stock; /* with options.unit */
	uint32_t base; /* the unit's address, for the driver */
	struct tally_io io; /* for the driver */
	const volatile int *stop; /* not 0: every wait for the line ends with -EINTR */
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

/* SPDX-License-Identifier: ISC
 * serial.h - a serial port or a pseudo-terminal, as a line.
 *
 * o flow control, no flow control, whatever another program has left. One program at a time: the
 * port is locked while it is open, and the locks of other programs hold.
 */
#pragma once

#include <stdbool.h>

#include "wire.h"

struct serial {
	const char *path;
	int fd;			/* 0: closed */
	struct wire_line line;
};

/* Makes s->line of an open s->fd. */
void serial_line(struct serial *s);

/* False, after one line: what has that name is no port. True also if nothing has it. */
bool serial_possible(const char *path);

/* False: one line was printed. */
bool serial_open(struct serial *s, const char *path, unsigned baud);
bool serial_is_pty(const struct serial *s);

/* Sets another rate, and forgets what came or was to go at the old one. False: the port cannot do
 * it. */
bool serial_rate(struct serial *s, unsigned baud);
void serial_close(struct serial *s);		/* or one that is 0 all over */

/* litex_server as a line: a TCP connection in place of a serial port. Is this the name of a server,
 * HOST:PORT, and not of a device? An IPv6 address stands in brackets. */
bool server_is(const char *name);

/* Connects, and takes the server's greeting. serial_close ends it. False: one line was printed. */
bool server_open(struct serial *s, const char *name);

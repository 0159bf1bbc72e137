/* SPDX-License-Identifier: ISC
 * serial.h - a serial port (by libserialport) or a pseudo-terminal, as a line for the link.
 *
 * 8N1, no flow control. One program at a time: the port is locked while it is open.
 */
#ifndef SERIAL_H
#define SERIAL_H

#include <stdbool.h>

#include "link.h"

struct sp_port;

struct serial {
	const char *path;
	struct sp_port *port;	/* NULL: a pseudo-terminal */
	int fd, lock;		/* lock: opened and locked before any setting; of a pseudo-terminal also fd */
	struct link_line line;
};

/* Makes s->line of an open s->fd. */
void serial_line(struct serial *s);

bool serial_open(struct serial *s, const char *path, unsigned baud);	/* false: one line was printed */
void serial_close(struct serial *s);

#endif

/* SPDX-License-Identifier: ISC
 * serial.h - a serial port or a pseudo-terminal, as a line for the link.
 *
 * 8N1, no flow control, whatever another program has left. One program at a time: the port is locked while it is open, and
 * the locks of other programs hold.
 */
#ifndef SERIAL_H
#define SERIAL_H

#include <stdbool.h>

#include "link.h"

struct serial {
	const char *path;
	int fd, lock;		/* lock: opened and locked before any setting; then fd is the same */
	struct link_line line;
};

/* Makes s->line of an open s->fd. */
void serial_line(struct serial *s);

/* False, after one line: what has that name is no port. True also if nothing has it. */
bool serial_possible(const char *path);

bool serial_open(struct serial *s, const char *path, unsigned baud);	/* false: one line was printed */
void serial_close(struct serial *s);

#endif

/* SPDX-License-Identifier: ISC
 * shared_line.h - a line that carries a console, too (rtl/LINK.md, "Shared pins"): the link's bytes go in packets,
 * the rest is the console's.
 *
 * Sits between a port and the link as a struct link_line. The console's bytes are delivered one by one whenever the
 * line is read; shared_listen reads it while the link is idle. Without a receiver they are discarded.
 */
#ifndef SHARED_H
#define SHARED_H

#include "link.h"

#define SHARED_MARK 0xF5u
#define SHARED_PACKET 255u	/* bytes of the link in one packet, at most */

struct shared {
	struct link_line port;		/* below */
	struct link_line line;		/* for the link */
	void (*console)(void *ctx, const uint8_t *bytes, size_t n);	/* NULL: discard */
	void *ctx;
	uint64_t heard;			/* the console's bytes so far */
	enum { SHARED_TEXT, SHARED_COUNT, SHARED_BYTES } state;
	unsigned left;			/* of the packet */
	unsigned silent;		/* ms that were waited for nothing since the last byte */
	uint8_t early[2 * SHARED_PACKET];	/* of the link, come while only the console was listened to */
	size_t n_early;
};

/* port.now is needed. */
void shared_open(struct shared *s, const struct link_line *port);

/* Takes what comes for so long; 0, or a negative errno value: the line is gone. */
int shared_listen(struct shared *s, unsigned milliseconds);

/* A console's own bytes to the board. */
int shared_type(struct shared *s, const uint8_t *bytes, size_t n);

#endif

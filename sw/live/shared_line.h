/* SPDX-License-Identifier: ISC
 * shared_line.h - a line shared with a console (rtl/link/LINK.md, "Shared pins"): the link's bytes travel in packets, all
 * others belong to the console.
 *
 * Sits between a port and the link, as a struct link_line. Whoever reads the line delivers the console's bytes, too;
 * shared_listen does it while the link is idle. Without a receiver they are discarded.
 */
#ifndef SHARED_H
#define SHARED_H

#include "link.h"

#define SHARED_MARK 0xF5u
#define SHARED_PACKET 255u	/* most bytes of the link in one packet */

struct shared {
	struct link_line port;		/* the line itself */
	struct link_line line;		/* what the link uses */
	void (*console)(void *ctx, const uint8_t *bytes, size_t n);	/* NULL: discard them */
	void *ctx;
	uint64_t heard;			/* bytes of the console so far */
	enum { SHARED_TEXT, SHARED_COUNT, SHARED_BYTES } state;
	unsigned left;			/* bytes left of the packet */
	unsigned silent;		/* ms waited in vain since the last byte */
	uint8_t early[2 * SHARED_PACKET];	/* bytes of the link that came during shared_listen */
	size_t n_early;
};

/* `port` must have `now`. */
void shared_open(struct shared *s, const struct link_line *port);

/* Reads the line for so long. Returns 0, or a negative errno value: the line is gone. */
int shared_listen(struct shared *s, unsigned milliseconds);

/* Sends bytes typed at the console to the board. */
int shared_type(struct shared *s, const uint8_t *bytes, size_t n);

#endif

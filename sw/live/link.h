/* SPDX-License-Identifier: ISC
 * link.h - reads and writes through the serial bridge. Each succeeds or fails; none returns wrong data.
 *
 * It knows no port: bytes go through struct link_line, a serial port's or a test's. It retries when an answer is
 * corrupt, incomplete or late. A write acts at most once, and returns 0 when the bridge has confirmed that it acted.
 * Errors are negative errno values:
 *	-EIO		the line is gone
 *	-ENOLINK	no complete answer in all tries; not -ETIMEDOUT, which the driver says of a unit that is busy
 *	-EFAULT		nothing at that address answers, or accepts a write
 *	-EAGAIN		the unit had no free cycle
 *	-EBUSY		another program writes, too
 *	-EINTR		the line's flag `stop` is set; once it is 0, the link works again
 */
#ifndef LINK_H
#define LINK_H

#include "link_frame.h"
#include "driver/tally.h"

struct link_line {
	/* Returns 0, or a negative errno value. */
	int (*send)(void *ctx, const uint8_t *bytes, size_t n);

	/* Returns how many bytes came: n unless time ran out; or a negative errno value. */
	int (*receive)(void *ctx, uint8_t *bytes, size_t n, unsigned milliseconds);
	void *ctx;

	/* Milliseconds since any moment. NULL: no clock; every answer gets the longest timeout. */
	unsigned (*now)(void *ctx);
	bool shared;				/* with a console, which would get bytes outside packets: no fillers */
	const volatile int *stop;		/* if not NULL: while it is not 0, every wait soon ends with -EINTR */
};

/* What leads to the unit: this project's bridge, or LiteX's own (stock.h). */
enum link_kind { LINK_BRIDGE, LINK_UARTBONE, LINK_ETHERBONE };

struct link {
	struct link_line line;
	enum link_kind kind;
	unsigned byte_ns;		/* nanoseconds that a byte takes on the line */
	uint32_t unit, bins;		/* address of the unit, offset of its bin window */
	bool greeted;
	uint16_t serial;		/* of the newest accepted answer */
	uint8_t writes;			/* the bridge's count of writes */
	uint8_t refusals;		/* the bridge's count of refused messages */
	bool unlocked;			/* according to its last answer */
	unsigned slowest;		/* ms that recent answers took beyond the line's own time; 0: unknown */
	uint8_t owner;			/* marks this program's writes */
	uint64_t bytes, retries;	/* bytes in both directions; failed attempts */
	bool heard;			/* any byte ever came back */
	bool known;			/* the bridge's ID came back */
	bool unsure;			/* a write ended before the bridge said whether it had acted */
	bool owed;			/* LiteX's bridges: an older answer may still come */
	unsigned marks;			/* questions asked to find that out (stock.c) */
};

/* Finds the bridge. owner: any number, a different one in each program. -ENODEV: what answers is not a bridge of this
 * version. After -ENOLINK, l->heard says whether anything answered. */
int link_open(struct link *l, const struct link_line *line, unsigned baud, uint8_t owner);

int link_read(struct link *l, uint32_t address, unsigned n, uint32_t *words);	/* n: 1 .. LINK_MAX_WORDS */
int link_write(struct link *l, uint32_t address, uint32_t value);

/* The unit behind a link, for the driver. Fetches many bins at once if they are read in order. */
struct link_unit {
	struct link *link;
	uint32_t until;			/* reads ahead up to this address; the caller sets it before it reads bins */
	uint32_t first, n;		/* n words read ahead, from address `first` on */
	uint32_t words[128];
	struct tally_io io;		/* for the driver */
};

void link_unit_open(struct link_unit *u, struct link *l);

#endif

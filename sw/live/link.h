/* SPDX-License-Identifier: ISC
 * link.h - reads and writes through the serial bridge; each succeeds or fails, none is wrong.
 *
 * Knows no port: bytes go through struct link_line, a serial port's or a test's. What comes back corrupt, incomplete
 * or late is retried; a write acts at most once, and is done when the bridge confirms that it has acted. Errors are
 * negative errno values: -EIO the line is gone, -ETIMEDOUT nothing or nothing whole came in all the tries, -EFAULT
 * nothing answers at that address or accepts a write there, -EAGAIN the unit had no free cycle for it, -EBUSY
 * another program writes, too, -EINTR the line's flag `stop` was set: the link can be used again once it is not.
 */
#ifndef LINK_H
#define LINK_H

#include "link_frame.h"
#include "driver/tally.h"

struct link_line {
	int (*send)(void *ctx, const uint8_t *bytes, size_t n);				/* 0, or a negative errno value */
	int (*receive)(void *ctx, uint8_t *bytes, size_t n, unsigned milliseconds);	/* how many came, n unless time ran out */
	void *ctx;
	unsigned (*now)(void *ctx);		/* milliseconds, from anywhere; NULL: no clock; every answer gets the longest timeout */
	bool shared;				/* with a console, which would get what is in no packet: no fillers */
	const volatile int *stop;		/* NULL, or: once it is not 0 all that waits ends with -EINTR, soon */
};

struct link {
	struct link_line line;
	unsigned byte_ns;		/* how long a byte takes on the line, nanoseconds */
	uint32_t unit, bins;		/* address of the unit, offset of its bin window */
	bool greeted;
	uint16_t serial;		/* of the newest reading that was accepted */
	uint8_t writes;			/* the bridge's count of writes */
	uint8_t refusals;		/* the bridge's count of refused messages */
	bool unlocked;			/* it said so last */
	unsigned slowest;		/* ms beyond the line's own time that an answer took, of late; 0: unknown */
	uint8_t owner;			/* by which this program's writes are told from another's */
	uint64_t bytes, spoilt;		/* bytes either way; retried attempts */
	bool heard;			/* anything at all ever came back */
	bool known;			/* the bridge's ID was among it */
	bool unsure;			/* a write was left before the bridge said whether it acted */
};

/* Finds the bridge; owner: any number, another one in each program.
 * -ENODEV if what answers is none (or, after -ETIMEDOUT, l->heard says whether anything answers). */
int link_open(struct link *l, const struct link_line *line, unsigned baud, uint8_t owner);

int link_read(struct link *l, uint32_t address, unsigned n, uint32_t *words);	/* n: 1 .. LINK_MAX_WORDS */
int link_write(struct link *l, uint32_t address, uint32_t value);

/* The unit behind a link, for the driver: reads of bins that follow one another come many at once. */
struct link_unit {
	struct link *link;
	uint32_t until;			/* bins below this address will be wanted; set by who knows */
	uint32_t first, n;		/* words that were read ahead, from address `first` on */
	uint32_t words[64];
	struct tally_io io;		/* what the driver gets */
};

void link_unit_open(struct link_unit *u, struct link *l);

#endif

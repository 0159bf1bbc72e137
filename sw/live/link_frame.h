/* SPDX-License-Identifier: ISC
 * link_frame.h - what goes over the line to the serial bridge, byte by byte (LINK.md). No I/O, no state.
 *
 * Addresses are byte addresses of the bridge's bus, multiples of 4. A read always asks for its CRC trailer.
 */
#ifndef LINK_FRAME_H
#define LINK_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINK_READ_BYTES 6u			/* of a request */
#define LINK_WRITE_BYTES 22u
#define LINK_MAX_WORDS 256u			/* of one reading */
#define LINK_ANSWER_BYTES(n) (4u * (n) + 8u)

/* The bridge's own addresses. */
#define LINK_SMALL_SUMS 0xFC000000u		/* word b: sum of block b, 2^LINK_SMALL_LOG2 words of bins */
#define LINK_LARGE_SUMS 0xFD000000u
#define LINK_LAST 0xFE000000u			/* CRC and info of the last reading elsewhere */
#define LINK_ID 0xFF000000u
#define LINK_VERSION 0xFF000004u
#define LINK_UNIT 0xFF000008u			/* address of the unit */
#define LINK_BINS 0xFF00000Cu			/* byte offset of its bin window */

/* From the top: count of writes, owner of the newest message with the next serial, count of refused writes (8 bits
 * each), noise (7 bits), unlocked (1 bit). */
#define LINK_STATUS 0xFF000010u

/* A write of LINK_KEY, through the mailbox, unlocks the rest of the bus; any other value locks it. */
#define LINK_LOCK 0xFF000014u
#define LINK_MAILBOX 0xFF000020u

#define LINK_ID_VALUE 0x544C4E4Bu
#define LINK_MAJOR 1u
#define LINK_SMALL_LOG2 4u
#define LINK_LARGE_LOG2 8u
#define LINK_KEY 0x554E4C4Bu

struct link_info {
	uint16_t serial;	/* 12 bits: reads and writes before this one */
	bool unlocked;
	bool refused;		/* a word is 0 because its address may not be read */
	bool missed;		/* a word is 0 because it could not be read in time */
};

/* n: 1 .. LINK_MAX_WORDS. */
void link_encode_read(uint8_t to[LINK_READ_BYTES], uint32_t address, unsigned n);

/* Decodes an answer to `request`, LINK_ANSWER_BYTES(n) bytes. False: corrupt; words stay as they were. */
bool link_decode_read(const uint8_t request[LINK_READ_BYTES], const uint8_t *answer, unsigned n, uint32_t *words, struct link_info *info);

/* A write through the mailbox. serial: STATUS's count of writes plus 1. owner: a number by which the sender recognises
 * its write in STATUS. The bridge does not answer. */
void link_encode_write(uint8_t to[LINK_WRITE_BYTES], uint8_t owner, uint8_t serial, uint32_t address, uint32_t value);

#endif

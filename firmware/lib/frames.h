/* SPDX-License-Identifier: ISC
 * frames.h - a file as a frame on a console; `tally run --files DIR` takes it out again.
 *
 *	\x01TALLY-FILE name bytes crc32
 *	base64-of-57-bytes crc32			as often as needed; the last may be shorter
 *	\x01END crc32
 *
 * CRC-32 is zlib's (0xEDB88320 reflected), written as 8 hexadecimal digits: of
 * a line's bytes, of the whole file. Each line is one call of `put`, so that
 * one write(2) each keeps lines whole where several processes print. No
 * allocation; freestanding but for memcpy.
 */
#ifndef FIRMWARE_FRAMES_H
#define FIRMWARE_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_LINE 57

/* Takes n bytes; 0, or a negative errno value that the frame_ calls hand on. */
typedef int frame_put(void *ctx, const char *bytes, size_t n);

struct frame {
	frame_put *put;
	void *ctx;
	uint32_t size, crc;		/* as announced */
	uint32_t sent, sent_crc;	/* so far */
	uint8_t line[FRAME_LINE];
	uint8_t held;
};

/* The CRC of what `crc` is of (0: nothing), followed by n bytes. */
uint32_t frame_crc(uint32_t crc, const void *bytes, size_t n);

/* Begins a frame. name: 1 to 100 printable characters, no space, no '/', no '.' in front, else -EINVAL and nothing is sent.
 * size, crc: of the whole file, which frame_data will bring. */
int frame_begin(struct frame *f, frame_put *put, void *ctx, const char *name, uint32_t size, uint32_t crc);

/* The file's next n bytes, in any portions. */
int frame_data(struct frame *f, const void *bytes, size_t n);

/* Ends it. -EIO: the bytes were not those announced; the receiver refuses the frame. */
int frame_end(struct frame *f);

#endif

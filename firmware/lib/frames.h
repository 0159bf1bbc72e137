/* SPDX-License-Identifier: ISC
 * frames.h - sends a file as a frame on a console; `tally run --files DIR` extracts it.
 *
 *	\x01TALLY-FILE name bytes crc32
 *	base64-of-57-bytes crc32			as often as needed; the last may be shorter
 *	\x01END crc32
 *
 * The CRC is zlib's CRC-32 (0xEDB88320 reflected) as 8 hexadecimal digits: of the line's bytes, or
 * of the whole file. Each line is one call of `put`; if that is one write(2), lines stay whole even
 * if several processes print. No allocation.
 */
#ifndef FIRMWARE_FRAMES_H
#define FIRMWARE_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FRAME_LINE 57

/* Takes n bytes. Returns 0, or a negative errno value that the frame_ functions pass on. */
typedef int frame_put(void *ctx, const char *bytes, size_t n);

struct frame {
	frame_put *put;
	void *ctx;
	uint32_t size, crc;		/* as announced */
	uint32_t sent, sent_crc;	/* so far */
	uint8_t line[FRAME_LINE];
	uint8_t held;
};

/* CRC of the bytes behind `crc` (0: none), followed by n more bytes. */
uint32_t frame_crc(uint32_t crc, const void *bytes, size_t n);

/* Begins a frame. name: 1 to 100 printable characters, no space, no '/', no '\\', no leading '.';
 * else -EINVAL and nothing is sent. size, crc: of the whole file that frame_data will send. */
int frame_begin(
	struct frame *f, frame_put *put, void *ctx, const char *name, uint32_t size, uint32_t crc);

/* Sends the file's next n bytes, in pieces of any size. */
int frame_data(struct frame *f, const void *bytes, size_t n);

/* Ends the frame. -EIO: the bytes differ from those announced; the receiver rejects the frame. */
int frame_end(struct frame *f);

/* Takes the next n bytes of a file. Returns 0 or a negative errno value. */
typedef int frame_take(void *ctx, const void *bytes, size_t n);

/* Sends a file on stdout. give(take, ctx, of) gives its bytes to take(ctx, ...), the same each
 * time: it is called twice, because a frame begins with the length. */
int frame_file(const char *name, int (*give)(frame_take *take, void *ctx, void *of), void *of);

#ifdef __cplusplus
}
#endif

#endif

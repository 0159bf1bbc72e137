/* SPDX-License-Identifier: ISC
 * frames.h - sends a file as a frame on a console; `tally run --files DIR` extracts it.
 *
 *	\x01TALLY-FILE name bytes crc32
 *	base64-of-57-bytes crc32			as often as needed; the last may be shorter
 *	\x01END crc32
 *
 * The CRC is zlib's CRC-32 (0xEDB88320 reflected) as 8 hexadecimal digits: of the line's bytes, or
 * of the whole file. Where `out` buffers by line, lines stay whole even if several processes print.
 */
#ifndef FIRMWARE_FRAMES_H
#define FIRMWARE_FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes a file's next n bytes. Remembers an error in ctx. */
typedef void file_take(void *ctx, const void *bytes, size_t n);
/* Gives all bytes of the file `of` to take(ctx, ...), the same each time. Returns 0 or a negative
 * errno value. */
typedef int file_bytes(file_take *take, void *ctx, void *of);

/* Sends a file. name: 1 to 100 printable characters, no space, no '/', no '\\', no leading '.';
 * else -EINVAL and nothing is sent. `give` is called twice, because a frame begins with the length.
 * -EIO: its bytes differed, and the receiver rejects the frame. Else 0, or give's error. */
int frame_file(FILE *out, const char *name, file_bytes *give, void *of);

#ifdef __cplusplus
}
#endif

#endif

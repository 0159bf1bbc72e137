/* SPDX-License-Identifier: ISC
 * frames.h - files inside a console's stream of bytes, taken out again. No I/O.
 *
 * A frame, as firmware/lib/frames.c writes it:
 *
 *	\x01TALLY-FILE name bytes crc32		bytes decimal; CRC-32 as zlib's, 8 hex digits
 *	base64-of-57-bytes crc32                each line with the CRC of its own bytes; the last
 *	may be shorter
 *	\x01END crc32				that of the whole file once more
 *
 * What is not of a frame goes on to `text`, byte by byte and in order: also
 * whole lines that another process printed between two lines of a frame, and
 * lines that only began like a header. A frame is a file only if length and
 * all CRCs agree; else `broken` says what was wrong with it, once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAMES_MAX_BYTES (64u << 20)	/* of one file */
#define FRAMES_MAX_NAME 100
#define FRAMES_LINE 57			/* bytes of the file in a line */

struct frames {
	void (*text)(void *ctx, uint8_t byte);
	/* bytes: until it returns */
	void (*file)(void *ctx, const char *name, const uint8_t *bytes, size_t n);
	/* name: "" where it is not known */
	void (*broken)(void *ctx, const char *name, const char *why);
	void *ctx;

	/* the decoder's own; zero at first */
	bool inside;			/* between a header and its END ... */
	/* ... of a frame that is broken already: its lines are dropped */
	bool refused;
	bool in_line;			/* the last byte that went to `text` did not end a line */
	char line[192];			/* held back until it is known what it is */
	size_t held;
	char name[FRAMES_MAX_NAME + 1];
	/* grows with what arrives: a header alone takes no memory */
	uint8_t *bytes;
	size_t n, room, size;
	uint32_t crc;
	unsigned lines;			/* of data so far */
	bool stray;			/* a line that is none of the frame's came ... */
	unsigned stray_after;		/* ... first after so many of its lines */
};

void frames_take(struct frames *f, uint8_t byte);

/* The stream has ended: what is held goes to `text`, a frame without its END is broken. Frees the
 * decoder's memory. */
void frames_end(struct frames *f);

/* May a file of this name be made in a directory? Not empty, no '/', no '.' in front, printable, at
 * most FRAMES_MAX_NAME bytes. */
bool frames_name_good(const char *name);

/* SPDX-License-Identifier: ISC
 * packed.h - a file inside a profile, or a part of a capture, deflated (zlib).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PACKED_MAX (1024u << 20)	/* bytes of the file */
#define PACKED_RATIO 1032u		/* deflated bytes hold at most so many times as many */

struct packed {
	uint8_t *bytes;
	size_t n;			/* 0: there is none */
	uint64_t size;			/* of the file */
};

/* Deflates `size` bytes into *to, and frees what it held. level: zlib's, 1 fast to 9 small. If
 * memory runs out, the program exits with status 1. */
void pack(struct packed *to, const uint8_t *bytes, size_t size, int level);

/* Returns the file's `size` bytes; the caller frees them. NULL: damaged, or larger than PACKED_MAX.
 * Takes no memory for what cannot be there. */
uint8_t *unpack(const struct packed *from);

void packed_copy(struct packed *to, const struct packed *from);
void packed_free(struct packed *p);

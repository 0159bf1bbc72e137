/* SPDX-License-Identifier: ISC
 * packed.h - a file inside a profile, deflated (zlib).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PACKED_MAX (1024u << 20)	/* bytes of the file */

struct packed {
	uint8_t *bytes;
	size_t n;			/* 0: there is none */
	uint64_t size;			/* of the file */
};

/* Deflates `size` bytes into *to, and frees what it held. If memory runs out, the program exits
 * with status 1. */
void pack(struct packed *to, const uint8_t *bytes, size_t size);

/* Returns the file's `size` bytes; the caller frees them. NULL: damaged, or larger than
 * PACKED_MAX. */
uint8_t *unpack(const struct packed *from);

void packed_copy(struct packed *to, const struct packed *from);
void packed_free(struct packed *p);

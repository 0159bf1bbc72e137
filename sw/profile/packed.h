/* SPDX-License-Identifier: ISC
 * packed.h - a file inside a profile, deflated (zlib).
 */
#ifndef PACKED_H
#define PACKED_H

#include <stddef.h>
#include <stdint.h>

#define PACKED_MAX (1024u << 20)	/* bytes of the file */

struct packed {
	uint8_t *bytes;
	size_t n;			/* 0: there is none */
	uint64_t size;			/* of the file */
};

/* Deflates `size` bytes into *to, which may hold older ones. Ends the program if memory runs out. */
void pack(struct packed *to, const uint8_t *bytes, size_t size);

/* The file's `size` bytes, the caller's to free. NULL: damaged, or above PACKED_MAX. */
uint8_t *unpack(const struct packed *from);

void packed_copy(struct packed *to, const struct packed *from);
void packed_free(struct packed *p);

#endif

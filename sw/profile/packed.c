/* SPDX-License-Identifier: ISC
 * packed.c - a file inside a profile, deflated; the contract is packed.h.
 */
#include "packed.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sw/base/error.h"

/* An ELF of 89 MB, mostly debug information, shrinks to 19.5 MB in 0.5 s; level 3: 18.0 MB, 0.9 s;
 * level 6: 16.1 MB, 2.8 s. */
#define LEVEL 1

void pack(struct packed *to, const uint8_t *bytes, size_t size)
{
	uLongf n = compressBound(size);

	packed_free(to);
	to->bytes = allocate(n, 1);
	if (compress2(to->bytes, &n, bytes, size, LEVEL) != Z_OK) {
		fail("out of memory");
		exit(memory_status);
	}
	to->bytes = reallocate(to->bytes, n, 1);
	to->n = n;
	to->size = size;
}

uint8_t *unpack(const struct packed *from)
{
	uLongf n = from->size;
	uint8_t *bytes = from->size <= PACKED_MAX ? allocate(from->size + 1, 1) : NULL;

	if (bytes && uncompress(bytes, &n, from->bytes, from->n) == Z_OK && n == from->size)
		return bytes;
	free(bytes);
	return NULL;
}

void packed_copy(struct packed *to, const struct packed *from)
{
	packed_free(to);
	if (!from->n)
		return;
	*to = (struct packed){ allocate(from->n, 1), from->n, from->size };
	memcpy(to->bytes, from->bytes, from->n);
}

void packed_free(struct packed *p)
{
	free(p->bytes);
	*p = (struct packed){ 0 };
}

/* SPDX-License-Identifier: ISC
 * packed.c - deflated files; the contract is columns.h.
 */
#include "columns.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sw/base/base.h"

void pack(struct packed *to, const uint8_t *bytes, size_t size, int level)
{
	uLongf n = compressBound(size);

	packed_free(to);
	to->bytes = allocate(n, 1);
	if (compress2(to->bytes, &n, bytes, size, level) != Z_OK) {
		fail("out of memory");
		exit(memory_status);
	}
	to->bytes = reallocate(to->bytes, n, 1);
	to->n = n;
	to->size = size;
}

uint8_t *unpack(const struct packed *from)
{
	uLongf size = from->size, used = from->n;
	bool possible = from->size <= PACKED_MAX && from->size / PACKED_RATIO <= from->n;
	uint8_t *bytes = possible ? reallocate(NULL, from->size + 1, 1) : NULL;

	if (bytes && uncompress2(bytes, &size, from->bytes, &used) == Z_OK && size == from->size
		&& used == from->n)
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

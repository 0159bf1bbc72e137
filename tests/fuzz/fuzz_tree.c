/* SPDX-License-Identifier: ISC
 * fuzz_tree.c - a capture's call tree laid open; the contract is fuzz.h.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sw/base/error.h"
#include "sw/profile/capture_format.h"

#define HEAD 8u			/* bytes of a chunk's tag and length */
#define SIZE 8u			/* bytes before the tree in its chunk */
#define MOST (1u << 20)		/* bytes of a tree that is laid open */

static uint32_t get(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void set(uint8_t *p, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++, value >>= 8)
		p[i] = (uint8_t)value;
}

bool fuzz_tree_find(const uint8_t *bytes, size_t size, size_t *at, size_t *n)
{
	for (size_t next, i = CAPTURE_HEADER; i + HEAD <= size; i = next) {
		*n = get(bytes + i + 4);
		next = i + HEAD + *n;
		if (next > size)
			return false;
		*at = i + HEAD + SIZE;
		if (!memcmp(bytes + i, TAG_CALLS, 4) && *n > SIZE) {
			*n -= SIZE;
			return true;
		}
	}
	return false;
}

/* Other bytes in place of the *n at `at`; `whole` is the size of the tree that they stand for. */
static void replace(uint8_t **bytes, size_t *size, size_t at, size_t n, const uint8_t *by,
	size_t by_n, size_t whole)
{
	size_t after = *size - at - n, sum = at + by_n + after;
	uint8_t *to = allocate(sum, 1);

	memcpy(to, *bytes, at);
	memcpy(to + at, by, by_n);
	memcpy(to + at + by_n, *bytes + at + n, after);
	set(to + at - SIZE - 4, (uint32_t)(by_n + SIZE));
	set(to + at - SIZE, (uint32_t)whole);
	set(to + at - SIZE + 4, 0);
	free(*bytes);
	*bytes = to;
	*size = sum;
}

void fuzz_tree_open(uint8_t **bytes, size_t *size)
{
	static uint8_t tree[MOST];
	uLongf tree_n = sizeof tree;
	size_t at, n;

	if (fuzz_tree_find(*bytes, *size, &at, &n)
		&& uncompress(tree, &tree_n, *bytes + at, n) == Z_OK)
		replace(bytes, size, at, n, tree, tree_n, tree_n);
}

void fuzz_tree_close(uint8_t **bytes, size_t *size)
{
	static uint8_t packed[MOST + (MOST >> 4)];
	uLongf packed_n = sizeof packed;
	size_t at, n;

	if (fuzz_tree_find(*bytes, *size, &at, &n) && n <= MOST &&
	    compress2(packed, &packed_n, *bytes + at, n, 1) == Z_OK)
		replace(bytes, size, at, n, packed, packed_n, n);
}

/* SPDX-License-Identifier: ISC
 * line_header.h - internal to line_table.c: the header of a line table, and reading numbers from its bytes.
 */
#ifndef LINE_HEADER_H
#define LINE_HEADER_H

#include <string.h>

#include "line_table.h"

/* The header's numbers. */
struct line_header {
	unsigned version, offset_size, address_size;
	unsigned min_length, max_ops, line_range, opcode_base;
	int line_base;
	const uint8_t *operands;	/* operands[i]: number of operands of standard opcode i, 1 or more */
	struct bytes program;
};

/* Reads the header at b; puts directories and files into t. False: damaged. */
bool line_header_read(struct line_table *t, struct bytes b, const struct line_sections *s, struct line_header *h);
void line_header_add_file(struct line_table *t, const char *name, uint64_t directory);

static inline size_t left(const struct bytes *b)
{
	return (size_t)(b->end - b->at);
}

/* Takes a little-endian number of n bytes. Beyond the end: returns 0 and leaves nothing. */
static inline uint64_t take(struct bytes *b, unsigned n)
{
	uint64_t value = 0;

	if (left(b) < n) {
		b->at = b->end;
		return 0;
	}
	for (unsigned i = 0; i < n; i++)
		value |= (uint64_t)b->at[i] << (8 * i);
	b->at += n;
	return value;
}

static inline uint64_t take_long_uleb(struct bytes *b)
{
	uint64_t value = 0;

	for (unsigned shift = 0; b->at < b->end; shift += 7) {
		uint8_t byte = *b->at++;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			break;
	}
	return value;
}

static inline uint64_t take_uleb(struct bytes *b)
{
	return b->at < b->end && *b->at < 0x80 ? *b->at++ : take_long_uleb(b);
}

static inline void skip(struct bytes *b, uint64_t n)
{
	b->at = n < left(b) ? b->at + n : b->end;
}

static inline const char *take_text(struct bytes *b)
{
	const uint8_t *text = b->at, *nul = left(b) ? memchr(text, 0, left(b)) : NULL;

	b->at = nul ? nul + 1 : b->end;
	return nul ? (const char *)text : NULL;
}

#endif

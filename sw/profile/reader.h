/* SPDX-License-Identifier: ISC
 * reader.h - little-endian numbers of a file's bytes, one after the other. Who takes has asked how
 * many are left.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct reader {
	const uint8_t *at, *end;
};

static inline uint64_t take(struct reader *r, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)*r->at++ << (8 * i);
	return value;
}

/* The same, compiled to one load where the processor can. */
static inline uint32_t take_4(struct reader *r)
{
	const uint8_t *p = r->at;

	r->at += 4;
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline size_t left(const struct reader *r)
{
	return (size_t)(r->end - r->at);
}

/* SPDX-License-Identifier: ISC
 * fuzz_columns.c - a capture's columns laid open; the contract is fuzz.h.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "rnd.h"
#include "sw/base/error.h"

#define HEADER 20u		/* and 4 bytes: the directory's length; laid open, its records */
#define RECORD 64u
#define SIZE 48u		/* in a record: bytes before deflation, and after it */
#define STORED 56u
#define MOST (1u << 22)		/* bytes that are laid open, */
#define ROOM (1u << 16)		/* and may grow by */

static uint64_t get(const uint8_t *p, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | p[bytes];
	return value;
}

static void set(uint8_t *p, uint64_t value, unsigned bytes)
{
	for (; bytes; bytes--, value >>= 8)
		*p++ = (uint8_t)value;
}

/* Returns how many bytes `n` bytes inflate to; 0: more than `room`. */
static size_t inflate_to(uint8_t *to, size_t room, const uint8_t *from, size_t n)
{
	uLongf size = room;

	return uncompress(to, &size, from, n) == Z_OK ? size : 0;
}

bool fuzz_open(uint8_t **bytes, size_t *size)
{
	const uint8_t *at = *bytes + HEADER + 4;
	uint8_t *to = allocate(MOST + ROOM, 1), *records = to + HEADER + 4;
	size_t directory = get(*bytes + HEADER, 4);
	size_t n = inflate_to(records, MOST - HEADER - 4, at, directory) / RECORD;
	bool good = n;
	uint8_t *end = records + n * RECORD;

	memcpy(to, *bytes, HEADER);
	set(to + HEADER, n, 4);
	at += directory;
	for (size_t i = 0; i < n && good; i++) {
		size_t length = get(records + i * RECORD + SIZE, 8),
			stored = get(records + i * RECORD + STORED, 8);
		good = inflate_to(end, (size_t)(to + MOST - end), at, stored) == length;
		end += length;
		at += stored;
	}
	free(good ? *bytes : to);
	*bytes = good ? to : *bytes;
	*size = good ? (size_t)(end - to) + 4 : *size;
	return good;
}

static size_t records_of(const uint8_t *bytes, size_t size)
{
	size_t n = size < HEADER + 8 ? 0 : get(bytes + HEADER, 4);
	size_t most = size < HEADER + 8 ? 0 : (size - HEADER - 8) / RECORD;

	return n < most ? n : most;
}

void fuzz_choose(const uint8_t *bytes, size_t size, size_t *at, size_t *n)
{
	size_t records = records_of(bytes, size), which = rnd((uint32_t)records + 8);
	size_t start = HEADER + 4 + records * RECORD;

	*at = 0;
	*n = size < start ? size : start;		/* the directory, or a column */
	for (size_t i = 0; i <= which && which < records; i++) {
		uint64_t length = get(bytes + HEADER + 4 + i * RECORD + SIZE, 8);
		if (length > size - start)
			return;
		*at = start;
		*n = length;
		start += length;
	}
}

static size_t deflate_to(uint8_t *to, size_t room, const uint8_t *from, size_t n)
{
	uLongf size = room;

	return compress2(to, &size, from, n, 1) == Z_OK ? size : 0;
}

void fuzz_close(uint8_t **bytes, size_t *size)
{
	size_t n = records_of(*bytes, *size), room = 2 * *size + 64 * n + 4096;
	size_t all = 0;

	if (!n)
		return;
	uint8_t *to = allocate(room, 1), *stored = allocate(room, 1);
	uint8_t *records = *bytes + HEADER + 4;
	const uint8_t *at = records + n * RECORD, *last = *bytes + *size - 4;
	for (size_t i = 0; i < n; i++) {
		uint64_t length = get(records + i * RECORD + SIZE, 8), left = (uint64_t)(last - at);
		length = length < left ? length : left;
		size_t deflated = deflate_to(stored + all, room - all, at, length);
		set(records + i * RECORD + STORED, deflated, 8);
		all += deflated;
		at += length;
	}
	memcpy(to, *bytes, HEADER);
	size_t directory = deflate_to(to + HEADER + 4, room, records, n * RECORD);
	set(to + HEADER, directory, 4);
	to = reallocate(to, HEADER + 4 + directory + all + 4, 1);
	memcpy(to + HEADER + 4 + directory, stored, all);
	free(stored);
	free(*bytes);
	*bytes = to;
	*size = HEADER + 4 + directory + all + 4;
}

/* SPDX-License-Identifier: ISC
 * damage.c - random damage; the contract is fuzz.h.
 *
 * A capture is laid open first, so that damage reaches its columns and not their compression:
 * behind the header the number of columns, their records, what they hold, 4 bytes.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "rnd.h"
#include "sw/base/base.h"

#define HEADER 20u /* and 4 bytes: the directory's length; laid open, its records */
#define RECORD 64u
#define SIZE 48u /* in a record: bytes before deflation, and after it */
#define STORED 56u
#define MOST (1u << 22) /* bytes that are laid open, */
#define ROOM (1u << 16) /* and may grow by */

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

static size_t deflate_to(uint8_t *to, size_t room, const uint8_t *from, size_t n)
{
	uLongf size = room;

	return compress2(to, &size, from, n, 1) == Z_OK ? size : 0;
}

/* Lays a capture open. False, and it is as before: it is too large. */
static bool lay_open(struct file *f)
{
	const uint8_t *at = f->bytes + HEADER + 4;
	uint8_t *to = allocate(MOST + ROOM, 1), *records = to + HEADER + 4;
	size_t directory = get(f->bytes + HEADER, 4);
	size_t n = inflate_to(records, MOST - HEADER - 4, at, directory) / RECORD;
	bool good = n;
	uint8_t *end = records + n * RECORD;

	memcpy(to, f->bytes, HEADER);
	set(to + HEADER, n, 4);
	at += directory;
	for (size_t i = 0; i < n && good; i++) {
		size_t length = get(records + i * RECORD + SIZE, 8),
		       stored = get(records + i * RECORD + STORED, 8);
		good = inflate_to(end, (size_t)(to + MOST - end), at, stored) == length;
		end += length;
		at += stored;
	}
	free(good ? f->bytes : to);
	f->bytes = good ? to : f->bytes;
	f->size = good ? (size_t)(end - to) + 4 : f->size;
	return good;
}

static size_t records_of(const struct file *f)
{
	size_t n = f->size < HEADER + 8 ? 0 : get(f->bytes + HEADER, 4);
	size_t most = f->size < HEADER + 8 ? 0 : (f->size - HEADER - 8) / RECORD;

	return n < most ? n : most;
}

/* Packs a capture's columns again. */
static void pack(struct file *f)
{
	size_t n = records_of(f), room = 2 * f->size + 64 * n + 4096, all = 0;

	if (!n)
		return;
	uint8_t *to = allocate(room, 1), *stored = allocate(room, 1);
	uint8_t *records = f->bytes + HEADER + 4;
	const uint8_t *at = records + n * RECORD, *last = f->bytes + f->size - 4;
	for (size_t i = 0; i < n; i++) {
		uint64_t length = get(records + i * RECORD + SIZE, 8), left = (uint64_t)(last - at);
		length = length < left ? length : left;
		size_t deflated = deflate_to(stored + all, room - all, at, length);
		set(records + i * RECORD + STORED, deflated, 8);
		all += deflated;
		at += length;
	}
	memcpy(to, f->bytes, HEADER);
	size_t directory = deflate_to(to + HEADER + 4, room, records, n * RECORD);
	set(to + HEADER, directory, 4);
	to = reallocate(to, HEADER + 4 + directory + all + 4, 1);
	memcpy(to + HEADER + 4 + directory, stored, all);
	free(stored);
	free(f->bytes);
	f->bytes = to;
	f->size = HEADER + 4 + directory + all + 4;
}

/* The directory of a capture that lies open, or a column, which may be empty. */
static void choose_column(const struct file *f, size_t *at, size_t *n)
{
	size_t records = records_of(f), which = rnd((uint32_t)records + 8);
	size_t start = HEADER + 4 + records * RECORD;

	*n = f->size < start ? f->size : start;
	for (size_t i = 0; i <= which && which < records; i++) {
		uint64_t length = get(f->bytes + HEADER + 4 + i * RECORD + SIZE, 8);
		if (length > f->size - start)
			return;
		*at = start;
		*n = length;
		start += length;
	}
}

/* A section of an ELF, its section headers, its header, or all of it. */
static void choose_section(const struct file *f, size_t *at, size_t *n)
{
	size_t table = get(f->bytes + 32, 4), count = get(f->bytes + 48, 2), each = 40;
	size_t which = rnd((uint32_t)count + 3);

	if (table > f->size || (f->size - table) / each < count || which > count + 1)
		return;
	if (which >= count) {
		*at = which == count ? table : 0;
		*n = which == count ? count * each : 52;
		return;
	}
	const uint8_t *header = f->bytes + table + which * each;
	size_t offset = get(header + 16, 4), size = get(header + 20, 4);
	if (size && offset < f->size && size <= f->size - offset && get(header + 4, 4) != 8) {
		*at = offset;
		*n = size;
	}
}

static void change(struct file *f, bool open)
{
	static const uint64_t special[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000,
		0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x8000000000000000,
		UINT64_MAX };
	size_t at = 0, n = f->size, from, bytes;

	if (f->elf && f->size >= 52)
		choose_section(f, &at, &n);
	else if (open && rnd(8))
		choose_column(f, &at, &n);
	at = !n || at >= f->size ? rnd((uint32_t)f->size) : at + rnd((uint32_t)n);
	n = f->size - at;
	switch (rnd(8)) {
	case 0:
	case 1: f->bytes[at] ^= (uint8_t)(1u << rnd(8)); break;
	case 2: f->bytes[at] = (uint8_t)rnd(256); break;
	case 3:
		bytes = 1u << rnd(4);
		if (bytes <= n)
			set(f->bytes + at, special[rnd(sizeof special / sizeof special[0])],
				(unsigned)bytes);
		break;
	case 4: /* slightly more or less */
		f->bytes[at] = (uint8_t)(f->bytes[at] + rnd(9) - 4);
		break;
	case 5: /* moves a part elsewhere */
		from = rnd((uint32_t)f->size);
		bytes = 1 + rnd(64);
		if (bytes <= n && bytes <= f->size - from)
			memmove(f->bytes + at, f->bytes + from, bytes);
		break;
	case 6: /* a run of one byte */
		memset(f->bytes + at, (int)rnd(256), n < 64 ? n : rnd(64));
		break;
	default: /* truncates or extends */
		if (!rnd(4)) {
			f->size = at;
		} else if (!rnd(4)) {
			bytes = 1 + rnd(ROOM / 128);
			memmove(f->bytes + at + bytes, f->bytes + at, n);
			f->size += bytes;
		}
	}
}

bool damage_read(struct file *f, const char *path)
{
	if (!file_read(path, 1u << 24, &f->bytes, &f->size))
		return false;
	f->elf = f->size > 4 && !memcmp(f->bytes, "\177ELF", 4);
	return true;
}

struct file damage_make(const struct file *from)
{
	struct file f = { allocate(from->size + ROOM, 1), from->size, from->elf };

	memcpy(f.bytes, from->bytes, from->size);
	bool open = !f.elf && rnd(4) && lay_open(&f);
	for (uint32_t n = 1 + (rnd(2) ? rnd(4) : rnd(16)); n && f.size; n--)
		change(&f, open);
	if (f.elf || !rnd(16))
		return f;
	if (open)
		pack(&f);
	if (f.size >= 24) { /* neither gets it refused */
		set(f.bytes + 12, f.size, 8);
		set(f.bytes + f.size - 4, crc32_z(0, f.bytes, f.size - 4), 4);
	}
	return f;
}

/* SPDX-License-Identifier: ISC
 * columns.h - named columns of numbers, texts and bytes in a block of a file. One description of a
 * column, in C, both writes and reads it.
 *
 * 4 bytes: length of the directory; the directory; what the columns store, in its order. All but
 * that length is zlib streams, which have checksums, so damage never passes for another number.
 * CAPTURE.md describes the directory and the kinds of columns.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "packed.h"

struct columns {
	bool writing;
	bool bad;		/* reading: a column is missing or holds what it must not, */
	char where[64];		/* and that is its name */
	struct column *list;
	size_t n, room;
	uint8_t *stored;	/* writing: the streams */
	size_t n_stored, stored_room;
};

void columns_write(struct columns *c);

/* Returns the block, *n bytes; free() it. */
uint8_t *columns_end(struct columns *c, size_t *n);

/* The bytes must live as long as c. False: they are no such block. Free it in any case. */
bool columns_read(struct columns *c, const uint8_t *bytes, size_t n);
void columns_free(struct columns *c);

/* A number of so many bytes, the lowest first: the file's own fields. */
void little_put(uint8_t *to, uint64_t value, unsigned bytes);
uint64_t little_take(const uint8_t *from, unsigned bytes);

/* False, and c is bad from here on if `good` is not; all that is read later is 0. */
bool columns_check(struct columns *c, bool good, const char *where);

/* Writing: `mine`. Reading: is there such a column? */
bool columns_has(const struct columns *c, const char *name, bool mine);

/* Writing: `mine`. Reading: the column's rows; more than `most`, or no such column: 0, and bad. */
size_t columns_rows(struct columns *c, const char *name, size_t mine, size_t most);

/* PLAIN: none is above `most`. STEPS: the same; stored are the differences, which suits addresses.
 * COUNTS: their sum is not above `most`. */
enum columns_how { PLAIN, STEPS, COUNTS };

/* n unsigned numbers of 1, 2, 4 or 8 bytes in memory, `stride` bytes apart. */
void columns_numbers(struct columns *c, const char *name, void *at, size_t stride, unsigned bytes,
	size_t n, enum columns_how how, uint64_t most);

#define COLUMNS_ONE(c, name, number, most) \
	columns_numbers(c, name, &(number), 0, sizeof(number), 1, PLAIN, most)
/* A member of n structs, which may be none. */
#define COLUMNS_OF(c, name, array, n, member, how, most) \
	columns_numbers(c, name, (n) ? &(array)->member : NULL, sizeof *(array), \
		sizeof (array)->member, n, how, most)
/* Reading: makes room for the rows of a table, of which this is a column. */
#define COLUMNS_TABLE(c, name, array, n, most) \
	do { \
		(n) = columns_rows(c, name, n, most); \
		if (!(c)->writing) \
			(array) = allocate(n, sizeof *(array)); \
	} while (0)

/* n texts, `stride` bytes apart. Those that were read are freed by the caller, bad or not. */
void columns_texts(struct columns *c, const char *name, char **at, size_t stride, size_t n);

/* A file, which stays deflated. */
void columns_packed(struct columns *c, const char *name, struct packed *file);

/* SPDX-License-Identifier: ISC
 * columns.h - a capture's columns, written and read by one list.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "capture.h"
#include "profile.h"

/* ---- Named columns of numbers, texts and bytes in a block of a file, and deflated files.
 * One description of a column, in C, both writes and reads it.
 *
 * 4 bytes: length of the directory; the directory; what the columns store, in its order. All but
 * that length is zlib streams, which have checksums, so damage never passes for another number.
 * CAPTURE.md describes the directory and the kinds of columns.
 */
struct columns {
	bool writing;
	bool bad; /* reading: a column is missing or holds what it must not, */
	char where[64]; /* and that is its name */
	struct column *list;
	size_t n, room;
	FILE *streams; /* writing: what the columns store */
	char *stored;
	size_t n_stored;
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
 * COUNTS: their sum is not above `most`. TEXT: char *; those that were read are freed by the
 * caller, bad or not. */
enum columns_how { PLAIN, STEPS, COUNTS, TEXT };

/* A column is a member of the rows of a table in memory: a text, or an unsigned number of 1, 2, 4
 * or 8 bytes. */
struct column_of {
	const char *name;
	size_t at; /* in a row */
	unsigned bytes;
	enum columns_how how;
	uint64_t most;
};

#define COLUMN(name, row, member, how, most) \
	{ name, offsetof(row, member), sizeof((row *)0)->member, how, most }

/* n_of columns of n rows, which may be none, each of `stride` bytes. */
void columns_table(struct columns *c, const struct column_of *of, size_t n_of, void *rows,
	size_t stride, size_t n);

/* All columns of a list; an array as a column. */
#define COLUMNS_OF(c, of, rows, n) \
	columns_table(c, of, sizeof(of) / sizeof *(of), rows, sizeof *(rows), n)
#define COLUMNS_ARRAY(c, name, array, n, how, most) \
	columns_table(c, &(struct column_of){ name, 0, sizeof *(array), how, most }, 1, array, \
		sizeof *(array), n)
/* Zeroed memory for the rows of a table. What is large is in huge pages, which saves a report of a
 * million counts a sixth of its time. */
void *columns_room(size_t n, size_t size);

/* Reading: makes room for the rows of a table, of which this is a column. */
#define COLUMNS_ROOM(c, name, array, n, most) \
	do { \
		(n) = columns_rows(c, name, n, most); \
		if (!(c)->writing) \
			(array) = columns_room(n, sizeof *(array)); \
	} while (0)

/* A file, which stays deflated. */
void columns_packed(struct columns *c, const char *name, struct packed *file);

/* ---- struct packed ---- */
#define PACKED_MAX (1024u << 20) /* bytes of the file */
#define PACKED_RATIO 1032u /* deflated bytes hold at most so many times as many */

/* Deflates `size` bytes into *to, and frees what it held. level: zlib's, 1 fast to 9 small. If
 * memory runs out, the program exits with status 1. */
void pack(struct packed *to, const uint8_t *bytes, size_t size, int level);

/* Returns the file's `size` bytes; the caller frees them. NULL: damaged, or larger than PACKED_MAX.
 * Takes no memory for what cannot be there. */
uint8_t *unpack(const struct packed *from);

void packed_copy(struct packed *to, const struct packed *from);
void packed_free(struct packed *p);

/* ---- The columns of a capture, which together are a profile. */
void capture_put_columns(struct columns *c, const struct profile *p);

/* Fills an empty profile. False: c->where says what is missing, or not what `run` can have
 * written; p is freed by the caller. */
bool capture_take_columns(struct columns *c, struct profile *p);

/* Is each part of a profile whose columns were all read sound, and do all belong to one run? NULL:
 * yes; else what is wrong. Sums up the call tree's cells in their nodes. */
const char *capture_wrong(struct profile *p);

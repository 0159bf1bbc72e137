/* SPDX-License-Identifier: ISC
 * columns.c - named columns in a block of a file; the contract is columns.h.
 */
#include "columns.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sw/base/error.h"

#define LENGTH 4u		/* bytes before the directory */
#define NAME 39u		/* bytes of a record of the directory: name, kind, three numbers */
#define RECORD 64u
#define MOST 1024u		/* columns */
#define TEXTS_MOST (1u << 28)	/* bytes */
#define RATIO 1032u		/* deflated bytes hold at most so many times as many */
#define LEVEL 5			/* level 6 takes half as long again for 3 % less */

enum kind { NUMBERS = 'n', DIFFERENCES = 'd', TEXTS = 't', BYTES = 'b' };

struct column {
	char name[NAME + 1], kind;
	uint64_t rows, size, stored;	/* rows; bytes before deflation and after */
	const uint8_t *at;		/* reading */
};

void little_put(uint8_t *to, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

uint64_t little_take(const uint8_t *from, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | from[bytes];
	return value;
}

static uint8_t *deflated(const uint8_t *bytes, size_t size, size_t *n)
{
	uLongf packed = compressBound(size);
	uint8_t *to = allocate(packed, 1);

	if (compress2(to, &packed, bytes, size, LEVEL) != Z_OK) {
		fail("out of memory");
		exit(memory_status);
	}
	*n = packed;
	return to;
}

/* The `size` bytes that were deflated, and a 0; NULL: damaged. Takes no memory for what cannot be
 * there. */
static uint8_t *inflated(const uint8_t *from, size_t n, uint64_t size)
{
	uLongf all = size, used = n;
	uint8_t *bytes = size / RATIO <= n ? allocate(size + 1, 1) : NULL;

	if (bytes && uncompress2(bytes, &all, from, &used) == Z_OK && all == size && used == n)
		return bytes;
	free(bytes);
	return NULL;
}

/* ---- writing ---- */
void columns_write(struct columns *c)
{
	*c = (struct columns){ .writing = true };
}

static void add(struct columns *c, const char *name, enum kind kind, size_t rows, size_t size,
	const uint8_t *bytes, size_t n)
{
	struct column column = { .kind = (char)kind, .rows = rows, .size = size, .stored = n };

	strncpy(column.name, name, NAME);
	GROW(c->list, c->n, c->room);
	c->list[c->n++] = column;
	while (c->stored_room - c->n_stored < n)
		c->stored = reallocate(c->stored, c->stored_room = 2 * c->stored_room + 4096, 1);
	memcpy(c->stored + c->n_stored, bytes, n);
	c->n_stored += n;
}

static void add_deflated(struct columns *c, const char *name, enum kind kind, size_t rows,
	const uint8_t *bytes, size_t size)
{
	size_t n;
	uint8_t *to = deflated(bytes, size, &n);

	add(c, name, kind, rows, size, to, n);
	free(to);
}

uint8_t *columns_end(struct columns *c, size_t *n)
{
	uint8_t *records = allocate(c->n, RECORD);
	size_t n_directory;

	for (size_t i = 0; i < c->n; i++) {
		uint8_t *to = records + i * RECORD;
		memcpy(to, c->list[i].name, NAME);
		to[NAME] = (uint8_t)c->list[i].kind;
		little_put(to + NAME + 1, c->list[i].rows, 8);
		little_put(to + NAME + 9, c->list[i].size, 8);
		little_put(to + NAME + 17, c->list[i].stored, 8);
	}
	uint8_t *directory = deflated(records, c->n * RECORD, &n_directory);
	uint8_t *block = allocate(*n = LENGTH + n_directory + c->n_stored, 1);
	little_put(block, n_directory, LENGTH);
	memcpy(block + LENGTH, directory, n_directory);
	memcpy(block + LENGTH + n_directory, c->stored, c->n_stored);
	free(directory);
	free(records);
	columns_free(c);
	return block;
}

void columns_free(struct columns *c)
{
	free(c->list);
	free(c->stored);
}

/* ---- reading ---- */
static const struct column *find(const struct columns *c, const char *name)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->list[i].name, name))
			return &c->list[i];
	return NULL;
}

/* The columns lie behind one another, up to the end. */
static bool take_records(struct columns *c, const uint8_t *records, size_t n, const uint8_t *at,
	const uint8_t *end)
{
	for (size_t i = 0; i < n; i++, records += RECORD) {
		struct column column = { .kind = (char)records[NAME], .at = at,
			.rows = little_take(records + NAME + 1, 8),
			.size = little_take(records + NAME + 9, 8),
			.stored = little_take(records + NAME + 17, 8) };
		memcpy(column.name, records, NAME);
		if (column.stored > (size_t)(end - at) || find(c, column.name))
			return false;
		GROW(c->list, c->n, c->room);
		c->list[c->n++] = column;
		at += column.stored;
	}
	return at == end;
}

bool columns_read(struct columns *c, const uint8_t *bytes, size_t n)
{
	uint8_t *records = allocate(MOST, RECORD);
	uLongf size = MOST * RECORD, used = n < LENGTH ? 0 : little_take(bytes, LENGTH), all = used;

	*c = (struct columns){ 0 };
	bool good = n >= LENGTH && used <= n - LENGTH
		&& uncompress2(records, &size, bytes + LENGTH, &used) == Z_OK && used == all
		&& size % RECORD == 0
		&& take_records(c, records, size / RECORD, bytes + LENGTH + all, bytes + n);
	free(records);
	return columns_check(c, good, "the directory");
}

bool columns_check(struct columns *c, bool good, const char *where)
{
	if (!good && !c->bad)
		snprintf(c->where, sizeof c->where, "%s", where);
	c->bad |= !good;
	return good;
}

bool columns_has(const struct columns *c, const char *name, bool mine)
{
	return c->writing ? mine : !c->bad && find(c, name);
}

size_t columns_rows(struct columns *c, const char *name, size_t mine, size_t most)
{
	const struct column *column = c->writing || c->bad ? NULL : find(c, name);

	if (c->writing)
		return mine;
	if (!columns_check(c, column && column->rows <= most
		&& column->size / RATIO <= column->stored, name))
		return 0;
	return column->rows;
}

/* The bytes of a column of that kind and so many rows; free() them. NULL: it is bad. */
static uint8_t *take_column(struct columns *c, const char *name, size_t rows, enum kind kind,
	const struct column **column)
{
	const struct column *x = *column = c->bad ? NULL : find(c, name);
	bool fits = x && x->rows == rows && x->size <= (kind == TEXTS ? TEXTS_MOST : 8 * rows)
		&& (x->kind == (char)kind || (kind == NUMBERS && x->kind == DIFFERENCES));
	uint8_t *bytes = fits ? inflated(x->at, x->stored, x->size) : NULL;

	columns_check(c, bytes, name);
	return bytes;
}

/* ---- numbers: the lowest bytes of all, then the second ones ... ---- */
static uint64_t get(const void *at, unsigned bytes)
{
	return bytes == 8 ? *(const uint64_t *)at : bytes == 4 ? *(const uint32_t *)at
		: bytes == 2 ? *(const uint16_t *)at : *(const uint8_t *)at;
}

static void set(void *at, unsigned bytes, uint64_t value)
{
	if (bytes == 8)
		*(uint64_t *)at = value;
	else if (bytes == 4)
		*(uint32_t *)at = (uint32_t)value;
	else if (bytes == 2)
		*(uint16_t *)at = (uint16_t)value;
	else
		*(uint8_t *)at = (uint8_t)value;
}

static void put_numbers(struct columns *c, const char *name, const uint8_t *at, size_t stride,
	unsigned bytes, size_t n, bool differences)
{
	uint64_t all = 0, before = 0;
	unsigned width = 1;

	for (size_t i = 0; i < n; i++)
		all |= get(at + i * stride, bytes);
	while (width < 8 && all >> 8 * width)
		width++;
	uint8_t *planes = allocate(width, n);
	for (size_t i = 0; i < n; i++) {
		uint64_t value = get(at + i * stride, bytes), shown = value - before;
		for (unsigned k = 0; k < width; k++)
			planes[k * n + i] = (uint8_t)(shown >> 8 * k);
		before = differences ? value : 0;
	}
	add_deflated(c, name, differences ? DIFFERENCES : NUMBERS, n, planes, width * n);
	free(planes);
}

void columns_numbers(struct columns *c, const char *name, void *at, size_t stride, unsigned bytes,
	size_t n, enum columns_how how, uint64_t most)
{
	const struct column *column;
	uint64_t value = 0, sum = 0, limit = how == COUNTS || most > UINT64_MAX >> (64 - 8 * bytes)
		? UINT64_MAX >> (64 - 8 * bytes) : most;
	bool good = true;

	if (c->writing) {
		put_numbers(c, name, at, stride, bytes, n, how == STEPS);
		return;
	}
	uint8_t *planes = take_column(c, name, n, NUMBERS, &column);
	if (!planes)
		return;
	uint64_t width = n ? column->size / n : 1;
	if (!columns_check(c, width >= 1 && width <= 8 && width * n == column->size, name)) {
		free(planes);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t shown = 0;
		for (unsigned k = 0; k < width; k++)
			shown |= (uint64_t)planes[k * n + i] << 8 * k;
		value = column->kind == DIFFERENCES
			? (value + shown) & UINT64_MAX >> (64 - 8 * width) : shown;
		good &= value <= limit && !__builtin_add_overflow(sum, value, &sum);
		sum = how == COUNTS ? sum : 0;
		good &= sum <= most;
		set((uint8_t *)at + i * stride, bytes, value);
	}
	columns_check(c, good, name);
	free(planes);
}

/* ---- texts, each ended by a 0 ---- */
static void put_texts(struct columns *c, const char *name, char *const *at, size_t stride, size_t n)
{
	char *all;
	size_t size;
	FILE *to = stream_open(&all, &size);

	for (size_t i = 0; i < n; i++) {
		const char *text = *(char *const *)((const char *)at + i * stride);
		fwrite(text, strlen(text) + 1, 1, to);
	}
	stream_close(to);
	add_deflated(c, name, TEXTS, n, (const uint8_t *)all, size);
	free(all);
}

void columns_texts(struct columns *c, const char *name, char **at, size_t stride, size_t n)
{
	const struct column *column;

	if (c->writing) {
		put_texts(c, name, at, stride, n);
		return;
	}
	uint8_t *all = take_column(c, name, n, TEXTS, &column);
	size_t left = all ? column->size : 0;
	for (const uint8_t *text = all; n && left; n--) {
		size_t length = strnlen((const char *)text, left);
		if (length == left)
			break;
		*at = copy_text((const char *)text);
		at = (char **)((char *)at + stride);
		text += length + 1;
		left -= length + 1;
	}
	columns_check(c, !n && !left, name);
	free(all);
}

/* ---- files ---- */
void columns_packed(struct columns *c, const char *name, struct packed *file)
{
	const struct column *column = c->writing || c->bad ? NULL : find(c, name);

	if (c->writing)
		add(c, name, BYTES, 1, file->size, file->bytes, file->n);
	else if (columns_check(c, column && column->kind == BYTES && column->rows == 1
			&& column->stored && column->size <= PACKED_MAX, name)) {
		*file = (struct packed){ allocate(column->stored, 1), column->stored,
			column->size };
		memcpy(file->bytes, column->at, column->stored);
	}
}

/* SPDX-License-Identifier: ISC
 * columns.c - named columns in a block of a file; the contract is columns.h.
 */
#include "columns.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zlib.h>

#include "sw/base/base.h"

#define LENGTH 4u /* bytes before the directory */
#define NAME 39u /* bytes of a record of the directory: name, kind, three numbers */
#define RECORD 64u
#define MOST 1024u /* columns */
#define TEXTS_MOST (1u << 28) /* bytes */
#define LEVEL 5 /* level 6 takes half as long again for 3 % less */

enum kind { NUMBERS = 'n', DIFFERENCES = 'd', TEXTS = 't', BYTES = 'b' };

struct column {
	char name[NAME + 1], kind;
	uint64_t rows, size, stored; /* rows; bytes before deflation and after */
	const uint8_t *at; /* reading */
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

/* ---- writing ---- */
void columns_write(struct columns *c)
{
	*c = (struct columns){ .writing = true };
	c->streams = stream_open(&c->stored, &c->n_stored);
}

static void add(
	struct columns *c, const char *name, enum kind kind, size_t rows, const struct packed *p)
{
	struct column column = {
		.kind = (char)kind, .rows = rows, .size = p->size, .stored = p->n
	};

	strncpy(column.name, name, NAME);
	GROW(c->list, c->n, c->room);
	c->list[c->n++] = column;
	fwrite(p->bytes, 1, p->n, c->streams);
}

static void add_deflated(struct columns *c, const char *name, enum kind kind, size_t rows,
	const uint8_t *bytes, size_t size)
{
	struct packed p = { 0 };

	pack(&p, bytes, size, LEVEL);
	add(c, name, kind, rows, &p);
	packed_free(&p);
}

uint8_t *columns_end(struct columns *c, size_t *n)
{
	uint8_t *records = allocate(c->n, RECORD);
	struct packed directory = { 0 };

	for (size_t i = 0; i < c->n; i++) {
		uint8_t *to = records + i * RECORD;
		memcpy(to, c->list[i].name, NAME);
		to[NAME] = (uint8_t)c->list[i].kind;
		little_put(to + NAME + 1, c->list[i].rows, 8);
		little_put(to + NAME + 9, c->list[i].size, 8);
		little_put(to + NAME + 17, c->list[i].stored, 8);
	}
	pack(&directory, records, c->n * RECORD, LEVEL);
	stream_close(c->streams);
	uint8_t *block = allocate(*n = LENGTH + directory.n + c->n_stored, 1);
	little_put(block, directory.n, LENGTH);
	memcpy(block + LENGTH, directory.bytes, directory.n);
	memcpy(block + LENGTH + directory.n, c->stored, c->n_stored);
	packed_free(&directory);
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

bool columns_read(struct columns *c, const uint8_t *bytes, size_t n)
{
	uint8_t *records = allocate(MOST, RECORD);
	uLongf size = MOST * RECORD, used = n < LENGTH ? 0 : little_take(bytes, LENGTH), all = used;
	const uint8_t *at = bytes, *end = bytes + n;

	*c = (struct columns){ 0 };
	bool good = n >= LENGTH && used <= n - LENGTH
		&& uncompress2(records, &size, bytes + LENGTH, &used) == Z_OK && used == all
		&& size % RECORD == 0;
	at += good ? LENGTH + all : 0;
	/* they lie behind one another, up to the end */
	for (const uint8_t *r = records; good && r < records + size; r += RECORD) {
		struct column column = { .kind = (char)r[NAME],
			.at = at,
			.rows = little_take(r + NAME + 1, 8),
			.size = little_take(r + NAME + 9, 8),
			.stored = little_take(r + NAME + 17, 8) };
		memcpy(column.name, r, NAME);
		good = column.stored <= (size_t)(end - at) && !find(c, column.name);
		GROW(c->list, c->n, c->room);
		c->list[c->n++] = column;
		at += good ? column.stored : 0;
	}
	free(records);
	return columns_check(c, good && at == end, "the directory");
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
	if (!columns_check(c,
		    column && column->rows <= most && column->size / PACKED_RATIO <= column->stored,
		    name))
		return 0;
	return column->rows;
}

void *columns_room(size_t n, size_t size)
{
	const uintptr_t huge = 2u << 20;
	uint8_t *rows = allocate(n, size);
	uintptr_t first = ((uintptr_t)rows + huge - 1) & -huge,
		  end = (uintptr_t)(rows + n * size) & -huge;

	if (first < end)
		madvise((void *)first, end - first, MADV_HUGEPAGE);
	return rows;
}

/* The bytes of a column of that kind and so many rows; free() them. NULL: it is bad. */
static uint8_t *take_column(struct columns *c, const char *name, size_t rows, enum kind kind,
	const struct column **column)
{
	const struct column *x = *column = c->bad ? NULL : find(c, name);
	bool fits = x && x->rows == rows && x->size <= (kind == TEXTS ? TEXTS_MOST : 9 * rows)
		&& (x->kind == (char)kind || (kind == NUMBERS && x->kind == DIFFERENCES));
	uint8_t *bytes =
		fits ? unpack(&(struct packed){ (uint8_t *)x->at, x->stored, x->size }) : NULL;

	columns_check(c, bytes, name);
	return bytes;
}

/* ---- numbers: a byte each; LARGE stands for the next of those of 8 bytes behind them ---- */
#define LARGE 255u
#define CHUNK 256u /* rows: of each column so many, then the next, so that they stay cached */

static uint64_t get(const void *at, unsigned bytes)
{
	return bytes == 8    ? *(const uint64_t *)at
		: bytes == 4 ? *(const uint32_t *)at
		: bytes == 2 ? *(const uint16_t *)at
			     : *(const uint8_t *)at;
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

static void put_numbers(
	struct columns *c, const struct column_of *of, const uint8_t *at, size_t stride, size_t n)
{
	uint8_t *bytes = allocate(n, 9), *large = bytes + n;
	uint64_t before = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t value = get(at + i * stride, of->bytes), shown = value - before;
		bytes[i] = (uint8_t)(shown < LARGE ? shown : LARGE);
		if (shown >= LARGE) {
			little_put(large, shown, 8);
			large += 8;
		}
		before = of->how == STEPS ? value : 0;
	}
	add_deflated(c, of->name, of->how == STEPS ? DIFFERENCES : NUMBERS, n, bytes,
		(size_t)(large - bytes));
	free(bytes);
}

/* A column of numbers while it is read. */
struct numbers {
	uint8_t *bytes;
	const uint8_t *next, *large, *end;
	bool differences, overflow, short_of_large;
	uint64_t before, sum, top;
};

static void open_numbers(struct columns *c, const char *name, size_t n, struct numbers *x)
{
	const struct column *column;

	x->bytes = take_column(c, name, n, NUMBERS, &column);
	if (!x->bytes || !columns_check(c, column->size >= n && (column->size - n) % 8 == 0, name))
		return;
	x->next = x->bytes;
	x->large = x->bytes + n;
	x->end = x->bytes + column->size;
	x->differences = column->kind == DIFFERENCES;
}

static void take_numbers(
	struct numbers *x, const struct column_of *of, uint8_t *at, size_t stride, size_t n)
{
	struct numbers y = *x; /* in registers, as nothing points to it */
	const unsigned bytes = of->bytes;

	for (; n--; at += stride) {
		uint64_t value = *y.next++;
		if (value == LARGE && y.large < y.end) {
			value = little_take(y.large, 8);
			y.large += 8;
		} else if (value == LARGE) {
			y.short_of_large = true;
		}
		y.before = value += y.differences ? y.before : 0;
		y.top = value > y.top ? value : y.top;
		y.overflow |= __builtin_add_overflow(y.sum, value, &y.sum);
		set(at, bytes, value);
	}
	*x = y;
}

/* ---- texts, each ended by a 0 ---- */
static void put_texts(
	struct columns *c, const struct column_of *of, const uint8_t *at, size_t stride, size_t n)
{
	char *all;
	size_t size;
	FILE *to = stream_open(&all, &size);

	for (size_t i = 0; i < n; i++, at += stride)
		fwrite(*(char *const *)at, strlen(*(char *const *)at) + 1, 1, to);
	stream_close(to);
	add_deflated(c, of->name, TEXTS, n, (const uint8_t *)all, size);
	free(all);
}

static void take_texts(struct columns *c, const char *name, uint8_t *at, size_t stride, size_t n)
{
	const struct column *column;
	uint8_t *all = take_column(c, name, n, TEXTS, &column);
	size_t left = all ? column->size : 0;

	for (const uint8_t *text = all; n && left; n--, at += stride) {
		size_t length = strnlen((const char *)text, left);
		if (length == left)
			break;
		*(char **)at = copy_text((const char *)text);
		text += length + 1;
		left -= length + 1;
	}
	columns_check(c, !n && !left, name);
	free(all);
}

/* ---- tables ---- */
static void take_table(struct columns *c, const struct column_of *of, size_t n_of, uint8_t *rows,
	size_t stride, size_t n)
{
	struct numbers *all = allocate(n_of, sizeof *all);

	for (size_t i = 0; i < n_of; i++)
		if (of[i].how == TEXT)
			take_texts(c, of[i].name, rows + of[i].at, stride, n);
		else
			open_numbers(c, of[i].name, n, &all[i]);
	for (size_t first = 0; !c->bad && first < n; first += CHUNK)
		for (size_t i = 0; i < n_of; i++)
			if (of[i].how != TEXT)
				take_numbers(&all[i], &of[i], rows + first * stride + of[i].at,
					stride, n - first < CHUNK ? n - first : CHUNK);
	for (size_t i = 0; i < n_of; i++) {
		const struct numbers *x = &all[i];
		columns_check(c,
			x->large == x->end && !x->short_of_large
				&& x->top <= UINT64_MAX >> (64 - 8 * of[i].bytes)
				&& (of[i].how == COUNTS
						? !x->overflow && x->sum <= of[i].most
						: of[i].how == TEXT || x->top <= of[i].most),
			of[i].name);
		free(x->bytes);
	}
	free(all);
}

void columns_table(struct columns *c, const struct column_of *of, size_t n_of, void *rows,
	size_t stride, size_t n)
{
	if (!c->writing)
		take_table(c, of, n_of, rows, stride, n);
	for (size_t i = 0; c->writing && i < n_of; i++)
		(of[i].how == TEXT ? put_texts : put_numbers)(
			c, &of[i], (uint8_t *)rows + of[i].at, stride, n);
}

/* ---- files ---- */
void columns_packed(struct columns *c, const char *name, struct packed *file)
{
	const struct column *column = c->writing || c->bad ? NULL : find(c, name);

	if (c->writing)
		add(c, name, BYTES, 1, file);
	else if (columns_check(c,
			 column && column->kind == BYTES && column->rows == 1 && column->stored
				 && column->size <= PACKED_MAX,
			 name))
		packed_copy(file,
			&(struct packed){ (uint8_t *)column->at, column->stored, column->size });
}

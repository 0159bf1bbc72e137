/* SPDX-License-Identifier: ISC
 * emit.h - rows of numbers as text for a terminal, as CSV, as JSON: what a row has is said once.
 *
 * A view has one function that emits a row, and calls emit() once a column; which of the three
 * writers is behind it, it need not know. It is called for the heading, too, with a row of zeros,
 * and for lines that sum up others:
 *
 *	static void put_row(struct emit *e, const struct thing *x, enum emit_line line, ...)
 *	{
 *		if (!emit_row(e, line))
 *			return;
 *		emit(e, 15, "cycles", "cycles", "count", as_count(x->cycles));
 *		emit(e, 0, NULL, "name", "name", as_text(x->name));
 *		emit_row_end(e, line == EMIT_ROW ? x->name : "in all");
 *	}
 *
 * Columns of text are right-aligned and in the order of the calls, as are those of CSV and the
 * members of JSON; a number whose place differs is emitted twice, with NULL where it is not.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sw/base/term.h"

enum emit_kind { /* in text, CSV, JSON */
	EMIT_NONE, /* `text`; empty; no member */
	EMIT_NULL, /* `text`; empty; null */
	EMIT_COUNT, /* 1,234; 1234; 1234 */
	EMIT_SOME, /* the same, but a blank for 0 in text */
	EMIT_CHANGE, /* +1,234, -1 or " 0"; 1234; 1234 */
	EMIT_PERCENT, /* 12.35%; 12.345600; 12.345600 */
	EMIT_GROWTH, /* +12.35%; 12.345600; 12.345600 */
	EMIT_SHARE, /* 12.3%; 12.345600; 12.345600 */
	EMIT_RATIO, /* 1.23; 1.234000; 1.234000 */
	EMIT_HEX, /* 0x80000000; 0x80000000; 2147483648 */
	EMIT_FLAG, /* 1; 1; true */
	EMIT_TEXT /* as term_text, text_csv, text_json have it */
};

struct emit_value {
	enum emit_kind kind;
	bool negative; /* EMIT_CHANGE */
	uint64_t n;
	double x;
	const char *text;
};

/* Nothing is known, or there is nothing to say; text has these words instead. */
static inline struct emit_value as_none(const char *text)
{
	return (struct emit_value){ .kind = EMIT_NONE, .text = text };
}

static inline struct emit_value as_null(const char *text)
{
	return (struct emit_value){ .kind = EMIT_NULL, .text = text };
}

static inline struct emit_value as_count(uint64_t n)
{
	return (struct emit_value){ .kind = EMIT_COUNT, .n = n };
}

/* 0 stays blank in text. */
static inline struct emit_value as_some(uint64_t n)
{
	return (struct emit_value){ .kind = EMIT_SOME, .n = n };
}

/* From a to b. */
static inline struct emit_value as_change(uint64_t a, uint64_t b)
{
	return (struct emit_value){
		.kind = EMIT_CHANGE, .negative = a > b, .n = a > b ? a - b : b - a
	};
}

/* Percent of a, from a to b; of nothing there is none. */
static inline struct emit_value as_growth(uint64_t a, uint64_t b)
{
	return !a ? as_null("")
		  : (struct emit_value){ .kind = EMIT_GROWTH,
			    .x = 100.0 * ((double)b - (double)a) / (double)a };
}

/* EMIT_PERCENT, EMIT_SHARE or EMIT_RATIO; below 0: unknown, which text says by these words. */
static inline struct emit_value as_real(enum emit_kind kind, double x, const char *unknown)
{
	return x < 0 ? as_none(unknown) : (struct emit_value){ .kind = kind, .x = x };
}

/* n of all as EMIT_PERCENT; of nothing it is 0. */
static inline struct emit_value as_percent(uint64_t n, uint64_t all)
{
	return (struct emit_value){ .kind = EMIT_PERCENT,
		.x = all ? 100.0 * (double)n / (double)all : 0 };
}

static inline struct emit_value as_hex(uint64_t n)
{
	return (struct emit_value){ .kind = EMIT_HEX, .n = n };
}

static inline struct emit_value as_flag(bool set)
{
	return (struct emit_value){ .kind = EMIT_FLAG, .n = set };
}

/* NULL: there is none, in JSON null. */
static inline struct emit_value as_text(const char *text)
{
	return (struct emit_value){ .kind = EMIT_TEXT, .text = text };
}

enum emit_form { EMIT_TO_TERM, EMIT_TO_CSV, EMIT_TO_JSON };
/* EMIT_SUM: in CSV a row as any other, in JSON none. EMIT_MEASURE: before the heading, for columns
 * of text as wide as what stands in them. */
enum emit_line { EMIT_HEADING, EMIT_ROW, EMIT_SUM, EMIT_MEASURE };
#define EMIT_COLUMNS 16u /* of text, that can be measured */

struct emit {
	enum emit_form form;
	enum emit_line line;
	const struct term *term; /* of text, which goes to the standard output */
	size_t width; /* columns of a line; 0: no limit */
	FILE *f; /* of CSV and JSON */
	size_t used; /* columns of the line before its last words */
	size_t column; /* of text, of this line */
	bool rows_only; /* sums have no more columns of text */
	int widths[EMIT_COLUMNS]; /* as measured */
	bool coloured; /* until emit_plain */
	const char *between; /* what comes before the next column or member */
	unsigned depth;
	uint64_t arrays; /* a bit each, of at most 64: is it an array */
};

struct emit emit_to_term(const struct term *t);
struct emit emit_to_csv(FILE *f);
struct emit emit_to_json(FILE *f);

/* Begins a row: of JSON an object of the array around it. False: this writer has no such line. */
bool emit_row(struct emit *e, enum emit_line line);

/* A column. width: of text with the blank before it, 0: not there; text: its heading. csv, json:
 * its names there, which are not escaped, NULL: not there. */
void emit(struct emit *e, int width, const char *text, const char *csv, const char *json,
	struct emit_value value);

/* Columns of text from here on are not in sums: these have their words there. */
static inline void emit_rows_only(struct emit *e)
{
	e->rows_only = true;
}

/* Ends it; behind the gap stands the text, cut to the line, but of 8 columns at least; or NULL. */
void emit_row_end(struct emit *e, const char *text);

/* What is left of the line for such a text, as term_text has it. */
size_t emit_room(const struct emit *e);

/* The width of a column of counts up to n. */
int emit_width(uint64_t n, const char *heading);

/* Text alone: in rows the hue of what follows, up to the gap; the gap of two blanks; words, cut to
 * the line, but of 4 columns at least, then blanks up to `pad` columns; a bar filled by share, 0 to
 * 1. */
void emit_hue(struct emit *e, enum hue hue);
void emit_plain(struct emit *e);
void emit_gap(struct emit *e);
void emit_words(struct emit *e, const char *text, size_t pad);
void emit_bar(struct emit *e, double share, unsigned columns);

/* JSON alone: a member; an object or array, as a member of an object or, with name NULL, as an
 * element or the whole; its end. */
void emit_member(struct emit *e, const char *name, struct emit_value value);
void emit_object(struct emit *e, const char *name);
void emit_array(struct emit *e, const char *name);
void emit_end(struct emit *e);
/* An array of texts; none without texts. */
void emit_list(struct emit *e, const char *name, const char *const *list, size_t n);

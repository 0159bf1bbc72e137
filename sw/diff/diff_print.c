/* SPDX-License-Identifier: ISC
 * diff_print.c - the rows of a diff for a person at a terminal; the contract is diff.h.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/report/report.h"
#include "sw/report/rows.h"
#include "sw/base/text.h"

#define INCLUSIVE "inclusive"

/* Columns of the numbers, each as wide as what stands in it. */
struct columns {
	int change, relative, a, b;
	int inclusive;		/* 0: there is none */
	char a_head[32], b_head[32];
};

static char *change_text(uint64_t a, uint64_t b, char text[32])
{
	snprintf(text, 32, "%c%s", b > a ? '+' : b < a ? '-' : ' ',
		term_number(b > a ? b - a : a - b));
	return text;
}

static char *relative_text(uint64_t a, uint64_t b, char text[32])
{
	text[0] = 0;
	if (a)
		snprintf(text, 32, "%+.2f%%", 100.0 * ((double)b - (double)a) / (double)a);
	return text;
}

static void widen(int *column, const char *text)
{
	int n = (int)strlen(text);

	*column = n > *column ? n : *column;
}

static void measure(struct columns *c, uint64_t a, uint64_t b)
{
	char text[32];

	widen(&c->change, change_text(a, b, text));
	widen(&c->relative, relative_text(a, b, text));
	widen(&c->a, term_number(a));
	widen(&c->b, term_number(b));
}

static void measure_inclusive(struct columns *c, const struct change *row)
{
	char text[32];

	widen(&c->inclusive, INCLUSIVE);
	widen(&c->inclusive, change_text(row->inclusive_a, row->inclusive_b, text));
}

/* The rows that are shown, and the sums below them. */
static struct columns columns_of(const struct diff *d, size_t shown, const struct term *t)
{
	const char *unit = t->width && !strcmp(d->unit, "instructions") ? "instr." : d->unit;
	struct columns c = { .change = 6, .relative = 8 };

	snprintf(c.a_head, sizeof c.a_head, "A %s", unit);
	snprintf(c.b_head, sizeof c.b_head, "B %s", unit);
	widen(&c.a, c.a_head);
	widen(&c.b, c.b_head);
	for (size_t i = 0; i < shown; i++) {
		measure(&c, d->rows[i].a, d->rows[i].b);
		if (d->has_inclusive)
			measure_inclusive(&c, &d->rows[i]);
	}
	measure(&c, d->sum_a, d->sum_b);
	measure(&c, d->ticks_a, d->ticks_b);
	/* the rest may have shrunk from much, or grown from little */
	if (shown < d->n)
		widen(&c.relative, "+100.00%");
	return c;
}

/* Columns that are left for the name. */
static size_t name_room(const struct columns *c, const struct term *t)
{
	size_t used = (size_t)(c->change + c->relative + c->a + c->b) + 5 + (c->inclusive
		? (size_t)c->inclusive + 1 : 0);

	return !t->width ? 0 : t->width > used + 8 ? t->width - used : 8;
}

/* The end of the numbers; row NULL: a sum, which has no inclusive count. */
static void print_inclusive(const struct columns *c, const struct change *row)
{
	char text[32];

	if (c->inclusive)
		printf(" %*s", c->inclusive, !row ? "" : row->straddles ? "~"
			: change_text(row->inclusive_a, row->inclusive_b, text));
	fputs("  ", stdout);
}

static void print_numbers(const struct columns *c, uint64_t a, uint64_t b, const struct term *t,
	const char *instead)
{
	char change[32], part[32];

	fputs(term_hue(t, b > a ? HUE_HOT : b < a ? HUE_GOOD : HUE_PLAIN), stdout);
	printf("%*s %*s", c->change, change_text(a, b, change), c->relative,
		instead ? instead : relative_text(a, b, part));
	printf("%s %*s %*s", term_plain(t), c->a, term_number(a), c->b, term_number(b));
}

static void print_line(const struct columns *c, uint64_t a, uint64_t b, const struct term *t,
	const char *text)
{
	print_numbers(c, a, b, t, NULL);
	print_inclusive(c, NULL);
	term_text(text, name_room(c, t));
	putchar('\n');
}

/* What the row is: the text that may be cut, and behind it that which may not (from where it
 * moved). */
static void row_texts(const struct change *c, enum table_kind kind, char **text, char **moved)
{
	const char *file = c->file ? text_here(c->file) : NULL;

	if (file && kind == TABLE_LINES)
		*text = print_text("%s:%d  %s", file, c->line, c->name);
	else if (kind == TABLE_ADDRESSES)
		*text = print_text("0x%08" PRIx64 "  %s", c->lo, c->name);
	else if (file && kind == TABLE_FUNCTIONS)
		*text = print_text("%s  %s:%d", c->name, file, c->line);
	else
		*text = copy_text(c->name);
	if (c->clones)
		*moved = print_text("  (%s)", c->clones);
	else if (!c->from)
		*moved = copy_text("");
	else if (!strcmp(diff_base_name(c->from), diff_base_name(c->file)))
		*moved = print_text("  moved from line %d", c->from_line);
	else if (c->from_line)
		*moved = print_text("  moved from %s:%d", diff_base_name(c->from), c->from_line);
	else
		*moved = print_text("  moved from %s", diff_base_name(c->from));
}

/* Adds the cause that is half of the change or more: "  FETCH +19622". */
static void add_cause(const struct change *c, char **text)
{
	uint64_t most = 0;
	char change[32], *both;
	unsigned which = 0;

	for (unsigned i = 0; i < CAUSES; i++) {
		uint64_t a = c->waits_a.of[i], b = c->waits_b.of[i], size = a > b ? a - b : b - a;
		if (size <= most || (a > b) != (c->a > c->b))
			continue;
		which = i;
		most = size;
	}
	if (!most || most < diff_size(c) - most)
		return;
	change_text(c->waits_a.of[which], c->waits_b.of[which], change);
	both = print_text("%s  %s %s", *text, cause_frames[which], change);
	free(*text);
	*text = both;
}

static void print_row(const struct columns *columns, const struct change *c, enum table_kind kind,
	bool causes, const struct term *t)
{
	size_t room = name_room(columns, t), behind;
	char *text, *moved;

	row_texts(c, kind, &text, &moved);
	if (causes && !c->straddles)
		add_cause(c, &moved);
	print_numbers(columns, c->a, c->b, t, c->straddles ? "~" : !c->in_a ? "new" : !c->in_b
		? "gone" : NULL);
	print_inclusive(columns, c);
	behind = term_columns(moved);
	size_t used = term_text(text, !room ? 0 : room > behind + 8 ? room - behind : room);
	if (!room || room > used)
		term_text(moved, room ? room - used : 0);
	putchar('\n');
	free(text);
	free(moved);
}

void diff_print(const struct diff *d, enum table_kind kind, uint64_t top, const struct term *t)
{
	size_t shown = diff_shown(d, top);
	struct columns c = columns_of(d, shown, t);
	const struct change rest = diff_rest(d, shown);
	char text[128];

	printf("%*s %*s %*s %*s", c.change, "change", c.relative, "relative", c.a, c.a_head, c.b,
		c.b_head);
	if (c.inclusive)
		printf(" %*s", c.inclusive, INCLUSIVE);
	printf("  %s\n", kind == TABLE_LINES ? "line  function" : d->word);
	for (size_t i = 0; i < shown; i++)
		print_row(&c, &d->rows[i], kind, d->has_waits, t);
	if (shown < d->n) {
		snprintf(text, sizeof text, "... %zu more; --top 0 shows all", d->n - shown);
		print_line(&c, rest.a, rest.b, t, text);
	}
	snprintf(text, sizeof text, "in %zu %s%s", d->n,
		kind == TABLE_ADDRESSES ? "addresse" : d->word, d->n == 1 && kind != TABLE_ADDRESSES
		? "" : "s");
	print_line(&c, d->sum_a, d->sum_b, t, text);
	snprintf(text, sizeof text, "TICKS%s: %s", d->estimates ? " x period" : "",
		d->whole ? "the whole runs" : "all that was counted");
	print_line(&c, d->ticks_a, d->ticks_b, t, text);
}

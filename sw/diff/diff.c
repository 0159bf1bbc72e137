/* SPDX-License-Identifier: ISC
 * diff.c - two profiles row by row; the contract is diff.h.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/report/report.h"
#include "sw/report/rows.h"
#include "sw/base/text.h"

static const char *base_name(const char *file)
{
	return file ? basename(file) : "";
}

/* By line, where functions are known: the line's distance from its function's declaration. */
static int order_owned(const struct row *x, const struct row *y)
{
	int d = strcmp(x->owner, y->owner), m = x->line - x->first, n = y->line - y->first;

	return d ? d : (m > n) - (m < n);
}

/* Rows of one side that carry the same name, or (by line) the same line of one file or function,
 * are one. */
static int order(const struct row *x, const struct row *y, enum table_kind kind)
{
	int d = 0;

	if (!x->owner != !y->owner)
		return x->owner ? -1 : 1;
	if (x->owner)
		return order_owned(x, y);
	if (kind == TABLE_ADDRESSES)
		return (x->lo > y->lo) - (x->lo < y->lo);
	if (kind == TABLE_LINES) {
		d = strcmp(base_name(x->file), base_name(y->file));
		d = d ? d : (x->line > y->line) - (x->line < y->line);
	}
	return d ? d : strcmp(x->name, y->name);
}

static int by_key(const void *a, const void *b, void *kind)
{
	const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
	int d = order(x, y, *(enum table_kind *)kind);

	d = d ? d : strcmp(base_name(x->file), base_name(y->file));
	return d ? d : x->lo < y->lo ? -1 : x->lo > y->lo;
}

static const struct row **sorted(const struct table *t, enum table_kind kind)
{
	const struct row **rows = allocate(t->n, sizeof *rows);

	for (size_t i = 0; i < t->n; i++)
		rows[i] = &t->rows[i];
	if (t->n)
		qsort_r(rows, t->n, sizeof *rows, by_key, &kind);
	return rows;
}

static size_t group_end(const struct row **rows, size_t n, size_t i, enum table_kind kind)
{
	size_t end = i + 1;

	while (end < n && order(rows[i], rows[end], kind) == 0)
		end++;
	return end;
}

static struct change *new_change(struct diff *d, size_t *room, const struct row *r)
{
	GROW(d->rows, d->n, *room);
	d->rows[d->n] = (struct change){ .name = r->name, .file = r->file, .line = r->line,
		.lo = r->lo };
	return &d->rows[d->n++];
}

static uint64_t value(const struct diff *d, const struct profile *p, const struct row *r)
{
	return r->count * (d->estimates ? p->config.period : 1);
}

/* Did the row's code stand elsewhere in the source of A? */
static void note_move(struct change *c, const struct row *a, const struct row *b)
{
	bool other = strcmp(base_name(a->file), base_name(b->file)) != 0;

	if (!a->file || !b->file || (!other && (!a->owner || a->line == b->line)))
		return;
	c->from = a->file;
	c->from_line = a->owner ? a->line : 0;
}

/* One name: [i, m) of a, [j, n) of b. A single one on each side is the same one, whatever its
 * file. */
static void match_group(struct diff *d, size_t *room, const struct profile *a,
	const struct row **ra, size_t i, size_t m,
	const struct profile *b, const struct row **rb, size_t j, size_t n)
{
	bool single = m - i == 1 && n - j == 1;

	while (i < m || j < n) {
		int order = i == m ? 1 : j == n ? -1 : single ? 0 : strcmp(base_name(ra[i]->file),
			base_name(rb[j]->file));
		struct change *c = new_change(d, room, order < 0 ? ra[i] : rb[j]);
		if (order == 0)
			note_move(c, ra[i], rb[j]);
		if (order <= 0) {
			c->in_a = true;
			c->inclusive_a = ra[i]->inclusive;
			c->waits_a = ra[i]->waits;
			c->a = value(d, a, ra[i++]);
		}
		if (order >= 0) {
			c->in_b = true;
			c->inclusive_b = rb[j]->inclusive;
			c->waits_b = rb[j]->waits;
			c->b = value(d, b, rb[j++]);
		}
	}
}

uint64_t diff_size(const struct change *c)
{
	return c->a > c->b ? c->a - c->b : c->b - c->a;
}

static uint64_t inclusive_size(const struct change *c)
{
	return c->inclusive_a > c->inclusive_b ? c->inclusive_a - c->inclusive_b
		: c->inclusive_b - c->inclusive_a;
}

static int by_change(const void *x, const void *y)
{
	const struct change *c = x, *d = y;
	uint64_t m = diff_size(c), n = diff_size(d);

	if (m == n) {
		m = inclusive_size(c);
		n = inclusive_size(d);
	}
	if (m == n) {
		m = c->b;
		n = d->b;
	}
	return m != n ? (m > n ? -1 : 1) : strcmp(c->name, d->name);
}

void diff_settle(struct diff *d)
{
	for (size_t i = 0; i < d->n; i++) {
		d->sum_a += d->rows[i].a;
		d->sum_b += d->rows[i].b;
	}
	if (d->n)
		qsort(d->rows, d->n, sizeof *d->rows, by_change);
}

struct diff diff_make(const struct profile *a, const struct table *ta, const struct profile *b,
	const struct table *tb, enum table_kind kind)
{
	struct diff d = { .estimates = a->config.period != b->config.period,
		.has_inclusive = ta->has_calls && tb->has_calls,
		.has_waits = a->waits_at && b->waits_at, .by = table_kinds[kind],
		.word = table_words[kind] };
	const struct row **ra = sorted(ta, kind), **rb = sorted(tb, kind);
	size_t room = 0;

	d.unit = d.estimates ? profile_source(a) : profile_unit(a);
	for (size_t i = 0, j = 0; i < ta->n || j < tb->n;) {
		int o = i == ta->n ? 1 : j == tb->n ? -1 : order(ra[i], rb[j], kind);
		size_t m = o <= 0 ? group_end(ra, ta->n, i, kind) : i,
			n = o >= 0 ? group_end(rb, tb->n, j, kind) : j;
		match_group(&d, &room, a, ra, i, m, b, rb, j, n);
		i = m;
		j = n;
	}
	d.ticks_a = a->counters.ticks * (d.estimates ? a->config.period : 1);
	d.ticks_b = b->counters.ticks * (d.estimates ? b->config.period : 1);
	diff_settle(&d);
	free(ra);
	free(rb);
	return d;
}

void diff_free(struct diff *d)
{
	free(d->rows);
	for (size_t i = 0; i < d->n_paths; i++)
		free(d->paths[i]);
	free(d->paths);
	*d = (struct diff){ 0 };
}

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
		printf(" %*s", c->inclusive, row ? change_text(row->inclusive_a, row->inclusive_b,
			text) : "");
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
	int n = 0;

	if (file && kind == TABLE_LINES)
		n = asprintf(text, "%s:%d  %s", file, c->line, c->name);
	else if (kind == TABLE_ADDRESSES)
		n = asprintf(text, "0x%08" PRIx64 "  %s", c->lo, c->name);
	else if (file && kind == TABLE_FUNCTIONS)
		n = asprintf(text, "%s  %s:%d", c->name, file, c->line);
	else
		*text = copy_text(c->name);
	if (!c->from)
		*moved = copy_text("");
	else if (!strcmp(base_name(c->from), base_name(c->file)))
		n = n < 0 ? n : asprintf(moved, "  moved from line %d", c->from_line);
	else if (c->from_line)
		n = n < 0 ? n : asprintf(moved, "  moved from %s:%d", base_name(c->from),
			c->from_line);
	else
		n = n < 0 ? n : asprintf(moved, "  moved from %s", base_name(c->from));
	if (n < 0) {
		fail("out of memory");
		exit(EXIT_FAILURE);
	}
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
	if (asprintf(&both, "%s  %s %s", *text, cause_frames[which], change) < 0) {
		fail("out of memory");
		exit(EXIT_FAILURE);
	}
	free(*text);
	*text = both;
}

static void print_row(const struct columns *columns, const struct change *c, enum table_kind kind,
	bool causes, const struct term *t)
{
	size_t room = name_room(columns, t), behind;
	char *text, *moved;

	row_texts(c, kind, &text, &moved);
	if (causes)
		add_cause(c, &moved);
	print_numbers(columns, c->a, c->b, t, !c->in_a ? "new" : !c->in_b ? "gone" : NULL);
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
	size_t shown = top && top < d->n ? (size_t)top : d->n;
	struct columns c = columns_of(d, shown, t);
	uint64_t rest_a = d->sum_a, rest_b = d->sum_b;
	char text[128];

	printf("%*s %*s %*s %*s", c.change, "change", c.relative, "relative", c.a, c.a_head, c.b,
		c.b_head);
	if (c.inclusive)
		printf(" %*s", c.inclusive, INCLUSIVE);
	printf("  %s\n", kind == TABLE_LINES ? "line  function" : d->word);
	for (size_t i = 0; i < shown; i++) {
		print_row(&c, &d->rows[i], kind, d->has_waits, t);
		rest_a -= d->rows[i].a;
		rest_b -= d->rows[i].b;
	}
	if (shown < d->n) {
		snprintf(text, sizeof text, "... %zu more; --top 0 shows all", d->n - shown);
		print_line(&c, rest_a, rest_b, t, text);
	}
	snprintf(text, sizeof text, "in %zu %s%s", d->n,
		kind == TABLE_ADDRESSES ? "addresse" : d->word, d->n == 1 && kind != TABLE_ADDRESSES
		? "" : "s");
	print_line(&c, d->sum_a, d->sum_b, t, text);
	print_line(&c, d->ticks_a, d->ticks_b, t,
		d->estimates ? "TICKS x period: the whole runs" : "TICKS: the whole runs");
}

/* SPDX-License-Identifier: ISC
 * diff.c - two profiles row by row; the contract is diff.h.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "report.h"
#include "rows.h"
#include "sw/base/text.h"

static const char *base_name(const char *file)
{
	const char *slash = file ? strrchr(file, '/') : NULL;

	return slash ? slash + 1 : file ? file : "";
}

/* Rows of one side that carry the same name, file's base name and (by line) line are one. */
static int order(const struct row *x, const struct row *y, enum table_kind kind)
{
	int d = 0;

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
	d->rows[d->n] = (struct change){ .name = r->name, .file = r->file, .line = r->line, .lo = r->lo };
	return &d->rows[d->n++];
}

static uint64_t value(const struct diff *d, const struct profile *p, const struct row *r)
{
	return r->count * (d->estimates ? p->config.period : 1);
}

/* One name: [i, m) of a, [j, n) of b. A single one on each side is the same one, whatever its file. */
static void match_group(struct diff *d, size_t *room, const struct profile *a, const struct row **ra, size_t i, size_t m,
	const struct profile *b, const struct row **rb, size_t j, size_t n)
{
	bool single = m - i == 1 && n - j == 1;

	while (i < m || j < n) {
		int order = i == m ? 1 : j == n ? -1 : single ? 0 : strcmp(base_name(ra[i]->file), base_name(rb[j]->file));
		struct change *c = new_change(d, room, order < 0 ? ra[i] : rb[j]);
		if (order <= 0) {
			c->in_a = true;
			c->a = value(d, a, ra[i++]);
		}
		if (order >= 0) {
			c->in_b = true;
			c->b = value(d, b, rb[j++]);
		}
	}
}

static uint64_t size_of(const struct change *c)
{
	return c->a > c->b ? c->a - c->b : c->b - c->a;
}

static int by_change(const void *x, const void *y)
{
	const struct change *c = x, *d = y;
	uint64_t m = size_of(c), n = size_of(d);

	return m != n ? (m > n ? -1 : 1) : c->b != d->b ? (c->b > d->b ? -1 : 1) : strcmp(c->name, d->name);
}

struct diff diff_make(const struct profile *a, const struct table *ta, const struct profile *b, const struct table *tb, enum table_kind kind)
{
	struct diff d = { .estimates = a->config.period != b->config.period };
	const struct row **ra = sorted(ta, kind), **rb = sorted(tb, kind);
	size_t room = 0;

	d.unit = d.estimates ? profile_source(a) : profile_unit(a);
	for (size_t i = 0, j = 0; i < ta->n || j < tb->n;) {
		int o = i == ta->n ? 1 : j == tb->n ? -1 : order(ra[i], rb[j], kind);
		size_t m = o <= 0 ? group_end(ra, ta->n, i, kind) : i, n = o >= 0 ? group_end(rb, tb->n, j, kind) : j;
		match_group(&d, &room, a, ra, i, m, b, rb, j, n);
		i = m;
		j = n;
	}
	for (size_t i = 0; i < d.n; i++) {
		d.sum_a += d.rows[i].a;
		d.sum_b += d.rows[i].b;
	}
	d.ticks_a = a->counters.ticks * (d.estimates ? a->config.period : 1);
	d.ticks_b = b->counters.ticks * (d.estimates ? b->config.period : 1);
	if (d.n)
		qsort(d.rows, d.n, sizeof *d.rows, by_change);
	free(ra);
	free(rb);
	return d;
}

void diff_free(struct diff *d)
{
	free(d->rows);
	*d = (struct diff){ 0 };
}

static void print_numbers(uint64_t a, uint64_t b, const struct term *t, const char *relative)
{
	char text[32];

	snprintf(text, sizeof text, "%c%s", b > a ? '+' : b < a ? '-' : ' ', term_number(b > a ? b - a : a - b));
	fputs(term_hue(t, b > a ? HUE_HOT : b < a ? HUE_GOOD : HUE_PLAIN), stdout);
	printf("%15s", text);
	if (relative)
		printf(" %9s", relative);
	else if (a)
		printf(" %+8.2f%%", 100.0 * ((double)b - (double)a) / (double)a);
	else
		printf(" %9s", "");
	printf("%s %14s %14s  ", term_plain(t), term_number(a), term_number(b));
}

void diff_print(const struct diff *d, enum table_kind kind, uint64_t top, const struct term *t)
{
	size_t shown = top && top < d->n ? (size_t)top : d->n, used = 15 + 10 + 15 + 15 + 2;
	uint64_t rest_a = d->sum_a, rest_b = d->sum_b;
	char a[32], b[32];

	snprintf(a, sizeof a, "A %s", d->unit);
	snprintf(b, sizeof b, "B %s", d->unit);
	printf("%15s %9s %14s %14s  %s\n", "change", "relative", a, b, kind == TABLE_LINES ? "line  function" : table_words[kind]);
	for (size_t i = 0; i < shown; i++) {
		const struct change *c = &d->rows[i];
		char *text = NULL;
		bool where = c->file && (kind == TABLE_LINES || kind == TABLE_FUNCTIONS);
		print_numbers(c->a, c->b, t, !c->in_a ? "new" : !c->in_b ? "gone" : NULL);
		if (where && kind == TABLE_LINES && asprintf(&text, "%s:%d  %s", text_here(c->file), c->line, c->name) < 0)
			text = NULL;
		else if (kind == TABLE_ADDRESSES && asprintf(&text, "0x%08" PRIx64 "  %s", c->lo, c->name) < 0)
			text = NULL;
		else if (where && kind == TABLE_FUNCTIONS && asprintf(&text, "%s  %s:%d", c->name, text_here(c->file), c->line) < 0)
			text = NULL;
		term_text(text ? text : c->name, !t->width ? 0 : t->width > used + 8 ? t->width - used : 8);
		free(text);
		putchar('\n');
		rest_a -= c->a;
		rest_b -= c->b;
	}
	if (shown < d->n) {
		print_numbers(rest_a, rest_b, t, NULL);
		printf("... %zu more; --top 0 shows all\n", d->n - shown);
	}
	print_numbers(d->sum_a, d->sum_b, t, NULL);
	printf("in %zu %s%s\n", d->n, kind == TABLE_ADDRESSES ? "addresse" : table_words[kind], d->n == 1 && kind != TABLE_ADDRESSES ? "" : "s");
	print_numbers(d->ticks_a, d->ticks_b, t, NULL);
	printf("TICKS%s: the whole runs\n", d->estimates ? " x period" : "");
}

static double relative(const struct change *c)
{
	return 100.0 * ((double)c->b - (double)c->a) / (double)c->a;
}

void diff_csv(FILE *f, const struct diff *d, uint64_t top)
{
	fputs("change,relative,a,b,name,file,line,address\r\n", f);
	for (size_t i = 0; i < d->n && (!top || i < top); i++) {
		const struct change *c = &d->rows[i];
		fprintf(f, "%s%" PRIu64 ",", c->a > c->b ? "-" : "", size_of(c));
		if (c->a)
			fprintf(f, "%.6f", relative(c));
		fprintf(f, ",%" PRIu64 ",%" PRIu64 ",", c->a, c->b);
		text_csv(f, c->name);
		putc(',', f);
		text_csv(f, c->file ? c->file : "");
		putc(',', f);
		if (c->file && c->line)
			fprintf(f, "%d", c->line);
		fprintf(f, ",0x%08" PRIx64 "\r\n", c->lo);
	}
}

void diff_json(FILE *f, const struct diff *d, enum table_kind kind, uint64_t top)
{
	fprintf(f, "{\"by\": \"%s\", \"unit\": \"%s\", \"estimates\": %s,\n  \"sum_a\": %" PRIu64 ", \"sum_b\": %" PRIu64 ", \"ticks_a\": %" PRIu64
		", \"ticks_b\": %" PRIu64 ",\n  \"rows\": [", table_kinds[kind], d->unit, d->estimates ? "true" : "false", d->sum_a, d->sum_b, d->ticks_a, d->ticks_b);
	for (size_t i = 0; i < d->n && (!top || i < top); i++) {
		const struct change *c = &d->rows[i];
		fputs(i ? ",\n    {\"name\": " : "\n    {\"name\": ", f);
		text_json(f, c->name);
		fputs(", \"file\": ", f);
		text_json(f, c->file);
		if (c->file && c->line)
			fprintf(f, ", \"line\": %d", c->line);
		else
			fputs(", \"line\": null", f);
		fprintf(f, ", \"pc\": %" PRIu64, c->lo);
		fprintf(f, ", \"change\": %s%" PRIu64 ", \"relative\": ", c->a > c->b ? "-" : "", size_of(c));
		if (c->a)
			fprintf(f, "%.6f", relative(c));
		else
			fputs("null", f);
		fprintf(f, ", \"a\": %" PRIu64 ", \"b\": %" PRIu64 "}", c->a, c->b);
	}
	fputs("]}\n", f);
}

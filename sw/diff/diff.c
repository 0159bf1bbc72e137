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

const char *diff_base_name(const char *file)
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
		d = strcmp(diff_base_name(x->file), diff_base_name(y->file));
		d = d ? d : (x->line > y->line) - (x->line < y->line);
	}
	return d ? d : strcmp(x->source ? x->source : x->name, y->source ? y->source : y->name);
}

static int by_key(const void *a, const void *b, void *kind)
{
	const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
	int d = order(x, y, *(enum table_kind *)kind);

	d = d ? d : strcmp(diff_base_name(x->file), diff_base_name(y->file));
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
	bool other = strcmp(diff_base_name(a->file), diff_base_name(b->file)) != 0;

	if (!a->file || !b->file || (!other && (!a->owner || a->line == b->line)))
		return;
	c->from = a->file;
	c->from_line = a->owner ? a->line : 0;
}

/* How many rows from number `from` on, below `end`, have the same source file. */
static size_t same_file(const struct row **rows, size_t from, size_t end)
{
	size_t n = from < end;

	while (from + n < end && !strcmp(diff_base_name(rows[from + n]->file),
		diff_base_name(rows[from]->file)))
		n++;
	return n;
}

static void put_names(FILE *f, const struct row **rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? ", " : "", rows[i]->name);
}

/* The change is of clones: it has the name of their source, and says which ones they are. */
static void name_clones(struct change *c, const struct row **ra, size_t in_a,
	const struct row **rb, size_t in_b)
{
	size_t size;
	FILE *f = stream_open(&c->clones, &size);

	c->name = (*rb)->source;
	put_names(f, ra, in_a);
	fputs(" -> ", f);
	put_names(f, rb, in_b);
	stream_close(f);
}

static bool any_clone(const struct row **rows, size_t n)
{
	while (n && !rows[n - 1]->clone)
		n--;
	return n;
}

/* Pairs the functions of one name, rows [i, m) of a and [j, n) of b. Those of one file in each are
 * the same, even if their file changed. Else they are paired by their source file, and within a
 * file by address. If one side has more of them there, which is which is unknown, and they are
 * added up, and so are clones, which every build numbers anew. */
static void match_group(struct diff *d, size_t *room, const struct profile *a,
	const struct row **ra, size_t i, size_t m,
	const struct profile *b, const struct row **rb, size_t j, size_t n)
{
	bool single = same_file(ra, i, m) == m - i && same_file(rb, j, n) == n - j;

	while (i < m || j < n) {
		int order = i == m ? 1 : j == n ? -1 : single ? 0
			: strcmp(diff_base_name(ra[i]->file), diff_base_name(rb[j]->file));
		struct change *c = new_change(d, room, order < 0 ? ra[i] : rb[j]);
		size_t in_a = 1, in_b = 1;
		if (order == 0)
			note_move(c, ra[i], rb[j]);
		else		/* the other side's may be counted at another function */
			c->straddles = d->straddling;
		if (order == 0) {
			in_a = same_file(ra, i, m);
			in_b = same_file(rb, j, n);
			bool clones = any_clone(ra + i, in_a) || any_clone(rb + j, in_b),
				alike = in_a == in_b && (!clones
					|| (in_a == 1 && !strcmp(ra[i]->name, rb[j]->name)));
			if (alike)
				in_a = in_b = 1;
			else if (clones)
				name_clones(c, ra + i, in_a, rb + j, in_b);
		}
		for (; order <= 0 && in_a; in_a--, i++) {
			c->in_a = true;
			c->straddles |= ra[i]->straddles;
			c->inclusive_a += ra[i]->inclusive;
			waits_add(&c->waits_a, &ra[i]->waits);
			c->a += value(d, a, ra[i]);
		}
		for (; order >= 0 && in_b; in_b--, j++) {
			c->in_b = true;
			c->straddles |= rb[j]->straddles;
			c->inclusive_b += rb[j]->inclusive;
			waits_add(&c->waits_b, &rb[j]->waits);
			c->b += value(d, b, rb[j]);
		}
	}
}

uint64_t diff_size(const struct change *c)
{
	return c->a > c->b ? c->a - c->b : c->b - c->a;
}

static uint64_t inclusive_size(const struct change *c)
{
	return c->straddles ? 0 : c->inclusive_a > c->inclusive_b ? c->inclusive_a - c->inclusive_b
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

size_t diff_shown(const struct diff *d, uint64_t top)
{
	return top && top < d->n ? (size_t)top : d->n;
}

struct change diff_rest(const struct diff *d, size_t shown)
{
	struct change rest = { .name = table_rest_name };

	for (size_t i = shown; i < d->n; i++) {
		rest.a += d->rows[i].a;
		rest.b += d->rows[i].b;
		rest.straddles |= d->rows[i].straddles;
		waits_add(&rest.waits_a, &d->rows[i].waits_a);
		waits_add(&rest.waits_b, &d->rows[i].waits_b);
	}
	return rest;
}

struct diff diff_make(const struct profile *a, const struct table *ta, const struct profile *b,
	const struct table *tb, enum table_kind kind)
{
	struct diff d = { .estimates = a->config.period != b->config.period,
		.has_inclusive = ta->has_calls && tb->has_calls,
		.has_waits = a->waits_at && b->waits_at,
		.straddling = ta->straddling || tb->straddling, .by = table_kinds[kind],
		.word = table_words[kind] };
	const struct row **ra = sorted(ta, kind), **rb = sorted(tb, kind);
	size_t room = 0;

	d.whole = a->extent == PROFILE_WHOLE && b->extent == PROFILE_WHOLE;
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
	for (size_t i = 0; i < d->n; i++)
		free(d->rows[i].clones);
	free(d->rows);
	for (size_t i = 0; i < d->n_paths; i++)
		free(d->paths[i]);
	free(d->paths);
	*d = (struct diff){ 0 };
}

/* SPDX-License-Identifier: ISC
 * table_order.c - rows of a table: put together, sorted, filtered; the contract is table.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "table.h"

const char *const table_orders[] = { "count", "cpi", "address", "name", "inclusive", NULL };

char table_rest_name[] = "[rest]";

static int text_order(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int same_line(const struct row *x, const struct row *y)
{
	int d = text_order(x->file, y->file);

	if (d || (d = (x->line > y->line) - (x->line < y->line)))
		return d;
	/* without a line: by function */
	return x->file && x->line ? 0 : strcmp(x->name, y->name);
}

static int same_name(const struct row *x, const struct row *y)
{
	return strcmp(x->name, y->name);
}

static int by_place(const struct row *x, const struct row *y)
{
	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static int by_line(const void *a, const void *b)
{
	int d = same_line(a, b);

	return d ? d : by_place(a, b);
}

static int by_name(const void *a, const void *b)
{
	int d = same_name(a, b);

	return d ? d : by_place(a, b);
}

static void add_counts(struct row *sum, const struct row *r)
{
	sum->count += r->count;
	sum->retired += r->retired;
	waits_add(&sum->waits, &r->waits);
	sum->inlined += r->inlined;
	sum->straddles |= r->straddles;
}

double table_cpi(const struct profile *p, const struct row *r)
{
	return r->straddles ? -1 : profile_cpi(p, r->count, r->retired);
}

struct row table_rest(const struct table *t, size_t shown, size_t *n)
{
	struct row rest = t->hidden;

	rest.name = table_rest_name;
	for (size_t i = shown; i < t->n; i++)
		add_counts(&rest, &t->rows[i]);
	*n = t->n - shown + t->n_hidden;
	return rest;
}

void table_merge(struct table *t, enum table_kind kind)
{
	bool lines = kind == TABLE_LINES;
	size_t n = 0;

	if (t->n)
		qsort(t->rows, t->n, sizeof *t->rows, lines ? by_line : by_name);
	for (size_t i = 0; i < t->n; i++) {
		struct row *last = n ? &t->rows[n - 1] : NULL;
		if (last && (lines ? same_line : same_name)(last, &t->rows[i]) == 0)
			add_counts(last, &t->rows[i]);
		else
			t->rows[n++] = t->rows[i];
	}
	t->n = n;
	/* without counts only the instructions mattered, to the row they were added to */
	for (size_t i = n = 0; i < t->n; i++)
		if (t->rows[i].count)
			t->rows[n++] = t->rows[i];
	t->n = n;
}

static int by_count(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->lo != y->lo ? (x->lo < y->lo ? -1 : 1) : strcmp(x->name, y->name);
}

static int by_address(const void *a, const void *b)
{
	int d = by_place(a, b);

	return d ? d : by_count(a, b);
}

static int by_inclusive(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->inclusive != y->inclusive ? (x->inclusive > y->inclusive ? -1 : 1) : by_count(a,
		b);
}

static int by_cpi(const void *a, const void *b, void *context)
{
	const struct profile *p = context;
	const struct row *x = a, *y = b;
	double cx = table_cpi(p, x), cy = table_cpi(p, y);

	return cx != cy ? (cx > cy ? -1 : 1) : by_count(a, b);
}

void table_sort(struct table *t, const struct profile *p, enum table_order order)
{
	static int (*const orders[])(const void *, const void *) = { [ORDER_COUNT] = by_count,
		[ORDER_ADDRESS] = by_address,
		[ORDER_NAME] = by_name, [ORDER_INCLUSIVE] = by_inclusive };

	if (!t->n)
		return;
	if (order == ORDER_CPI)
		qsort_r(t->rows, t->n, sizeof *t->rows, by_cpi, (void *)(uintptr_t)p);
	else
		qsort(t->rows, t->n, sizeof *t->rows, orders[order]);
}

void table_filter(struct table *t, bool (*keep)(const char *text, const void *context),
	const void *context)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->rows[i];
		bool good = keep(r->name, context);
		if (!good && r->file) {
			char *where = print_text("%s:%d", r->file, r->line);
			good = keep(where, context);
			free(where);
		}
		if (good) {
			t->rows[n++] = *r;
		} else {
			t->n_hidden++;
			add_counts(&t->hidden, r);
		}
	}
	t->n = n;
}

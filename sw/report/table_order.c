/* SPDX-License-Identifier: ISC
 * table_order.c - rows of a table: put together, sorted, filtered; the contract is table.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "sw/base/base.h"

const char *const table_orders[] = { "count", "cpi", "address", "name", "inclusive", "worst",
	"spread", NULL };

char table_rest_name[] = "[rest]";

static int compare(uint64_t x, uint64_t y)
{
	return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int d = strcmp(x->name, y->name);

	return d ? d : compare(x->lo, y->lo);
}

/* Rows of one line and one function are equal but for their places. */
static int same_line(const struct row *x, const struct row *y)
{
	int d = x->file && y->file ? strcmp(x->file, y->file)
				   : (x->file != NULL) - (y->file != NULL);

	d = d ? d : (x->line > y->line) - (x->line < y->line);
	return d ? d : compare((uintptr_t)x->function, (uintptr_t)y->function);
}

static int by_line(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int d = same_line(x, y);

	return d ? d : compare(x->lo, y->lo);
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
		if (last
			&& !(lines ? same_line(last, &t->rows[i])
				   : strcmp(last->name, t->rows[i].name)))
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

struct how {
	const struct profile *p;
	enum table_order order;
};

/* The highest first, but addresses and names from the lowest on; equal ones by count, and then
 * where they are. */
static int in_order(const void *a, const void *b, void *context)
{
	const struct how *how = context;
	const struct row *x = a, *y = b;
	int d = 0;

	if (how->order == ORDER_NAME)
		return by_name(a, b);
	if (how->order == ORDER_ADDRESS)
		d = compare(x->lo, y->lo);
	else if (how->order == ORDER_INCLUSIVE)
		d = compare(y->inclusive, x->inclusive);
	else if (how->order == ORDER_CPI) {
		double cx = table_cpi(how->p, x), cy = table_cpi(how->p, y);
		d = (cy > cx) - (cy < cx);
	}
	d = d ? d : compare(y->count, x->count);
	d = d ? d : compare(x->lo, y->lo);
	return d ? d : strcmp(x->name, y->name);
}

void table_sort(struct table *t, const struct profile *p, enum table_order order)
{
	if (t->n)
		qsort_r(t->rows, t->n, sizeof *t->rows, in_order, &(struct how){ p, order });
}

void table_filter(struct table *t, const regex_t *regex)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct row *r = &t->rows[i];
		bool good = !regexec(regex, r->name, 0, NULL, 0);
		if (!good && r->file) {
			char *where = print_text("%s:%d", r->file, r->line);
			good = !regexec(regex, where, 0, NULL, 0);
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

/* SPDX-License-Identifier: ISC
 * table.c - a profile's bins summed by function, by source line or by inline chain; the contract is table.h.
 */
#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

#define STRETCH_GAP 32		/* bytes without counts that still belong to one stretch of nameless code */
#define MAX_CHAIN 64

static int by_count(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->lo != y->lo ? (x->lo < y->lo ? -1 : 1) : strcmp(x->name, y->name);
}

static void finish(struct table *t)
{
	if (t->n)
		qsort(t->rows, t->n, sizeof *t->rows, by_count);
	for (size_t i = 0; i < t->n; i++)
		t->sum += t->rows[i].count;
}

uint64_t table_bin_code(const struct symbols *s, uint64_t lo, uint64_t hi, bool *straddles)
{
	const struct range *r = ranges_next(&s->map, lo), *next;

	*straddles = false;
	if (!r || r->lo >= hi)
		return lo;
	next = ranges_next(&s->map, r->hi);
	*straddles = next && next->lo < hi && next->value != r->value;
	return r->lo > lo ? r->lo : lo;
}

static struct row *new_row(struct table *t, size_t *room)
{
	GROW(t->rows, t->n, *room);
	t->rows[t->n] = (struct row){ 0 };
	return &t->rows[t->n++];
}

static void name_stretch(struct row *row)
{
	char name[64];

	snprintf(name, sizeof name, "[no symbol] 0x%08" PRIx64 "-0x%08" PRIx64, row->lo, row->hi - 1);
	row->name = copy_text(name);
}

static uint64_t retired_in(const struct profile *p, uint64_t lo, uint64_t hi)
{
	uint64_t sum = 0;

	lo = lo < p->config.offset ? p->config.offset : lo + (lo & 1);	/* bins may begin at odd addresses, instructions don't */
	for (uint64_t pc = lo; pc < hi; pc += 2) {
		if ((pc - p->config.offset) / 2 >= p->n_retired_at)
			break;
		sum += p->retired_at[(pc - p->config.offset) / 2];
	}
	return sum;
}

/* May a bin at lo be added to the newest stretch? Not over a gap, nor over a function. */
static bool stretches_to(const struct symbols *s, const struct row *stretch, uint64_t lo)
{
	const struct range *between = ranges_next(&s->map, stretch->hi - 1);

	return lo < stretch->hi + STRETCH_GAP && !(between && between->lo < lo);
}

struct table table_functions(const struct profile *p, const struct symbols *s, const struct lines *l)
{
	struct table t = { 0 };
	size_t room = 0, stretch = 0;		/* stretch, row_of: row number + 1; 0 none */
	size_t *row_of = allocate(s->n_functions, sizeof *row_of);

	for (uint32_t i = 0; i < p->slots; i++) {
		if (!p->bins[i])
			continue;
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, i + 1);
		bool straddles;
		const struct function *f = symbols_find(s, table_bin_code(s, lo, hi, &straddles));
		size_t at = f ? row_of[f - s->functions] : stretch;
		if (at && !f && !stretches_to(s, &t.rows[at - 1], lo))
			at = 0;
		if (!at) {
			struct row *row = new_row(&t, &room);
			const struct line *line = lines_find(l, (uint32_t)(f ? f->lo : lo));
			at = t.n;
			*row = (struct row){ .name = f ? copy_text(f->name) : NULL, .lo = f ? f->lo : lo, .hi = f ? f->hi : hi,
				.file = line ? line->file : NULL, .line = line ? line->number : 0 };
			*(f ? &row_of[f - s->functions] : &stretch) = at;
		}
		if (!f)
			t.rows[at - 1].hi = hi;
		t.rows[at - 1].count += p->bins[i];
		t.straddling += straddles ? p->bins[i] : 0;
	}
	for (size_t i = 0; i < t.n; i++)
		if (!t.rows[i].name) {
			name_stretch(&t.rows[i]);
			t.rows[i].retired = retired_in(p, t.rows[i].lo, t.rows[i].hi);
		}
	for (size_t i = 0; i < s->map.n; i++)
		if (row_of[s->map.at[i].value])
			t.rows[row_of[s->map.at[i].value] - 1].retired += retired_in(p, s->map.at[i].lo, s->map.at[i].hi);
	free(row_of);
	finish(&t);
	return t;
}

/* Rows with equal keys are added up; `order` sorts equal keys together, then by address. */
static void merge(struct table *t, int (*order)(const void *, const void *), bool (*same)(const struct row *, const struct row *))
{
	size_t n = 0;

	if (t->n)
		qsort(t->rows, t->n, sizeof *t->rows, order);
	for (size_t i = 0; i < t->n; i++) {
		if (n && same(&t->rows[n - 1], &t->rows[i])) {
			t->rows[n - 1].count += t->rows[i].count;
			t->rows[n - 1].retired += t->rows[i].retired;
			free(t->rows[i].name);
		} else {
			t->rows[n++] = t->rows[i];
		}
	}
	t->n = n;
	/* without counts only the instructions mattered, to the row they were added to */
	for (size_t i = n = 0; i < t->n; i++)
		if (t->rows[i].count)
			t->rows[n++] = t->rows[i];
		else
			free(t->rows[i].name);
	t->n = n;
}

static int text_order(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static bool same_line(const struct row *x, const struct row *y)
{
	if (text_order(x->file, y->file) || x->line != y->line)
		return false;
	return (x->file && x->line) || !strcmp(x->name, y->name);	/* without a line: by function */
}

static int by_line(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int d = text_order(x->file, y->file);

	if (d || (d = (x->line > y->line) - (x->line < y->line)))
		return d;
	if (!(x->file && x->line) && (d = strcmp(x->name, y->name)))
		return d;
	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static bool same_name(const struct row *x, const struct row *y)
{
	return !strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int d = strcmp(x->name, y->name);

	return d ? d : x->lo < y->lo ? -1 : x->lo > y->lo;
}

static char *chain(const char *function, const char *const *calls, size_t n)
{
	size_t bytes = strlen(function) + 1;
	char *text;

	for (size_t i = 0; i < n; i++)
		bytes += strlen(calls[i]) + 1;
	text = allocate(bytes, 1);
	strcpy(text, function);
	for (size_t i = 0; i < n; i++) {
		strcat(text, ";");
		strcat(text, calls[i]);
	}
	return text;
}

/* One row a bin with counts or instructions, named after its function or inline chain. */
static struct table bin_rows(const struct profile *p, const struct symbols *s, const struct lines *l, bool chains)
{
	struct table t = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < p->slots; i++) {
		if (!p->bins[i] && !p->retired_at)
			continue;
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, i + 1), retired = retired_in(p, lo, hi);
		bool straddles;
		if (!p->bins[i] && !retired)
			continue;
		uint64_t pc = table_bin_code(s, lo, hi, &straddles);
		const struct function *f = symbols_find(s, pc);
		const struct line *line = lines_find(l, (uint32_t)pc);
		const char *calls[MAX_CHAIN];
		size_t n = chains ? lines_calls(l, (uint32_t)pc, calls, MAX_CHAIN) : 0;
		struct row *row = new_row(&t, &room);
		*row = (struct row){ .lo = pc, .hi = hi, .count = p->bins[i], .retired = retired };
		row->name = chain(f ? f->name : "[no symbol]", calls, n);
		row->file = line ? line->file : NULL;
		row->line = line ? line->number : 0;
		t.straddling += straddles ? p->bins[i] : 0;
	}
	return t;
}

struct table table_lines(const struct profile *p, const struct symbols *s, const struct lines *l)
{
	struct table t = bin_rows(p, s, l, false);

	merge(&t, by_line, same_line);
	finish(&t);
	return t;
}

struct table table_inlines(const struct profile *p, const struct symbols *s, const struct lines *l)
{
	struct table t = bin_rows(p, s, l, true);

	merge(&t, by_name, same_name);
	finish(&t);
	return t;
}

void table_free(struct table *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->rows[i].name);
	free(t->rows);
	*t = (struct table){ 0 };
}

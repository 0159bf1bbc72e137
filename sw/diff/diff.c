/* SPDX-License-Identifier: ISC
 * diff.c - two profiles row by row, matched by name; the contract is diff.h.
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

/* A row of one side. */
struct item {
	const struct row *row;
	bool b;
};

const char *diff_base_name(const char *file)
{
	return file ? basename(file) : "";
}

/* By line: the same line of one file, or of the function that it is inlined from; else all are one.
 */
static int line_order(const struct row *x, const struct row *y, enum table_kind kind)
{
	int d = 0;

	if (!x->owner != !y->owner)
		return x->owner ? -1 : 1;
	if (x->owner) { /* its line's distance from its function's declaration */
		int m = x->line - x->first, n = y->line - y->first;
		d = strcmp(x->owner, y->owner);
		return d ? d : (m > n) - (m < n);
	}
	if (kind == TABLE_LINES) {
		d = strcmp(diff_base_name(x->file), diff_base_name(y->file));
		d = d ? d : (x->line > y->line) - (x->line < y->line);
	}
	return d;
}

/* Rows that carry the same name, by line those of one line and function, are one. */
static int order(const struct row *x, const struct row *y, enum table_kind kind)
{
	int d = line_order(x, y, kind);

	if (kind == TABLE_ADDRESSES)
		return (x->lo > y->lo) - (x->lo < y->lo);
	return d ? d : strcmp(x->source ? x->source : x->name, y->source ? y->source : y->name);
}

/* Those of A before those of B, by file, by address. */
static int by_key(const void *a, const void *b, void *kind)
{
	const struct item *m = a, *n = b;
	const struct row *x = m->row, *y = n->row;
	int d = order(x, y, *(enum table_kind *)kind);

	d = d ? d : m->b - n->b;
	d = d ? d : strcmp(diff_base_name(x->file), diff_base_name(y->file));
	return d ? d : x->lo < y->lo ? -1 : x->lo > y->lo;
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

/* How many of the n first items have the same source file. */
static size_t same_file(const struct item *x, size_t n)
{
	size_t same = n > 0;

	while (same < n && !strcmp(diff_base_name(x[same].row->file), diff_base_name(x->row->file)))
		same++;
	return same;
}

/* The change is of clones: it has the name of their source, and says which ones they are. */
static void name_clones(
	struct change *c, const struct item *a, size_t in_a, const struct item *b, size_t in_b)
{
	size_t size;
	FILE *f = stream_open(&c->clones, &size);

	c->name = b->row->source;
	for (size_t i = 0; i < in_a; i++)
		fprintf(f, "%s%s", i ? ", " : "", a[i].row->name);
	for (size_t i = 0; i < in_b; i++)
		fprintf(f, "%s%s", i ? ", " : " -> ", b[i].row->name);
	stream_close(f);
}

static bool any_clone(const struct item *x, size_t n)
{
	while (n && !x[n - 1].row->clone)
		n--;
	return n;
}

/* weight: of a count. */
static void add(struct change *c, const struct item *x, uint64_t weight)
{
	const struct row *r = x->row;

	*(x->b ? &c->in_b : &c->in_a) = true;
	*(x->b ? &c->b : &c->a) += r->count * weight;
	*(x->b ? &c->inclusive_b : &c->inclusive_a) += r->inclusive;
	waits_add(x->b ? &c->waits_b : &c->waits_a, &r->waits);
	c->straddles |= r->straddles;
}

/* Pairs the functions of one name, up to m of A and n of B. Those of one file in each are the same,
 * even if their file changed. Else they are paired by their source file, and within a file by
 * address. If one side has more of them there, which is which is unknown, and they are added up,
 * and so are clones, which every build numbers anew. weights: of a count of A, of B. */
static void match_group(struct diff *d, uint32_t line, const struct item *a, const struct item *m,
	const struct item *b, const struct item *n, const uint64_t weights[2])
{
	bool single = same_file(a, (size_t)(m - a)) == (size_t)(m - a)
		&& same_file(b, (size_t)(n - b)) == (size_t)(n - b);

	while (a < m || b < n) {
		int order = a == m ? 1
			: b == n   ? -1
			: single
			? 0
			: strcmp(diff_base_name(a->row->file), diff_base_name(b->row->file));
		const struct row *r = order < 0 ? a->row : b->row;
		size_t in_a = order <= 0, in_b = order >= 0;
		GROW(d->rows, d->n, d->room);
		struct change *c = &d->rows[d->n++];
		/* alone, the other side's may be counted at another function */
		*c = (struct change){ .name = r->name,
			.file = r->file,
			.line = r->line,
			.lo = r->lo,
			.id = line,
			.straddles = order != 0 && d->straddling };
		if (order == 0) {
			note_move(c, a->row, b->row);
			in_a = same_file(a, (size_t)(m - a));
			in_b = same_file(b, (size_t)(n - b));
			bool clones = any_clone(a, in_a) || any_clone(b, in_b),
			     alike = in_a == in_b
				&& (!clones || (in_a == 1 && !strcmp(a->row->name, b->row->name)));
			if (alike)
				in_a = in_b = 1;
			else if (clones)
				name_clones(c, a, in_a, b, in_b);
		}
		while (in_a--)
			add(c, a++, weights[0]);
		while (in_b--)
			add(c, b++, weights[1]);
	}
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static int by_change(const void *x, const void *y)
{
	const struct change *c = x, *d = y;
	uint64_t m = distance(c->a, c->b), n = distance(d->a, d->b);

	if (m == n) {
		m = c->straddles ? 0 : distance(c->inclusive_a, c->inclusive_b);
		n = d->straddles ? 0 : distance(d->inclusive_a, d->inclusive_b);
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
		.straddling = ta->straddling || tb->straddling,
		.by = table_kinds[kind],
		.word = table_words[kind],
		.whole = a->extent == PROFILE_WHOLE && b->extent == PROFILE_WHOLE };
	const uint64_t weights[2] = { d.estimates ? a->config.period : 1,
		d.estimates ? b->config.period : 1 };
	const size_t n = ta->n + tb->n;
	struct item *items = allocate(n, sizeof *items);
	uint32_t line = 0;

	for (size_t i = 0; i < n; i++)
		items[i] = (struct item){ i < ta->n ? &ta->rows[i] : &tb->rows[i - ta->n],
			i >= ta->n };
	if (n)
		qsort_r(items, n, sizeof *items, by_key, &kind);
	for (size_t i = 0, middle, end; i < n; i = end) {
		for (middle = i; middle < n && !items[middle].b
			&& !order(items[i].row, items[middle].row, kind);
			middle++)
			;
		for (end = middle; end < n && !order(items[i].row, items[end].row, kind); end++)
			;
		line += i && line_order(items[i - 1].row, items[i].row, kind);
		match_group(
			&d, line, &items[i], &items[middle], &items[middle], &items[end], weights);
	}
	free(items);
	d.unit = d.estimates ? profile_source(a) : profile_unit(a);
	d.ticks_a = a->counters.ticks * weights[0];
	d.ticks_b = b->counters.ticks * weights[1];
	diff_settle(&d);
	return d;
}

void diff_free(struct diff *d)
{
	for (size_t i = 0; i < d->n; i++) {
		free(d->rows[i].clones);
		free(d->rows[i].path);
	}
	free(d->rows);
	*d = (struct diff){ 0 };
}

/* ---- profiles with their programs ---- */
/* same: the programs are. */
static struct table table_for(const struct compared *s, enum table_kind kind, bool same)
{
	const struct firmware *f = s->firmware;

	struct table t = table_of(s->profile, &f->symbols, &f->lines, kind);
	if (kind == TABLE_FUNCTIONS)
		table_places(&t, &f->lines, t.n);
	if (!same)
		table_sources(&t, &f->symbols);
	if (kind == TABLE_LINES && !same)
		table_owners(&t, &f->lines);
	/* the call tree counts cycles */
	if (kind == TABLE_FUNCTIONS && !s->profile->other_period)
		table_add_calls(&t, s->profile, f);
	return t;
}

void comparison_open(struct comparison *c, const struct compared *a, const struct compared *b,
	enum table_kind kind)
{
	bool same = firmware_same(a->profile, b->profile);

	c->a = table_for(a, kind, same);
	c->b = table_for(b, kind, same);
	c->diff = diff_make(a->profile, &c->a, b->profile, &c->b, kind);
}

void comparison_close(struct comparison *c)
{
	diff_free(&c->diff);
	table_free(&c->a);
	table_free(&c->b);
}

bool comparison_covers(const struct profile *p, const struct function *f)
{
	struct extent e;

	for (size_t i = 0; function_extent(f, i, &e); i++)
		if (e.lo < p->config.offset || e.hi > profile_bin_pc(p, p->slots))
			return false;
	return true;
}

/* Another function of that source, which the counters cover, is the one that is compared. */
static bool covers_source(const struct compared *s, const char *source)
{
	const struct symbols *all = &s->firmware->symbols;

	for (size_t i = 0; i < all->n_functions; i++)
		if (!strcmp(all->functions[i].source, source)
			&& comparison_covers(s->profile, &all->functions[i]))
			return true;
	return false;
}

const char *comparison_beyond(
	const struct compared *s, const struct compared *other, const struct table *ran)
{
	const struct profile *p = s->profile, *q = other->profile;
	bool same = firmware_same(p, q);

	if (same && p->config.offset == q->config.offset
		&& profile_bin_pc(p, p->slots) == profile_bin_pc(q, q->slots))
		return NULL;
	for (size_t i = 0; i < s->firmware->symbols.n_functions; i++) {
		const struct function *f = &s->firmware->symbols.functions[i], *x;
		if (comparison_covers(p, f))
			continue;
		for (size_t j = 0; j < ran->n; j++) {
			x = symbols_find(&other->firmware->symbols, ran->rows[j].lo);
			if (x
				&& (same ? x->lo == f->lo
					 : !strcmp(x->source, f->source)
							&& !covers_source(s, f->source)))
				return f->name;
		}
	}
	return NULL;
}

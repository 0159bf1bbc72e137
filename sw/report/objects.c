/* SPDX-License-Identifier: ISC
 * objects.c - loads and stores by what they reached; the contract is objects.h.
 */
#include "objects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/text.h"

static int most_first(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	if (x->retired != y->retired)
		return x->retired < y->retired ? 1 : -1;
	return strcmp(x->name, y->name);
}

static char *keep(struct table *t, char *text)
{
	GROW(t->texts, t->n_texts, t->texts_room);
	return t->texts[t->n_texts++] = text;
}

/* What a row is of: the same two numbers, the same row. */
struct place {
	uint64_t function;	/* its address, or 0 */
	const struct access_cell *access;
};

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->function != y->function ? (x->function < y->function ? -1 : 1)
		: x->access->object < y->access->object ? -1
		: x->access->object > y->access->object;
}

static struct row row_of(struct table *t, const struct accesses *a, const struct place *place,
	const struct symbols *s, bool functions)
{
	const struct reached *o = &a->objects[place->access->object];
	struct row row = { .name = keep(t, copy_text(o->name)), .lo = o->lo, .hi = o->hi };
	char name[400];

	if (!functions)
		return row;
	row.callee = row.name;
	row.caller = keep(t, copy_text(symbols_place(s, (uint32_t)place->function, name,
		sizeof name)));
	row.name = keep(t, print_text("%s -> %s", name, o->name));
	return row;
}

struct table objects_table(const struct profile *p, const struct firmware *fw, bool functions)
{
	const struct accesses *a = &p->accesses;
	struct place *places = allocate(a->n, sizeof *places);
	struct table t = { 0 };

	for (size_t i = 0; i < a->n; i++) {
		const struct function *f = symbols_find(&fw->symbols, a->at[i].pc);
		places[i] = (struct place){ !functions ? 0 : f ? f->lo : a->at[i].pc, &a->at[i] };
	}
	if (a->n)
		qsort(places, a->n, sizeof places[0], by_place);
	t.rows = allocate(a->n, sizeof *t.rows);
	for (size_t i = 0; i < a->n; i++) {
		if (!i || by_place(&places[i - 1], &places[i]))
			t.rows[t.n++] = row_of(&t, a, &places[i], &fw->symbols, functions);
		t.rows[t.n - 1].count += places[i].access->waits;
		t.rows[t.n - 1].retired += places[i].access->count;
		t.sum += places[i].access->waits;
	}
	free(places);
	if (t.n)
		qsort(t.rows, t.n, sizeof t.rows[0], most_first);
	return t;
}

static void put_numbers(uint64_t all, uint64_t accesses, uint64_t waits)
{
	printf("%8.2f%% %14s %14s ", all ? 100.0 * (double)waits / (double)all : 0,
		term_number(accesses), term_number(waits));
	printf("%7.2f  ", accesses ? (double)waits / (double)accesses : 0);
}

static void csv_row(FILE *f, const struct row *r)
{
	fprintf(f, "%" PRIu64 ",%" PRIu64 ",", r->retired, r->count);
	text_csv(f, r->caller ? r->caller : "");
	putc(',', f);
	text_csv(f, r->callee ? r->callee : r->name);
	if (table_is_rest(r))
		fputs(",,\r\n", f);
	else
		fprintf(f, ",0x%08" PRIx64 ",0x%08" PRIx64 "\r\n", r->lo, r->hi);
}

void objects_csv(FILE *f, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n), n;
	const struct row rest = table_rest(t, shown, &n);

	fputs("accesses,waited,function,object,address,end\r\n", f);
	for (size_t i = 0; i < shown; i++)
		csv_row(f, &t->rows[i]);
	if (n)
		csv_row(f, &rest);
}

void objects_json(FILE *f, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n), n;
	const struct row rest = table_rest(t, shown, &n);

	fprintf(f, "\"objects\": {\"waited\": %" PRIu64 ", \"hidden\": %" PRIu64
		", \"hidden_accesses\": %" PRIu64 ", \"hidden_rows\": %zu, \"rows\": [", t->sum,
		rest.count, rest.retired, n);
	for (size_t i = 0; i < shown; i++) {
		const struct row *r = &t->rows[i];
		fputs(i ? ",\n    {\"name\": " : "\n    {\"name\": ", f);
		text_json(f, r->callee ? r->callee : r->name);
		if (r->caller) {
			fputs(", \"function\": ", f);
			text_json(f, r->caller);
		}
		fprintf(f, ", \"address\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"accesses\": %"
			PRIu64 ", \"waited\": %" PRIu64 "}", r->lo, r->hi - r->lo, r->retired,
			r->count);
	}
	fputs("]}", f);
}

void objects_print(const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n);
	uint64_t accesses = 0, waits = t->sum - t->hidden.count, all = 0;
	const size_t used = 9 + 15 + 15 + 8 + 2;
	char text[128];

	for (size_t i = 0; i < t->n; i++)
		all += t->rows[i].retired;
	printf("%9s %14s %14s %7s  ", "percent", "accesses", "waited", "each");
	term_end(&v->term, used, v->kind == TABLE_OBJECTS ? "object" : "function -> object");
	for (size_t i = 0; i < shown; i++) {
		const struct row *r = &t->rows[i];
		put_numbers(t->sum, r->retired, r->count);
		term_end(&v->term, used, r->name);
		accesses += r->retired;
		waits -= r->count;
	}
	if (shown < t->n) {
		put_numbers(t->sum, all - accesses, waits);
		snprintf(text, sizeof text, "... %zu more; --top 0 shows all", t->n - shown);
		term_end(&v->term, used, text);
	}
	put_numbers(t->sum, all, t->sum - t->hidden.count);
	snprintf(text, sizeof text, "in %zu %s", t->n, v->kind == TABLE_OBJECTS ? "objects"
		: "pairs");
	term_end(&v->term, used, text);
	snprintf(text, sizeof text, "all waits for data are %.2f%% of all cycles\n",
		profile_percent(p, t->sum));
	term_fold(&v->term, text);
	snprintf(text, sizeof text, "accesses and waits were counted one after the other, in %"
		PRIu32 " round%s, and scaled by the host's clock\n", p->rounds,
		p->rounds == 1 ? "" : "s");
	term_fold(&v->term, p->rounds ? text : "");
	putchar('\n');
}

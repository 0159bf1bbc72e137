/* SPDX-License-Identifier: ISC
 * objects.c - loads and stores by what they reached; the contract is report.h.
 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

static int most_first(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	if (x->retired != y->retired)
		return x->retired < y->retired ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* What a row is of: the same two numbers, the same row. */
struct place {
	uint64_t function; /* its address, or 0 */
	const struct access_cell *access;
};

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->function != y->function               ? (x->function < y->function ? -1 : 1)
		: x->access->object < y->access->object ? -1
							: x->access->object > y->access->object;
}

struct table objects_table(const struct profile *p, const struct firmware *fw, bool functions)
{
	const struct accesses *a = &p->accesses;
	struct place *places = allocate(a->n, sizeof *places);
	struct table t = { 0 };
	char name[400];

	for (size_t i = 0; i < a->n; i++) {
		const struct function *f = symbols_find(&fw->symbols, a->at[i].pc);
		places[i] = (struct place){ !functions ? 0 : f ? f->lo : a->at[i].pc, &a->at[i] };
	}
	if (a->n)
		qsort(places, a->n, sizeof places[0], by_place);
	t.rows = allocate(a->n, sizeof *t.rows);
	for (size_t i = 0; i < a->n; i++) {
		if (!i || by_place(&places[i - 1], &places[i])) {
			const struct reached *o = &a->objects[places[i].access->object];
			char *object = table_keep(&t, copy_text(o->name)),
			     *caller = functions
				? table_keep(&t,
					  copy_text(symbols_place(&fw->symbols,
						  (uint32_t)places[i].function, name, sizeof name)))
				: NULL;
			t.rows[t.n++] = (struct row){ .lo = o->lo,
				.hi = o->hi,
				.caller = caller,
				.callee = object,
				.name = !functions
					? object
					: table_keep(&t, print_text("%s -> %s", caller, object)) };
		}
		t.rows[t.n - 1].count += places[i].access->waits;
		t.rows[t.n - 1].retired += places[i].access->count;
		t.sum += places[i].access->waits;
	}
	free(places);
	if (t.n)
		qsort(t.rows, t.n, sizeof t.rows[0], most_first);
	return t;
}

static void put_row(struct emit *e, const struct table *t, const struct row *r, enum emit_line line,
	const char *text)
{
	if (!emit_row(e, line))
		return;
	emit(e, 9, "percent", NULL, NULL, as_percent(r->count, t->sum));
	emit(e, 15, "accesses", "accesses", "accesses", as_count(r->retired));
	emit(e, 15, "waited", "waited", "waited", as_count(r->count));
	emit(e, 8, "each", NULL, NULL,
		as_real(EMIT_RATIO, r->retired ? (double)r->count / (double)r->retired : 0, ""));
	emit(e, 0, NULL, "function", r->caller ? "function" : NULL, as_text(r->caller));
	emit(e, 0, NULL, "object", "name", as_text(r->callee ? r->callee : r->name));
	emit(e, 0, NULL, "address", "address", line == EMIT_SUM ? as_none("") : as_hex(r->lo));
	emit(e, 0, NULL, "end", NULL, line == EMIT_SUM ? as_none("") : as_hex(r->hi));
	emit_member(e, "bytes", as_count(r->hi - r->lo));
	emit_row_end(e, text);
}

/* In text: what is not shown, and all. */
static void put_sums(struct emit *e, const struct profile *p, const struct table *t,
	const struct view *v, const struct row *rest)
{
	size_t shown = view_shown_rows(v, t->n);
	struct row all = { .count = t->sum - t->hidden.count },
		   more = { .count = rest->count - t->hidden.count,
			   .retired = rest->retired - t->hidden.retired };
	char text[128];

	for (size_t i = 0; i < t->n; i++)
		all.retired += t->rows[i].retired;
	snprintf(text, sizeof text, "... %zu more; --top 0 shows all", t->n - shown);
	if (shown < t->n)
		put_row(e, t, &more, EMIT_SUM, text);
	snprintf(text, sizeof text, "in %zu %s", t->n,
		v->kind == TABLE_OBJECTS ? "objects" : "pairs");
	put_row(e, t, &all, EMIT_SUM, text);
	snprintf(text, sizeof text, "all waits for data are %.2f%% of all cycles\n",
		profile_percent(p, t->sum));
	term_fold(&v->term, text);
	snprintf(text, sizeof text,
		"accesses and waits were counted one after the other, in %" PRIu32
		" round%s, and scaled by the host's clock\n",
		p->rounds, p->rounds == 1 ? "" : "s");
	term_fold(&v->term, p->rounds ? text : "");
	putchar('\n');
}

void objects_put(
	struct emit *e, const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n), n;
	const struct row rest = table_rest(t, shown, &n);

	emit_object(e, "objects");
	emit_member(e, "waited", as_count(t->sum));
	emit_member(e, "hidden", as_count(rest.count));
	emit_member(e, "hidden_accesses", as_count(rest.retired));
	emit_member(e, "hidden_rows", as_count(n));
	emit_array(e, "rows");
	put_row(e, t, &(struct row){ .name = "" }, EMIT_HEADING,
		v->kind == TABLE_OBJECTS ? "object" : "function -> object");
	for (size_t i = 0; i < shown; i++)
		put_row(e, t, &t->rows[i], EMIT_ROW, t->rows[i].name);
	emit_end(e);
	emit_end(e);
	if (e->form == EMIT_TO_TERM)
		put_sums(e, p, t, v, &rest);
	else if (n)
		put_row(e, t, &rest, EMIT_SUM, NULL);
}

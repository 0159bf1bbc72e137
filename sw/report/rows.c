/* SPDX-License-Identifier: ISC
 * rows.c - the rows of a report; the contract is report.h.
 */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "sw/base/base.h"

#define PLACE 12u /* columns that a file and a line need to say anything */
#define ADDRESS 12u /* of an address and the gap behind it */
#define COUNT_WIDTH 56u /* columns of a line with room for counts, beside instructions, */
#define WHY_WIDTH 90u /* and beside causes */
#define INCLUSIVE_WIDTH 72u /* columns of a line that has room for inclusive cycles */

struct rows {
	const struct profile *p;
	const struct table *t;
	enum table_kind kind;
	uint64_t ticks, tree_ticks; /* what is 100%, and of inclusive cycles */
	uint64_t hottest;
	bool inclusive; /* has text a column of it? */
	size_t name; /* columns of names that something follows */
	struct columns calls; /* of rows by caller */
};

void rows_numbers(struct emit *e, const struct profile *p, const struct rows_numbers *n)
{
	const char *unit = profile_unit(p),
		   *other = !p->other_period ? "instructions"
		: p->other_period > 1        ? "samples"
					     : "cycles";
	bool estimated = p->config.period > 1, blank = n->each && !n->count;
	size_t least = n->each ? COUNT_WIDTH : n->causes ? WHY_WIDTH : 0;
	double cpi = n->straddles ? -1 : profile_cpi(p, n->count, n->retired);
	char estimate[32];

	if (estimated)
		snprintf(estimate, sizeof estimate, "est. %s",
			p->config.source == TALLY_SOURCE_RETIRE ? "instr." : profile_source(p));
	emit(e, n->each ? 8 : 9, n->each ? "share" : "percent", NULL, NULL,
		blank ? as_none("") : as_percent(n->count, n->whole));
	emit(e, e->width && e->width < least ? 0 : 15, unit, unit, "count",
		n->each ? as_some(n->count) : as_count(n->count));
	if (n->each)
		emit_plain(e);
	emit(e, 0, NULL, "percent", NULL, as_percent(n->count, n->ticks));
	if (estimated)
		emit(e, 15, estimate, "estimate", NULL,
			n->each ? as_some(n->count * p->config.period)
				: as_count(n->count * p->config.period));
	if (p->retired_at) {
		emit(e, 0, NULL, other, other, as_count(n->retired));
		emit(e, 0, NULL, "cpi", NULL, as_real(EMIT_RATIO, cpi, ""));
		emit(e, 8, estimated || p->other_period > 1 ? "est.CPI" : "CPI", NULL, NULL,
			as_real(EMIT_RATIO, blank || e->line == EMIT_SUM ? -1 : cpi,
				n->straddles ? "~" : ""));
	}
	if (p->waits_at)
		why_counts(e, n->straddles ? NULL : n->waits);
}

/* The file and the line behind a name. The line matters most: if the row is too short, the file is
 * shortened at its start. */
static void put_where(struct emit *e, const struct row *r)
{
	char number[16] = ":?";
	const char *file = text_place(r->file);
	size_t room = e->width > e->used ? e->width - e->used : 8;

	if (r->line)
		snprintf(number, sizeof number, ":%d", r->line);
	emit_words(e,
		e->width && term_columns(file) + strlen(number) > room ? basename(file) : file, 0);
	putchar(':');
	e->used++;
	emit_words(e, number + 1, 0);
}

/* By address a name has the other half of what is behind that, the place the rest. */
static size_t name_width(const struct rows *w, const struct emit *e, size_t shown)
{
	bool addresses = w->kind == TABLE_ADDRESSES;
	size_t width = 12, used = e->used + (addresses ? ADDRESS : 0);

	for (size_t i = 0; i < shown; i++) {
		size_t n = term_columns(w->t->rows[i].name);
		width = n > width ? n : width;
	}
	width = width > 48 ? 48 : width;
	if (e->width) {
		size_t room = e->width > used ? e->width - used : 0;
		room = addresses ? room / 2 : room * 2 / 3;
		width = width > room ? room : width;
	}
	return width;
}

/* The other names of the code, behind all else, if there is room. */
static void put_also(struct emit *e, const struct row *r)
{
	char more[32] = "";

	if (!r->n_also || (e->width && e->used + 7 + PLACE > e->width))
		return;
	emit_gap(e);
	emit_words(e, "also ", 0);
	emit_words(e, r->also[0], 0);
	if (r->n_also > 1)
		snprintf(more, sizeof more, " and %zu more", r->n_also - 1);
	if (!e->width || e->used + strlen(more) <= e->width)
		emit_words(e, more, 0);
}

/* What a row is of, in text. */
static void put_what(struct emit *e, const struct rows *w, const struct row *r)
{
	bool functions = w->kind == TABLE_FUNCTIONS,
	     place = functions || w->kind == TABLE_ADDRESSES;
	char address[32], inlined[32];
	size_t behind = functions && r->twin ? ADDRESS : 0; /* one like it has the name */

	snprintf(address, sizeof address, functions ? "  0x%08" PRIx64 : "0x%08" PRIx64, r->lo);
	emit_gap(e);
	if (w->kind == TABLE_ADDRESSES) {
		emit_words(e, address, 0);
		emit_gap(e);
	} else if (w->kind == TABLE_LINES) {
		if (r->file)
			put_where(e, r);
		else
			emit_words(e, "[no line]", 0);
		emit_gap(e);
	}
	place = place && r->file
		&& (!e->width || e->used + w->name + 2 + PLACE + behind <= e->width);
	e->width -= e->width ? behind : 0;
	emit_words(e, r->name, place || r->inlined ? w->name : 0);
	e->width += e->width ? behind : 0;
	if (behind)
		emit_words(e, address, 0);
	if (place) {
		emit_gap(e);
		put_where(e, r);
	}
	if (r->inlined) {
		snprintf(inlined, sizeof inlined, "%.0f%% inlined",
			100.0 * (double)r->inlined / (double)r->count);
		emit_gap(e);
		emit_words(e, inlined, 0);
	}
	if (functions)
		put_also(e, r);
}

/* A row, the heading or a sum. The text is what these two say behind their numbers. */
static void put_row(struct emit *e, const struct rows *w, const struct row *r, enum emit_line line,
	const char *text)
{
	bool callers = w->kind == TABLE_CALLERS, sum = line == EMIT_SUM,
	     known = r->inclusive || r->calls || r->callee;
	const struct profile *p = w->p;

	if (!emit_row(e, line))
		return;
	if (callers && e->form == EMIT_TO_TERM) {
		columns_put(e, &w->calls, sum ? NULL : &r->inclusive, "self",
			as_percent(r->count, w->ticks), sum ? r->count : r->inclusive, r->calls);
		emit_row_end(e, text ? text : r->name);
		return;
	}
	emit_hue(e, term_heat((double)r->count / (double)w->hottest));
	rows_numbers(e, p,
		&(struct rows_numbers){ .count = r->count,
			.retired = r->retired,
			.whole = w->ticks,
			.ticks = w->ticks,
			.waits = callers ? NULL : &r->waits,
			.causes = w->t->causes != 0,
			.straddles = r->straddles });
	emit_rows_only(e);
	if (w->inclusive)
		emit(e, 9, "incl", NULL, NULL,
			r->inclusive && w->tree_ticks ? as_percent(r->inclusive, w->tree_ticks)
						      : as_none(r->straddles ? "~" : ""));
	why_shares(e, w->t->causes, 7, profile_work(p, r->count, r->retired, &r->waits), &r->waits,
		r->straddles);
	if (w->kind == TABLE_INLINED)
		emit(e, 0, NULL, "inlined", "inlined", as_count(r->inlined));
	emit(e, 0, NULL, "name", "name", as_text(r->callee ? r->callee : r->name));
	emit_list(e, "also", r->also, r->n_also);
	emit(e, 0, NULL, "file", "file", as_text(r->file));
	emit(e, 0, NULL, "line", "line",
		r->file && r->line ? as_count((uint64_t)r->line) : as_null(""));
	emit(e, 0, NULL, "address", "pc", sum ? as_none("") : as_hex(r->lo));
	emit(e, 0, NULL, "end", NULL, sum ? as_none("") : as_hex(r->hi));
	emit_member(e, "bytes", as_count(r->hi - r->lo));
	if (r->straddles)
		emit_member(e, "straddles", as_flag(true));
	if (w->t->has_calls) {
		emit(e, 0, NULL, "inclusive", "inclusive",
			known ? as_count(r->inclusive) : as_none(""));
		emit(e, 0, NULL, "calls", "calls", known ? as_count(r->calls) : as_none(""));
	}
	if (callers)
		emit(e, 0, NULL, "caller", "caller", as_text(r->caller));
	if (line == EMIT_ROW && e->form == EMIT_TO_TERM)
		put_what(e, w, r);
	emit_row_end(e, text);
}

/* A line of text that sums up. */
static void put_sum(struct emit *e, const struct rows *w, uint64_t count, char *text)
{
	put_row(e, w, &(struct row){ .count = count, .name = text }, EMIT_SUM, text);
	free(text);
}

static char *in_rows(const struct rows *w, size_t n)
{
	bool address = w->kind == TABLE_ADDRESSES;

	return print_text("in %zu %s%s", n, address ? "addresse" : table_words[w->kind],
		n == 1 && !address ? "" : "s");
}

/* What the rows have, and what no row has: all ticks. */
static void put_sums(struct emit *e, const struct rows *w, const struct view *v)
{
	const struct profile *p = w->p;
	const struct table *t = w->t;
	struct tally_counters c = p->counters;
	struct outcome rest[OUTCOMES];
	char doubt[128];

	if (w->kind == TABLE_TASKS) /* the tree has what no bin has, but for the time asleep */
		c.outside = c.filtered = c.lost = 0;
	profile_outcomes(&c, rest);
	if (t->n_hidden) {
		char *rows = in_rows(w, t->n);
		put_sum(e, w, t->sum - t->hidden.count,
			print_text(
				"%s that fit%s --match %s", rows, t->n == 1 ? "s" : "", v->match));
		free(rows);
		put_sum(e, w, t->hidden.count,
			print_text(
				"in %zu that do%s not", t->n_hidden, t->n_hidden == 1 ? "es" : ""));
	}
	put_sum(e, w, t->sum, in_rows(w, t->n + t->n_hidden));
	for (size_t i = 0; i < OUTCOMES; i++)
		if (rest[i].count)
			put_sum(e, w, rest[i].count,
				print_text("%s: %s", rest[i].name, rest[i].text));
	const char *what =
		profile_doubt(p, &p->counters, &(struct tally_counters){ 0 }, doubt, sizeof doubt);
	if (what && (p->counters.ticks || p->end == END_RECORDED))
		puts(what);
}

/* The rows but for the first `shown`, in text: below rows by caller with those of --match. */
static void put_more(struct emit *e, const struct rows *w, const struct view *v, size_t shown)
{
	const struct table *t = w->t;
	bool callers = w->kind == TABLE_CALLERS;
	size_t more = t->n - shown + (callers ? t->n_hidden : 0);
	uint64_t rest = t->sum - (callers ? 0 : t->hidden.count);

	for (size_t i = 0; i < shown; i++)
		rest -= t->rows[i].count;
	if (more)
		put_sum(e, w, rest,
			callers ? print_text("in %zu more: --top 0%s shows all", more,
					  v->match ? " without --match" : "")
				: print_text("... %zu more; --top 0 shows all", more));
	if (callers)
		put_sum(e, w, t->sum, in_rows(w, t->n + t->n_hidden));
	else
		put_sums(e, w, v);
	putchar('\n');
}

static struct rows rows_of(
	const struct emit *e, const struct profile *p, const struct table *t, enum table_kind kind)
{
	uint64_t tree = profile_call_rest(p).ticks, most = 0;
	struct rows w = { .p = p,
		.t = t,
		.kind = kind,
		.tree_ticks = tree,
		.ticks = kind == TABLE_CALLERS ? tree : p->counters.ticks };
	size_t room = INCLUSIVE_WIDTH + why_columns(t->causes);

	for (size_t i = 0; i < t->n; i++) {
		w.hottest = t->rows[i].count > w.hottest ? t->rows[i].count : w.hottest;
		most = t->rows[i].calls > most ? t->rows[i].calls : most;
	}
	w.inclusive = t->has_calls && (!e->width || e->width >= room);
	w.calls = columns_of(profile_unit(p), tree, most, e->width);
	return w;
}

void rows_put(struct emit *e, const struct profile *p, const struct table *t, const struct view *v)
{
	static const char *const heads[] = { "function", "line  function", "function",
		"address     function", "caller -> callee", "task" };
	size_t shown = view_shown_rows(v, t->n), more;
	const struct row rest = table_rest(t, shown, &more);

	if (view_of_data(v)) {
		objects_put(e, p, t, v);
		return;
	}
	if (v->kind == TABLE_LOOPS) {
		loops_put(e, p, t, v);
		return;
	}
	struct rows w = rows_of(e, p, t, v->kind);
	emit_object(e, "rows");
	emit_member(e, "by", as_text(table_kinds[v->kind]));
	emit_member(e, "unit", as_text(profile_unit(p)));
	emit_member(e, "sum", as_count(t->sum));
	emit_member(e, "hidden", as_count(rest.count));
	emit_member(e, "hidden_rows", as_count(more));
	emit_array(e, "rows");
	put_row(e, &w, &(struct row){ .name = "" }, EMIT_HEADING, heads[v->kind]);
	w.name = e->form == EMIT_TO_TERM ? name_width(&w, e, shown) : 0;
	for (size_t i = 0; i < shown; i++)
		put_row(e, &w, &t->rows[i], EMIT_ROW, NULL);
	emit_end(e);
	emit_end(e);
	if (e->form == EMIT_TO_TERM)
		put_more(e, &w, v, shown);
	else if (more)
		put_row(e, &w, &rest, EMIT_SUM, NULL);
}

void rows_functions(struct emit *e, const struct profile *p, const struct table *t)
{
	struct rows w = rows_of(e, p, t, TABLE_FUNCTIONS);

	emit_array(e, "functions");
	for (size_t i = 0; i < t->n; i++)
		put_row(e, &w, &t->rows[i], EMIT_ROW, NULL);
	emit_end(e);
}

/* SPDX-License-Identifier: ISC
 * rows.c - the rows of a report; the contract is rows.h.
 */
#include "rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "objects.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "why.h"

#define PLACE 12		/* columns that a file and a line need to say anything */
#define ADDRESS 12		/* of an address and the gap behind it */

void rows_row(const struct profile *p, const struct table *t, uint64_t count, const struct row *row)
{
	double cpi = row ? table_cpi(p, row) : -1;
	uint64_t ticks = profile_call_rest(p).ticks;
	const char *unknown = row && row->straddles ? "~" : "";

	printf("%8.2f%% %14s", profile_percent(p, count), term_number(count));
	if (p->config.period > 1)
		printf(" %14s", term_number(count * p->config.period));
	if (p->retired_at && cpi >= 0)
		printf(" %7.2f", cpi);
	else if (p->retired_at)
		printf(" %7s", unknown);
	if (t->has_calls && row && row->inclusive && ticks)
		printf(" %7.2f%%", 100.0 * (double)row->inclusive / (double)ticks);
	else if (t->has_calls && row)
		/* lines that sum up leave the column to their text */
		printf(" %8s", unknown);
	if (row && row->straddles)
		printf("%*s", (int)why_columns(t->causes), "");
	else if (row)
		why_shares(t->causes, row->retired, &row->waits);
	printf("  ");
}

static void heading(const struct profile *p, const struct table *t, const struct view *v,
	const char *what)
{
	char estimate[32];

	printf("%9s %14s", "percent", profile_unit(p));
	snprintf(estimate, sizeof estimate, "est. %s", profile_source(p));
	if (p->config.period > 1)
		printf(" %14s", p->config.source == TALLY_SOURCE_RETIRE ? "est. instr." : estimate);
	if (p->retired_at)
		printf(" %7s", p->config.period > 1 || p->other_period > 1 ? "est.CPI" : "CPI");
	fputs(t->has_calls ? "     incl" : "", stdout);
	why_heading(t->causes);
	fputs("  ", stdout);
	term_end(&v->term, rows_used(p, t), what);
}

size_t rows_used(const struct profile *p, const struct table *t)
{
	return 9 + 15 + (p->config.period > 1 ? 15 : 0) + (p->retired_at ? 8 : 0) + (t->has_calls
		? 9 : 0) + why_columns(t->causes) + 2;
}

void rows_sum(const struct profile *p, const struct table *t, const struct view *v, uint64_t count,
	char *text)
{
	const struct table sums = { 0 };	/* without inclusive cycles and causes */

	rows_row(p, t, count, NULL);
	term_end(&v->term, rows_used(p, &sums), text);
	free(text);
}

/* One text of a row, two columns before the next; without a limit on the line, all of it. */
struct line_end {
	size_t used, width;	/* width 0: no limit */
};

static void put(struct line_end *at, const char *text, size_t pad)
{
	size_t room = !at->width ? 0 : at->width > at->used + 4 ? at->width - at->used : 4, n;

	if (pad && room && pad > room)
		pad = room;
	n = term_text(text, room);
	if (n < pad)
		printf("%*s", (int)(pad - n), "");
	at->used += n > pad ? n : pad;
}

static void put_gap(struct line_end *at)
{
	fputs("  ", stdout);
	at->used += 2;
}

static void put_where(struct line_end *at, const struct row *r)
{
	char number[16] = "?";

	if (!r->file)
		return;
	if (r->line)
		snprintf(number, sizeof number, "%d", r->line);
	/* the line number matters most: if the row is too short, shorten the file name at its
	 * start */
	const char *file = text_here(r->file);
	size_t room = at->width > at->used ? at->width - at->used : 8,
		need = term_columns(file) + 1 + strlen(number);
	if (at->width && need > room)
		file = basename(file);
	put(at, file, 0);
	putchar(':');
	at->used++;
	put(at, number, 0);
}

/* By address a name has the other half of what is behind that, the place the rest. */
static size_t name_width(const struct table *t, size_t shown, const struct line_end *at,
	enum table_kind kind)
{
	size_t width = 12, used = at->used + (kind == TABLE_ADDRESSES ? ADDRESS : 0);

	for (size_t i = 0; i < shown; i++) {
		size_t n = term_columns(t->rows[i].name);
		width = n > width ? n : width;
	}
	width = width > 48 ? 48 : width;
	if (at->width) {
		size_t room = at->width > used ? at->width - used : 0;
		room = kind == TABLE_ADDRESSES ? room / 2 : room * 2 / 3;
		width = width > room ? room : width;
	}
	return width;
}

/* The other names of the code, behind all else, if there is room. */
static void put_also(struct line_end *at, const struct row *r)
{
	char more[32] = "";

	if (!r->n_also || (at->width && at->used + 7 + PLACE > at->width))
		return;
	put_gap(at);
	put(at, "also ", 0);
	put(at, r->also[0], 0);
	if (r->n_also > 1)
		snprintf(more, sizeof more, " and %zu more", r->n_also - 1);
	if (!at->width || at->used + strlen(more) <= at->width)
		put(at, more, 0);
}

/* A function's name; its address if another one has that name. place: does a place follow? */
static void put_function(struct line_end *at, const struct row *r, size_t width, bool place)
{
	char address[16];

	if (!r->twin) {
		put(at, r->name, place ? width : 0);
		return;
	}
	snprintf(address, sizeof address, "  0x%08" PRIx64, r->lo);
	at->width -= at->width ? strlen(address) : 0;
	put(at, r->name, place ? width : 0);
	at->width += at->width ? strlen(address) : 0;
	put(at, address, 0);
}

static void put_row(struct line_end *at, const struct row *r, enum table_kind kind, size_t width)
{
	char text[64];

	switch (kind) {
	case TABLE_LINES:
		if (r->file)
			put_where(at, r);
		else
			put(at, "[no line]", 0);
		put_gap(at);
		put(at, r->name, 0);
		break;
	case TABLE_INLINED:
		put(at, r->name, r->inlined ? width : 0);
		if (r->inlined) {
			put_gap(at);
			snprintf(text, sizeof text, "%.0f%% inlined",
				100.0 * (double)r->inlined / (double)r->count);
			put(at, text, 0);
		}
		break;
	case TABLE_ADDRESSES: {
		snprintf(text, sizeof text, "0x%08" PRIx64, r->lo);
		put(at, text, 0);
		put_gap(at);
		bool place = r->file && (!at->width || at->used + width + 2 + PLACE <= at->width);
		put(at, r->name, place ? width : 0);
		if (place) {
			put_gap(at);
			put_where(at, r);
		}
		break;
	}
	case TABLE_FUNCTIONS: {
		bool place = r->file && (!at->width || at->used + width + 2 + PLACE + (r->twin
			? 12 : 0) <= at->width);
		put_function(at, r, width, place);
		if (place) {
			put_gap(at);
			put_where(at, r);
		}
		put_also(at, r);
		break;
	}
	default:
		put(at, r->name, 0);
	}
	putchar('\n');
}

void rows_print(const struct profile *p, const struct table *t, const struct view *v)
{
	static const char *const heads[] = { "function", "line  function", "function",
		"address     function", "", "task" };
	enum table_kind kind = v->kind;
	size_t shown = view_shown_rows(v, t->n);
	struct line_end begin = { rows_used(p, t), v->term.width };
	size_t width = name_width(t, shown, &begin, kind);
	uint64_t rest = t->sum - t->hidden.count, hottest = 0;

	heading(p, t, v, heads[kind]);
	for (size_t i = 0; i < t->n; i++)
		hottest = t->rows[i].count > hottest ? t->rows[i].count : hottest;
	for (size_t i = 0; i < shown; i++) {
		const struct row *r = &t->rows[i];
		struct line_end at = begin;
		fputs(term_hue(&v->term, term_heat((double)r->count / (double)hottest)), stdout);
		rows_row(p, t, r->count, r);
		fputs(term_plain(&v->term), stdout);
		put_row(&at, r, kind, width);
		rest -= r->count;
	}
	if (shown < t->n)
		rows_sum(p, t, v, rest, print_text("... %zu more; --top 0 shows all",
			t->n - shown));
}

static void put_caller_row(const struct columns *c, const struct row *r, const struct view *v)
{
	struct line_end at = { columns_used(c), v->term.width };

	columns_row(c, columns_percent(c, r->inclusive), columns_percent(c, r->count), r->inclusive,
		r->calls);
	put(&at, r->name, 0);
	putchar('\n');
}

void rows_callers(const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n);
	uint64_t rest = t->sum, most = 0;
	char text[64];

	for (size_t i = 0; i < t->n; i++)
		most = t->rows[i].calls > most ? t->rows[i].calls : most;
	struct columns c = columns_of(profile_unit(p), profile_call_rest(p).ticks, most,
		v->term.width);
	columns_heading(&c, "self");
	term_end(&v->term, columns_used(&c), "caller -> callee");
	for (size_t i = 0; i < shown; i++) {
		put_caller_row(&c, &t->rows[i], v);
		rest -= t->rows[i].count;
	}
	size_t hidden = t->n - shown + t->n_hidden;
	if (hidden) {
		columns_row(&c, -1, columns_percent(&c, rest), rest, 0);
		snprintf(text, sizeof text, "in %zu more: --top 0%s shows all", hidden, v->match
			? " without --match" : "");
		term_end(&v->term, columns_used(&c), text);
	}
	columns_row(&c, -1, columns_percent(&c, t->sum), t->sum, 0);
	snprintf(text, sizeof text, "in %zu pairs", t->n + t->n_hidden);
	term_end(&v->term, columns_used(&c), text);
	putchar('\n');
}

const char *rows_other_unit(const struct profile *p)
{
	return !p->other_period ? "instructions" : p->other_period > 1 ? "samples" : "cycles";
}

void rows_csv_heading(FILE *f, const struct profile *p)
{
	fprintf(f, "%s,percent%s", profile_unit(p), p->config.period > 1 ? ",estimate" : "");
	if (p->retired_at)
		fprintf(f, ",%s,cpi", rows_other_unit(p));
	if (p->waits_at)
		why_csv_heading(f);
}

void rows_csv_numbers(FILE *f, const struct profile *p, uint64_t count, uint64_t retired,
	const struct waits *waits, bool straddles)
{
	double cpi = straddles ? -1 : profile_cpi(p, count, retired);

	fprintf(f, "%" PRIu64 ",%.6f", count, profile_percent(p, count));
	if (p->config.period > 1)
		fprintf(f, ",%" PRIu64, count * p->config.period);
	if (p->retired_at)
		fprintf(f, ",%" PRIu64 ",", retired);
	if (p->retired_at && cpi >= 0)
		fprintf(f, "%.6f", cpi);
	bool known = waits && !straddles;
	for (unsigned i = 0; p->waits_at && !known && i < CAUSES; i++)
		putc(',', f);
	if (p->waits_at && known)
		why_csv(f, waits);
}

static void csv_calls(FILE *f, const struct table *t, const struct row *r)
{
	if (t->has_calls && (r->inclusive || r->calls || r->callee))
		fprintf(f, ",%" PRIu64 ",%" PRIu64, r->inclusive, r->calls);
	else if (t->has_calls)
		fputs(",,", f);
}

static void csv_row(FILE *f, const struct profile *p, const struct table *t, const struct row *r,
	enum table_kind kind)
{
	rows_csv_numbers(f, p, r->count, r->retired, kind == TABLE_CALLERS ? NULL : &r->waits,
		r->straddles);
	if (kind == TABLE_INLINED)
		fprintf(f, ",%" PRIu64, r->inlined);
	putc(',', f);
	text_csv(f, r->callee ? r->callee : r->name);
	putc(',', f);
	text_csv(f, r->file ? r->file : "");
	putc(',', f);
	if (r->file && r->line)
		fprintf(f, "%d", r->line);
	if (table_is_rest(r))
		fputs(",,", f);
	else
		fprintf(f, ",0x%08" PRIx64 ",0x%08" PRIx64, r->lo, r->hi);
	csv_calls(f, t, r);
	if (kind == TABLE_CALLERS) {
		putc(',', f);
		text_csv(f, r->caller ? r->caller : "");
	}
	fputs("\r\n", f);
}

void rows_csv(FILE *f, const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n);
	bool callers = v->kind == TABLE_CALLERS;
	size_t n;
	const struct row rest = table_rest(t, shown, &n);

	if (view_of_data(v)) {
		objects_csv(f, t, v);
		return;
	}
	struct profile of = *p;			/* percent of the tree's TICKS */
	of.counters.ticks = callers ? profile_call_rest(p).ticks : of.counters.ticks;
	p = &of;
	rows_csv_heading(f, p);
	fprintf(f, "%s,name,file,line,address,end%s%s\r\n",
		v->kind == TABLE_INLINED ? ",inlined" : "", t->has_calls ? ",inclusive,calls" : "",
		callers ? ",caller" : "");
	for (size_t i = 0; i < shown; i++)
		csv_row(f, p, t, &t->rows[i], v->kind);
	if (n)
		csv_row(f, p, t, &rest, v->kind);
}

void rows_json_row(FILE *f, const struct profile *p, const struct table *t, const struct row *r,
	enum table_kind kind)
{
	fputs("{\"name\": ", f);
	text_json(f, r->callee ? r->callee : r->name);
	if (kind == TABLE_CALLERS) {
		fputs(", \"caller\": ", f);
		text_json(f, r->caller);
	}
	if (r->n_also) {
		fputs(", \"also\": ", f);
		text_json_list(f, r->also, r->n_also);
	}
	text_json_place(f, r->file, r->line);
	fprintf(f, ", \"pc\": %" PRIu64 ", \"bytes\": %" PRIu64, r->lo, r->hi - r->lo);
	if (p->retired_at)
		fprintf(f, ", \"%s\": %" PRIu64, rows_other_unit(p), r->retired);
	if (r->straddles)
		fputs(", \"straddles\": true", f);
	else if (p->waits_at && kind != TABLE_CALLERS)
		why_json(f, &r->waits);
	if (kind == TABLE_INLINED)
		fprintf(f, ", \"inlined\": %" PRIu64, r->inlined);
	if (t->has_calls && (r->inclusive || r->calls || r->callee))
		fprintf(f, ", \"inclusive\": %" PRIu64 ", \"calls\": %" PRIu64, r->inclusive,
			r->calls);
	fprintf(f, ", \"count\": %" PRIu64 "}", r->count);
}

void rows_json(FILE *f, const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n), n;
	const struct row rest = table_rest(t, shown, &n);

	if (view_of_data(v)) {
		objects_json(f, t, v);
		return;
	}
	fprintf(f, "\"rows\": {\"by\": \"%s\", \"unit\": \"%s\", \"sum\": %" PRIu64
		", \"hidden\": %" PRIu64 ", \"hidden_rows\": %zu, \"rows\": [",
		table_kinds[v->kind], profile_unit(p), t->sum, rest.count, n);
	for (size_t i = 0; i < shown; i++) {
		fputs(i ? ",\n    " : "\n    ", f);
		rows_json_row(f, p, t, &t->rows[i], v->kind);
	}
	fputs("]}", f);
}

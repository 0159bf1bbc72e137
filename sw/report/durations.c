/* SPDX-License-Identifier: ISC
 * durations.c - how long the calls of functions took: rows, JSON, the worst call of one; the
 * contract is report.h.
 */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define PATH 32u /* functions of a call path that are named, the innermost */

struct rows {
	const struct profile *p;
	const struct firmware *fw;
	struct intern recursive; /* the functions that were called below themselves */
	char name[256];
};

static const char *name_of(struct rows *w, uint32_t function)
{
	return node_name(w->p, &w->fw->symbols, function, w->name, sizeof w->name);
}

static const char *name_at(struct rows *w, uint32_t node)
{
	return name_of(w, w->p->calls.nodes[node].function);
}

/* Of calls that are alike. */
static uint64_t mean(uint64_t sum, const struct duration *d)
{
	return sum / d->calls + (sum % d->calls * 2 >= d->calls);
}

static uint64_t quantile(const struct durations_of *of, unsigned permille)
{
	const struct duration *d = of->n ? duration_quantile(of, permille) : NULL;

	return d ? mean(d->cycles, d) : 0;
}

/* The nodes from the outermost caller on, below a thread or task. */
static size_t path_of(const struct call_tree *t, uint32_t node, uint32_t path[PATH])
{
	size_t n = 0;

	for (; node && n < PATH && !call_tree_is_thread(t->nodes[node].function);
		node = t->nodes[node].parent)
		path[PATH - ++n] = node;
	memmove(path, path + PATH - n, n * sizeof *path);
	return n;
}

/* Members of JSON. */
static void put_worst(struct emit *e, struct rows *w, const struct worst *x)
{
	uint32_t path[PATH];
	size_t n = path_of(&w->p->calls, x->node, path);

	emit_object(e, "longest");
	emit_member(e, "number", as_count(x->call.calls));
	emit_member(e, "begin", as_count(x->begin));
	emit_member(e, "preempted", as_count(x->call.preempted));
	emit_member(e, "below", as_count(x->call.below));
	emit_member(e, "instructions", as_count(x->call.retired));
	if (w->p->calls.has_waits)
		why_counts(e, &x->call.waits);
	emit_array(e, "path");
	for (size_t i = 0; i < n; i++)
		emit_member(e, NULL, as_text(name_at(w, path[i])));
	emit_end(e);
	emit_array(e, "callees");
	for (size_t i = 0; i < DURATION_CHAIN && x->chain[i].node; i++) {
		emit_object(e, NULL);
		emit_member(e, "name", as_text(name_at(w, x->chain[i].node)));
		emit_member(e, "cycles", as_count(x->chain[i].cycles));
		emit_end(e);
	}
	emit_end(e);
	emit_end(e);
}

static void put_row(struct emit *e, struct rows *w, const struct row *r, enum emit_line line)
{
	const uint32_t function = (uint32_t)r->lo;
	const struct durations_of of = durations_of(&w->p->durations, function);
	const struct worst worst = of.worst ? *of.worst : (struct worst){ 0 };
	const uint64_t numbers[] = { quantile(&of, 500), quantile(&of, 990), worst.call.cycles,
		worst.elapsed };
	static const char *const names[] = { "median", "p99", "worst", "elapsed" };
	bool fresh = true;

	if (!emit_row(e, line))
		return;
	if (line == EMIT_ROW)
		intern(&w->recursive, &function, sizeof function, &fresh);
	emit(e, 10, "calls", "calls", "calls", as_count(of.all.calls));
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		emit(e, 12, i == 1 ? "99%" : names[i], names[i], names[i],
			of.n ? as_count(numbers[i]) : as_none(""));
	emit(e, 0, NULL, "open", "open", as_count(worst.open));
	emit(e, 0, NULL, "cycles", "cycles", as_count(r->inclusive));
	emit(e, 0, NULL, "recursive", "recursive", as_flag(!fresh));
	emit(e, 0, NULL, "name", "name", as_text(r->name));
	emit(e, 0, NULL, "file", "file", as_text(r->file));
	emit(e, 0, NULL, "line", "line",
		r->file && r->line ? as_count((uint64_t)r->line) : as_null(""));
	emit(e, 0, NULL, "address", "pc", as_hex(r->lo));
	emit(e, 0, NULL, "number", NULL, as_count(worst.call.calls));
	emit(e, 0, NULL, "begin", NULL, as_count(worst.begin));
	if (of.n && e->form == EMIT_TO_JSON)
		put_worst(e, w, &worst);
	char *text = print_text(
		"%s%s%s", r->name, fresh ? "" : "  (recursive)", worst.open ? "  (open)" : "");
	emit_row_end(e, text);
	free(text);
}

static struct table table_durations(struct rows *w, const struct view *v)
{
	const struct durations *d = &w->p->durations;
	const struct lines *lines = &w->fw->lines;
	struct table t = { .rows = allocate(d->n_worst, sizeof *t.rows), .n = d->n_worst };

	for (size_t i = 0; i < t.n; i++) {
		const struct worst *x = &d->worst[i];
		struct durations_of of = durations_of(d, x->call.function);
		uint64_t median = quantile(&of, 500), all = of.all.cycles + x->rest;
		double spread = (double)x->call.cycles / (double)(median ? median : 1);
		t.rows[i] = (struct row){ .lo = x->call.function,
			.name = table_keep(&t, copy_text(name_of(w, x->call.function))),
			.inclusive = all,
			.count = v->order == ORDER_WORST   ? x->call.cycles
				: v->order == ORDER_SPREAD ? (uint64_t)(1000 * spread)
							   : all };
	}
	table_places(&t, lines, v->match ? t.n : 0);
	if (v->match)
		table_filter(&t, &v->regex);
	table_sort(&t, w->p, (enum table_order)v->order);
	table_places(&t, lines, view_shown_rows(v, t.n));
	return t;
}

void durations_put(
	struct emit *e, const struct profile *p, const struct firmware *fw, const struct view *v)
{
	struct rows w = { .p = p, .fw = fw };
	struct table t = table_durations(&w, v);
	size_t shown = view_shown_rows(v, t.n);
	struct contexts c;

	contexts_open(&c, p, fw);
	for (size_t i = 1; i < c.n; i++)
		if (c.at[i].same)
			intern(&w.recursive, &c.at[i].function, sizeof c.at[i].function, NULL);
	emit_array(e, "durations");
	put_row(e, &w, &(struct row){ .name = "function" }, EMIT_HEADING);
	for (size_t i = 0; i < shown; i++)
		put_row(e, &w, &t.rows[i], EMIT_ROW);
	emit_end(e);
	if (e->form == EMIT_TO_TERM && shown < t.n)
		printf("... %zu more; --top 0 shows all\n", t.n - shown);
	if (e->form == EMIT_TO_TERM)
		printf("of a call, in %s, with callees; elapsed: with handlers and other threads, "
		       "too\n\n",
			profile_unit(p));
	intern_free(&w.recursive);
	contexts_close(&c);
	table_free(&t);
}

/* What made it longer than calls like the median's. */
static void put_above(FILE *f, const struct worst *w, const struct duration *median, bool causes)
{
	struct waits waits;

	for (unsigned i = 0; i < CAUSES; i++)
		waits.of[i] = mean(median->waits.of[i], median);
	fprintf(f, "above the median by %s: ",
		term_number(w->call.cycles - mean(median->cycles, median)));
	if (causes)
		why_moved(f, (int64_t)(w->call.retired - mean(median->retired, median)), &waits,
			&w->call.waits);
	fprintf(f, "%sin callees %+" PRId64 "\n", causes ? "; " : "",
		(int64_t)(w->call.below - mean(median->below, median)));
}

/* How many calls, how long; the worst one's place in time, and its callees. */
static void put_figures(
	FILE *f, struct rows *w, const struct durations_of *of, const struct worst *x)
{
	fprintf(f, "%s: %s call%s; ", text_clean(name_of(w, x->call.function)),
		term_number(of->all.calls), of->all.calls == 1 ? "" : "s");
	fprintf(f, "median %s, 99%% ", term_number(quantile(of, 500)));
	fprintf(f, "%s, worst ", term_number(quantile(of, 990)));
	fprintf(f, "%s %s\nworst: call %" PRIu64, term_number(x->call.cycles), profile_unit(w->p),
		x->call.calls);
	fprintf(f, ", from cycle %s on; ", term_number(x->begin));
	if (x->call.preempted)
		fprintf(f, "preempted for %s more; ", term_number(x->call.preempted));
	fprintf(f, "%s in callees", term_number(x->call.below));
	for (size_t i = 0; i < DURATION_CHAIN && x->chain[i].node; i++)
		fprintf(f, "%s%s %s", i ? " > " : ": ", text_clean(name_at(w, x->chain[i].node)),
			term_number(x->chain[i].cycles));
	putc('\n', f);
}

static void put_path(FILE *f, struct rows *w, uint32_t node)
{
	uint32_t path[PATH];
	size_t n = path_of(&w->p->calls, node, path);

	fputs(n == PATH ? "path: ... > " : "path: ", f);
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? " > " : "", text_clean(name_at(w, path[i])));
	putc('\n', f);
}

/* A function whose name others have is given by its address. A call of one instruction ends where
 * its window would begin. */
static void put_again(FILE *f, const struct rows *w, const struct worst *x)
{
	const uint32_t at = x->call.function;
	const struct function *own = symbols_find(&w->fw->symbols, at);
	char address[16];

	snprintf(address, sizeof address, "0x%08" PRIx32, at);
	if (w->p->end != END_IMPORTED && x->call.retired > 1)
		ending_again(f, w->p, own && own->lo == at && !own->twin ? own->name : address,
			x->call.calls, "return");
}

bool durations_worst(const struct profile *p, const struct firmware *fw, const struct view *v)
{
	const struct durations_of of = durations_of(&p->durations, v->function);
	struct rows w = { .p = p, .fw = fw };
	char *all;
	size_t size;

	if (!of.n)
		return fail("--worst %s: %s", v->worst_of,
			!of.worst                 ? "was not called in this run"
				: p->window.after ? "no call of it began and ended in the window"
						  : "no call of it had ended");
	FILE *f = stream_open(&all, &size);
	put_figures(f, &w, &of, of.worst);
	put_above(f, of.worst, duration_quantile(&of, 500), p->calls.has_waits);
	put_path(f, &w, of.worst->node);
	put_again(f, &w, of.worst);
	stream_fold(f, &all, &v->term);
	return true;
}

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

static const char *name_of(const struct firmware *fw, uint32_t function, char *buffer, size_t size)
{
	const struct function *f = symbols_find(&fw->symbols, function);

	if (f && f->lo == function)
		return f->name;
	symbols_place(&fw->symbols, function, buffer, size);
	return buffer;
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

/* The worst call's path of callers, the outermost first: nodes; threads and tasks have none. */
static size_t path_of(const struct call_tree *t, uint32_t node, uint32_t path[PATH])
{
	size_t n = 0;

	for (; node && n < PATH && !call_tree_is_thread(t->nodes[node].function);
		node = t->nodes[node].parent)
		path[PATH - ++n] = node;
	memmove(path, path + PATH - n, n * sizeof *path);
	return n;
}

static void put_worst(
	struct emit *e, const struct profile *p, const struct firmware *fw, const struct worst *w)
{
	const struct call_node *nodes = p->calls.nodes;
	uint32_t path[PATH];
	size_t n = path_of(&p->calls, w->node, path);
	char text[256];

	emit_object(e, "longest");
	emit_member(e, "number", as_count(w->call.calls));
	emit_member(e, "begin", as_count(w->begin));
	emit_member(e, "preempted", as_count(w->call.preempted));
	emit_member(e, "below", as_count(w->call.below));
	emit_member(e, "instructions", as_count(w->call.retired));
	if (p->calls.has_waits && e->form == EMIT_TO_JSON)
		why_counts(e, &w->call.waits);
	emit_array(e, "path");
	for (size_t i = 0; i < n; i++)
		emit_member(
			e, NULL, as_text(name_of(fw, nodes[path[i]].function, text, sizeof text)));
	emit_end(e);
	emit_array(e, "callees");
	for (size_t i = 0; i < DURATION_CHAIN && w->chain[i].node; i++) {
		emit_object(e, NULL);
		emit_member(e, "name",
			as_text(name_of(fw, nodes[w->chain[i].node].function, text, sizeof text)));
		emit_member(e, "cycles", as_count(w->chain[i].cycles));
		emit_end(e);
	}
	emit_end(e);
	emit_end(e);
}

/* `recursive`: the functions that were called below themselves. */
struct rows {
	const struct profile *p;
	const struct firmware *fw;
	struct intern recursive;
};

static void put_row(struct emit *e, struct rows *w, const struct row *r, enum emit_line line)
{
	static const struct worst none;
	struct durations_of of = durations_of(&w->p->durations, (uint32_t)r->lo);
	const struct worst *worst = of.worst ? of.worst : &none;
	uint32_t function = (uint32_t)r->lo;
	bool fresh = true;

	if (!emit_row(e, line))
		return;
	if (line == EMIT_ROW)
		intern(&w->recursive, &function, sizeof function, &fresh);
	emit(e, 10, "calls", "calls", "calls", as_count(of.all.calls));
	emit(e, 11, "median", "median", "median", as_count(quantile(&of, 500)));
	emit(e, 11, "99%", "p99", "p99", as_count(quantile(&of, 990)));
	emit(e, 12, "worst", "worst", "worst", as_count(worst->call.cycles));
	emit(e, 12, "elapsed", "elapsed", "elapsed", as_count(worst->elapsed));
	emit(e, 0, NULL, "open", "open", as_count(worst->open));
	emit(e, 0, NULL, "cycles", "cycles", as_count(r->inclusive));
	emit(e, 0, NULL, "recursive", "recursive", as_flag(!fresh));
	emit(e, 0, NULL, "name", "name", as_text(r->name));
	emit(e, 0, NULL, "file", "file", as_text(r->file));
	emit(e, 0, NULL, "line", "line",
		r->file && r->line ? as_count((uint64_t)r->line) : as_null(""));
	emit(e, 0, NULL, "address", "pc", as_hex(r->lo));
	emit(e, 0, NULL, "number", NULL, as_count(worst->call.calls));
	emit(e, 0, NULL, "begin", NULL, as_count(worst->begin));
	if (worst->call.calls)
		put_worst(e, w->p, w->fw, worst);
	char *text = line == EMIT_HEADING
		? copy_text("function")
		: print_text("%s%s%s", r->name, fresh ? "" : "  (recursive)",
			  worst->open ? "  (open)" : "");
	emit_row_end(e, text);
	free(text);
}

static struct table table_durations(
	const struct view *v, const struct profile *p, const struct firmware *fw)
{
	const struct durations *d = &p->durations;
	struct table t = { .rows = allocate(d->n_worst, sizeof *t.rows), .n = d->n_worst };
	char text[256];

	for (size_t i = 0; i < t.n; i++) {
		const struct worst *w = &d->worst[i];
		struct row *r = &t.rows[i];
		struct durations_of of = durations_of(d, w->call.function);
		uint64_t median = quantile(&of, 500);
		*r = (struct row){
			.name = table_keep(
				&t, copy_text(name_of(fw, w->call.function, text, sizeof text))),
			.lo = w->call.function,
			.inclusive = of.all.cycles + w->rest
		};
		r->count = v->order == ORDER_WORST ? w->call.cycles
			: v->order == ORDER_SPREAD ? (uint64_t)(1000.0 * (double)w->call.cycles
							     / (double)(median ? median : 1))
						   : r->inclusive;
	}
	if (v->match) {
		table_places(&t, &fw->lines, t.n);
		table_filter(&t, &v->regex);
	}
	table_sort(&t, p, (enum table_order)v->order);
	table_places(&t, &fw->lines, v->match ? 0 : t.n);
	return t;
}

void durations_put(
	struct emit *e, const struct profile *p, const struct firmware *fw, const struct view *v)
{
	struct rows w = { .p = p, .fw = fw };
	struct table t = table_durations(v, p, fw);
	size_t shown = view_shown_rows(v, t.n);
	struct contexts c;

	if (contexts_open(&c, p, fw))
		for (size_t i = 1; i < c.n; i++)
			if (c.at[i].same)
				intern(&w.recursive, &c.at[i].function, sizeof c.at[i].function,
					NULL);
	emit_array(e, "durations");
	put_row(e, &w, &(struct row){ .name = "" }, EMIT_HEADING);
	for (size_t i = 0; i < shown; i++)
		put_row(e, &w, &t.rows[i], EMIT_ROW);
	emit_end(e);
	if (e->form == EMIT_TO_TERM) {
		if (shown < t.n)
			printf("... %zu more; --top 0 shows all\n", t.n - shown);
		printf("of a call, in %s, with what it called; elapsed: with handlers and other "
		       "threads, too\n\n",
			profile_unit(p));
	}
	intern_free(&w.recursive);
	contexts_close(&c);
	table_free(&t);
}

/* ---- the worst call of one function ---- */
static void put_path(FILE *f, const struct profile *p, const struct firmware *fw, uint32_t node)
{
	uint32_t path[PATH];
	size_t n = path_of(&p->calls, node, path);
	char text[256];

	fprintf(f, "path:%s", p->calls.nodes[path[0]].parent && n == PATH ? " ... >" : "");
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? " > " : " ",
			text_clean(
				name_of(fw, p->calls.nodes[path[i]].function, text, sizeof text)));
	putc('\n', f);
}

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
	fprintf(f, "%scallees %+" PRId64 "\n", causes ? "; of it in " : "",
		(int64_t)(w->call.below - mean(median->below, median)));
}

bool durations_worst(const struct profile *p, const struct firmware *fw, const struct view *v)
{
	const struct durations_of of = durations_of(&p->durations, v->function);
	const struct worst *w = of.worst;
	char name[256], text[256];
	char *all;
	size_t size;

	snprintf(name, sizeof name, "%s", name_of(fw, v->function, text, sizeof text));
	if (!of.n)
		return fail("--worst %s: %s", v->worst_of,
			w ? "no call of it had ended" : "was not called in this run");
	FILE *f = stream_open(&all, &size);
	fprintf(f, "%s: %s call%s; ", text_clean(name), term_number(of.all.calls),
		of.all.calls == 1 ? "" : "s");
	fprintf(f, "median %s, ", term_number(quantile(&of, 500)));
	fprintf(f, "99%% %s, ", term_number(quantile(&of, 990)));
	fprintf(f, "worst %s %s\n", term_number(w->call.cycles), profile_unit(p));
	fprintf(f, "worst: call %" PRIu64 ", from cycle %s on", w->call.calls,
		term_number(w->begin));
	if (w->call.preempted)
		fprintf(f, "; preempted for %s more", term_number(w->call.preempted));
	fprintf(f, "; %s in callees", term_number(w->call.below));
	for (size_t i = 0; i < DURATION_CHAIN && w->chain[i].node; i++)
		fprintf(f, "%s%s %s", i ? " > " : ": ",
			text_clean(name_of(
				fw, p->calls.nodes[w->chain[i].node].function, text, sizeof text)),
			term_number(w->chain[i].cycles));
	putc('\n', f);
	put_above(f, w, duration_quantile(&of, 500), p->calls.has_waits);
	put_path(f, p, fw, w->node);
	if (p->end != END_IMPORTED)
		fprintf(f,
			"next: `tally run --core %s --after %s:%" PRIu64
			" --until return %s` profiles that call alone\n",
			p->core, text_shell(name), w->call.calls, text_shell(p->elf_path));
	stream_fold(f, &all, &v->term);
	return true;
}

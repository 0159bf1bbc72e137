/* SPDX-License-Identifier: ISC
 * report.c - a profile as text, for a person at a terminal, and as one JSON object; the contracts
 * are report.h and report.h.
 *
 * Percentages are of all TICKS, so that the rows and the lines below them
 * (outside, idle, lost ...) add up to 100: nothing is hidden by the base.
 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "sw/base/base.h"

static void put_heading(const struct profile *p, const struct view *v)
{
	const struct tally_config *c = &p->config;
	char events[128], *text;
	size_t size;
	FILE *f = stream_open(&text, &size);

	fprintf(f, "%s on %s: ", text_clean(text_here(p->elf_path)), text_clean(p->core));
	if (p->other_period)
		fprintf(f, "instructions, as they were retired");
	else if (c->period == 1)
		fprintf(f, "every %s", c->source == TALLY_SOURCE_RETIRE ? "instruction" : "cycle");
	else
		fprintf(f, "one sample every %" PRIu32 " %s", c->period, profile_source(p));
	fputs(profile_events(p, events, sizeof events), f);
	if (v->cause)
		fprintf(f, " that waited for %s", v->cause);
	if (p->task)
		fprintf(f, " of task %s", text_clean(p->task));
	if (c->jitter)
		fprintf(f, ", jitter %u", c->jitter);
	uint64_t reached = profile_bin_pc(p, p->slots);
	if (p->end == END_IMPORTED)
		fprintf(f,
			", as counts of addresses\n%" PRIu32 " counters for 0x%08" PRIx32
			"-0x%08" PRIx64 "\n",
			p->slots, c->offset, reached - 1);
	else
		fprintf(f,
			"\ncounters for 0x%08" PRIx32 "-0x%08" PRIx64 ", scale %" PRIu32
			" (%" PRIu32 " counters)\n",
			c->offset, reached - 1, c->scale, p->slots);
	if (p->end != END_IMPORTED && reached < p->code_hi)
		fprintf(f,
			"code from 0x%08" PRIx64 " to 0x%08" PRIx64 " lies beyond the "
			"counters: it is counted OUTSIDE; --from, --to or a smaller --scale reach "
			"it\n",
			reached, p->code_hi - 1);
	putc('\n', f);
	stream_fold(f, &text, &v->term);
}

/* The summary is of the profile's own counts, in every view. Where the hottest function is called
 * from is where to look for a way to call it less. */
static void put_summary(
	FILE *f, const struct profile *p, const struct firmware *fw, uint64_t straddling)
{
	struct table all = table_of(p, &fw->symbols, &fw->lines, TABLE_FUNCTIONS);
	const struct row *hottest = all.rows;
	struct contexts c;
	struct pairs pairs;
	uint64_t calls;

	summary_invariant(f, p, fw, straddling);
	summary_end(f, p, fw);
	why_line(f, p);
	if (all.n && !hottest->straddles && symbols_find(&fw->symbols, hottest->lo)
		&& contexts_open(&c, p, fw)) {
		pairs_open(&pairs, &c, BY_CALLER);
		char *callers = pairs_callers(&pairs, (uint32_t)hottest->lo, &calls);
		if (callers)
			fprintf(f, "%.0f%% in %s: called by %s\n",
				profile_percent(p, hottest->count), text_clean(hottest->name),
				text_clean(callers));
		free(callers);
		pairs_close(&pairs);
		contexts_close(&c);
	}
	table_free(&all);
}

bool report_put(
	struct emit *e, const struct profile *p, const struct firmware *fw, const struct view *v)
{
	bool term = e->form == EMIT_TO_TERM, good = true;
	struct contexts all = { 0 }, callers = { 0 };
	struct profile other;
	const struct profile *shown = view_shown(v, p, &other);
	struct table t = { 0 };
	char *text;
	size_t size;
	FILE *f;

	if (v->worst_of && !term)
		return fail("--worst: is text alone; --durations --json has it of each function");
	if (v->worst_of)
		return durations_worst(p, fw, v);
	if (v->durations) {
		if (term)
			put_heading(p, v);
		if (e->form != EMIT_TO_JSON)
			durations_put(e, p, fw, v);
	} else if (v->tree || v->callers_of) {
		contexts_open(&all, shown, fw);
		good = v->tree || callers_open(&callers, &all, v->function)
			|| fail("--callers-of %s: was not called in this run, or only where it is "
				"inlined: `tally report --by inline` lists those",
				v->callers_of);
		if (good && term)
			put_heading(p, v);
		if (good)
			tree_rows_put(e, v->tree ? &all : &callers, v->tree ? TREE_DOWN : TREE_UP,
				all.at[0].inclusive, v);
	} else if (v->kind == TABLE_LOOPS && !fw->image.elf) {
		good = fail("--by loop: loops are of the program's instructions: give its ELF");
	} else {
		t = view_table(v, shown, fw);
		if (term)
			put_heading(shown, v);
		rows_put(e, shown, &t, v);
	}
	if (good && term) {
		put_summary(f = stream_open(&text, &size), p, fw, t.straddling);
		stream_fold(f, &text, &v->term);
		latency_print(p, &fw->symbols, &v->term);
	}
	table_free(&t);
	contexts_close(&callers);
	contexts_close(&all);
	view_shown_free(v, &other);
	return good;
}

bool report_print(const struct profile *p, const struct firmware *fw, const struct view *v)
{
	struct emit e = emit_to_term(&v->term);

	return report_put(&e, p, fw, v);
}

/* Grows when a member goes or changes its meaning; README.md has the same version. */
enum { JSON_VERSION = 2 };

static void put_settings(struct emit *e, const struct profile *p)
{
	const struct tally_config *c = &p->config;

	emit_member(e, "version", as_count(JSON_VERSION));
	emit_member(e, "core", as_text(p->core));
	emit_member(e, "firmware", as_text(p->elf_path));
	emit_member(e, "period", as_count(c->period));
	emit_member(e, "by", as_text(profile_source(p)));
	emit_member(e, "unit", as_text(profile_unit(p)));
	if (c->source == TALLY_SOURCE_EVENT)
		emit_member(e, "events", as_count(c->lines));
	if (p->rounds)
		emit_member(e, "rounds", as_count(p->rounds));
	if (p->task)
		emit_member(e, "task", as_text(p->task));
	emit_member(e, "scale", as_count(c->scale));
	emit_member(e, "jitter", as_count(c->jitter));
	emit_member(e, "low", as_count(c->offset));
	emit_member(e, "high", as_count(profile_bin_pc(p, p->slots)));
	emit_member(e, "code_low", as_count(p->code_lo));
	emit_member(e, "code_high", as_count(p->code_hi));
	emit_member(e, "extent", as_text(profile_extents[p->extent]));
	if (!p->window.after)
		return;
	emit_object(e, "window");
	emit_member(e, "after", as_text(p->window.after));
	emit_member(e, "until", as_text(p->window.until));
	emit_member(e, "begin", as_count(p->window.begin));
	emit_member(e, "end", as_count(p->window.begin + p->cycles));
	emit_end(e);
}

static void put_counters(struct emit *e, const struct profile *p)
{
	const struct tally_counters *c = &p->counters;
	struct waits waits = profile_waits(p);

	emit_object(e, "counters");
	emit_member(e, "ticks", as_count(c->ticks));
	emit_member(e, "hits", as_count(c->hits));
	emit_member(e, "outside", as_count(c->outside));
	emit_member(e, "filtered", as_count(c->filtered));
	emit_member(e, "idle", as_count(c->idle));
	emit_member(e, "lost", as_count(c->lost));
	emit_member(e, "pending", as_count(c->pending));
	emit_end(e);
	emit_member(e, "invariant", as_flag(profile_invariant_holds(c)));
	if (p->waits_at)
		why_counts(e, &waits);
}

static void put_end(struct emit *e, const struct profile *p, const struct symbols *s)
{
	char text[1024];

	emit_member(e, "cycles", as_count(p->cycles));
	emit_member(e, "instructions", as_count(p->retired));
	emit_object(e, "end");
	emit_member(e, "reason", as_text(ending_word(p->end)));
	emit_member(e, "text", as_text(ending_text(p, s, text, sizeof text)));
	if (profile_exited(p))
		emit_member(e, "exit_code", as_count(p->exit_code));
	if (p->end == END_TRAP || p->end == END_EBREAK || p->end == END_SELF_JUMP)
		emit_member(e, "pc", as_count(p->pc));
	if (p->end == END_TRAP)
		emit_member(e, "cause", as_count(p->cause));
	emit_array(e, "last");
	for (unsigned i = 0; i < p->n_last; i++)
		emit_member(e, NULL, as_count(p->last[i]));
	emit_end(e);
	emit_member(e, "failed", as_flag(profile_failed(p)));
	emit_end(e);
}

static void put_bins(struct emit *e, const struct profile *p)
{
	emit_array(e, "bins");
	for (uint32_t i = 0; i < p->slots; i++) {
		if (!p->bins[i])
			continue;
		uint64_t pc = profile_bin_pc(p, i);
		emit_object(e, NULL);
		emit_member(e, "pc", as_count(pc));
		emit_member(e, "bytes", as_count(profile_bin_pc(p, i + 1) - pc));
		emit_member(e, "count", as_count(p->bins[i]));
		emit_end(e);
	}
	emit_end(e);
}

static void put_call_tree(struct emit *e, const struct profile *p)
{
	const struct call_tree *t = &p->calls;

	if (!t->n_nodes)
		return;
	struct tree_invariant invariant = tree_invariant_of(p);
	emit_object(e, "call_tree");
	emit_member(e, "cycles", as_count(invariant.cycles));
	emit_member(e, "nodes", as_count(invariant.nodes));
	emit_member(e, "depth", as_count(invariant.depth));
	emit_member(e, "folded", as_count(t->folded));
	if (t->of_unit) {
		emit_object(e, "unit");
		emit_member(e, "mixed", as_count(call_tree_mixed(t)));
		emit_member(e, "filtered", as_count(t->rest.filtered));
		emit_member(e, "idle", as_count(t->rest.idle));
		emit_member(e, "lost", as_count(t->rest.lost));
		emit_member(e, "pending", as_count(t->rest.pending));
		emit_member(e, "calls", as_count(t->rest.calls));
		emit_member(e, "ticks", as_count(t->rest.ticks));
		emit_member(e, "dropped", as_flag(t->rest.dropped));
		emit_end(e);
	}
	emit_member(e, "invariant", as_flag(invariant.holds));
	emit_end(e);
}

static bool put_all(
	FILE *f, const struct profile *p, const struct firmware *fw, const struct view *v)
{
	struct emit e = emit_to_json(f);
	struct table t = table_functions(p, &fw->symbols, &fw->lines);

	emit_object(&e, NULL);
	put_settings(&e, p);
	put_counters(&e, p);
	put_call_tree(&e, p);
	put_end(&e, p, &fw->symbols);
	put_bins(&e, p);
	rows_functions(&e, p, &t);
	table_free(&t);
	outside_json(&e, p, &fw->symbols);
	latency_json(&e, p);
	if (p->durations.n_worst)
		durations_put(&e, p, fw, v && v->durations ? v : &(struct view){ 0 });
	bool good = !v || report_put(&e, p, fw, v);
	emit_end(&e);
	putc('\n', f);
	return good;
}

void json_put(FILE *f, const struct profile *p, const struct firmware *fw)
{
	put_all(f, p, fw, NULL);
}

bool json_write(
	const struct profile *p, const struct firmware *fw, const struct view *v, const char *path)
{
	return report_write(EMIT_TO_JSON, p, fw, v, path);
}

bool report_write(enum emit_form form, const struct profile *p, const struct firmware *fw,
	const struct view *v, const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = stream_open(&text, &size);
	struct emit csv = emit_to_csv(f);
	bool good = form == EMIT_TO_JSON ? put_all(f, p, fw, v) : report_put(&csv, p, fw, v);

	stream_close(f);
	good = good && file_write(path, text, size);
	free(text);
	return good;
}

void report_next(const struct profile *p, const struct firmware *fw, const char *capture,
	const char *elf, const struct term *t)
{
	struct table all = table_of(p, &fw->symbols, &fw->lines, TABLE_FUNCTIONS);

	if (all.n && symbols_find(&fw->symbols, all.rows[0].lo)) {
		char *text = print_text("next: %s`tally annotate %s%s%s` shows %s, %.0f%% of all "
					"%s, instruction by instruction\n",
			capture ? "" : "with -o FILE, ", text_shell(capture ? capture : "FILE"),
			elf ? " " : "", elf ? text_shell(elf) : "", text_clean(all.rows[0].name),
			profile_percent(p, all.rows[0].count), profile_unit(p));
		term_fold(t, text);
		free(text);
	}
	table_free(&all);
}

/* SPDX-License-Identifier: ISC
 * report.c - a profile as text, for a person at a terminal; the contract is report.h.
 *
 * Percentages are of all TICKS, so that the rows and the lines below them
 * (outside, idle, lost ...) add up to 100: nothing is hidden by the base.
 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ending.h"
#include "sw/base/error.h"
#include "latency.h"
#include "objects.h"
#include "outside.h"
#include "pairs.h"
#include "rows.h"
#include "tree_law.h"
#include "tree_rows.h"
#include "why.h"
#include "sw/base/text.h"

#define INCLUSIVE_WIDTH 72u	/* columns */

static void print_heading(FILE *f, const struct profile *p, const char *cause)
{
	const struct tally_config *c = &p->config;

	fprintf(f, "%s on %s: ", text_clean(text_here(p->elf_path)), text_clean(p->core));
	if (p->other_period)
		fprintf(f, "instructions, as they were retired");
	else if (c->period == 1)
		fprintf(f, "every %s", c->source == TALLY_SOURCE_RETIRE ? "instruction" : "cycle");
	else
		fprintf(f, "one sample every %" PRIu32 " %s", c->period, profile_source(p));
	char events[128];
	fputs(profile_events(p, events, sizeof events), f);
	if (cause)
		fprintf(f, " that waited for %s", cause);
	if (p->task)
		fprintf(f, " of task %s", text_clean(p->task));
	if (c->jitter)
		fprintf(f, ", jitter %u", c->jitter);
	if (p->end == END_IMPORTED) {
		fprintf(f, ", as counts of addresses\n%" PRIu32 " bins for 0x%08" PRIx32 "-0x%08"
			PRIx64 "\n\n", p->slots, c->offset, profile_bin_pc(p, p->slots) - 1);
		return;
	}
	fprintf(f, "\ncounters for 0x%08" PRIx32 "-0x%08" PRIx64 ", scale %" PRIu32 " (%" PRIu32
		" counters)\n", c->offset, profile_bin_pc(p, p->slots) - 1, c->scale, p->slots);
	uint64_t reached = profile_bin_pc(p, p->slots);
	if (reached < p->code_hi)
		fprintf(f, "code from 0x%08" PRIx64 " to 0x%08" PRIx64 " lies beyond the bin "
			"memory: it is counted OUTSIDE; --from, --to or a smaller --scale reach "
			"it\n",
			reached, p->code_hi - 1);
	putc('\n', f);
}

static void print_rest(const struct profile *p, const struct table *t, const struct view *v)
{
	struct outcome rest[OUTCOMES];

	enum table_kind kind = v->kind;
	struct tally_counters c = p->counters;
	if (kind == TABLE_TASKS)	/* the tree has what no bin has, but for the time asleep */
		c.outside = c.filtered = c.lost = 0;
	profile_outcomes(&c, rest);
	const char *word = kind == TABLE_ADDRESSES ? "addresse" : table_words[kind];
	if (t->n_hidden) {
		rows_sum(p, t, v, t->sum - t->hidden.count, print_text("in %zu %s%s that fit%s "
			"--match %s", t->n, word, t->n == 1 && kind != TABLE_ADDRESSES ? "" : "s",
			t->n == 1 ? "s" : "", v->match));
		rows_sum(p, t, v, t->hidden.count, print_text("in %zu that do%s not", t->n_hidden,
			t->n_hidden == 1 ? "es" : ""));
	}
	rows_sum(p, t, v, t->sum, print_text("in %zu %s%s", t->n + t->n_hidden, word,
		t->n + t->n_hidden == 1 && kind != TABLE_ADDRESSES ? "" : "s"));
	for (size_t i = 0; i < OUTCOMES; i++)
		if (rest[i].count)
			rows_sum(p, t, v, rest[i].count, print_text("%s: %s", rest[i].name,
				rest[i].text));
	char doubt[128];
	const char *what = profile_doubt(p, &p->counters, &(struct tally_counters){ 0 }, doubt,
		sizeof doubt);
	if (what && (p->counters.ticks || p->end == END_RECORDED))
		puts(what);
	putchar('\n');
}

static void print_bins_check(FILE *f, const struct profile *p, const struct table *t)
{
	char text[256];

	if (t->sum != p->counters.hits)
		fprintf(f, "sum of bins %s, HITS %s: DOES NOT HOLD\n", term_number(t->sum),
			term_number(p->counters.hits));
	if (t->straddling)
		fprintf(f, "%s %s (%.2f%%) lie in bins that straddle functions (scale %" PRIu32
			"); each is shown at the first function of its bin\n",
			term_number(t->straddling), profile_unit(p),
			profile_percent(p, t->straddling), p->config.scale);
	if (t->straddling && (p->retired_at || p->calls.n_nodes))
		fprintf(f, "rows with ~ share a bin: their CPI, inclusive cycles and causes would "
			"be of other code than these counts\n");
	if (p->config.scale < TALLY_SCALE_ONE)
		fprintf(f, "a counter covers %u bytes of code: lines and addresses are those of "
			"its first instruction\n", 2 * TALLY_SCALE_ONE / p->config.scale);
	if (p->extent == PROFILE_SIMULATED || p->extent == PROFILE_FAULTED)
		fprintf(f, "%s\n", profile_extent_text(p, text, sizeof text));
}

static const char *known(const struct profile *p, uint64_t n)
{
	return n || (p->end != END_RECORDED && p->end != END_IMPORTED) ? term_number(n) : "unknown";
}

static void print_end(FILE *f, const struct profile *p, const struct firmware *fw)
{
	char text[1024];

	if (p->end == END_IMPORTED && !p->retired)
		fprintf(f, "cycles and instructions of the run: unknown");
	else
		fprintf(f, "cycles %s, instructions %s", known(p, p->cycles), known(p, p->retired));
	if (p->cycles && p->retired)
		fprintf(f, ", CPI %.3f", (double)p->cycles / (double)p->retired);
	fprintf(f, "\nend: %s\n", text_clean(ending_text(p, &fw->symbols, text, sizeof text)));
	ending_where(f, p, fw);
}

static void print_summary(FILE *f, const struct profile *p, const struct firmware *fw,
	const struct table *t)
{
	const struct tally_counters *c = &p->counters;

	fprintf(f, "%s %s = HITS %s + OUTSIDE %s + FILTERED %s + IDLE %s + LOST %s + PENDING "
		"%s: %s\n", profile_ticks_word(p), term_number(c->ticks), term_number(c->hits),
		term_number(c->outside), term_number(c->filtered), term_number(c->idle),
		term_number(c->lost), term_number(c->pending),
		profile_law_holds(c) ? "holds" : "DOES NOT HOLD");
	outside_print(f, p, &fw->symbols);
	print_bins_check(f, p, t);
	tree_law_print(f, p);
	if (p->config.period > 1)
		fprintf(f, "estimates are samples x %" PRIu32 "; %s samples in all\n",
			p->config.period, term_number(c->ticks));
	print_end(f, p, fw);
}

/* Text around the rows, folded to the terminal's width. */
struct around {
	FILE *f;
	char *text;
	size_t size;
};

static void around_open(struct around *a)
{
	*a = (struct around){ 0 };
	a->f = stream_open(&a->text, &a->size);
}

static void around_print(struct around *a, const struct term *t)
{
	stream_close(a->f);
	term_fold(t, a->text);
	free(a->text);
}

void report_end(const struct profile *p, const struct firmware *fw, const struct term *t)
{
	struct around a;

	around_open(&a);
	print_end(a.f, p, fw);
	around_print(&a, t);
}

static void print_rows(const struct profile *p, const struct table *t, const struct view *v)
{
	if (v->kind == TABLE_CALLERS) {
		rows_callers(p, t, v);
	} else if (view_of_data(v)) {
		objects_print(p, t, v);
	} else {
		/* inclusive cycles where they leave room for names */
		struct table fits = *t;
		size_t room = INCLUSIVE_WIDTH + why_columns(t->causes);
		if (v->term.width && v->term.width < room && v->kind == TABLE_FUNCTIONS)
			fits.has_calls = false;
		rows_print(p, &fits, v);
		print_rest(p, &fits, v);
	}
}

/* Of the hottest function: where it is called from is where to look for a way to call it less. */
static void print_callers(FILE *f, const struct profile *p, const struct firmware *fw)
{
	struct table all = table_of(p, &fw->symbols, &fw->lines, TABLE_FUNCTIONS);
	struct contexts c;
	struct pairs pairs;
	uint64_t calls;

	if (all.n && !all.rows[0].straddles && symbols_find(&fw->symbols, all.rows[0].lo)
		&& contexts_open(&c, p, fw)) {
		pairs_open(&pairs, &c, BY_CALLER);
		char *callers = pairs_callers(&pairs, (uint32_t)all.rows[0].lo, &calls);
		if (callers)
			fprintf(f, "%.0f%% in %s: called by %s\n",
				profile_percent(p, all.rows[0].count), text_clean(all.rows[0].name),
				text_clean(callers));
		free(callers);
		pairs_close(&pairs);
		contexts_close(&c);
	}
	table_free(&all);
}

/* The summary is of the profile's own counts, in every view. */
static void print_end_of(const struct profile *p, const struct firmware *fw, const struct view *v,
	uint64_t straddling)
{
	struct table own = { .sum = profile_bin_sum(p), .straddling = straddling };
	struct around a;

	around_open(&a);
	print_summary(a.f, p, fw, &own);
	why_line(a.f, p);
	print_callers(a.f, p, fw);
	around_print(&a, &v->term);
	latency_print(&p->latency, &fw->symbols, &v->term);
}

static void print_begin(const struct profile *p, const struct view *v)
{
	struct around a;

	around_open(&a);
	print_heading(a.f, p, v->cause);
	around_print(&a, &v->term);
}

static bool print_tree(const struct profile *p, const struct profile *shown,
	const struct firmware *fw, const struct view *v)
{
	struct tree_view t;

	if (!tree_view_open(&t, shown, fw, v))
		return false;
	print_begin(p, v);
	tree_rows_print(t.shown, t.way, t.ticks, v);
	print_end_of(p, fw, v, 0);
	tree_view_close(&t);
	return true;
}

bool report_print(const struct profile *p, const struct firmware *fw, const struct view *v)
{
	struct profile other;
	const struct profile *shown = view_shown(v, p, &other);
	bool good = true;

	if (tree_view_asked(v)) {
		good = print_tree(p, shown, fw, v);
	} else {
		struct table t = view_table(v, shown, fw);
		print_begin(shown, v);
		print_rows(shown, &t, v);
		print_end_of(p, fw, v, t.straddling);
		table_free(&t);
	}
	view_shown_free(v, &other);
	return good;
}

void report_next(const struct profile *p, const struct firmware *fw, const char *capture,
	const char *elf, const struct term *t)
{
	struct table all = table_of(p, &fw->symbols, &fw->lines, TABLE_FUNCTIONS);
	struct around a;

	if (all.n && symbols_find(&fw->symbols, all.rows[0].lo)) {
		around_open(&a);
		fprintf(a.f, "next: %s`tally annotate %s%s%s` shows %s, %.0f%% of all %s, "
			"instruction by instruction\n",
			capture ? "" : "with -o FILE, ", text_shell(capture ? capture : "FILE"),
			elf ? " " : "", elf ? text_shell(elf) : "", text_clean(all.rows[0].name),
			profile_percent(p, all.rows[0].count), profile_unit(p));
		around_print(&a, t);
	}
	table_free(&all);
}

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

#include "callers.h"
#include "ending.h"
#include "sw/base/error.h"
#include "latency.h"
#include "outside.h"
#include "pairs.h"
#include "rows.h"
#include "tree_law.h"
#include "tree_rows.h"
#include "why.h"
#include "sw/base/text.h"

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

bool report_put(struct emit *e, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	bool term = e->form == EMIT_TO_TERM, good = true;
	struct contexts all = { 0 }, callers = { 0 };
	struct profile other;
	const struct profile *shown = view_shown(v, p, &other);
	struct table t = { 0 };

	if (v->tree || v->callers_of) {
		contexts_open(&all, shown, fw);
		good = v->tree || callers_open(&callers, &all, v->function)
			|| fail("--callers-of %s: was not called in this run, or only where it is "
				"inlined: `tally report --by inline` lists those", v->callers_of);
		if (good && term)
			print_begin(p, v);
		if (good)
			tree_rows_put(e, v->tree ? &all : &callers, v->tree ? TREE_DOWN : TREE_UP,
				all.at[0].inclusive, v);
	} else {
		t = view_table(v, shown, fw);
		if (term)
			print_begin(shown, v);
		rows_put(e, shown, &t, v);
	}
	if (good && term)
		print_end_of(p, fw, v, t.straddling);
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

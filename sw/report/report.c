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

#include "sw/base/error.h"
#include "latency.h"
#include "contexts.h"
#include "rows.h"
#include "tree_rows.h"
#include "why.h"
#include "sw/base/text.h"

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
		fprintf(f, ", as counts of addresses\n%" PRIu32 " bins for 0x%08" PRIx32 "-0x%08"
			PRIx64 "\n", p->slots, c->offset, reached - 1);
	else
		fprintf(f, "\ncounters for 0x%08" PRIx32 "-0x%08" PRIx64 ", scale %" PRIu32 " (%"
			PRIu32 " counters)\n", c->offset, reached - 1, c->scale, p->slots);
	if (p->end != END_IMPORTED && reached < p->code_hi)
		fprintf(f, "code from 0x%08" PRIx64 " to 0x%08" PRIx64 " lies beyond the bin "
			"memory: it is counted OUTSIDE; --from, --to or a smaller --scale reach "
			"it\n", reached, p->code_hi - 1);
	putc('\n', f);
	stream_fold(f, &text, &v->term);
}

/* The summary is of the profile's own counts, in every view. Where the hottest function is called
 * from is where to look for a way to call it less. */
static void put_summary(FILE *f, const struct profile *p, const struct firmware *fw,
	uint64_t straddling)
{
	struct table all = table_of(p, &fw->symbols, &fw->lines, TABLE_FUNCTIONS);
	const struct row *hottest = all.rows;
	struct contexts c;
	struct pairs pairs;
	uint64_t calls;

	summary_law(f, p, fw, straddling);
	summary_end(f, p, fw);
	why_line(f, p);
	if (all.n && !hottest->straddles && symbols_find(&fw->symbols, hottest->lo)
		&& contexts_open(&c, p, fw)) {
		pairs_open(&pairs, &c, BY_CALLER);
		char *callers = pairs_callers(&pairs, (uint32_t)hottest->lo, &calls);
		if (callers)
			fprintf(f, "%.0f%% in %s: called by %s\n", profile_percent(p,
				hottest->count), text_clean(hottest->name), text_clean(callers));
		free(callers);
		pairs_close(&pairs);
		contexts_close(&c);
	}
	table_free(&all);
}

bool report_put(struct emit *e, const struct profile *p, const struct firmware *fw,
	const struct view *v)
{
	bool term = e->form == EMIT_TO_TERM, good = true;
	struct contexts all = { 0 }, callers = { 0 };
	struct profile other;
	const struct profile *shown = view_shown(v, p, &other);
	struct table t = { 0 };
	char *text;
	size_t size;
	FILE *f;

	if (v->tree || v->callers_of) {
		contexts_open(&all, shown, fw);
		good = v->tree || callers_open(&callers, &all, v->function)
			|| fail("--callers-of %s: was not called in this run, or only where it is "
				"inlined: `tally report --by inline` lists those", v->callers_of);
		if (good && term)
			put_heading(p, v);
		if (good)
			tree_rows_put(e, v->tree ? &all : &callers, v->tree ? TREE_DOWN : TREE_UP,
				all.at[0].inclusive, v);
	} else {
		t = view_table(v, shown, fw);
		if (term)
			put_heading(shown, v);
		rows_put(e, shown, &t, v);
	}
	if (good && term) {
		put_summary(f = stream_open(&text, &size), p, fw, t.straddling);
		stream_fold(f, &text, &v->term);
		latency_print(&p->latency, &fw->symbols, &v->term);
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

void report_next(const struct profile *p, const struct firmware *fw, const char *capture,
	const char *elf, const struct term *t)
{
	struct table all = table_of(p, &fw->symbols, &fw->lines, TABLE_FUNCTIONS);

	if (all.n && symbols_find(&fw->symbols, all.rows[0].lo)) {
		char *text = print_text("next: %s`tally annotate %s%s%s` shows %s, %.0f%% of all "
			"%s, instruction by instruction\n", capture ? "" : "with -o FILE, ",
			text_shell(capture ? capture : "FILE"), elf ? " " : "",
			elf ? text_shell(elf) : "", text_clean(all.rows[0].name),
			profile_percent(p, all.rows[0].count), profile_unit(p));
		term_fold(t, text);
		free(text);
	}
	table_free(&all);
}

/* SPDX-License-Identifier: ISC
 * annotate.c - one function, instruction by instruction, with its counts and its source
 */
#include "annotate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "report.h"
#include "sw/base/text.h"
#include "why.h"

/* instructions without counts that are shown around those with some */
#define NEAR 3
#define MAX_CHAIN 64
#define WHY_WIDTH 120		/* columns of a line that has room for causes */
#define NAMES 20		/* other names in a heading, at most */

/* The last source place that was printed. */
struct place {
	const char *file;
	int line;
	char chain[512];
};

/* On narrow lines: no bars, and the source begins at the left. */
static bool is_narrow(const struct annotate *a)
{
	return a->term.width && a->term.width < 100;
}

static unsigned bar_columns(const struct annotate *a)
{
	return is_narrow(a) ? 0 : 10;
}

/* Cuts text to the columns that the numbers leave. */
static size_t room_after(const struct annotate *a, size_t used)
{
	return !a->term.width ? 0 : a->term.width > used + 4 ? a->term.width - used : 4;
}

static size_t margin(const struct annotate *a)
{
	return 8 + 15 + (a->profile->config.period > 1 ? 15 : 0) + (a->profile->retired_at ? 8 : 0)
		+ why_each_columns(a->causes) + 2 + bar_columns(a) + 1;
}

static size_t place_margin(const struct annotate *a)
{
	return is_narrow(a) ? 0 : margin(a);
}

static void print_place(struct annotate *a, uint64_t pc, struct place *last)
{
	const struct line *line = lines_find(&a->firmware->lines, (uint32_t)pc);
	const char *calls[MAX_CHAIN], *text, *base;
	char chain[sizeof last->chain] = "", where[1200];
	size_t n = lines_calls(&a->firmware->lines, (uint32_t)pc, calls, MAX_CHAIN), used = 0;

	for (size_t i = 0; i < n && used < sizeof chain - 1; i++)
		used += (size_t)snprintf(chain + used, sizeof chain - used, "%s%s", i ? ";" : "",
			calls[i]);
	if (!line || (last->file == line->file && last->line == line->number
		&& !strcmp(last->chain, chain)))
		return;
	last->file = line->file;
	last->line = line->number;
	strcpy(last->chain, chain);
	base = basename(line->file);
	text = source_line(&a->sources, line->file, line->number);
	if (line->number)
		snprintf(where, sizeof where, "%s:%d", text ? base : text_here(line->file),
			line->number);
	else
		snprintf(where, sizeof where, "%s:?", text ? base : text_here(line->file));
	used = place_margin(a);
	printf("%*s%s", (int)used, "", term_hue(&a->term, HUE_GOOD));
	used += term_text(where, room_after(a, used));
	if (chain[0]) {
		used += 2;
		fputs("  ", stdout);
		snprintf(where, sizeof where, "[in %.1000s]", chain);
		used += term_text(where, room_after(a, used));
	}
	fputs(term_plain(&a->term), stdout);
	if (text && (!a->term.width || used + 10 <= a->term.width)) {
		fputs("  ", stdout);
		term_text(text, room_after(a, used + 2));
	}
	putchar('\n');
}

static void print_item(const struct annotate *a, const struct items *all, const struct item *it)
{
	const struct profile *p = a->profile;
	double share = all->sum ? (double)it->count / (double)all->sum : 0,
		cpi = it->straddles ? -1 : profile_cpi(p, it->count, it->retired);
	double hot = all->hottest ? (double)it->count / (double)all->hottest : 0;

	if (it->count)
		printf("%s%7.2f%% %14s%s", term_hue(&a->term, term_heat(hot)), 100 * share,
			term_number(it->count), term_plain(&a->term));
	else
		printf("%8s %14s", "", "");
	if (p->config.period > 1 && it->count)
		printf(" %14s", term_number(it->count * p->config.period));
	else if (p->config.period > 1)
		printf(" %14s", "");
	if (p->retired_at && cpi >= 0 && it->count)
		printf(" %7.2f", cpi);
	else if (p->retired_at)
		printf(" %7s", it->straddles ? "~" : "");
	why_each(a->causes, it->retired, &it->waits);
	fputs("  ", stdout);
	if (bar_columns(a))
		term_bar(&a->term, hot, bar_columns(a));
	printf(" %s%8" PRIx64 "%s  ", term_hue(&a->term, HUE_DIM), it->pc, term_plain(&a->term));
	size_t n = strcspn(it->text, " "), used = margin(a) + 10;
	if (it->text[n]) {
		printf("%-7.*s ", (int)n, it->text);
		used += n > 7 ? n + 1 : 8;
		term_text(it->text + n + 1, room_after(a, used));
	} else {
		term_text(it->text, room_after(a, used));
	}
	putchar('\n');
}

static bool is_near(const struct items *all, size_t at)
{
	size_t lo = at > NEAR ? at - NEAR : 0, hi = at + NEAR < all->n ? at + NEAR : all->n - 1;

	for (size_t i = lo; i <= hi; i++)
		if (all->at[i].count || all->at[i].retired)
			return true;
	return false;
}

/* "called by a 62%, b 38%; 3014 calls", by the shares of the cycles shown. */
static void put_callers(FILE *f, const struct annotate *a, const struct row *row)
{
	uint64_t calls;
	char *callers = pairs_callers(&a->callers, (uint32_t)row->lo, &calls);

	if (callers)
		fprintf(f, "\ncalled by %s; %s call%s", text_clean(callers), term_number(calls),
			calls == 1 ? "" : "s");
	free(callers);
}

/* What it is, what it has, who called it: a line each. */
static char *heading(const struct annotate *a, const struct items *all, const struct row *row)
{
	const struct profile *p = a->profile;
	struct line line = lines_function(&a->firmware->lines, (uint32_t)row->lo);
	double cpi = row->straddles ? -1 : profile_cpi(p, all->sum, all->retired);
	char *text = NULL;
	size_t size;
	struct extent e;
	FILE *f = stream_open(&text, &size);

	fprintf(f, "  0x%08" PRIx64 "-0x%08" PRIx64, row->lo, row->hi - 1);
	if (line.number)
		fprintf(f, "  %s:%d", text_clean(text_here(line.file)), line.number);
	for (size_t i = 0; table_extent(&a->firmware->symbols, row, i, &e); i++)
		if (e.lo != row->lo)
			fprintf(f, "\nand %s, 0x%08" PRIx64 "-0x%08" PRIx64, text_clean(e.name),
				e.lo, e.hi - 1);
	for (size_t i = 0; i < row->n_also && i < NAMES; i++)
		fprintf(f, "%s%s", i ? ", " : "\nalso ", text_clean(row->also[i]));
	if (row->n_also > NAMES)
		fprintf(f, " and %zu more", row->n_also - NAMES);
	fprintf(f, "\n%s %s: %.2f%% of all %s", term_number(all->sum), profile_unit(p),
		profile_percent(p, all->sum), term_number(p->counters.ticks));
	if (cpi >= 0)
		fprintf(f, "; %sCPI %.2f", p->config.period > 1 ? "estimated " : "", cpi);
	if (p->config.scale < TALLY_SCALE_ONE)
		fprintf(f, "\na counter covers %u bytes: its count stands at its first "
			"instruction, for all of them; --from and --to count fewer functions, but "
			"each instruction",
			2 * TALLY_SCALE_ONE / p->config.scale);
	put_callers(f, a, row);
	stream_close(f);
	return text;
}

static void print_heading(const struct annotate *a, const struct items *all, const struct row *row)
{
	const struct profile *p = a->profile;
	char *text = heading(a, all, row);

	fputs(term_hue(&a->term, HUE_BOLD), stdout);
	size_t columns = term_text(row->name, 0);
	fputs(term_plain(&a->term), stdout);
	bool folds = a->term.width && columns + strcspn(text, "\n") > a->term.width;
	if (folds)
		putchar('\n');
	term_fold_at(&a->term, text, folds ? 0 : columns, 4);
	free(text);
	printf("\n%8s %14s", "share", profile_unit(p));
	if (p->config.period > 1)
		printf(" %14s", p->config.source == TALLY_SOURCE_RETIRE ? "est. instr." : "est. "
			"cycles");
	if (p->retired_at)
		printf(" %7s", p->config.period > 1 ? "est.CPI" : "CPI");
	why_each_heading(a->causes);
	puts(a->causes ? "  (cycles each)" : "");
}

static void print_items(struct annotate *a, const struct items *all)
{
	struct place last = { 0 };
	size_t cold = 0;

	for (size_t i = 0; i <= all->n; i++) {
		if (i < all->n && !a->full && !is_near(all, i)) {
			cold++;
			continue;
		}
		if (cold) {
			printf("%*s%s... %zu instruction%s without counts%s\n",
				(int)place_margin(a), "", term_hue(&a->term, HUE_DIM), cold,
				cold == 1 ? "" : "s", term_plain(&a->term));
			last = (struct place){ 0 };
			cold = 0;
		}
		if (i == all->n)
			break;
		print_place(a, all->at[i].pc, &last);
		print_item(a, all, &all->at[i]);
	}
	putchar('\n');
}

bool annotate_print(struct annotate *a, const struct row *row)
{
	struct disassembly d;
	struct items all;

	if (!annotate_open(a, row, &d, &all))
		return false;
	a->causes = a->term.width && a->term.width < WHY_WIDTH ? 0 : all.causes;
	print_heading(a, &all, row);
	print_items(a, &all);
	annotate_close(&d, &all);
	return true;
}

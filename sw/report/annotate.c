/* SPDX-License-Identifier: ISC
 * annotate.c - one function, instruction by instruction, with its counts and its source
 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

/* instructions without counts that are shown around those with some */
#define NEAR 3
#define MAX_CHAIN 64
#define WHY_WIDTH 120 /* columns of a line that has room for causes, */
#define BAR_WIDTH 100 /* and for bars */
#define BAR 10 /* columns */
#define NAMES 20 /* other names in a heading, at most */

/* The last source place that was printed. */
struct place {
	const char *file;
	int line;
	char *chain;
};

/* Calls inlined around an instruction, "a;b;c", outermost first; to be freed. */
static char *chain_of(const struct annotate *a, uint64_t pc)
{
	const char *calls[MAX_CHAIN];
	char *text = NULL;
	size_t n = lines_calls(&a->firmware->lines, (uint32_t)pc, calls, MAX_CHAIN), size;
	FILE *f = stream_open(&text, &size);

	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? ";" : "", calls[i]);
	stream_close(f);
	return text;
}

/* In text, a line before an instruction of another place than the last one's; the source begins
 * behind the numbers, but where lines are narrow. */
static void put_place(struct emit *e, struct annotate *a, uint64_t pc, struct place *last)
{
	const struct line *line = lines_find(&a->firmware->lines, (uint32_t)pc);
	char *chain = chain_of(a, pc), number[16] = "?";

	if (!line
		|| (last->file == line->file && last->line == line->number
			&& !strcmp(last->chain, chain))) {
		free(chain);
		return;
	}
	free(last->chain);
	*last = (struct place){ line->file, line->number, chain };
	const char *text = source_line(&a->sources, line->file, line->number);
	if (line->number)
		snprintf(number, sizeof number, "%d", line->number);
	char *where = print_text(
		     "%s:%s", text ? basename(line->file) : text_place(line->file), number),
	     *in = print_text("[in %s]", chain);

	emit_row(e, EMIT_ROW);
	e->used = (size_t)printf("%*s", (int)a->margin, "");
	emit_hue(e, HUE_GOOD);
	emit_words(e, where, 0);
	if (chain[0]) {
		fputs("  ", stdout);
		e->used += 2;
		emit_words(e, in, 0);
	}
	emit_plain(e);
	if (text && (!e->width || e->used + 10 <= e->width)) {
		emit_gap(e);
		emit_words(e, text, 0);
	}
	emit_row_end(e, NULL);
	free(where);
	free(in);
}

/* A line in front of a loop's header. */
static void put_loop(struct emit *e, struct annotate *a, const struct loop *l)
{
	char *text = print_text("loop: entries %s, iterations %s, %.2f %s each%s",
		term_number(l->entries), term_number(l->iterations),
		l->iterations ? (double)l->count / (double)l->iterations : 0,
		profile_unit(a->profile), l->estimated ? ", estimated" : "");

	emit_row(e, EMIT_ROW);
	e->used = (size_t)printf("%*s", (int)a->margin, "");
	emit_hue(e, HUE_DIM);
	emit_words(e, text, 0);
	emit_plain(e);
	emit_row_end(e, NULL);
	free(text);
}

/* A column for each depth of loops; a + is where a loop is entered. */
static void put_marks(struct emit *e, const struct annotate *a, uint64_t pc)
{
	const struct loop *l = loops_find(&a->loops, &a->flow, pc);
	unsigned depth = l ? l->depth : 0;

	if (a->loop_depth && a->bar)
		putchar(' ');
	for (unsigned i = 1; i <= a->loop_depth; i++)
		putchar(i > depth ? ' ' : i == depth && loop_pc(l, &a->flow) == pc ? '+' : '|');
	e->used += a->loop_depth + (a->loop_depth && a->bar);
}

/* An instruction behind its numbers, in text. */
static void put_code(
	struct emit *e, const struct annotate *a, const struct item *it, double hot, unsigned bar)
{
	size_t n = strcspn(it->text, " ");

	emit_gap(e);
	if (bar)
		emit_bar(e, hot, bar);
	put_marks(e, a, it->pc);
	printf(" %s%8" PRIx64 "%s  ", term_hue(e->term, HUE_DIM), it->pc, term_plain(e->term));
	e->used += 11;
	if (it->text[n]) {
		e->used += (size_t)printf("%-7.*s ", (int)n, it->text);
		n++;
	} else {
		n = 0;
	}
	emit_words(e, it->text + n, 0);
}

/* An instruction of the function `name`, the heading, or in CSV what instructions leave out. */
static void put_item(struct emit *e, struct annotate *a, const struct items *all,
	const struct item *it, const char *name, enum emit_line line)
{
	const struct profile *p = a->profile;
	const struct line *place =
		line == EMIT_ROW ? lines_find(&a->firmware->lines, (uint32_t)it->pc) : NULL;
	double hot = all->hottest ? (double)it->count / (double)all->hottest : 0;
	struct emit_value none = as_none("");
	bool row = line == EMIT_ROW;

	if (!emit_row(e, line))
		return;
	if (it->count)
		emit_hue(e, term_heat(hot));
	rows_numbers(e, p,
		&(struct rows_numbers){ .count = it->count,
			.retired = it->retired,
			.whole = all->sum,
			.ticks = p->counters.ticks,
			.waits = &it->waits,
			.straddles = it->straddles,
			.each = true });
	why_each(e, a->causes, it->retired, &it->waits);
	if (e->form == EMIT_TO_TERM) {
		if (row)
			put_code(e, a, it, hot, a->bar);
		else
			a->margin = a->bar
				? e->used + 2 + a->bar + a->loop_depth + (a->loop_depth != 0) + 1
				: 0;
		emit_row_end(e, !row && a->causes ? "(cycles each)" : NULL);
		return;
	}
	char *chain = chain_of(a, it->pc);
	emit(e, 0, NULL, "function", NULL, as_text(name));
	emit(e, 0, NULL, "address", "pc", row ? as_hex(it->pc) : none);
	emit(e, 0, NULL, "instruction", "text", row ? as_text(it->text) : none);
	emit(e, 0, NULL, "file", "file", row ? as_text(place ? place->file : NULL) : none);
	emit(e, 0, NULL, "line", "line",
		place && place->number ? as_count((uint64_t)place->number) : as_null(""));
	emit(e, 0, NULL, "inlined", "inlined", row ? as_text(chain[0] ? chain : NULL) : none);
	const struct loop *loop = loops_find(&a->loops, &a->flow, it->pc);
	emit(e, 0, NULL, "loop", "loop", loop ? as_hex(loop_pc(loop, &a->flow)) : as_null(""));
	if (it->straddles)
		emit_member(e, "straddles", as_flag(true));
	emit_row_end(e, NULL);
	free(chain);
}

static bool is_near(const struct items *all, size_t at)
{
	for (size_t i = at > NEAR ? at - NEAR : 0; i <= at + NEAR && i < all->n; i++)
		if (all->at[i].count || all->at[i].retired)
			return true;
	return false;
}

/* What it is, what it has, who called it, a line each; then the heading of the columns. */
static void put_heading(
	struct emit *e, struct annotate *a, const struct items *all, const struct row *row)
{
	const struct profile *p = a->profile;
	struct line line = lines_function(&a->firmware->lines, (uint32_t)row->lo);
	double cpi = row->straddles ? -1 : profile_cpi(p, all->sum, all->retired);
	char *text = NULL;
	size_t size;
	uint64_t calls;
	struct extent x;
	FILE *f = stream_open(&text, &size);

	fprintf(f, "  0x%08" PRIx64 "-0x%08" PRIx64, row->lo, row->hi - 1);
	if (line.number)
		fprintf(f, "  %s:%d", text_clean(text_place(line.file)), line.number);
	for (size_t i = 0; table_extent(&a->firmware->symbols, row, i, &x); i++)
		if (x.lo != row->lo)
			fprintf(f, "\nand %s, 0x%08" PRIx64 "-0x%08" PRIx64, text_clean(x.name),
				x.lo, x.hi - 1);
	for (size_t i = 0; i < row->n_also && i < NAMES; i++)
		fprintf(f, "%s%s", i ? ", " : "\nalso ", text_clean(row->also[i]));
	if (row->n_also > NAMES)
		fprintf(f, " and %zu more", row->n_also - NAMES);
	fprintf(f, "\n%s %s: %.2f%% of all %s", term_number(all->sum), profile_unit(p),
		profile_percent(p, all->sum), term_number(p->counters.ticks));
	if (cpi >= 0)
		fprintf(f, "; %sCPI %.2f", p->config.period > 1 ? "estimated " : "", cpi);
	if (p->config.scale < TALLY_SCALE_ONE)
		fprintf(f,
			"\na counter covers %u bytes: its count stands at its first "
			"instruction, for all of them; --from and --to count fewer functions, but "
			"each instruction",
			2 * TALLY_SCALE_ONE / p->config.scale);
	/* by the shares of the cycles shown */
	char *callers = pairs_callers(&a->callers, (uint32_t)row->lo, &calls);
	if (callers)
		fprintf(f, "\ncalled by %s; %s call%s", text_clean(callers), term_number(calls),
			calls == 1 ? "" : "s");
	free(callers);
	stream_close(f);

	fputs(term_hue(e->term, HUE_BOLD), stdout);
	size_t columns = term_text(row->name, 0);
	fputs(term_plain(e->term), stdout);
	bool folds = e->width && columns + strcspn(text, "\n") > e->width;
	if (folds)
		putchar('\n');
	term_fold_at(e->term, text, folds ? 0 : columns, 4);
	free(text);
	putchar('\n');
	put_item(e, a, all, &(struct item){ .text = "" }, NULL, EMIT_HEADING);
}

static void put_items(struct emit *e, struct annotate *a, const struct items *all)
{
	struct place last = { 0 };
	size_t cold = 0;

	for (size_t i = 0; i <= all->n; i++) {
		if (i < all->n && !a->full && !is_near(all, i)) {
			cold++;
			continue;
		}
		if (cold) {
			printf("%*s%s... %zu instruction%s without counts%s\n", (int)a->margin, "",
				term_hue(e->term, HUE_DIM), cold, cold == 1 ? "" : "s",
				term_plain(e->term));
			last.file = NULL;
			cold = 0;
		}
		if (i == all->n)
			break;
		const struct loop *loop = loops_find(&a->loops, &a->flow, all->at[i].pc);
		if (loop && loop_pc(loop, &a->flow) == all->at[i].pc)
			put_loop(e, a, loop);
		put_place(e, a, all->at[i].pc, &last);
		put_item(e, a, all, &all->at[i], NULL, EMIT_ROW);
	}
	putchar('\n');
	free(last.chain);
}

static void find_loops(struct annotate *a, const struct row *row)
{
	const struct function *f = symbols_find(&a->firmware->symbols, row->lo);

	a->loop_depth = 0;
	if (f && a->firmware->image.elf && loops_known(a->profile))
		loops_of(&a->loops, &a->flow, &a->firmware->image, f, a->profile);
	for (size_t i = 0; i < a->loops.n; i++)
		if (a->loops.at[i].depth > a->loop_depth)
			a->loop_depth = a->loops.at[i].depth;
}

bool annotate_put(struct emit *e, struct annotate *a, const struct row *row)
{
	struct disassembly d;
	struct items all;

	if (!annotate_open(a, row, &d, &all))
		return false;
	find_loops(a, row);
	if (e->form == EMIT_TO_TERM) {
		a->causes = e->width && e->width < WHY_WIDTH ? 0 : all.causes;
		a->bar = e->width && e->width < BAR_WIDTH ? 0 : BAR;
		put_heading(e, a, &all, row);
		put_items(e, a, &all);
	} else {
		emit_object(e, NULL);
		emit_member(e, "name", as_text(row->name));
		emit_member(e, "pc", as_count(row->lo));
		emit_member(e, "bytes", as_count(row->hi - row->lo));
		emit_member(e, "count", as_count(all.sum));
		emit_array(e, "code");
		for (size_t i = 0; i < all.n; i++)
			put_item(e, a, &all, &all.at[i], row->name, EMIT_ROW);
		emit_end(e);
		emit_end(e);
	}
	loops_close(&a->loops);
	flow_close(&a->flow);
	annotate_close(&d, &all);
	return true;
}

void annotate_csv_heading(struct emit *e, struct annotate *a)
{
	put_item(e, a, &(struct items){ 0 }, &(struct item){ .text = "" }, NULL, EMIT_HEADING);
}

void annotate_csv_rest(struct emit *e, struct annotate *a, const struct row *rest)
{
	struct item it = { .count = rest->count,
		.retired = rest->retired,
		.waits = rest->waits,
		.straddles = rest->straddles,
		.text = "" };

	put_item(e, a, &(struct items){ 0 }, &it, rest->name, EMIT_SUM);
}

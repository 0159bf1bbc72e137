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
/* bytes of code disassembled at once; some 15 times as many in memory */
#define WHOLE_MOST (16u << 20)

/* The last source place that was printed. */
struct place {
	const char *file;
	int line;
	char chain[512];
};

static struct item *item_of(struct items *all, const struct disassembly *d, uint64_t pc)
{
	if (d->n) {
		size_t i = disassembly_find(d, pc);
		return &all->at[i == SIZE_MAX ? 0 : i];
	}
	if (!all->n || all->at[all->n - 1].pc != pc) {
		GROW(all->at, all->n, all->room);
		all->at[all->n++] = (struct item){ .pc = pc, .text = "" };
	}
	return &all->at[all->n - 1];
}

/* Is this bin charged to the function of `row`? By the rule of table_functions. */
static bool is_of(const struct symbols *s, const struct row *row, uint64_t lo, uint64_t pc)
{
	const struct function *f = symbols_find(s, pc), *own = symbols_find(s, row->lo);

	return own ? f == own : !f && lo >= row->lo && lo < row->hi;
}

static void fill(struct items *all, const struct annotate *a, const struct row *row,
	const struct disassembly *d)
{
	const struct profile *p = a->profile;
	const struct symbols *s = &a->firmware->symbols;

	for (size_t i = 0; i < d->n; i++) {
		GROW(all->at, all->n, all->room);
		all->at[all->n++] = (struct item){ .pc = d->at[i].pc, .text = d->at[i].text };
	}
	uint32_t end = profile_bins_until(p, row->hi);
	for (uint32_t i = profile_bins_until(p, row->lo); i <= end && i < p->slots; i++) {
		if (!p->bins[i])
			continue;
		uint64_t lo = profile_bin_pc(p, i), hi = profile_bin_pc(p, i + 1);
		uint64_t pc = symbols_code(s, lo, hi);
		if (is_of(s, row, lo, pc))
			item_of(all, d, pc)->count += p->bins[i];
	}
	uint64_t first = row->lo > p->config.offset ? (row->lo - p->config.offset) / 2 : 0;
	for (uint64_t i = first; i < p->n_retired_at && all->n; i++) {
		uint64_t pc = p->config.offset + 2 * i;
		if (pc >= row->hi)
			break;
		if (p->retired_at[i] && pc >= row->lo && is_of(s, row, pc, pc)) {
			/* without instructions: the newest item not above pc */
			size_t at = all->n;
			while (!d->n && at > 1 && all->at[at - 1].pc > pc)
				at--;
			struct item *it = d->n ? item_of(all, d, pc) : &all->at[at - 1];
			it->retired += p->retired_at[i];
			if (p->waits_at)
				waits_add(&it->waits, &p->waits_at[i]);
		}
	}
	for (size_t i = 0; i < all->n; i++) {
		all->hottest = all->at[i].count > all->hottest ? all->at[i].count : all->hottest;
		all->sum += all->at[i].count;
		all->retired += all->at[i].retired;
		for (unsigned cause = 0; cause < CAUSES; cause++)
			all->causes |= (all->at[i].waits.of[cause] != 0) << cause;
	}
}

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
		cpi = profile_cpi(p, it->count, it->retired);
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
		printf(" %7s", "");
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
	double cpi = profile_cpi(p, all->sum, all->retired);
	char *text = NULL;
	size_t size;
	FILE *f = stream_open(&text, &size);

	fprintf(f, "  0x%08" PRIx64 "-0x%08" PRIx64, row->lo, row->hi - 1);
	if (line.number)
		fprintf(f, "  %s:%d", text_clean(text_here(line.file)), line.number);
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

/* Microseconds of an objdump for a small part, which reads the symbols of the whole ELF, and of one
 * for so much code. */
static uint64_t start_cost(const struct image *im)
{
	return 10000 + im->size / 700;
}

static uint64_t code_cost(uint64_t bytes)
{
	return bytes * 3 / 10;
}

/* No disassembly: an error where an objdump was named, which has been said; else the addresses must
 * do. */
static bool do_without(struct annotate *a)
{
	if (a->objdump)
		return false;
	if (!a->no_objdump)
		note("no objdump for RISC-V in PATH disassembles %s: addresses without "
			"instructions; install binutils-riscv64-unknown-elf, or name one: "
			"--objdump NAME", a->firmware->image.path);
	a->no_objdump = true;
	return true;
}

bool annotate_prepare(struct annotate *a, const struct row *rows, size_t n)
{
	const struct image *im = &a->firmware->image;
	uint64_t lo = UINT64_MAX, hi = 0;

	for (size_t i = 0; i < n; i++) {
		lo = rows[i].lo < lo ? rows[i].lo : lo;
		hi = rows[i].hi > hi ? rows[i].hi : hi;
	}
	if (!im->elf || n < 2 || hi - lo > WHOLE_MOST || n * start_cost(im) < code_cost(hi - lo))
		return true;
	return disassembly_read(&a->whole, a->objdump, im, lo, hi) || do_without(a);
}

void annotate_callers(struct annotate *a)
{
	if (contexts_open(&a->contexts, a->profile, a->firmware))
		pairs_open(&a->callers, &a->contexts, BY_CALLER);
}

void annotate_free(struct annotate *a)
{
	disassembly_free(&a->whole);
	pairs_close(&a->callers);
	contexts_close(&a->contexts);
}

/* A part of the whole one. Not where it does not begin with an instruction: data before it may have
 * shifted them. */
static bool take_part(const struct disassembly *whole, uint64_t lo, uint64_t hi,
	struct disassembly *d)
{
	size_t first = whole->n ? disassembly_find(whole, lo) : SIZE_MAX;

	if (first == SIZE_MAX || whole->at[first].pc != lo)
		return false;
	size_t n = disassembly_find(whole, hi - 1) + 1 - first;
	*d = (struct disassembly){ .at = allocate(n, sizeof *d->at), .n = n };
	memcpy(d->at, whole->at + first, n * sizeof *d->at);
	return true;
}

bool annotate_open(struct annotate *a, const struct row *row, struct disassembly *d,
	struct items *all)
{
	const struct image *im = &a->firmware->image;

	*d = (struct disassembly){ 0 };
	*all = (struct items){ 0 };
	if (im->elf && !a->no_objdump && !take_part(&a->whole, row->lo, row->hi, d)
	    && !disassembly_read(d, a->objdump, im, row->lo, row->hi) && !do_without(a))
		return false;
	fill(all, a, row, d);
	return true;
}

void annotate_close(struct disassembly *d, struct items *all)
{
	free(all->at);
	disassembly_free(d);
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

/* SPDX-License-Identifier: ISC
 * report.c - a profile as text, for a person at a terminal; the contract is report.h.
 *
 * Percentages are of all TICKS, so that the rows and the lines below them
 * (outside, idle, lost ...) add up to 100: nothing is hidden by the base.
 */
#include "report.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../driver/tally_regs.h"
#include "ending.h"
#include "table.h"

const char *report_clean(const char *text)
{
	static char buffers[4][1024];
	static unsigned next;
	char *out = buffers[next++ % 4];
	size_t n = 0;

	for (; text[n] && n < sizeof buffers[0] - 1; n++)
		out[n] = (unsigned char)text[n] < ' ' || text[n] == 0x7f ? '?' : text[n];
	out[n] = 0;
	return out;
}

/* The same at any length. */
static void put_clean(const char *text)
{
	for (; *text; text++)
		putchar((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text);
}

const char *report_file(const char *file)
{
	static char here[PATH_MAX];

	if (!here[0] && !getcwd(here, sizeof here))
		return file;
	size_t n = strlen(here);
	return n > 1 && !strncmp(file, here, n) && file[n] == '/' ? file + n + 1 : file;
}

static double percent(const struct profile *p, uint64_t count)
{
	return p->counters.ticks ? 100.0 * (double)count / (double)p->counters.ticks : 0;
}

static void print_heading(const struct profile *p)
{
	const struct tally_config *c = &p->config;
	static const char *const policies[] = { "stop", "saturate", "wrap" };

	printf("%s on %s: ", report_clean(report_file(p->elf_path)), report_clean(p->core));
	if (c->period == 1)
		printf("every %s", c->source == TALLY_SOURCE_RETIRE ? "instruction" : "cycle");
	else
		printf("one sample every %" PRIu32 " %s", c->period, profile_source(p));
	if (c->jitter)
		printf(", jitter %u, seed %u", c->jitter, c->seed);
	printf(", attribution %s\n", c->attribution == TALLY_LAST ? "last" : "next");
	printf("counters of %u bits for 0x%08" PRIx32 "-0x%08" PRIx64 ", scale %" PRIu32 " (%" PRIu32 " counters), full: %s\n",
		8u * c->width, c->offset, profile_bin_pc(p, p->slots) - 1, c->scale, p->slots, policies[c->policy]);
	uint64_t reached = profile_bin_pc(p, p->slots);
	if (reached < p->code_hi)
		printf("code from 0x%08" PRIx64 " to 0x%08" PRIx64 " lies beyond the bin memory: it is counted OUTSIDE; --from, --to or a smaller --scale reach it\n",
			reached, p->code_hi - 1);
	putchar('\n');
}

/* percent, count, estimate, CPI: what every row begins with; cpi < 0: none. */
static void print_row(const struct profile *p, uint64_t count, double cpi)
{
	printf("%8.2f%% %14" PRIu64, percent(p, count), count);
	if (p->config.period > 1)
		printf(" %14" PRIu64, count * p->config.period);
	if (p->retired_at && cpi >= 0)
		printf(" %7.2f", cpi);
	else if (p->retired_at)
		printf(" %7s", "");
	printf("  ");
}

static void print_columns(const struct profile *p, const char *what)
{
	char estimate[32];

	printf("%9s %14s", "percent", profile_unit(p));
	snprintf(estimate, sizeof estimate, "est. %s", profile_source(p));
	if (p->config.period > 1)
		printf(" %14s", p->config.source == TALLY_SOURCE_RETIRE ? "est. instr." : estimate);
	if (p->retired_at)
		printf(" %7s", p->config.period > 1 ? "est.CPI" : "CPI");
	printf("  %s\n", what);
}

static void print_where(const char *file, int line)
{
	if (!file)
		return;
	if (line)
		printf("%s:%d", report_clean(report_file(file)), line);
	else
		printf("%s:?", report_clean(report_file(file)));
}

static void print_rows(const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = v->top && v->top < t->n ? (size_t)v->top : t->n;
	int width = 12;
	uint64_t rest = t->sum;

	for (size_t i = 0; !v->lines && !v->inlines && i < shown; i++) {
		int n = (int)strlen(t->rows[i].name);
		width = n > width ? n : width;
	}
	width = width > 48 ? 48 : width;
	for (size_t i = 0; i < shown; i++) {
		const struct row *r = &t->rows[i];
		bool functions = !v->lines && !v->inlines;
		print_row(p, r->count, r->retired ? (double)r->count * p->config.period / (double)r->retired : -1);
		if (v->lines && r->file) {
			print_where(r->file, r->line);
			printf("  %s\n", report_clean(r->name));
		} else if (v->lines) {
			printf("[no line]  %s\n", report_clean(r->name));
		} else if (functions && r->file) {
			printf("%-*s  ", width, report_clean(r->name));
			print_where(r->file, r->line);
			putchar('\n');
		} else {
			printf("%s\n", report_clean(r->name));
		}
		rest -= r->count;
	}
	if (shown < t->n) {
		print_row(p, rest, -1);
		printf("... %zu more; --top 0 shows all\n", t->n - shown);
	}
}

/* One line a kind: "a;b;c 123", as flame graph tools read it. */
static void print_chains(const struct table *t, const struct view *v)
{
	size_t shown = v->top && v->top < t->n ? (size_t)v->top : t->n;
	uint64_t rest = t->sum;

	for (size_t i = 0; i < shown; i++) {
		put_clean(t->rows[i].name);
		printf(" %" PRIu64 "\n", t->rows[i].count);
		rest -= t->rows[i].count;
	}
	if (shown < t->n)
		printf("[%zu more] %" PRIu64 "\n", t->n - shown, rest);
	printf("\nChains are of calls the compiler inlined, outermost first; a sample holds no callers.\n");
}

static void print_rest(const struct profile *p, const struct table *t, const char *what)
{
	const struct tally_counters *c = &p->counters;
	const struct { uint64_t count; const char *what; } rest[] = {
		{ c->outside, "OUTSIDE: code beyond the counters" },
		{ c->filtered, "FILTERED: privilege not asked for" },
		{ c->idle, "IDLE: waiting for an interrupt" },
		{ c->lost, "LOST: could not be counted" },
		{ c->pending, "PENDING: no instruction retired after it" },
	};

	print_row(p, t->sum, -1);
	printf("in %zu %s%s\n", t->n, what, t->n == 1 ? "" : "s");
	for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
		if (rest[i].count) {
			print_row(p, rest[i].count, -1);
			printf("%s\n", rest[i].what);
		}
	putchar('\n');
}

static void print_bins_check(const struct profile *p, const struct table *t)
{
	uint64_t sum = t->sum, hits = p->counters.hits, round = 1ull << 8 * p->config.width;

	if (sum == hits)
		printf("sum of bins %" PRIu64 " = HITS: holds\n", sum);
	else if (p->config.policy == TALLY_WRAP && sum < hits && (hits - sum) % round == 0)
		printf("sum of bins %" PRIu64 ", HITS %" PRIu64 ": bins of %u bits went round %" PRIu64 " times, some counts are modulo %" PRIu64 "%s\n",
			sum, hits, 8u * p->config.width, (hits - sum) / round, round, p->config.width == 2 ? "; use --bins 32" : "");
	else
		printf("sum of bins %" PRIu64 ", HITS %" PRIu64 ": DOES NOT HOLD\n", sum, hits);
	if (t->straddling)
		printf("%" PRIu64 " %s (%.2f%%) lie in bins that straddle functions (scale %" PRIu32 "); each is shown at the first function of its bin\n",
			t->straddling, profile_unit(p), percent(p, t->straddling), p->config.scale);
	if (p->sticky & TALLY_STICKY_FULL_MASK && p->config.policy == TALLY_STOP)
		printf("the unit stopped when a counter was full (--policy stop)\n");
	if (p->sticky & TALLY_STICKY_FAULT_MASK)
		printf("the unit stopped at a fault\n");
	if (p->config.period == 1 && p->config.source == TALLY_SOURCE_CLK && p->counters.ticks != p->cycles && !p->sticky)
		printf("TICKS are not the run's %" PRIu64 " cycles: the firmware used the unit; --no-profile leaves it to the firmware\n", p->cycles);
}

void report_end(const struct profile *p, const struct symbols *s)
{
	char text[1024];

	printf("cycles %" PRIu64 ", instructions %" PRIu64, p->cycles, p->retired);
	if (p->retired)
		printf(", CPI %.3f", (double)p->cycles / (double)p->retired);
	printf("\nend: %s\n", report_clean(ending_text(p, s, text, sizeof text)));
}

static void print_foot(const struct profile *p, const struct symbols *s, const struct table *t)
{
	const struct tally_counters *c = &p->counters;

	printf("TICKS %" PRIu64 " = HITS %" PRIu64 " + OUTSIDE %" PRIu64 " + FILTERED %" PRIu64 " + IDLE %" PRIu64 " + LOST %" PRIu64
		" + PENDING %" PRIu64 ": %s\n", c->ticks, c->hits, c->outside, c->filtered, c->idle, c->lost, c->pending,
		profile_law_holds(c) ? "holds" : "DOES NOT HOLD");
	printf("USER %" PRIu64 " + SYSTEM %" PRIu64 " + IDLE_CLASS %" PRIu64 " = TICKS - PENDING: %s\n",
		c->user, c->system, c->idle_class, profile_classes_hold(c) ? "holds" : "DOES NOT HOLD");
	print_bins_check(p, t);
	if (p->config.period > 1)
		printf("estimates are samples x %" PRIu32 "; %" PRIu64 " samples in all\n", p->config.period, c->ticks);
	report_end(p, s);
}

void report_print(const struct profile *p, const struct symbols *s, const struct lines *l, const struct view *v)
{
	struct table functions = table_functions(p, s, l);

	print_heading(p);
	if (v->inlines) {
		struct table t = table_inlines(p, s, l);
		print_chains(&t, v);
		putchar('\n');
		table_free(&t);
	}
	if (v->lines) {
		struct table t = table_lines(p, s, l);
		print_columns(p, "line  function");
		print_rows(p, &t, v);
		print_rest(p, &t, "line");
		table_free(&t);
	}
	if (!v->lines && !v->inlines) {
		print_columns(p, "function");
		print_rows(p, &functions, v);
		print_rest(p, &functions, "function");
	}
	print_foot(p, s, &functions);
	table_free(&functions);
}

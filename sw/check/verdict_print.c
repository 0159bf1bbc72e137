/* SPDX-License-Identifier: ISC
 * verdict_print.c - verdicts as a table for a terminal or a pull request, as GitHub's annotations,
 * as JUnit's XML; the contract is check.h.
 */
#include "check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/base/term.h"

/* The file and line that an editor goes to: where to look, else the budget; NULL: neither. */
static const char *place_of(const struct verdicts *v, const struct verdict *x, int *line)
{
	*line = x->file ? x->file_line : (int)x->line;
	return x->file ? text_here(x->file) : x->line ? v->budgets : NULL;
}

static bool is_shown(const struct verdicts *v, const struct verdict *x)
{
	return v->budgets || x == v->at || x->exceeded || !x->has_base || x->value != x->base;
}

static void put_sum(FILE *f, const struct verdicts *v)
{
	fprintf(f, "%zu of %zu %s exceeded", v->exceeded, v->n, v->budgets ? "budgets" : "bounds");
	if (!v->budgets)
		fprintf(f, ": all cycles, and those of each function, at most %g%% of the base",
			(double)v->most / PERCENT);
	if (v->below)
		fprintf(f, "; %zu function%s below %g%% of the run %s not judged", v->below,
			v->below == 1 ? "" : "s", (double)v->least / PERCENT,
			v->below == 1 ? "is" : "are");
	putc('\n', f);
}

/* The cells of a row; the last of the numbers are empty without a base. */
enum { VALUE, BOUND, USED, BASE, CHANGE, NUMBERS };
static const char *const headings[NUMBERS] = { "value", "bound", "used", "base", "change" };

struct cells {
	char at[NUMBERS][32];
};

static unsigned numbers_shown(const struct verdicts *v)
{
	return v->base ? NUMBERS : BASE;
}

static struct cells cells_of(const struct verdict *x)
{
	struct cells c = { 0 };
	bool bounded = x->bound != UINT64_MAX;
	const size_t size = sizeof c.at[0];

	snprintf(c.at[VALUE], size, "%s", term_number(x->value));
	if (bounded)
		snprintf(c.at[BOUND], size, "%s", term_number(x->bound));
	if (bounded && x->bound)
		snprintf(c.at[USED], size, "%.2f%%", 100.0 * (double)x->value / (double)x->bound);
	snprintf(c.at[BASE], size, "%s", x->has_base ? term_number(x->base) : "");
	if (x->has_base && x->base)
		snprintf(c.at[CHANGE], size, "%+.2f%%",
			100.0 * ((double)x->value - (double)x->base) / (double)x->base);
	else
		snprintf(c.at[CHANGE], size, "%s", x->has_base ? "" : "new");
	return c;
}

static void print_row(
	const struct verdicts *v, const struct verdict *x, const int *widths, const struct term *t)
{
	struct cells c = cells_of(x);
	int used = 0, line;
	const char *place = place_of(v, x, &line);

	for (unsigned i = 0; i < numbers_shown(v); i++)
		used += printf("%*s ", widths[i], c.at[i]);
	printf(" %s", term_hue(t, x->exceeded ? HUE_HOT : HUE_PLAIN));
	if (x->exceeded)
		printf("EXCEEDED by %s  ", term_number(x->value - x->bound));
	printf("%s%s", text_clean(x->what), term_plain(t));
	if (place && (x->file || x->exceeded))
		printf("  %s:%d", text_clean(text_place(place)), line);
	putchar('\n');
	for (const char *why = x->why, *next; why && *why; why = next + 1) {
		next = strchr(why, '\n');
		printf("%*s  %.*s\n", used, "", (int)(next - why), why);
	}
}

void verdicts_print(const struct verdicts *v)
{
	struct term t = term_open(&(struct term_options){ 0 });
	int widths[NUMBERS];

	for (unsigned i = 0; i < NUMBERS; i++) {
		widths[i] = (int)strlen(headings[i]);
		for (size_t at = 0; at < v->n; at++) {
			struct cells c = cells_of(&v->at[at]);
			int n = (int)strlen(c.at[i]);
			widths[i] = is_shown(v, &v->at[at]) && n > widths[i] ? n : widths[i];
		}
	}
	for (unsigned i = 0; i < numbers_shown(v); i++)
		printf("%*s ", widths[i], headings[i]);
	printf(" %s\n", v->budgets ? "budget" : "function");
	for (size_t i = 0; i < v->n; i++)
		if (is_shown(v, &v->at[i]))
			print_row(v, &v->at[i], widths, &t);
	put_sum(stdout, v);
}

/* Text of a cell: no bar may end it, and nothing may be markup. */
static void put_cell(FILE *f, const char *text)
{
	for (; *text; text++)
		if (strchr("|<>&`*_[]\\", *text))
			fprintf(f, "&#%d;", *text);
		else
			putc(*text, f);
}

/* A fence that no source line can end. */
#define FENCE "~~~~~~~~~~"

void verdicts_markdown(FILE *f, const struct verdicts *v)
{
	fputs("**tally check**: ", f);
	put_sum(f, v);
	fputs("\n|", f);
	for (unsigned i = 0; i < numbers_shown(v); i++)
		fprintf(f, " %s |", headings[i]);
	fprintf(f, " %s |\n|%s", v->budgets ? "budget" : "function", v->base ? " --: | --: |" : "");
	fputs(" --: | --: | --: | --- |\n", f);
	for (size_t i = 0; i < v->n; i++) {
		const struct cells c = cells_of(&v->at[i]);
		if (!is_shown(v, &v->at[i]))
			continue;
		fputs("|", f);
		for (unsigned n = 0; n < numbers_shown(v); n++)
			fprintf(f, " %s |", c.at[n]);
		fputs(v->at[i].exceeded ? " **exceeded** " : " ", f);
		put_cell(f, text_clean(v->at[i].what));
		fputs(" |\n", f);
	}
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].why && v->at[i].why[0])
			fprintf(f, "\n%s\n%s\n%s%s\n", FENCE, text_clean(v->at[i].what),
				v->at[i].why, FENCE);
}

/* ---- for the pages of a CI ---- */
/* A property of a workflow command, or its message, which may hold more. */
static void put_escaped(FILE *f, const char *text, const char *escaped)
{
	for (; *text; text++)
		if (strchr(escaped, *text))
			fprintf(f, "%%%02X", (unsigned)*text);
		else
			putc(*text, f);
}

#define IN_PROPERTY "%\r\n:,"
#define IN_MESSAGE "%\r\n"

static void put_message(FILE *f, const struct verdict *x)
{
	fprintf(f, ": %" PRIu64 ", %" PRIu64 " more than its bound %" PRIu64, x->value,
		x->value - x->bound, x->bound);
	if (x->has_base)
		fprintf(f, "; the base has %" PRIu64, x->base);
}

static void annotate(FILE *f, const struct verdicts *v, const struct verdict *x)
{
	int line;
	const char *file = place_of(v, x, &line);

	fputs("::error ", f);
	if (file) {
		fputs("file=", f);
		put_escaped(f, text_clean(file), IN_PROPERTY);
		fprintf(f, ",line=%d,", line);
	}
	fputs("title=tally check::", f);
	put_escaped(f, text_clean(x->what), IN_MESSAGE);
	put_message(f, x);
	if (x->why && x->why[0]) {
		char *lines = print_text("\n%.*s", (int)strlen(x->why) - 1, x->why);
		put_escaped(f, lines, IN_MESSAGE);
		free(lines);
	}
	putc('\n', f);
}

void verdicts_github(FILE *f, const struct verdicts *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].exceeded)
			annotate(f, v, &v->at[i]);
}

static void put_case(FILE *f, const struct verdicts *v, const struct verdict *x)
{
	fputs("    <testcase classname=\"", f);
	text_html(f, v->budgets ? v->budgets : v->base);
	fputs("\" name=\"", f);
	text_html(f, x->what);
	if (!x->exceeded) {
		fputs("\"/>\n", f);
		return;
	}
	fputs("\">\n      <failure message=\"", f);
	text_html(f, x->what);
	put_message(f, x);
	fputs("\">", f);
	if (x->file) {
		text_html(f, text_here(x->file));
		fprintf(f, ":%d\n", x->file_line);
	}
	for (const char *at = x->why ? x->why : ""; *at; at += strcspn(at, "\n") + 1) {
		char *line = print_text("%.*s", (int)strcspn(at, "\n"), at);
		text_html(f, line);
		putc('\n', f);
		free(line);
	}
	fputs("</failure>\n    </testcase>\n", f);
}

void verdicts_junit(FILE *f, const struct verdicts *v)
{
	fprintf(f,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
		"  <testsuite name=\"tally check\" tests=\"%zu\" failures=\"%zu\">\n",
		v->n, v->exceeded);
	for (size_t i = 0; i < v->n; i++)
		put_case(f, v, &v->at[i]);
	fputs("  </testsuite>\n</testsuites>\n", f);
}

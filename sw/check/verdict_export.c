/* SPDX-License-Identifier: ISC
 * verdict_export.c - verdicts for the pages of a CI: GitHub's annotations, JUnit's XML; the
 * contract is verdict.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/text.h"
#include "verdict.h"

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
	const char *file = verdict_place(v, x, &line);

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
		size_t n = strlen(x->why) - 1;
		char *lines = copy_text(x->why);
		lines[n] = 0;
		fputs("%0A", f);
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
		char *line = copy_text(at);
		line[strcspn(line, "\n")] = 0;
		text_html(f, line);
		putc('\n', f);
		free(line);
	}
	fputs("</failure>\n    </testcase>\n", f);
}

void verdicts_junit(FILE *f, const struct verdicts *v)
{
	fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
		"  <testsuite name=\"tally check\" tests=\"%zu\" failures=\"%zu\">\n", v->n,
		v->exceeded);
	for (size_t i = 0; i < v->n; i++)
		put_case(f, v, &v->at[i]);
	fputs("  </testsuite>\n</testsuites>\n", f);
}

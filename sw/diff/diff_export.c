/* SPDX-License-Identifier: ISC
 * diff_export.c - a diff as CSV and as JSON; the contract is diff.h.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "diff.h"
#include "sw/base/error.h"
#include "sw/base/text.h"

static double relative(const struct change *c)
{
	return 100.0 * ((double)c->b - (double)c->a) / (double)c->a;
}

/* By so many cycles a row waits more, or less. */
static int64_t grown(const struct change *c, unsigned cause)
{
	return (int64_t)(c->waits_b.of[cause] - c->waits_a.of[cause]);
}

static void json_waits(FILE *f, const struct change *c)
{
	for (unsigned i = 0; i < CAUSES; i++)
		fprintf(f, "%s\"%s\": %" PRId64, i ? ", " : ", \"waits\": {", cause_names[i],
			grown(c, i));
	putc('}', f);
}

/* FILE or FILE:LINE where the code was in A. */
static void put_from(FILE *f, const struct change *c, void (*put)(FILE *f, const char *text))
{
	char *text = c->from_line ? print_text("%s:%d", c->from, c->from_line) : NULL;

	put(f, text ? text : c->from || put == text_json ? c->from : "");
	free(text);
}

static void csv_row(FILE *f, const struct diff *d, const struct change *c)
{
	bool is_rest = !c->in_a && !c->in_b;

	fprintf(f, "%s%" PRIu64 ",", c->a > c->b ? "-" : "", diff_size(c));
	if (c->a && !c->straddles)
		fprintf(f, "%.6f", relative(c));
	fprintf(f, ",%" PRIu64 ",%" PRIu64 ",", c->a, c->b);
	text_csv(f, c->name);
	putc(',', f);
	text_csv(f, c->file ? c->file : "");
	putc(',', f);
	if (c->file && c->line)
		fprintf(f, "%d", c->line);
	putc(',', f);
	if (!is_rest)
		fprintf(f, "0x%08" PRIx64, c->lo);
	putc(',', f);
	put_from(f, c, text_csv);
	putc(',', f);
	text_csv(f, c->clones ? c->clones : "");
	if (d->has_inclusive && (is_rest || c->straddles))
		fputs(",,", f);
	else if (d->has_inclusive)
		fprintf(f, ",%" PRIu64 ",%" PRIu64, c->inclusive_a, c->inclusive_b);
	for (unsigned i = 0; d->has_waits && i < CAUSES; i++)
		if (c->straddles)
			putc(',', f);
		else
			fprintf(f, ",%" PRId64, grown(c, i));
	fputs("\r\n", f);
}

void diff_csv(FILE *f, const struct diff *d, uint64_t top)
{
	size_t shown = diff_shown(d, top);
	const struct change rest = diff_rest(d, shown);

	fprintf(f, "change,relative,a,b,name,file,line,address,moved_from,clones%s%s\r\n",
		d->has_inclusive ? ",inclusive_a,inclusive_b" : "", d->has_waits
		? ",flow,fetch,data,hazard,exec" : "");
	for (size_t i = 0; i < shown; i++)
		csv_row(f, d, &d->rows[i]);
	if (shown < d->n)
		csv_row(f, d, &rest);
}

void diff_json(FILE *f, const struct diff *d, uint64_t top)
{
	size_t shown = diff_shown(d, top);
	const struct change rest = diff_rest(d, shown);

	fprintf(f, "{\"by\": \"%s\", \"unit\": \"%s\", \"estimates\": %s,\n  \"sum_a\": %" PRIu64
		", \"sum_b\": %" PRIu64 ", \"ticks_a\": %" PRIu64 ", \"ticks_b\": %" PRIu64
		", \"hidden_a\": %" PRIu64 ", \"hidden_b\": %" PRIu64
		", \"hidden_rows\": %zu,\n  \"rows\": [", d->by, d->unit, d->estimates
		? "true" : "false", d->sum_a, d->sum_b, d->ticks_a, d->ticks_b, rest.a, rest.b,
		d->n - shown);
	for (size_t i = 0; i < shown; i++) {
		const struct change *c = &d->rows[i];
		fputs(i ? ",\n    {\"name\": " : "\n    {\"name\": ", f);
		text_json(f, c->name);
		text_json_place(f, c->file, c->line);
		fprintf(f, ", \"pc\": %" PRIu64 ", \"moved_from\": ", c->lo);
		put_from(f, c, text_json);
		fputs(", \"clones\": ", f);
		text_json(f, c->clones);
		fprintf(f, ", \"change\": %s%" PRIu64 ", \"relative\": ", c->a > c->b ? "-" : "",
			diff_size(c));
		if (c->a && !c->straddles)
			fprintf(f, "%.6f", relative(c));
		else
			fputs("null", f);
		fprintf(f, ", \"a\": %" PRIu64 ", \"b\": %" PRIu64, c->a, c->b);
		if (c->straddles)
			fputs(", \"straddles\": true", f);
		else if (d->has_inclusive)
			fprintf(f, ", \"inclusive_a\": %" PRIu64 ", \"inclusive_b\": %" PRIu64,
				c->inclusive_a, c->inclusive_b);
		if (d->has_waits && !c->straddles)
			json_waits(f, c);
		putc('}', f);
	}
	fputs("]}\n", f);
}

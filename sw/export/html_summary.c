/* SPDX-License-Identifier: ISC
 * html_summary.c - the run, the invariant, and the latency, if one was measured.
 */
#include "html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/text.h"
#include "sw/base/error.h"
#include "sw/report/ending.h"
#include "sw/report/latency.h"
#include "sw/report/tree_law.h"
#include "sw/report/why.h"

static void put_fact(const struct page *h, const char *name, const char *value)
{
	fprintf(h->to, "%s[\"%s\",", strcmp(name, "core") ? "," : "", name);
	text_script(h->to, value);
	putc(']', h->to);
}

static void put_facts(const struct page *h)
{
	const struct profile *p = h->e->profile;
	char text[1024];

	fputs(",\n\"facts\":[", h->to);
	put_fact(h, "core", p->core);
	put_fact(h, "counted", export_how(p, text, sizeof text));
	if (p->cycles)
		put_fact(h, "cycles", text_number(p->cycles, true));
	if (p->retired)
		put_fact(h, "instructions", text_number(p->retired, true));
	if (p->cycles && p->retired) {
		snprintf(text, sizeof text, "%.3f", (double)p->cycles / (double)p->retired);
		put_fact(h, "CPI", text);
	}
	if (h->e->hz) {
		snprintf(text, sizeof text, "%.6g s, computed for %" PRIu64 " Hz",
			export_seconds(h->e, p->counters.ticks), h->e->hz);
		put_fact(h, "time", text);
	}
	put_fact(h, "end", ending_text(p, &h->e->firmware->symbols, text, sizeof text));
	putc(']', h->to);
}

static void put_law(FILE *f, const struct profile *p)
{
	const struct tally_counters *c = &p->counters;
	struct outcome all[OUTCOMES];
	char text[256];

	profile_outcomes(c, all);
	if (profile_extent_text(p, text, sizeof text))
		fputs(text, f);
	fprintf(f, "%s %s = HITS %s", profile_ticks_word(p), text_number(c->ticks, true),
		text_number(c->hits, true));
	for (size_t i = 0; i < OUTCOMES; i++)
		fprintf(f, " + %s %s", all[i].name, text_number(all[i].count, true));
	fprintf(f, ": %s. Percentages are of TICKS, counts are %s.\n",
		profile_law_holds(c) ? "holds" : "DOES NOT HOLD", profile_unit(p));
}

void html_summary(const struct page *h)
{
	const struct profile *p = h->e->profile;
	char *laws = NULL;
	size_t size;
	FILE *f = stream_open(&laws, &size);

	put_law(f, p);
	if (p->calls.of_unit)
		tree_law_print(f, p);		/* whose TICKS are its own */
	why_line(f, p);
	stream_close(f);
	put_facts(h);
	fputs(",\n\"laws\":[", h->to);
	html_lines(h->to, laws, "");
	fprintf(h->to, "],\n\"unit\":\"%s\",\"source_unit\":\"%s\",\"period\":%" PRIu32
		",\"hz\":%" PRIu64 ",\"cpi\":%s,\"sum\":%" PRIu64, profile_unit(p),
		profile_source(p), p->config.period, h->e->hz, export_cpi(p) ? "true" : "false",
		h->sum);
	if (h->flame->places)
		html_text(h->to, "foot", "A sample holds no callers: nothing here is a call "
			"stack.");
	free(laws);
}

static void put_latency(const struct page *h, bool worst)
{
	const struct latency *l = &h->e->profile->latency;
	char *text;
	size_t size;
	FILE *f = stream_open(&text, &size);

	if (worst)
		latency_worst(f, l, &h->e->firmware->symbols);
	else
		latency_figures(f, l);
	stream_close(f);
	html_lines(h->to, text, "");
	free(text);
}

void html_latency(const struct page *h)
{
	const struct latency *l = &h->e->profile->latency;
	struct latency_row rows[LATENCY_ROWS];
	unsigned n = l->name ? latency_rows(l, rows) : 0;

	if (!l->name)
		return;
	fputs(",\n\"latency\":{\"figures\":[", h->to);
	put_latency(h, false);
	fputs("],\"rows\":[", h->to);
	for (unsigned i = 0; i < n; i++)
		fprintf(h->to, "%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", i ? "," : "", rows[i].lo,
			rows[i].hi, rows[i].count);
	fputs("],\"worst\":[", h->to);
	if (l->n)
		put_latency(h, true);
	fputs("]}", h->to);
}

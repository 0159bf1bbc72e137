/* SPDX-License-Identifier: ISC
 * html_summary.c - what the page begins with: the run, the invariant, and links to its parts.
 */
#include "html.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/text.h"
#include "sw/base/error.h"
#include "sw/report/ending.h"
#include "sw/report/tree_law.h"
#include "sw/report/why.h"

static void put_fact(const struct page *h, const char *name, const char *value)
{
	fprintf(h->to, "<div><dt>%s</dt><dd>", name);
	text_html(h->to, value);
	fputs("</dd></div>\n", h->to);
}

static void put_law(const struct page *h)
{
	const struct tally_counters *c = &h->e->profile->counters;
	struct outcome all[OUTCOMES];
	char text[256];

	profile_outcomes(c, all);
	if (profile_extent_text(h->e->profile, text, sizeof text))
		html_paragraphs(h->to, " class=\"law\"", text);
	fprintf(h->to, "<p class=\"law\">%s %s = HITS %s", profile_ticks_word(h->e->profile),
		text_number(c->ticks, true), text_number(c->hits, true));
	for (size_t i = 0; i < OUTCOMES; i++)
		fprintf(h->to, " + %s %s", all[i].name, text_number(all[i].count, true));
	fprintf(h->to, ": %s. Percentages are of TICKS, counts are %s.</p>\n",
		profile_law_holds(c) ? "holds" : "<strong>does not hold</strong>",
		profile_unit(h->e->profile));
}

/* Of a unit's, whose TICKS are its own. */
static void put_tree_law(const struct page *h)
{
	char *law = NULL;
	size_t size;
	FILE *f = stream_open(&law, &size);

	if (h->e->profile->calls.of_unit)
		tree_law_print(f, h->e->profile);
	stream_close(f);
	html_paragraphs(h->to, " class=\"law\"", law);
	free(law);
}

static void put_why(const struct page *h)
{
	char *why = NULL;
	size_t size;
	FILE *f = stream_open(&why, &size);

	why_line(f, h->e->profile);
	stream_close(f);
	html_paragraphs(h->to, " class=\"law\"", why);
	free(why);
}

void html_summary(const struct page *h)
{
	const struct profile *p = h->e->profile;
	const struct tally_counters *c = &p->counters;
	char text[1024];

	fputs("<dl class=\"facts\">\n", h->to);
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
			export_seconds(h->e, c->ticks), h->e->hz);
		put_fact(h, "time", text);
	}
	put_fact(h, "end", ending_text(p, &h->e->firmware->symbols, text, sizeof text));
	fputs("</dl>\n", h->to);
	put_law(h);
	put_tree_law(h);
	put_why(h);
	fprintf(h->to, "</header>\n<nav aria-label=\"Parts of the page\"><a href=\"#flame\">Flame "
		"graph</a> <a href=\"#functions\">Functions</a>%s <a href=\"#lines\">Lines</a>%s "
		"<a href=\"#map\">Addresses</a> <a href=\"#source\">Source</a></nav>\n<main>\n",
		h->flame->places ? "" : " <a href=\"#tree\">Call tree</a>",
		p->latency.name ? " <a href=\"#latency\">Latency</a>" : "");
}

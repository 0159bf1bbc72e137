/* SPDX-License-Identifier: ISC
 * html_latency.c - the latency of the run, if one was measured: its histogram.
 */
#include "html.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/text.h"
#include "sw/report/latency.h"

static void put_text(const struct page *h, bool worst)
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
	html_paragraphs(h->to, "", text);
	free(text);
}

static void put_rows(const struct page *h, const struct latency *l)
{
	struct latency_row rows[LATENCY_ROWS];
	unsigned n = latency_rows(l, rows);
	double all = (double)latency_count(l);
	uint64_t most = 0;

	for (unsigned i = 0; i < n; i++)
		most = rows[i].count > most ? rows[i].count : most;
	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Latencies\">"
		"<table><thead><tr><th scope=\"col\" class=\"n\">percent</th><th scope=\"col\" "
		"class=\"n\">times</th><th class=\"bar\"><span class=\"hidden\">bar</span></th>"
		"<th scope=\"col\">cycles</th></tr></thead>\n<tbody>\n", h->to);
	for (unsigned i = 0; i < n; i++) {
		fprintf(h->to, "<tr><td class=\"n\">%.2f%%</td>",
			100 * (double)rows[i].count / all);
		html_count(h, rows[i].count);
		fprintf(h->to, "<td class=\"bar\"><span style=\"width:%.2f%%\"></span></td><td "
			"class=\"name\">%s", 100 * (double)rows[i].count / (double)most,
			text_number(rows[i].lo, true));
		if (rows[i].hi > rows[i].lo)
			fprintf(h->to, " to %s", text_number(rows[i].hi, true));
		fputs("</td></tr>\n", h->to);
	}
	fputs("</tbody></table></div>\n", h->to);
}

void html_latency(const struct page *h)
{
	const struct latency *l = &h->e->profile->latency;

	if (!l->name)
		return;
	fputs("<section id=\"latency\"><h2>Latency</h2>\n", h->to);
	put_text(h, false);
	if (l->n) {
		put_rows(h, l);
		put_text(h, true);
	}
	fputs("</section>\n", h->to);
}

/* SPDX-License-Identifier: ISC
 * html_flame.c - the flame graph in the page: calling contexts as columns of JSON, drawn by
 * flame.js; without scripts, and on paper, as a picture.
 */
#include "html.h"

static void put_data(FILE *to, const struct flame *f)
{
	const struct context *first = f->contexts.at;
	size_t n = f->contexts.n;

	html_names(to, f->contexts.unit, &f->names);
	html_numbers(to, "parent", &first->parent, sizeof *first, n);
	html_numbers(to, "name", f->name, sizeof *f->name, n);
	html_column(to, "own", &first->cycles, sizeof *first, n);
	html_column(to, "retired", &first->retired, sizeof *first, n);
	if (!f->places)
		html_column(to, "calls", &first->calls, sizeof *first, n);
	fputs("}</script>\n", to);
}

void html_flame(const struct page *h)
{
	const struct flame *f = h->flame;
	const char *unit = f->contexts.unit;

	fprintf(h->to, "<section id=\"flame\"><h2>Flame graph%s</h2>\n<p>%s; its width is its %s "
		"with those of all %s. <span class=\"script\">",
		f->places ? " by file and function" : "", flame_box(f), unit,
		f->places ? "in it" : "that it calls");
	if (!f->places)
		fprintf(h->to, "Callers turns this round: functions by their own %s, and below "
			"them who called them. ", unit);
	fputs("Click or Enter looks closer, Escape comes back, arrows move.</span></p>\n<div "
		"class=\"still wide\">\n", h->to);
	flame_svg(h->to, h->flame, false);
	fputs("</div>\n", h->to);
	put_data(h->to, h->flame);
	fputs("</section>\n", h->to);
}

/* SPDX-License-Identifier: ISC
 * html_map.c - heat map of the address space: each cell some bytes of code, the darker the more
 * counts (logarithmic).
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "html.h"
#include "sw/base/text.h"

enum { COLUMNS = 128, MAX_ROWS = 48, LEAST_BYTES = 4, HOTTEST = 10 };

struct cell {
	uint64_t count, most;	/* most: of the function with most counts in it */
	size_t function;
	uint64_t function_count;	/* of the newest function in it */
	size_t newest;
};

struct grid {
	uint64_t lo, hi, bytes;	/* of a cell */
	size_t n;
	struct cell *cells;
	uint64_t most;
};

static void lay_out(struct grid *g, const struct profile *p)
{
	g->lo = p->config.offset;
	g->hi = profile_bin_pc(p, p->slots);
	for (g->bytes = LEAST_BYTES; (g->hi - g->lo + g->bytes - 1) / g->bytes > COLUMNS * MAX_ROWS;
		g->bytes *= 2)
		;
	g->lo -= g->lo % g->bytes;
	g->n = (size_t)((g->hi - g->lo + g->bytes - 1) / g->bytes);
	g->cells = allocate(g->n, sizeof *g->cells);
}

static void fill(struct grid *g, struct page *h)
{
	struct site site;

	sites_rewind(&h->sites);
	while (sites_next(&h->sites, &site) && site.function) {
		struct cell *c = &g->cells[(site.pc - g->lo) / g->bytes];
		size_t function = (size_t)(site.function - h->sites.functions.rows);
		c->function_count = c->count && c->newest == function
			? c->function_count + site.count : site.count;
		c->newest = function;
		c->count += site.count;
		if (c->function_count > c->most) {
			c->most = c->function_count;
			c->function = function;
		}
		if (c->count > g->most)
			g->most = c->count;
	}
}

static void put_cell(const struct page *h, const struct grid *g, size_t i)
{
	const struct cell *c = &g->cells[i];
	uint64_t lo = g->lo + i * g->bytes;

	fprintf(h->to, "<a href=\"#f%zu\" tabindex=\"-1\"><rect class=\"c\" x=\"%zu\" y=\"%zu\" ",
		c->function, i % COLUMNS, i / COLUMNS);
	html_heat(h, log1p((double)c->count) / log1p((double)g->most));
	fprintf(h->to, "><title>0x%08" PRIx64 "-0x%08" PRIx64 " ", lo, lo + g->bytes - 1);
	text_html(h->to, html_function(h, c->function));
	fprintf(h->to, ": %s %s</title></rect></a>\n", text_number(c->count, true),
		profile_unit(h->e->profile));
}

static void put_hottest(const struct page *h, const struct grid *g)
{
	size_t best[HOTTEST], n = 0;

	for (size_t i = 0; i < g->n; i++) {
		if (!g->cells[i].count
			|| (n == HOTTEST && g->cells[i].count <= g->cells[best[n - 1]].count))
			continue;
		size_t at = n < HOTTEST ? n++ : n - 1;
		for (; at && g->cells[best[at - 1]].count < g->cells[i].count; at--)
			best[at] = best[at - 1];
		best[at] = i;
	}
	fprintf(h->to, "<details><summary>The %zu hottest cells</summary>\n<div class=\"wide\" "
		"tabindex=\"0\" role=\"region\" aria-label=\"Hottest cells\"><table><thead><tr><th "
		"scope=\"col\" class=\"n\">percent</th><th scope=\"col\" class=\"n\">%s</th><th "
		"scope=\"col\">addresses</th><th scope=\"col\">mostly</th></tr></thead>\n<tbody>\n",
		n, profile_unit(h->e->profile));
	for (size_t i = 0; i < n; i++) {
		const struct cell *c = &g->cells[best[i]];
		uint64_t lo = g->lo + best[i] * g->bytes;
		fprintf(h->to, "<tr><td class=\"n\">%.2f%%</td>", html_percent(h, c->count));
		html_count(h, c->count);
		fprintf(h->to, "<td class=\"name\">0x%08" PRIx64 "-0x%08" PRIx64 "</td><td "
			"class=\"name\"><a href=\"#f%zu\">", lo, lo + g->bytes - 1, c->function);
		text_html(h->to, html_function(h, c->function));
		fputs("</a></td></tr>\n", h->to);
	}
	fputs("</tbody></table></div></details>\n", h->to);
}

void html_map(struct page *h)
{
	struct grid g = { 0 };

	lay_out(&g, h->e->profile);
	fill(&g, h);
	size_t rows = (g.n + COLUMNS - 1) / COLUMNS;
	fprintf(h->to, "<section id=\"map\"><h2>Address space</h2>\n<p>From 0x%08" PRIx64 " at the "
		"top left to 0x%08" PRIx64 " at the bottom right: a cell is %" PRIu64
		" bytes, a row %s. Colours are logarithmic, up to %s %s in a cell <span "
		"class=\"key\" aria-hidden=\"true\"></span></p>\n",
		g.lo, g.hi - 1, g.bytes, text_number(g.bytes * COLUMNS, true),
		text_number(g.most, true), profile_unit(h->e->profile));
	fprintf(h->to, "<svg class=\"map\" viewBox=\"0 0 %d %zu\" role=\"img\" aria-label=\"Heat "
		"map of the address space; the table below has the hottest cells\">\n"
		"<rect class=\"all\" width=\"%d\" height=\"%zu\"/>\n", COLUMNS, rows, COLUMNS,
		rows);
	for (size_t i = 0; i < g.n; i++)
		if (g.cells[i].count)
			put_cell(h, &g, i);
	fputs("</svg>\n", h->to);
	put_hottest(h, &g);
	fputs("</section>\n", h->to);
	free(g.cells);
}

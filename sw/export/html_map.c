/* SPDX-License-Identifier: ISC
 * html_map.c - heat map of the address space: each cell some bytes of code, its counts, and the
 * function with most of them.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "html.h"

enum { MOST_CELLS = 128 * 48, LEAST_BYTES = 4 };

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
};

static void lay_out(struct grid *g, const struct profile *p)
{
	g->lo = p->config.offset;
	g->hi = profile_bin_pc(p, p->slots);
	for (g->bytes = LEAST_BYTES; (g->hi - g->lo + g->bytes - 1) / g->bytes > MOST_CELLS;
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
	}
}

void html_map(struct page *h)
{
	struct grid g = { 0 };
	const char *comma = "";

	lay_out(&g, h->e->profile);
	fill(&g, h);
	fprintf(h->to, ",\n\"map\":{\"lo\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"n\":%zu,\"cells\":[",
		g.lo, g.bytes, g.n);
	for (size_t i = 0; i < g.n; i++)
		if (g.cells[i].count) {
			fprintf(h->to, "%s[%zu,%" PRIu64 ",%zu]", comma, i, g.cells[i].count,
				g.cells[i].function);
			comma = ",";
		}
	fputs("]}", h->to);
	free(g.cells);
}

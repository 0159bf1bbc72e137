/* SPDX-License-Identifier: ISC
 * svg.c - a flame graph of the call tree in one SVG file, without scripts: browsers, README pages, Inkscape.
 *
 * A box a calling context, as wide as its inclusive cycles; below it its caller, the root at the bottom. A box's title says
 * its numbers. What is too thin or too deep to be seen is summed up in the last line: all boxes together are TICKS.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/text.h"
#include "sw/report/contexts.h"
#include "export.h"

enum { WIDTH = 1200, MARGIN = 8, ROW = 17, HEAD = 42, FOOT = 26, MAX_ROWS = 120 };

#define THIN 0.4		/* pixels */
#define LETTER 6.7		/* pixels of a letter */

struct flame {
	FILE *to;
	const struct contexts *c;
	double *x;		/* of each context; below 0: not drawn */
	double scale;		/* pixels a cycle */
	uint32_t rows;
	uint64_t hidden, hidden_cycles;	/* contexts whose parent is drawn and they are not, and their inclusive cycles */
};

/* The tree is walked parents first. */
static void place(struct flame *f)
{
	const struct context *at = f->c->at;

	f->x[0] = MARGIN;
	for (size_t i = 0; i < f->c->n; i++) {
		double x = f->x[i];
		for (uint32_t child = at[i].first; child; child = at[child].next) {
			bool drawn = f->x[i] >= 0 && at[child].inclusive * f->scale >= THIN && at[child].depth < MAX_ROWS;
			f->x[child] = drawn ? x : -1;
			x += at[child].inclusive * f->scale;
			if (drawn && at[child].depth >= f->rows)
				f->rows = at[child].depth + 1;
			if (f->x[i] >= 0 && !drawn) {
				f->hidden++;
				f->hidden_cycles += at[child].inclusive;
			}
		}
	}
}

/* Warm and light enough for black letters; the same for a name in every picture. */
static unsigned hue(const char *name)
{
	unsigned sum = 0;

	for (; *name; name++)
		sum = sum * 31 + (unsigned char)*name;
	return sum % 56;
}

static void put_text(FILE *f, const char *name, size_t letters)
{
	char *plain = text_plain(name, "");

	if (strlen(plain) > letters && letters >= 3)
		strcpy(plain + letters - 2, "..");
	if (strlen(plain) <= letters)
		text_html(f, plain);
	free(plain);
}

static void put_box(const struct flame *f, size_t i)
{
	const struct context *c = &f->c->at[i];
	double width = c->inclusive * f->scale, y = HEAD + ROW * (double)(f->rows - 1 - c->depth);
	unsigned h = hue(c->name);
	bool rest = !c->function;

	fputs("<g><title>", f->to);
	text_html(f->to, c->name);
	fprintf(f->to, ": %" PRIu64 " cycles, %.2f%%; its own %" PRIu64 "; %" PRIu64 " calls</title>", c->inclusive,
		100.0 * (double)c->inclusive / (double)f->c->at[0].inclusive, c->cycles, c->calls);
	fprintf(f->to, "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\" fill=\"hsl(%u,%d%%,%u%%)\"/>", f->x[i], y,
		width > 1 ? width - 0.5 : width, ROW - 1, h, rest ? 0 : 85, 66 + h % 5 * 3);
	if (width >= 3 * LETTER) {
		fprintf(f->to, "<text x=\"%.2f\" y=\"%.0f\">", f->x[i] + 3, y + 12);
		put_text(f->to, c->name, (size_t)((width - 6) / LETTER));
		fputs("</text>", f->to);
	}
	fputs("</g>\n", f->to);
}

static void put_head(const struct flame *f, const struct export *e, unsigned height)
{
	fprintf(f->to, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" viewBox=\"0 0 %d %u\" "
		"font-family=\"ui-monospace, monospace\" font-size=\"11\">\n", WIDTH, height, WIDTH, height);
	fputs("<style>.paper{fill:#fff}.ink{fill:#222}"
		"@media(prefers-color-scheme:dark){.paper{fill:#16181c}.ink{fill:#ddd}}</style>\n", f->to);
	fputs("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n", f->to);
	fprintf(f->to, "<text class=\"ink\" x=\"%d\" y=\"20\" font-size=\"14\">", MARGIN);
	const char *slash = strrchr(e->path, '/');
	put_text(f->to, slash ? slash + 1 : e->path, WIDTH);
	fputs(" on ", f->to);
	put_text(f->to, e->profile->core, WIDTH);
	fprintf(f->to, ": %" PRIu64 " cycles in %zu calling contexts</text>\n", f->c->at[0].inclusive, f->c->n - 1);
}

static bool write_svg(const struct export *e)
{
	struct contexts contexts;
	struct flame f = { .to = e->to, .c = &contexts, .rows = 1 };

	if (!contexts_known(e->profile, "export svg"))
		return false;
	contexts_open(&contexts, e->profile, e->firmware);
	f.x = allocate(contexts.n, sizeof *f.x);
	f.scale = contexts.at[0].inclusive ? (WIDTH - 2.0 * MARGIN) / (double)contexts.at[0].inclusive : 0;
	place(&f);
	put_head(&f, e, HEAD + ROW * f.rows + FOOT);
	for (size_t i = 0; i < contexts.n; i++)
		if (f.x[i] >= 0)
			put_box(&f, i);
	fprintf(e->to, "<text class=\"ink\" x=\"%d\" y=\"%u\">", MARGIN, HEAD + ROW * f.rows + 17);
	fprintf(e->to, "%" PRIu64 " boxes too thin or too deep to draw: %" PRIu64 " cycles with all above them</text>\n</svg>\n",
		f.hidden, f.hidden_cycles);
	free(f.x);
	contexts_close(&contexts);
	return true;
}

const struct export_format export_svg = { "svg", "flame graph of the call tree, one picture: browsers, README pages", false, false, write_svg };

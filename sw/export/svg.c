/* SPDX-License-Identifier: ISC
 * svg.c - the flame graph as one picture, without scripts, for browsers, documents, pages of a
 * repository: titles are its tooltips.
 *
 * The root is at the bottom. Of the boxes on one box the widest is at the left. One pass from the
 * root up places them, for a parent stands before its children: no recursion, however deep the tree
 * is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "sites.h"
#include "sw/base/base.h"

enum { WIDTH = 1200, EDGE = 12, ROW = 17, HEAD = 62, FOOT = 34, BASE = 12 };
enum { HEATS = 8, DEEPEST = 100 }; /* colours; rows of boxes */

extern const char svg_css[]; /* sw/export/html/svg.css */

#define LETTER 6.63 /* width of one in svg.css */
#define LEAST_TEXT (6 + 3 * LETTER)
#define INNER (WIDTH - 2 * EDGE)

struct picture {
	FILE *to;
	const struct export *e;
	const struct flame *f;
	uint64_t total, least; /* cycles; fewer are no pixel */
	uint64_t *left; /* of each context, in cycles; NOWHERE: it has no box */
	unsigned rows;
	size_t drawn;
	uint64_t left_out; /* cycles of all without a box */
};

#define NOWHERE UINT64_MAX

/* What stands on a box but has none of its own, right of what has. */
struct rest {
	size_t n; /* contexts, without those on them */
	uint64_t left, cycles;
};

static const struct context *context(const struct picture *p, size_t i)
{
	return &p->f->contexts.at[i];
}

static double pixels(const struct picture *p, uint64_t cycles)
{
	return p->total ? INNER * ((double)cycles / (double)p->total) : INNER;
}

static double percent(const struct picture *p, uint64_t cycles)
{
	return p->total ? 100.0 * (double)cycles / (double)p->total : 0;
}

static void put_cycles(const struct picture *p, uint64_t cycles)
{
	fputs(text_number(cycles, true), p->to);
	fprintf(p->to, " %s, %.2f%%", p->f->contexts.unit, percent(p, cycles));
}

/* Is it a pixel wide? */
static bool seen(const struct picture *p, uint64_t cycles)
{
	return cycles && cycles >= p->least;
}

/* Places what stands on a box, and returns what of it has no box. */
static struct rest place(const struct picture *p, size_t parent)
{
	struct rest rest = { .left = p->left[parent] };

	for (uint32_t i = context(p, parent)->first; i; i = context(p, i)->next) {
		const struct context *c = context(p, i);
		if (seen(p, c->inclusive) && c->depth < DEEPEST) {
			p->left[i] = rest.left;
			rest.left += c->inclusive;
			continue;
		}
		rest.n++;
		rest.cycles += c->inclusive;
	}
	return rest;
}

static void lay_out(struct picture *p)
{
	size_t n = p->f->contexts.n;

	p->total = context(p, 0)->inclusive;
	p->least = (p->total + INNER - 1) / INNER;
	p->left = allocate(n, sizeof *p->left);
	for (size_t i = 1; i < n; i++)
		p->left[i] = NOWHERE;
	for (size_t i = 0; i < n; i++) {
		if (p->left[i] == NOWHERE)
			continue;
		struct rest rest = place(p, i);
		unsigned top = context(p, i)->depth + 1 + seen(p, rest.cycles);
		p->left_out += rest.cycles;
		p->drawn++;
		if (top > p->rows)
			p->rows = top;
	}
}

/* Bytes of the letters at the start of a text that fit; one that is not ASCII may be twice as
 * wide. */
static size_t fitting(const char *text, size_t room)
{
	size_t n = 0;

	while (text[n]) {
		size_t bytes = 1;
		while ((text[n + bytes] & 0xC0) == 0x80)
			bytes++;
		size_t columns = bytes > 1 ? 2 : 1;
		if (columns > room)
			break;
		room -= columns;
		n += bytes;
	}
	return n;
}

static void put_box(const struct picture *p, const char *class, const char *name, uint64_t left,
	uint64_t cycles, unsigned depth)
{
	double x = EDGE + pixels(p, left), width = pixels(p, cycles),
	       y = HEAD + (p->rows - 1 - depth) * ROW;

	fprintf(p->to, "<rect class=\"%s\" x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\"/>",
		class, x, y, width > 3 ? width - 0.7 : width * 0.8, ROW - 1);
	if (width < LEAST_TEXT)
		return;
	/* the name, or as much of it as fits */
	char *plain = text_plain(name, "");
	size_t room = (size_t)((width - 6) / LETTER);
	bool cut = plain[fitting(plain, room)] != 0;
	if (cut)
		plain[fitting(plain, room - 1)] = 0;
	fprintf(p->to, "<text x=\"%.2f\" y=\"%.0f\">", x + 3, y + BASE);
	text_html(p->to, plain);
	fputs(cut && plain[0] ? "\xE2\x80\xA6</text>" : "</text>", p->to);
	free(plain);
}

static void put_context(const struct picture *p, size_t i)
{
	const struct context *c = context(p, i);
	const struct flame *f = p->f;
	char class[16] = "rest";

	if (c->function || !i)
		snprintf(class, sizeof class, "f%.0f%s",
			f->most ? floor((HEATS - 0.001)
					  * sqrt((double)f->own[f->name[i]] / (double)f->most))
				: 0,
			f->inlined[i] ? " pale" : "");
	fputs("<g><title>", p->to);
	text_html(p->to, c->name);
	fputs(": ", p->to);
	put_cycles(p, c->inclusive);
	fputs("; own ", p->to);
	put_cycles(p, c->cycles);
	if (c->retired)
		fprintf(p->to, ", CPI %.2f", (double)c->cycles / (double)c->retired);
	if (c->calls) {
		fputs("; calls ", p->to);
		fputs(text_number(c->calls, true), p->to);
	}
	fputs(f->inlined[i] ? "; inlined</title>" : "</title>", p->to);
	put_box(p, class, c->name, p->left[i], c->inclusive, c->depth);
	fputs("</g>\n", p->to);
}

static void put_rest(const struct picture *p, size_t parent)
{
	struct rest rest = place(p, parent);
	unsigned depth = context(p, parent)->depth + 1;
	char name[32];

	if (!seen(p, rest.cycles))
		return;
	snprintf(name, sizeof name, "%zu more", rest.n);
	fprintf(p->to, "<g><title>%s, %s: ", name,
		depth < DEEPEST ? "each narrower than a pixel" : "too deep to be drawn");
	put_cycles(p, rest.cycles);
	fputs("</title>", p->to);
	put_box(p, "rest", name, rest.left, rest.cycles, depth);
	fputs("</g>\n", p->to);
}

static void put_head(const struct picture *p, unsigned height)
{
	const char *unit = p->f->contexts.unit;
	char *title = print_text("%s on %s", basename(p->e->path), p->e->profile->core);

	fprintf(p->to,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flame\" viewBox=\"0 0 %d "
		"%u\" width=\"%d\" height=\"%u\" role=\"img\" aria-label=\"Flame graph of ",
		WIDTH, height, WIDTH, height);
	text_html(p->to, title);
	fprintf(p->to,
		"\">\n<style>\n%s</style>\n<rect class=\"back\" width=\"%d\" "
		"height=\"%u\"/>\n<text class=\"head\" x=\"%d\" y=\"24\">",
		svg_css, WIDTH, height, EDGE);
	text_html(p->to, title);
	fputs("</text>\n", p->to);

	double x = WIDTH - EDGE - HEATS * 14;
	fprintf(p->to,
		"<text class=\"dim\" text-anchor=\"end\" x=\"%.0f\" y=\"21\">own %s of the "
		"function, wherever called: 0</text>\n",
		x - 60, unit);
	fprintf(p->to, "<g transform=\"translate(%.0f 12)\">", x - 54);
	for (int i = 0; i < HEATS; i++)
		fprintf(p->to, "<rect class=\"f%d\" x=\"%d\" width=\"13\" height=\"11\"/>", i,
			14 * i);
	fprintf(p->to,
		"</g>\n<text class=\"dim\" text-anchor=\"end\" x=\"%d\" y=\"21\">%.1f%%</text>\n",
		WIDTH - EDGE, percent(p, p->f->most));

	fprintf(p->to, "<text class=\"dim\" x=\"%d\" y=\"44\">", EDGE);
	fputs(text_number(p->total, true), p->to);
	fprintf(p->to,
		" %s. A box is a function, called by the one below it; its width is its %s "
		"with those of all that it calls. Pale: inlined.</text>\n",
		unit, unit);
	free(title);
}

static bool write_svg(const struct export *e)
{
	struct flame flame;
	struct picture p = { .to = e->to, .e = e, .f = &flame };

	if (!flame_of(&flame, e))
		return contexts_known(e->profile, e->path)
			&& fail("%s: its call tree does not add up to TICKS: the capture is "
				"damaged, take it again",
				e->path);
	lay_out(&p);
	unsigned height = HEAD + p.rows * ROW + FOOT;
	put_head(&p, height);
	for (size_t i = 0; i < flame.contexts.n; i++) {
		if (p.left[i] == NOWHERE)
			continue;
		put_context(&p, i);
		put_rest(&p, i);
	}
	fprintf(e->to, "<text class=\"dim\" x=\"%d\" y=\"%u\">%s of ", EDGE, height - 12,
		text_number(p.drawn - 1, true));
	fprintf(e->to,
		"%s calling contexts have a box; the others, narrower than a pixel or "
		"deeper than %d, hold ",
		text_number(flame.contexts.n - 1, true), DEEPEST);
	put_cycles(&p, p.left_out);
	fputs(" (grey).</text>\n</svg>\n", e->to);
	free(p.left);
	flame_close(&flame);
	return true;
}

const struct export_format export_svg = { "svg",
	"a flame graph of the calling contexts, one picture: a browser, a README", false, false,
	true, write_svg, 0 };

/* SPDX-License-Identifier: ISC
 * html_diff.c - the page of `tally diff --html`; the contract is html_diff.h.
 */
#include "html_diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "sw/base/error.h"
#include "sw/base/text.h"
#include "sw/diff/context_pairs.h"

static void put_change(FILE *to, uint64_t a, uint64_t b)
{
	uint64_t size = a > b ? a - b : b - a;

	if (a == b)
		fputs("0%", to);
	else if (!a)
		fputs("new", to);
	else
		fprintf(to, "%s%.2f%%", b < a ? "\xE2\x88\x92" : "+",
			100.0 * (double)size / (double)a);
}

static void put_side(FILE *to, const char *letter, const struct html_side *s)
{
	fprintf(to, "<tr><th scope=\"row\">%s</th><td class=\"name\">", letter);
	text_html(to, basename(s->name));
	fputs("</td><td class=\"name each\">", to);
	text_html(to, basename(s->profile->elf_path));
	fputs("</td><td>", to);
	text_html(to, s->profile->core);
	fprintf(to, "</td><td class=\"n\">%s</td><td class=\"n each\">%s</td></tr>\n",
		text_number(s->profile->counters.ticks, true),
		text_number(s->profile->retired, true));
}

static void put_sides(FILE *to, const struct html_side *a, const struct html_side *b)
{
	fprintf(to, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"What is "
		"compared\"><table class=\"sides\"><thead><tr><td></td><th "
		"scope=\"col\">capture</th><th scope=\"col\" class=\"each\">firmware</th><th "
		"scope=\"col\">core</th><th scope=\"col\" class=\"n\">%s</th><th scope=\"col\" "
		"class=\"n each\">instructions</th></tr></thead>\n<tbody>\n",
		profile_unit(a->profile));
	put_side(to, "A", a);
	put_side(to, "B", b);
	fputs("<tr><th scope=\"row\">change</th><td></td><td class=\"each\"></td><td></td><td "
		"class=\"n\">", to);
	put_change(to, a->profile->counters.ticks, b->profile->counters.ticks);
	fputs("</td><td class=\"n each\">", to);
	put_change(to, a->profile->retired, b->profile->retired);
	fputs("</td></tr>\n</tbody></table></div>\n</header>\n<nav aria-label=\"Parts of the "
		"page\"><a href=\"#flame\">Flame graph</a> <a href=\"#functions\">What grew and "
		"shrank</a></nav>\n<main>\n", to);
}

static void put_flame(FILE *to, const char *unit, const struct context_pairs *p)
{
	const struct context_pair *first = p->at;

	fprintf(to, "<section id=\"flame\"><h2>Flame graph of both</h2>\n<p>A box is a function, "
		"called by the one below it, in A, in B or in both; its width is its %s in A and B "
		"together with those of all that it calls. Its colour is how they changed from A "
		"to B. <span class=\"script\">Callers turns this round: functions by their own %s, "
		"and below them who called them. Click or Enter looks closer, Escape comes back, "
		"arrows move.</span></p>\n<noscript><p class=\"note\">It is drawn by a script; the "
		"table below needs none.</p></noscript>\n", unit, unit);
	html_names(to, unit, &p->names);
	html_numbers(to, "parent", &first->parent, sizeof *first, p->n);
	html_numbers(to, "name", &first->name, sizeof *first, p->n);
	html_column(to, "before", &first->a, sizeof *first, p->n);
	html_column(to, "own", &first->b, sizeof *first, p->n);
	fputs("}</script>\n</section>\n", to);
}

/* most: the change whose bar is full; 0: no bar. */
static void put_row(FILE *to, const struct change *c, size_t number, uint64_t most)
{
	uint64_t size = diff_size(c);
	const char *sign = c->b > c->a ? "+" : c->b < c->a ? "\xE2\x88\x92" : "";

	fprintf(to, "<tr id=\"f%zu\"><td class=\"n\" data-v=\"%s%" PRIu64 "\">%s%s</td><td "
		"class=\"n\">", number, c->b < c->a ? "-" : "", size, sign,
		text_number(size, true));
	if (c->straddles)
		putc('~', to);
	else if (c->in_a || c->in_b || c->a)		/* not that the rest is new */
		put_change(to, c->a, c->b);
	fprintf(to, "</td><td class=\"n each\" data-v=\"%" PRIu64 "\">%s</td><td "
		"class=\"n each\" data-v=\"%" PRIu64 "\">%s</td><td class=\"bar\">", c->a,
		text_number(c->a, true), c->b, text_number(c->b, true));
	if (size && most)
		fprintf(to, "<span class=\"%s\" style=\"width:%.2f%%\"></span>",
			c->b > c->a ? "grew" : "shrank", 100.0 * (double)size / (double)most);
	fputs("</td><td class=\"name\">", to);
	text_html(to, c->name);
	if (c->clones) {
		fputs("<br><small>", to);
		text_html(to, c->clones);
		fputs("</small>", to);
	}
	fputs("</td><td class=\"file\">", to);
	if (c->file) {
		text_html(to, basename(c->file));
		fprintf(to, ":%d", c->line);
	}
	fputs("</td></tr>\n", to);
}

static void put_rows(FILE *to, const struct diff *d, uint64_t rows)
{
	size_t n = diff_shown(d, rows);
	uint64_t most = n ? diff_size(&d->rows[0]) : 0;
	const struct change rest = diff_rest(d, n);

	fprintf(to, "<section id=\"functions\"><h2>What grew and shrank</h2>\n<div class=\"wide "
		"tall\" tabindex=\"0\" role=\"region\" aria-label=\"What grew and shrank\">"
		"<table class=\"sortable\"><caption>%zu of %zu rows, the greatest change first; "
		"own %s, without those of what is called%s</caption>\n<thead><tr>", n, d->n,
		d->unit, d->straddling ? "; counters cover code of several functions: with ~ a row "
		"may have counts of others, or others its own" : "");
	fputs("<th scope=\"col\" class=\"n\">change</th><th scope=\"col\" class=\"n\">of A</th><th "
		"scope=\"col\" class=\"n each\">A</th><th scope=\"col\" class=\"n each\">B</th><th "
		"class=\"bar\"><span class=\"hidden\">bar</span></th><th "
		"scope=\"col\">function</th><th scope=\"col\">source</th></tr></thead>\n<tbody>\n",
		to);
	for (size_t i = 0; i < n; i++)
		put_row(to, &d->rows[i], i, most);
	fputs("</tbody>", to);
	if (n < d->n) {
		fputs("<tfoot>", to);
		put_row(to, &rest, n, 0);
		fputs("</tfoot>", to);
	}
	fputs("</table></div></section>\n", to);
}

static void put_title(FILE *to, const char *a, const char *b)
{
	char *title = allocate(strlen(a) + strlen(b) + 8, 1);

	sprintf(title, "%s \xE2\x86\x92 %s", basename(a), basename(b));
	html_head(to, title);
	free(title);
}

void html_diff(FILE *to, const struct html_side *a, const struct html_side *b, const struct diff *d,
	uint64_t rows)
{
	struct contexts of_a, of_b;
	struct context_pairs pairs;

	contexts_open(&of_a, a->profile, a->firmware);
	contexts_open(&of_b, b->profile, b->firmware);
	context_pairs_open(&pairs, &of_a, &of_b);
	put_title(to, a->name, b->name);
	put_sides(to, a, b);
	put_flame(to, of_a.unit, &pairs);
	put_rows(to, d, rows);
	html_foot(to, "");
	context_pairs_close(&pairs);
	contexts_close(&of_a);
	contexts_close(&of_b);
}

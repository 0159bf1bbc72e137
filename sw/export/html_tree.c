/* SPDX-License-Identifier: ISC
 * html_tree.c - the call tree as a table, top down: the contexts that matter, as `report --tree`
 * chooses them.
 *
 * Recursion that does not branch, and calls whose callers did next to nothing else, share a row.
 */
#include "html.h"

#include <stdlib.h>

#include "sw/base/text.h"
#include "sw/report/tree_choice.h"

enum { ROWS = 100, NAMES = 8, LEVELS = 40 };	/* names of a row; levels that are indented */
#define LEAST 0.1				/* percent of the tree's TICKS */

static const char *separated(uint64_t n)
{
	return text_number(n, true);
}

static void put_names(const struct page *h, const struct tree_choice *t, uint32_t at)
{
	char *text = tree_choice_line(t, &h->flame->contexts, at, " > ", NAMES, separated);

	text_html(h->to, text);
	free(text);
}

static void put_row(const struct page *h, const struct tree_choice *t, uint32_t at)
{
	const struct contexts *c = &h->flame->contexts;
	const struct context *x = &c->at[at];
	double share = c->at[0].inclusive ? 100.0 * (double)x->inclusive
		/ (double)c->at[0].inclusive : 0;
	uint64_t own = 0;

	for (uint32_t i = at; i; i = t->then[i])
		own += c->at[i].cycles;
	fprintf(h->to, "<tr><td class=\"n\">%.2f%%</td>", share);
	html_count(h, x->inclusive);
	html_count(h, own);
	fprintf(h->to, "<td class=\"n calls\">%s</td><td class=\"bar\"><span "
		"style=\"width:%.2f%%\"></span></td><td class=\"name\" style=\"--level:%u\">",
		text_number(x->calls, true),
		share, t->level[at] < LEVELS ? t->level[at] : LEVELS);
	put_names(h, t, at);
	fputs("</td></tr>\n", h->to);
}

void html_tree(const struct page *h)
{
	const struct contexts *c = &h->flame->contexts;
	const struct view view = { .min = LEAST, .top = ROWS };
	struct tree_choice t;

	tree_choice_open(&t, c, &view, true);
	fprintf(h->to, "<section id=\"tree\"><h2>Call tree</h2>\n"
		"<div class=\"wide tall\" tabindex=\"0\" role=\"region\" aria-label=\"Call "
		"tree\"><table><caption>Of %s calling contexts those of %.1f%% and more, the %d "
		"heaviest rows; below a function what it called</caption>\n<thead><tr><th "
		"scope=\"col\" class=\"n\">percent</th><th scope=\"col\" class=\"n\">inclusive</th>"
		"<th scope=\"col\" class=\"n\">self</th><th scope=\"col\" class=\"n "
		"calls\">calls</th><th class=\"bar\"><span class=\"hidden\">bar</span></th><th "
		"scope=\"col\">function</th></tr></thead>\n<tbody>\n",
		text_number(c->n - 1, true), LEAST, ROWS);
	for (uint32_t at = contexts_after(c, 0); at; at = contexts_after(c, at))
		if (t.head[at] == at)
			put_row(h, &t, at);
	if (t.n_hidden) {
		fputs("<tr><td></td><td></td>", h->to);
		html_count(h, t.hidden);
		fprintf(h->to, "<td class=\"calls\"></td><td class=\"bar\"></td><td class=\"name\" "
			"style=\"--level:0\">in %s more contexts</td></tr>\n",
			text_number(t.n_hidden, true));
	}
	fputs("</tbody></table></div></section>\n", h->to);
	tree_choice_close(&t);
}

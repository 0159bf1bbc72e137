/* SPDX-License-Identifier: ISC
 * html_tree.c - calling contexts: all of them, for the flame graph, as columns; and as rows of a
 * table, top down, those that matter, as `report --tree` chooses them.
 *
 * Recursion that does not branch, and calls whose callers did next to nothing else, share a row.
 */
#include "html.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/text.h"
#include "sw/report/tree_choice.h"

enum { ROWS = 100, NAMES = 8, LEVELS = 40 };	/* names of a row; levels that are indented */
#define LEAST 0.1				/* percent of the tree's TICKS */

void html_flame(const struct page *h)
{
	const struct flame *f = h->flame;
	const struct context *first = f->contexts.at;
	const char *unit = f->contexts.unit;
	size_t n = f->contexts.n;
	char *text = print_text("A box is a %s; its width is its %s with those of all %s.",
		f->places ? "directory, a file, a function or a line, in the one below it"
		: "function, called by the one below it", unit,
		f->places ? "in it" : "that it calls");
	char *turn = print_text("Callers turns this round: functions by their own %s, and below "
		"them who called them. ", unit);
	char *hint = print_text("%sClick or Enter looks closer, Escape comes back, arrows move.",
		f->places ? "" : turn);

	html_names(h->to, f->places ? "Flame graph by file and function" : "Flame graph", text,
		hint, &f->names);
	fprintf(h->to, ",\n\"places\":%s,\"ticks\":%" PRIu64, f->places ? "true" : "false",
		first->inclusive);
	html_numbers(h->to, "parent", &first->parent, sizeof *first, n);
	html_numbers(h->to, "name", f->name, sizeof *f->name, n);
	html_column(h->to, "own", &first->cycles, sizeof *first, n);
	html_column(h->to, "retired", &first->retired, sizeof *first, n);
	if (!f->places)
		html_column(h->to, "calls", &first->calls, sizeof *first, n);
	putc('}', h->to);
	free(text);
	free(turn);
	free(hint);
}

static const char *separated(uint64_t n)
{
	return text_number(n, true);
}

static void put_row(const struct page *h, const struct tree_choice *t, uint32_t at)
{
	const struct contexts *c = &h->flame->contexts;
	const struct context *x = &c->at[at];
	char *text = tree_choice_line(t, c, at, " > ", NAMES, separated);
	uint64_t own = 0;

	for (uint32_t i = at; i; i = t->then[i])
		own += c->at[i].cycles;
	fprintf(h->to, "[%u,", t->level[at] < LEVELS ? t->level[at] : LEVELS);
	text_script(h->to, text);
	fprintf(h->to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", x->inclusive, own, x->calls);
	free(text);
}

void html_tree(const struct page *h)
{
	const struct contexts *c = &h->flame->contexts;
	const struct view view = { .min = LEAST, .top = ROWS };
	const char *comma = "\n";
	struct tree_choice t;

	tree_choice_open(&t, c, &view, true);
	fprintf(h->to, ",\n\"tree\":{\"of\":%" PRIu32 ",\"least\":%.1f,\"more\":%zu,\"hidden\":%"
		PRIu64 ",\"rows\":[", (uint32_t)c->n - 1, LEAST, t.n_hidden, t.hidden);
	for (uint32_t at = contexts_after(c, 0); at; at = contexts_after(c, at))
		if (t.head[at] == at) {
			fputs(comma, h->to);
			put_row(h, &t, at);
			comma = ",\n";
		}
	fputs("]}", h->to);
	tree_choice_close(&t);
}

/* SPDX-License-Identifier: ISC
 * html.c - a profile as one page for a browser, without a network and without scripts.
 *
 * Everything is in the one file; its policy forbids the browser to load anything. Scripts only
 * sort, filter, zoom, and draw the flame graph, a picture without them. Percentages are of TICKS,
 * as in the report. The parts are html_*.c, style and script sw/export/html/.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sw/base/error.h"
#include "html.h"
#include "sw/base/text.h"

enum { HOT_LINES = 40 };

static int by_place(const void *a, const void *b)
{
	const struct leaf *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* Sites become leaves: sorted, equal places added up. */
static void collect(struct page *h)
{
	struct site site;
	size_t room = 0, n = 0;

	intern_text(&h->files, "[no source line]", NULL);
	intern_text(&h->files, "[in no counter]", NULL);
	while (sites_next(&h->sites, &site)) {
		const struct line *line = site.function ? lines_find(&h->e->firmware->lines,
			site.pc) : NULL;
		GROW(h->leaves, h->n_leaves, room);
		struct leaf *leaf = &h->leaves[h->n_leaves++];
		*leaf = (struct leaf){ FILE_UNKNOWN, 0, line ? line->number : 0, site.count,
			site.retired };
		if (site.function) {
			leaf->function = (size_t)(site.function - h->sites.functions.rows);
			if (line && line->number)
				leaf->file = intern_text(&h->files, line->file, NULL);
		} else {
			leaf->file = FILE_REST;
			leaf->function = h->sites.functions.n + h->n_rest;
			h->rest[h->n_rest++] = site.frames[0].name;
		}
		h->sum += site.count;
	}
	if (h->n_leaves)
		qsort(h->leaves, h->n_leaves, sizeof *h->leaves, by_place);
	for (size_t i = 0; i < h->n_leaves; i++)
		if (n && !by_place(&h->leaves[n - 1], &h->leaves[i])) {
			h->leaves[n - 1].count += h->leaves[i].count;
			h->leaves[n - 1].retired += h->leaves[i].retired;
		} else {
			h->leaves[n++] = h->leaves[i];
		}
	h->n_leaves = n;
	h->hottest = allocate(h->sites.functions.n + h->n_rest, sizeof *h->hottest);
	for (size_t i = h->n_leaves; i-- > 0; ) {
		size_t *hottest = &h->hottest[h->leaves[i].function];
		if (h->leaves[*hottest].function != h->leaves[i].function
			|| h->leaves[i].count > h->leaves[*hottest].count)
			*hottest = i;
	}
}

/* Percentage and counts: the columns that each table begins with; the bar is full for `most`. */
static void put_counts(const struct page *h, uint64_t count, uint64_t most)
{
	const struct profile *p = h->e->profile;
	double percent = html_percent(h, count);

	fprintf(h->to, "<td class=\"n\">%.2f%%</td>", percent);
	html_count(h, count);
	if (p->config.period > 1)
		html_count(h, count * p->config.period);
	if (h->e->hz)
		fprintf(h->to, "<td class=\"n\" data-v=\"%.12g\">%.6g</td>",
			export_seconds(h->e, count), export_seconds(h->e, count));
	fprintf(h->to, "<td class=\"bar\"><span style=\"width:%.2f%%\"></span></td>",
		most ? 100.0 * (double)count / (double)most : 0);
}

static void put_columns(const struct page *h)
{
	const struct profile *p = h->e->profile;

	fprintf(h->to, "<thead><tr><th scope=\"col\" class=\"n\">percent</th><th scope=\"col\" "
		"class=\"n\">%s</th>", profile_unit(p));
	if (p->config.period > 1)
		fprintf(h->to, "<th scope=\"col\" class=\"n\">est. %s</th>", profile_source(p));
	if (h->e->hz)
		fprintf(h->to, "<th scope=\"col\" class=\"n\">seconds at %" PRIu64 " Hz</th>",
			h->e->hz);
	fputs("<th class=\"bar\"><span class=\"hidden\">bar</span></th>", h->to);
	if (export_cpi(p))
		fputs("<th scope=\"col\" class=\"n cpi\">CPI</th>", h->to);
}

/* The file's name and that of its directory; the whole path is the title. */
static void put_file(const struct page *h, const struct row *r)
{
	const char *shown = r->file + strlen(r->file);

	for (unsigned slashes = 0; shown > r->file && (shown[-1] != '/' || ++slashes < 2); shown--)
		;
	fputs("<td class=\"file\" title=\"", h->to);
	text_html(h->to, text_here(r->file));
	fputs("\">", h->to);
	text_html(h->to, shown);
	fprintf(h->to, ":%d</td></tr>\n", r->line);
}

/* Inclusive cycles and calls; nothing where they are unknown. */
static void put_calls(const struct page *h, const struct row *r)
{
	if (!r || !r->inclusive) {
		fputs("<td></td><td class=\"calls\"></td>", h->to);
		return;
	}
	html_count(h, r->inclusive);
	fprintf(h->to, "<td class=\"n calls\">%s</td>", text_number(r->calls, true));
}

static void put_functions(const struct page *h)
{
	const struct table *t = &h->sites.functions;

	fprintf(h->to, "<section id=\"functions\"><h2>Functions</h2>\n"
		"<div class=\"wide tall\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"Functions\"><table class=\"sortable\"><caption>%zu functions, "
		"inlined code counted where it was put</caption>\n", t->n);
	put_columns(h);
	if (!h->flame->places)
		fputs("<th scope=\"col\" class=\"n\">inclusive</th><th scope=\"col\" class=\"n "
			"calls\">calls</th>", h->to);
	fputs("<th scope=\"col\">function</th><th "
		"scope=\"col\">source</th></tr></thead>\n<tbody>\n", h->to);
	for (size_t i = 0; i < t->n + h->n_rest; i++) {
		const struct row *r = i < t->n ? &t->rows[i] : NULL;
		size_t leaf = h->hottest[i];
		fprintf(h->to, "<tr id=\"f%zu\">", i);
		put_counts(h, r ? r->count : h->leaves[leaf].count, t->n ? t->rows[0].count : 0);
		html_cpi(h, r ? r->count : 0, r && !r->straddles ? r->retired : 0);
		if (!h->flame->places)
			put_calls(h, r);
		fputs("<td class=\"name\">", h->to);
		bool linked = h->leaves[leaf].file > FILE_REST;
		if (linked) {
			fputs("<a href=\"#", h->to);
			html_place(h, leaf);
			fputs("\">", h->to);
		}
		text_html(h->to, html_function(h, i));
		fputs(linked ? "</a></td>" : "</td>", h->to);
		if (r && r->file)
			put_file(h, r);
		else
			fputs("<td class=\"file\"></td></tr>\n", h->to);
	}
	fputs("</tbody></table></div></section>\n", h->to);
}

static int by_count(const void *a, const void *b)
{
	const struct leaf *x = *(const struct leaf *const *)a, *y = *(const struct leaf *const *)b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : (x > y) - (x < y);
}

static void put_lines(const struct page *h)
{
	const struct leaf **hot = allocate(h->n_leaves, sizeof(*hot));
	size_t n = 0;

	for (size_t i = 0; i < h->n_leaves; i++)
		if (h->leaves[i].file > FILE_REST)
			hot[n++] = &h->leaves[i];
	if (n)
		qsort(hot, n, sizeof(*hot), by_count);
	fprintf(h->to, "<section id=\"lines\"><h2>Hottest lines</h2>\n"
		"<div class=\"wide tall\" tabindex=\"0\" role=\"region\" aria-label=\"Hottest "
		"lines\"><table class=\"sortable\"><caption>%zu of %zu lines with counts; a line "
		"that is in several functions has a row for each</caption>\n",
		n < HOT_LINES ? n : HOT_LINES, n);
	put_columns(h);
	fputs("<th scope=\"col\">line</th><th scope=\"col\">function</th></tr></thead>\n<tbody>\n",
		h->to);
	for (size_t i = 0; i < n && i < HOT_LINES; i++) {
		fputs("<tr>", h->to);
		put_counts(h, hot[i]->count, hot[0]->count);
		html_cpi(h, hot[i]->count, hot[i]->retired);
		fputs("<td class=\"name\"><a href=\"#", h->to);
		html_place(h, (size_t)(hot[i] - h->leaves));
		fputs("\">", h->to);
		text_html(h->to, basename(h->files.keys[hot[i]->file].bytes));
		fprintf(h->to, ":%d</a></td><td class=\"name\"><a href=\"#f%zu\">", hot[i]->line,
			hot[i]->function);
		text_html(h->to, html_function(h, hot[i]->function));
		fputs("</a></td></tr>\n", h->to);
	}
	fputs("</tbody></table></div></section>\n", h->to);
	free(hot);
}

static void put_page(struct page *h)
{
	html_head(h->to, basename(h->e->path));
	html_summary(h);
	html_flame(h);
	put_functions(h);
	if (!h->flame->places)
		html_tree(h);
	put_lines(h);
	html_latency(h);
	html_map(h);
	html_source(h);
	html_foot(h->to, h->flame->places ? " A sample holds no callers: nothing here is a call "
		"stack." : "");
}

static bool write_html(const struct export *e)
{
	struct flame flame;
	struct page h = { .e = e, .to = e->to, .flame = &flame };
	bool calls = flame_of(&flame, e);

	sites_open(&h.sites, e->profile, e->firmware);
	if (calls)
		table_add_calls(&h.sites.functions, e->profile, e->firmware);
	collect(&h);
	if (!calls)
		html_places(&flame, &h);
	html_read_code(&h);
	put_page(&h);
	html_free_code(&h);
	sites_close(&h.sites);
	intern_free(&h.files);
	free(h.leaves);
	free(h.hottest);
	flame_close(&flame);
	return true;
}

const struct export_format export_html = { "html", "one page for a browser, without a network: "
	"open FILE", false, true,
	true, write_html, EXPORT_JAVASCRIPT };

/* SPDX-License-Identifier: ISC
 * html.c - a profile as one page for a browser, without a network.
 *
 * Everything is in the one file; its policy forbids the browser to load anything. It has the data
 * once, as JSON, and scripts that draw them: html/page.js knows the rows' order. Percentages are of
 * TICKS, as in the report. The parts are html_*.c, style and script sw/export/html/.
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

/* Of each function name, counts, where it is declared, its hottest line, its calls; of ticks in no
 * bin the first two. */
static void put_functions(struct page *h)
{
	const struct table *t = &h->sites.functions;

	fprintf(h->to, ",\n\"n_functions\":%zu,\n\"functions\":[", t->n);
	for (size_t i = 0; i < t->n + h->n_rest; i++) {
		const struct row *r = i < t->n ? &t->rows[i] : NULL;
		const struct leaf *leaf = &h->leaves[h->hottest[i]];
		fputs(i ? ",\n[" : "\n[", h->to);
		text_script(h->to, html_function(h, i));
		fprintf(h->to, ",%" PRIu64 ",%" PRIu64, r ? r->count : leaf->count,
			r && !r->straddles ? r->retired : 0);
		if (r && r->file)
			fprintf(h->to, ",%zu,%d", html_file(h, r->file), r->line);
		else
			fputs(",null,0", h->to);
		if (leaf->file > FILE_REST)
			fprintf(h->to, ",%zu,%d", leaf->file, leaf->line);
		else
			fputs(",null,0", h->to);
		if (r && r->inclusive)
			fprintf(h->to, ",%" PRIu64 ",%" PRIu64 "]", r->inclusive, r->calls);
		else
			fputs(",null,null]", h->to);
	}
	putc(']', h->to);
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
	fprintf(h->to, ",\n\"lines\":{\"of\":%zu,\"rows\":[", n);
	for (size_t i = 0; i < n && i < HOT_LINES; i++)
		fprintf(h->to, "%s[%zu,%d,%zu,%" PRIu64 ",%" PRIu64 "]", i ? "," : "", hot[i]->file,
			hot[i]->line, hot[i]->function, hot[i]->count, hot[i]->retired);
	fputs("]}", h->to);
	free(hot);
}

static void put_files(const struct page *h)
{
	fputs(",\n\"files\":[", h->to);
	for (size_t i = 0; i < h->files.n; i++) {
		fputs(i ? ",\n" : "\n", h->to);
		text_script(h->to, text_here(h->files.keys[i].bytes));
	}
	putc(']', h->to);
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
	put_files(h);
	html_foot(h->to);
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

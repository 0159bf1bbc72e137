/* SPDX-License-Identifier: ISC
 * html_icicle.c - directory, file, function, line as boxes below one another, as wide as their counts.
 *
 * Plain elements with positions in percent: they work without scripts, as links to the tables and the source. What is
 * narrower than LEAST percent is a gap; the tables have it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "html.h"
#include "sw/base/text.h"

#define LEAST 0.08
#define REACHED 1.0	/* narrower boxes have no label and are no stops of the Tab key */

enum { DIRECTORY, SOURCE, FUNCTION, LINE, LEVELS };

static const char *const level_names[] = { "directories", "files", "functions", "lines" };

struct box {
	size_t first, n;	/* of the leaves in the order of the level above */
	uint64_t count;
	double x;
};

struct icicle {
	const struct page *h;
	size_t *order;		/* leaves */
	FILE *rows[LEVELS];	/* what each level prints, put together at the end */
	char *text[LEVELS];
	size_t size[LEVELS];
	uint64_t most;
};

static const struct page *sorted;	/* qsort has no argument for it */

static size_t directory_bytes(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) : 0;
}

static int compare(const struct page *h, size_t a, size_t b, int level)
{
	const struct leaf *x = &h->leaves[a], *y = &h->leaves[b];
	const char *p = h->files.keys[x->file].bytes, *q = h->files.keys[y->file].bytes;

	if (level == DIRECTORY) {
		size_t n = directory_bytes(p), m = directory_bytes(q);
		if (n != m)
			return n < m ? -1 : 1;
		int d = memcmp(p, q, n);
		return d ? d : (x->file > FILE_REST) - (y->file > FILE_REST);	/* what has no file is in no directory */
	}
	if (level == SOURCE)
		return (x->file > y->file) - (x->file < y->file);
	if (level == FUNCTION)
		return (x->function > y->function) - (x->function < y->function);
	return (x->line > y->line) - (x->line < y->line);
}

static int by_tree(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int d = 0;

	for (int level = 0; !d && level < LEVELS; level++)
		d = compare(sorted, x, y, level);
	return d;
}

static int by_count(const void *a, const void *b)
{
	const struct box *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1) : (x->first > y->first) - (x->first < y->first);
}

static void put_label(struct icicle *c, const struct leaf *leaf, int level)
{
	const struct page *h = c->h;
	const char *path = text_here(h->files.keys[leaf->file].bytes), *slash = strrchr(path, '/');
	char *directory;

	switch (level) {
	case DIRECTORY:
		directory = strndup(path, slash && slash > path ? (size_t)(slash - path) : slash ? 1 : 0);
		text_html(c->rows[level], !directory ? "" : leaf->file <= FILE_REST ? path : slash ? directory : ".");
		free(directory);
		break;
	case SOURCE:
		text_html(c->rows[level], slash && leaf->file > FILE_REST ? slash + 1 : path);
		break;
	case FUNCTION:
		text_html(c->rows[level], html_function(h, leaf->function));
		break;
	default:
		fprintf(c->rows[level], leaf->line ? "%d" : "?", leaf->line);
	}
}

static void put_box(struct icicle *c, const struct box *b, int level)
{
	const struct page *h = c->h;
	const struct leaf *leaf = &h->leaves[c->order[b->first]];
	FILE *f = c->rows[level];
	double width = html_percent(h, b->count);

	if (level == SOURCE && leaf->file > FILE_REST)
		fprintf(f, "<a href=\"#s%zu\"", leaf->file);
	else if (level == LINE && leaf->file > FILE_REST)
		fprintf(f, "<a href=\"#s%zu-%d\"", leaf->file, leaf->line);
	else if (level == DIRECTORY || leaf->file <= FILE_REST)
		fputs("<a href=\"#functions\"", f);
	else
		fprintf(f, "<a href=\"#f%zu\"", leaf->function);
	fprintf(f, " class=\"b%s data-x=\"%.4f\" data-w=\"%.4f\" style=\"left:%.3f%%;width:%.3f%%;--h:%.0f%%\" title=\"",
		width < REACHED ? " s\" tabindex=\"-1\"" : "\"", b->x, width, b->x, width, c->most ? 100.0 * (double)b->count / (double)c->most : 0);
	put_label(c, leaf, level);
	fprintf(f, ": %s %s, %.2f%%\">", text_number(b->count, true), profile_unit(h->e->profile), width);
	put_label(c, leaf, level);
	fputs("</a>\n", f);
}

/* The leaves order[first .. first + n) are equal in the levels above: the boxes of this one, from x on. */
static void put_level(struct icicle *c, size_t first, size_t n, int level, double x)
{
	struct box *boxes = NULL;
	size_t n_boxes = 0, room = 0;

	for (size_t i = first; i < first + n; i++) {
		if (i == first || compare(c->h, c->order[i - 1], c->order[i], level)) {
			GROW(boxes, n_boxes, room);
			boxes[n_boxes++] = (struct box){ .first = i };
		}
		boxes[n_boxes - 1].n++;
		boxes[n_boxes - 1].count += c->h->leaves[c->order[i]].count;
	}
	if (n_boxes)
		qsort(boxes, n_boxes, sizeof *boxes, by_count);
	for (size_t i = 0; i < n_boxes; i++) {
		double width = html_percent(c->h, boxes[i].count);
		boxes[i].x = x;
		if (width >= LEAST) {
			put_box(c, &boxes[i], level);
			if (level + 1 < LEVELS)
				put_level(c, boxes[i].first, boxes[i].n, level + 1, x);
		}
		x += width;
	}
	free(boxes);
}

static void no_memory(void)
{
	fail("out of memory");
	exit(EXIT_FAILURE);
}

void html_icicle(const struct page *h)
{
	struct icicle c = { .h = h, .most = h->sum };

	c.order = allocate(h->n_leaves, sizeof *c.order);
	for (size_t i = 0; i < h->n_leaves; i++)
		c.order[i] = i;
	sorted = h;
	if (h->n_leaves)
		qsort(c.order, h->n_leaves, sizeof *c.order, by_tree);
	for (int level = 0; level < LEVELS; level++)
		if (!(c.rows[level] = open_memstream(&c.text[level], &c.size[level])))
			no_memory();
	put_level(&c, 0, h->n_leaves, DIRECTORY, 0);
	fputs("<section id=\"icicle\" aria-labelledby=\"icicle-is\"><h2 id=\"icicle-is\">Icicle by file and function</h2>\n"
		"<p>Directory, file, function, line below one another, each as wide as its share. It shows no callers. "
		"<span class=\"script\">Click or Enter looks closer, Escape comes back. <button type=\"button\" id=\"back\" disabled>All</button></span></p>\n"
		"<div class=\"icicle\" role=\"group\" aria-label=\"Icicle: directories, files, functions, lines\">\n", h->to);;
	for (int level = 0; level < LEVELS; level++) {
		if (fclose(c.rows[level]) != 0)
			no_memory();
		fprintf(h->to, "<div class=\"level\" role=\"group\" aria-label=\"%s\">\n%s</div>\n", level_names[level], c.text[level]);
		free(c.text[level]);
	}
	fputs("</div></section>\n", h->to);
	free(c.order);
}

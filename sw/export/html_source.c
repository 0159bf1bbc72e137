/* SPDX-License-Identifier: ISC
 * html_source.c - annotated source: the lines with counts and some around them, file by file.
 *
 * Beside a line stand its instructions (html_code.c). A file that is not there, as those of
 * /rustc/... mostly are, or is no text of a sensible size, is shown as its instructions, or line
 * numbers, with their counts.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "html.h"
#include "sw/base/text.h"
#include "sw/code/source.h"

enum { AROUND = 3 };

struct file_sum {
	size_t file, first, n;	/* leaves */
	uint64_t count;
};

static int by_sum(const void *a, const void *b)
{
	const struct file_sum *x = a, *y = b;

	return x->count != y->count ? (x->count < y->count ? 1 : -1)
		: (x->file > y->file) - (x->file < y->file);
}

static int by_line(const void *a, const void *b)
{
	const struct leaf *x = a, *y = b;

	return (x->line > y->line) - (x->line < y->line);
}

/* Its number, text, counts and instructions; without a text the source is not there. */
static void put_line(const struct page *h, const struct source *s, size_t file, int line,
	const struct leaf *sum)
{
	fprintf(h->to, "[%d,", line);
	if ((size_t)line <= s->n_lines)
		text_script(h->to, s->lines[line - 1]);
	else
		fputs("null", h->to);
	fprintf(h->to, ",%" PRIu64 ",%" PRIu64, sum->count, sum->retired);
	if (sum->count)
		html_code(h, file, line);
	putc(']', h->to);
}

/* The leaves are by line; those of one line are of several functions. */
static void put_lines(const struct page *h, const struct source *s, const struct leaf *leaves,
	size_t n)
{
	static const struct leaf none;
	int shown = 0;		/* the last line that is there */

	for (size_t i = 0, next; i < n; i = next) {
		int line = leaves[i].line, around = s->n_lines ? AROUND : 0;
		struct leaf sum = { 0 };
		for (next = i; next < n && leaves[next].line == line; next++) {
			sum.count += leaves[next].count;
			sum.retired += leaves[next].retired;
		}
		int first = line - around > shown ? line - around : shown + 1;
		int last = line + around < (int)s->n_lines ? line + around : (int)s->n_lines;
		last = last > line ? last : line;
		if (next < n && last >= leaves[next].line)
			last = leaves[next].line - 1;
		for (int at = first; at <= last; shown = at++) {
			fputs(shown ? ",\n" : "", h->to);
			put_line(h, s, leaves->file, at, at == line ? &sum : &none);
		}
	}
}

static void put_file(const struct page *h, struct sources *sources, const struct file_sum *sum)
{
	struct leaf *leaves = allocate(sum->n, sizeof *leaves);
	const struct source *s = source_file(sources, h->files.keys[sum->file].bytes);

	memcpy(leaves, h->leaves + sum->first, sum->n * sizeof *leaves);
	qsort(leaves, sum->n, sizeof *leaves, by_line);
	fprintf(h->to, "{\"file\":%zu,\"count\":%" PRIu64 ",\"there\":%s", sum->file, sum->count,
		s->n_lines ? "true" : "false");
	if (!s->n_lines)
		html_text(h->to, "note", h->n_instructions
			? "The source is not here: the instructions alone."
			: "The source is not here: the numbers of its lines alone.");
	else if (s->newer)
		html_text(h->to, "note", "This file is newer than the ELF: counts may stand beside "
			"other lines than they belong to.");
	fputs(",\n\"lines\":[", h->to);
	put_lines(h, s, leaves, sum->n);
	fputs("]}", h->to);
	free(leaves);
}

void html_source(const struct page *h)
{
	struct file_sum *sums = allocate(h->files.n, sizeof *sums);
	struct sources sources = { .built = h->e->firmware->built };
	size_t n = 0;

	for (size_t i = 0; i < h->n_leaves; i++) {
		if (h->leaves[i].file <= FILE_REST)
			continue;
		if (!n || sums[n - 1].file != h->leaves[i].file)
			sums[n++] = (struct file_sum){ .file = h->leaves[i].file, .first = i };
		sums[n - 1].n++;
		sums[n - 1].count += h->leaves[i].count;
	}
	if (n)
		qsort(sums, n, sizeof *sums, by_sum);
	fprintf(h->to, ",\n\"asm\":%s,\n\"source\":[", h->n_instructions ? "true" : "false");
	for (size_t i = 0; i < n; i++) {
		fputs(i ? ",\n" : "\n", h->to);
		put_file(h, &sources, &sums[i]);
	}
	putc(']', h->to);
	sources_free(&sources);
	free(sums);
}

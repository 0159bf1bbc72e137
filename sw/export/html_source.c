/* SPDX-License-Identifier: ISC
 * html_source.c - annotated source: the lines with counts and some around them, file by file.
 *
 * Beside a line stand its instructions (html_code.c). A file that is not there, as those of
 * /rustc/... mostly are, or is no text of a sensible size, is shown as its instructions, or line
 * numbers, with their counts.
 */
#include <math.h>
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

static void put_line(const struct page *h, const struct source *s, size_t file, int line,
	uint64_t count, uint64_t retired, uint64_t most)
{
	fprintf(h->to, "<tr id=\"s%zu-%d\"", file, line);
	if (count) {
		fputs(" class=\"hot\" ", h->to);
		html_heat(h, most ? sqrt((double)count / (double)most) : 0);
		fprintf(h->to, "><td class=\"n\">%.2f%%</td>", html_percent(h, count));
		html_count(h, count);
	} else {
		fputs("><td></td><td></td>", h->to);
	}
	html_cpi(h, count, retired);
	fprintf(h->to, "<td class=\"n\">%d</td><td class=\"code\">", line);
	if ((size_t)line <= s->n_lines)
		text_html(h->to, s->lines[line - 1]);
	else if (count)
		html_code(h, file, line, true);
	fputs("</td>", h->to);
	if (s->n_lines && h->n_instructions) {
		fputs("<td class=\"code beside\">", h->to);
		if (count)
			html_code(h, file, line, false);
		fputs("</td>", h->to);
	}
	fputs("</tr>\n", h->to);
}

/* The leaves are by line; those of one line are of several functions. */
static void put_lines(const struct page *h, const struct source *s, const struct leaf *leaves,
	size_t n, uint64_t most)
{
	int shown = 0;		/* the last line that is there */

	for (size_t i = 0, next; i < n; i = next) {
		int line = leaves[i].line, around = s->n_lines ? AROUND : 0;
		uint64_t count = 0, retired = 0;
		for (next = i; next < n && leaves[next].line == line; next++) {
			count += leaves[next].count;
			retired += leaves[next].retired;
		}
		int first = line - around > shown ? line - around : shown + 1;
		if (first > shown + 1 && shown)
			fprintf(h->to,
				"<tr class=\"gap\"><td></td><td></td>%s<td></td>"
				"<td>&#8943;</td>%s</tr>\n",
				export_cpi(h->e->profile) ? "<td class=\"cpi\"></td>" : "",
				s->n_lines && h->n_instructions ? "<td></td>" : "");
		for (; first < line; first++)
			put_line(h, s, leaves->file, first, 0, 0, most);
		put_line(h, s, leaves->file, line, count, retired, most);
		shown = line;
		int last = line + around < (int)s->n_lines ? line + around : (int)s->n_lines;
		if (next < n && last >= leaves[next].line)
			last = leaves[next].line - 1;
		for (; shown < last; shown++)
			put_line(h, s, leaves->file, shown + 1, 0, 0, most);
	}
}

static void put_file(const struct page *h, struct sources *sources, const struct file_sum *sum,
	bool open)
{
	const char *path = h->files.keys[sum->file].bytes;
	struct leaf *leaves = allocate(sum->n, sizeof *leaves);
	const struct source *s = source_file(sources, path);
	uint64_t most = 0;

	memcpy(leaves, h->leaves + sum->first, sum->n * sizeof *leaves);
	qsort(leaves, sum->n, sizeof *leaves, by_line);
	for (size_t i = 0; i < sum->n; i++)
		most = leaves[i].count > most ? leaves[i].count : most;
	fprintf(h->to, "<details id=\"s%zu\"%s><summary>", sum->file, open ? " open" : "");
	text_html(h->to, text_here(path));
	fprintf(h->to, " <b>%.2f%%</b></summary>\n", html_percent(h, sum->count));
	bool alone = !s->n_lines && h->n_instructions;
	if (!s->n_lines)
		fprintf(h->to, "<p class=\"note\">The source is not here: %s.</p>\n",
			alone ? "the instructions alone" : "the numbers of its lines alone");
	else if (s->newer)
		fputs("<p class=\"note\">This file is newer than the ELF: counts may stand beside "
			"other lines than they belong to.</p>\n", h->to);
	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"", h->to);
	text_html(h->to, text_here(path));
	fprintf(h->to, "\"><table class=\"source\"><thead><tr><th scope=\"col\" "
		"class=\"n\">percent</th><th scope=\"col\" class=\"n\">%s</th>%s<th scope=\"col\" "
		"class=\"n\">line</th><th scope=\"col\">%s</th>%s</tr></thead>\n<tbody>\n",
		profile_unit(h->e->profile), export_cpi(h->e->profile) ? "<th scope=\"col\" "
		"class=\"n cpi\">CPI</th>" : "", alone ? "instructions" : "source",
		s->n_lines && h->n_instructions ? "<th scope=\"col\">instructions</th>" : "");
	put_lines(h, s, leaves, sum->n, most);
	fputs("</tbody></table></div></details>\n", h->to);
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
	fputs("<section id=\"source\"><h2>Source</h2>\n", h->to);
	if (!n)
		fputs("<p class=\"note\">No code with counts has lines: the ELF has no debug "
			"information, or nobody named the ELF.</p>\n", h->to);
	for (size_t i = 0; i < n; i++)
		put_file(h, &sources, &sums[i], i == 0);
	fputs("</section>\n", h->to);
	sources_free(&sources);
	free(sums);
}

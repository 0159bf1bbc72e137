/* SPDX-License-Identifier: ISC
 * html_parts.c - small pieces that the parts of the page share; the contract is html.h.
 */
#include "html.h"

#include <inttypes.h>
#include <string.h>

#include "sw/base/text.h"

const char *html_function(const struct page *h, size_t function)
{
	return function < h->sites.functions.n ? h->sites.functions.rows[function].name
		: h->rest[function - h->sites.functions.n];
}

double html_percent(const struct page *h, uint64_t count)
{
	return h->sum ? 100.0 * (double)count / (double)h->sum : 0;
}

void html_count(const struct page *h, uint64_t count)
{
	fprintf(h->to, "<td class=\"n\">%s</td>", text_number(count, true));
}

void html_cpi(const struct page *h, uint64_t count, uint64_t retired)
{
	const struct profile *p = h->e->profile;

	if (!export_cpi(p))
		return;
	fputs("<td class=\"n cpi\">", h->to);
	if (retired)
		fprintf(h->to, "%.2f", (double)count * p->config.period / (double)retired);
	fputs("</td>", h->to);
}

void html_heat(const struct page *h, double part)
{
	fprintf(h->to, "style=\"--h:%.0f%%\"", 100 * (part < 1 ? part : 1));
}

void html_place(const struct page *h, size_t leaf)
{
	fprintf(h->to, "s%zu-%d", h->leaves[leaf].file, h->leaves[leaf].line);
}

void html_paragraphs(FILE *to, const char *class, char *lines)
{
	for (char *end; (end = strchr(lines, '\n')); lines = end + 1) {
		*end = 0;
		fprintf(to, "<p%s>", class);
		text_html(to, lines);
		fputs("</p>\n", to);
	}
}

void html_head(FILE *to, const char *title)
{
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
		"http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
		"'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action "
		"'none'\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
		"name=\"generator\" content=\"tally\">\n<title>", to);
	text_html(to, title);
	fprintf(to, " - tally</title>\n<style>\n%s%s%s</style>\n</head>\n<body>\n", page_css,
		svg_css, flame_css);
	fputs("<a class=\"skip\" href=\"#functions\">To the functions</a>\n<header>\n<h1>", to);
	text_html(to, title);
	fputs("</h1>\n", to);
}

void html_foot(FILE *to, const char *note)
{
	fprintf(to, "</main>\n<footer><p>Written by "
		"tally.%s</p></footer>\n<script>\n%s%s</script>\n</body>\n</html>\n", note, page_js,
		flame_js);
}

void html_column(FILE *to, const char *name, const uint64_t *first, size_t stride, size_t n)
{
	fprintf(to, ",\n\"%s\":[", name);
	for (size_t i = 0; i < n; i++)
		fprintf(to, "%s%" PRIu64, i ? "," : "",
			*(const uint64_t *)((const char *)first + i * stride));
	putc(']', to);
}

void html_numbers(FILE *to, const char *name, const uint32_t *first, size_t stride, size_t n)
{
	fprintf(to, ",\n\"%s\":[", name);
	for (size_t i = 0; i < n; i++)
		fprintf(to, "%s%" PRIu32, i ? "," : "",
			*(const uint32_t *)((const char *)first + i * stride));
	putc(']', to);
}

void html_names(FILE *to, const char *unit, const struct intern *names)
{
	fprintf(to, "<script type=\"application/json\" id=\"calls\">{\"unit\":\"%s\",\n\"names\":[",
		unit);
	for (size_t i = 0; i < names->n; i++) {
		fputs(i ? "," : "", to);
		text_script(to, names->keys[i].bytes);
	}
	putc(']', to);
}

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

size_t html_file(struct page *h, const char *path)
{
	return intern_text(&h->files, path, NULL);
}

void html_text(FILE *to, const char *name, const char *text)
{
	fprintf(to, ",\n\"%s\":", name);
	text_script(to, text);
}

void html_lines(FILE *to, char *lines, const char *first)
{
	for (char *end; (end = strchr(lines, '\n')); lines = end + 1, first = ",") {
		*end = 0;
		fputs(first, to);
		text_script(to, lines);
	}
}

void html_head(FILE *to, const char *title)
{
	fprintf(to, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
		"http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
		"'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action "
		"'none'\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
		"name=\"generator\" content=\"tally\">\n<style>\n%s%s%s</style>\n</head>\n<body>\n"
		"<noscript>A script of this page draws it.</noscript>\n<script "
		"type=\"application/json\" id=\"data\">{\"title\":", page_css, svg_css, flame_css);
	text_script(to, title);
}

void html_foot(FILE *to)
{
	fprintf(to, "}</script>\n<script>\n\"use strict\";\n{\n%s%s}\n</script>\n</body>\n"
		"</html>\n", page_js, flame_js);
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

void html_names(FILE *to, const char *title, const char *text, const char *hint,
	const struct intern *names)
{
	fputs(",\n\"flame\":{\"title\":", to);
	text_script(to, title);
	html_text(to, "text", text);
	html_text(to, "hint", hint);
	fputs(",\n\"names\":[", to);
	for (size_t i = 0; i < names->n; i++) {
		fputs(i ? "," : "", to);
		text_script(to, names->keys[i].bytes);
	}
	putc(']', to);
}

/* SPDX-License-Identifier: ISC
 * script.c - JSON for scripts, and the HTML page around it; the contract is script.h.
 */
#include "script.h"

#include <inttypes.h>
#include <stdarg.h>

#include "sw/base/base.h"

/* sw/export/html/ */
extern const char page_css[], svg_css[], flame_css[], sums_js[], page_js[], flame_js[];

static void begin(struct script *s, const char *name)
{
	if (!s->first)
		putc(',', s->to);
	if (name)
		fprintf(s->to, "\n\"%s\":", name);
	s->first = false;
}

void script_open(struct script *s, const char *name, char bracket)
{
	begin(s, name);
	if (!name)
		putc('\n', s->to);
	putc(bracket, s->to);
	s->first = true;
}

void script_close(struct script *s, char bracket)
{
	putc(bracket, s->to);
	s->first = false;
}

void script_text(struct script *s, const char *name, const char *text)
{
	begin(s, name);
	if (text && !s->plain)
		text_script(s->to, text);
	else
		text_json(s->to, text);
}

void script_number(struct script *s, const char *name, uint64_t number)
{
	begin(s, name);
	fprintf(s->to, "%" PRIu64, number);
}

void script_print(struct script *s, const char *name, const char *format, ...)
{
	va_list arguments;

	begin(s, name);
	va_start(arguments, format);
	vfprintf(s->to, format, arguments);
	va_end(arguments);
}

void script_numbers(struct script *s, const uint64_t *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++)
		script_number(s, NULL, numbers[i]);
}

void script_row(struct script *s, const char *text, const uint64_t *numbers, size_t n)
{
	script_open(s, NULL, '[');
	if (text)
		script_text(s, NULL, text);
	script_numbers(s, numbers, n);
	script_close(s, ']');
}

void script_names(struct script *s, const struct intern *names)
{
	script_open(s, "names", '[');
	for (size_t i = 0; i < names->n; i++)
		script_text(s, NULL, names->keys[i].bytes);
	script_close(s, ']');
}

void script_column(struct script *s, const char *name, const void *first, size_t bytes,
	size_t stride, size_t n)
{
	script_open(s, name, '[');
	for (size_t i = 0; i < n; i++) {
		const void *at = (const char *)first + i * stride;
		script_number(s, NULL,
			bytes == sizeof(uint64_t)           ? *(const uint64_t *)at
				: bytes == sizeof(uint32_t) ? *(const uint32_t *)at
							    : *(const bool *)at);
	}
	script_close(s, ']');
}

void script_page(struct script *s, const char *title)
{
	fprintf(s->to,
		"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
		"form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width, "
		"initial-scale=1\">\n<meta name=\"generator\" content=\"tally\">\n<style>\n"
		"%s%s%s</style>\n</head>\n<body>\n<noscript>A script of this page draws it."
		"</noscript>\n<script type=\"application/json\" id=\"data\">{",
		page_css, svg_css, flame_css);
	s->first = true;
	script_text(s, "title", title);
}

void script_page_end(struct script *s)
{
	fprintf(s->to,
		"}</script>\n<script>\n\"use strict\";\n{\n%s%s%s}\n</script>\n</body>\n"
		"</html>\n",
		sums_js, page_js, flame_js);
}

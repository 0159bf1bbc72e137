/* SPDX-License-Identifier: ISC
 * text.c - names from an ELF, made safe for the formats that carry them; the contract is base.h.
 */
#include "base.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* CONTROL: of ASCII, or of Latin-1 (U+0080 to U+009F): U+009B begins an escape sequence, too.
 * UNSEEMLY: characters that no text on a page may hold. They change the writing direction, and
 * would show what follows before the name; or they are none: U+FFFE and U+FFFF. */
enum kind { PLAIN, CONTROL, UNSEEMLY, INVALID };

/* Of the UTF-8 character at `text`; *n: its bytes. INVALID: one byte that is no part of one. */
static enum kind kind_of(const char *text, size_t *n)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned size = p[0] < 0x80           ? 1
		: p[0] >= 0xC2 && p[0] < 0xE0 ? 2
		: p[0] >= 0xE0 && p[0] < 0xF0 ? 3
		: p[0] >= 0xF0 && p[0] < 0xF5 ? 4
					      : 0;

	*n = 1;
	for (unsigned i = 1; i < size; i++)
		if ((p[i] & 0xC0) != 0x80)
			return INVALID;
	/* overlong; surrogates */
	if (!size || (p[0] == 0xE0 && p[1] < 0xA0)
		|| (p[0] == 0xED && p[1] > 0x9F)
		/* overlong; above U+10FFFF */
		|| (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
		return INVALID;
	*n = size;
	if (p[0] < ' ' || p[0] == 0x7f || (p[0] == 0xC2 && p[1] < 0xA0))
		return CONTROL;
	return (p[0] == 0xE2 && p[1] == 0x80
		       && (p[2] == 0x8E || p[2] == 0x8F || (p[2] >= 0xAA && p[2] <= 0xAE)))
			|| (p[0] == 0xE2 && p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9)
			|| (p[0] == 0xEF && p[1] == 0xBF && p[2] >= 0xBE)
		? UNSEEMLY
		: PLAIN;
}

size_t text_character(const char *text, bool *plain)
{
	size_t n;

	*plain = kind_of(text, &n) == PLAIN;
	return n;
}

void text_filter(char *out, size_t room, const char *text)
{
	for (size_t n; *text; text += n) {
		bool plain = kind_of(text, &n) == PLAIN;
		if ((plain ? n : 1) >= room)
			break;
		memcpy(out, plain ? text : *text == '\t' ? " " : "?", plain ? n : 1);
		out += plain ? n : 1;
		room -= plain ? n : 1;
	}
	*out = 0;
}

static void put_string(FILE *f, const char *text, bool page)
{
	putc('"', f);
	for (size_t n; *text; text += n) {
		enum kind kind = kind_of(text, &n);
		if (*text == '"' || *text == '\\')
			fprintf(f, "\\%c", *text);
		else if (kind == CONTROL || (page && *text == '<'))
			fprintf(f, "\\u%04x", (unsigned char)text[n - 1]);
		else if (kind == PLAIN || (kind == UNSEEMLY && !page))
			fwrite(text, 1, n, f);
		else
			fputs("\\ufffd", f);
	}
	putc('"', f);
}

void text_json(FILE *f, const char *text)
{
	if (text)
		put_string(f, text, false);
	else
		fputs("null", f);
}

void text_json_list(FILE *f, const char *const *texts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		fputs(i ? ", " : "[", f);
		text_json(f, texts[i]);
	}
	fputs(n ? "]" : "[]", f);
}

void text_json_place(FILE *f, const char *file, int line)
{
	fputs(", \"file\": ", f);
	text_json(f, file);
	if (file && line)
		fprintf(f, ", \"line\": %d", line);
	else
		fputs(", \"line\": null", f);
}

void text_script(FILE *f, const char *text)
{
	put_string(f, text, true);
}

void text_html(FILE *f, const char *text)
{
	static const char *const escapes[256] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"
	};

	for (size_t n; text && *text; text += n) {
		enum kind kind = kind_of(text, &n);
		if (escapes[(unsigned char)*text])
			fputs(escapes[(unsigned char)*text], f);
		else if (kind == CONTROL && *text != '\t')
			putc('?', f);
		else if (kind == PLAIN || kind == CONTROL)
			fwrite(text, 1, n, f);
		else
			fputs("\xEF\xBF\xBD", f);
	}
}

void text_csv(FILE *f, const char *text)
{
	char *plain = text_plain(text ? text : "", "");

	putc('"', f);
	if (plain[0] && strchr("=+-@", plain[0]))
		putc('\'', f);
	for (const char *p = plain; *p; p++) {
		if (*p == '"')
			putc('"', f);
		putc(*p, f);
	}
	putc('"', f);
	free(plain);
}

char *text_plain(const char *text, const char *bad)
{
	char *plain = allocate(3 * strlen(text) + 1, 1), *out = plain;

	for (size_t n; *text; text += n) {
		enum kind kind = kind_of(text, &n);
		if (kind == CONTROL || strchr(bad, *text))
			*out++ = '?';
		else
			out = kind == INVALID ? mempcpy(out, "\xEF\xBF\xBD", 3)
					      : mempcpy(out, text, n);
	}
	return plain;
}

const char *text_clean(const char *text)
{
	static char buffers[4][1024];
	static unsigned next;
	char *out = buffers[next++ % 4];

	text_filter(out, sizeof buffers[0], text);
	return out;
}

char *text_colon(char *text)
{
	for (char *at = text; (at = strchr(at, ':')); at += 2)
		if (at[1] != ':')
			return at;
	return NULL;
}

const char *text_shell(const char *text)
{
	static char *kept[4];
	static unsigned next;
	bool bare = *text && *text != '-', all = true, plain;
	char *out;
	size_t n;

	for (const char *p = text; *p; p += n) {
		n = text_character(p, &plain);
		bare &= (*p & 0x80) || (*p >= '0' && *p <= '9') || (*p >= 'A' && *p <= 'Z')
			|| (*p >= 'a' && *p <= 'z') || strchr("%+,-./:@_", *p);
		all &= plain;
	}
	if (bare && all)
		return text;
	free(kept[next %= 4]);
	out = kept[next] = allocate(4 * strlen(text) + 6, 1);
	out = stpcpy(stpcpy(out, all ? "'" : "$'"), *text == '-' ? "./" : "");
	for (; *text; text += n) {
		n = text_character(text, &plain);
		for (size_t i = 0; i < n && !plain; i++)
			out += sprintf(out, "\\%03o", (unsigned char)text[i]);
		if (plain && *text == '\'')
			out = stpcpy(out, all ? "'\\''" : "\\'");
		else if (plain && !all && *text == '\\')
			out = stpcpy(out, "\\\\");
		else if (plain)
			out = mempcpy(out, text, n);
	}
	*out = '\'';
	return kept[next++];
}

const char *text_here(const char *file)
{
	static char here[PATH_MAX];

	if (!here[0] && !getcwd(here, sizeof here))
		return file;
	size_t n = strlen(here);
	return n > 1 && !strncmp(file, here, n) && file[n] == '/' ? file + n + 1 : file;
}

const char *text_place(const char *file)
{
	const char *place = text_here(file), *last = strrchr(place, '/');

	if (place[0] != '/' || last == place || access(place, F_OK) == 0)
		return place;
	return (const char *)memrchr(place, '/', (size_t)(last - place)) + 1;
}

const char *text_number(uint64_t n, bool separators)
{
	static char texts[16][28];
	static unsigned next;
	char *p = texts[next++ % 16] + 27;
	unsigned digits = 0;

	for (*p = 0; n || !digits; n /= 10) {
		if (separators && digits && digits % 3 == 0)
			*--p = ',';
		*--p = (char)('0' + n % 10);
		digits++;
	}
	return p;
}

static bool begins(const char *text, size_t n, const char *with)
{
	return n >= strlen(with) && !memcmp(text, with, strlen(with));
}

static bool has_wide_mark(const char *text, size_t n)
{
	return begins(text, n, "\xFF\xFE") || begins(text, n, "\xFE\xFF");
}

bool text_is_wide(const char *text, size_t n)
{
	return has_wide_mark(text, n) || (n >= 2 && !text[0] != !text[1]);
}

size_t text_narrow(char *text, size_t n, bool wide)
{
	size_t mark = begins(text, n, "\xEF\xBB\xBF") ? 3
		: wide && has_wide_mark(text, n)      ? 2
						      : 0,
	       kept = 0;

	for (size_t i = mark; i < n; i++)
		if (!wide || text[i])
			text[kept++] = text[i];
	return kept;
}

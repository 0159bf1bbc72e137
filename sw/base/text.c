/* SPDX-License-Identifier: ISC
 * text.c - names from an ELF, made safe for the formats that carry them; the contract is text.h.
 */
#include "text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

/* Length in bytes of the UTF-8 character at p; 0: invalid. */
static unsigned utf8(const unsigned char *p)
{
	unsigned n = p[0] < 0x80 ? 1 : p[0] >= 0xC2 && p[0] < 0xE0 ? 2 : p[0] >= 0xE0 && p[0] < 0xF0
		? 3 : p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : 0;

	for (unsigned i = 1; i < n; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	/* overlong; surrogates */
	if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)
	/* overlong; above U+10FFFF */
	    || (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
		return 0;
	return n;
}

/* Of ASCII, or of Latin-1 (U+0080 to U+009F): U+009B begins an escape sequence, too. */
static bool is_control(const unsigned char *p)
{
	return p[0] < ' ' || p[0] == 0x7f || (p[0] == 0xC2 && p[1] >= 0x80 && p[1] < 0xA0);
}

/* Characters that no text on a page may hold. They change the writing direction, and would show
 * what follows before the name; or they are none: U+FFFE and U+FFFF. */
static bool unseemly(const unsigned char *p)
{
	return (p[0] == 0xE2 && p[1] == 0x80 && (p[2] == 0x8E || p[2] == 0x8F
		|| (p[2] >= 0xAA && p[2] <= 0xAE)))
		|| (p[0] == 0xE2 && p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9)
		|| (p[0] == 0xEF && p[1] == 0xBF && p[2] >= 0xBE);
}

size_t text_character(const char *text, bool *plain)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned n = utf8(p);

	*plain = n && !is_control(p) && !unseemly(p);
	return n ? n : 1;
}

void text_filter(char *out, size_t room, const char *text)
{
	bool plain;
	size_t n;

	for (; *text; text += n) {
		n = text_character(text, &plain);
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
	const unsigned char *p = (const unsigned char *)text;

	putc('"', f);
	while (*p) {
		unsigned n = utf8(p);
		if (*p == '"' || *p == '\\')
			fprintf(f, "\\%c", *p);
		else if (is_control(p) || (page && *p == '<'))
			fprintf(f, "\\u%04x", n == 2 ? p[1] : p[0]);
		else if (n && !(page && unseemly(p)))
			fwrite(p, 1, n, f);
		else
			fputs("\\ufffd", f);
		p += n ? n : 1;
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
	static const char *const escapes[256] = { ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;",
		['"'] = "&quot;", ['\''] = "&#39;" };
	const unsigned char *p = (const unsigned char *)(text ? text : "");

	while (*p) {
		unsigned n = utf8(p);
		if (escapes[*p])
			fputs(escapes[*p], f);
		else if (is_control(p) && *p != '\t')
			putc('?', f);
		else if (n && !unseemly(p))
			fwrite(p, 1, n, f);
		else
			fputs("\xEF\xBF\xBD", f);
		p += n ? n : 1;
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
	const unsigned char *p = (const unsigned char *)text;

	while (*p) {
		unsigned n = utf8(p);
		if (is_control(p) || strchr(bad, *p)) {
			*out++ = '?';
		} else if (n) {
			memcpy(out, p, n);
			out += n;
		} else {
			memcpy(out, "\xEF\xBF\xBD", 3);
			out += 3;
		}
		p += n ? n : 1;
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

static bool is_bare(unsigned char c)
{
	return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
		|| (c >= 'a' && c <= 'z') || strchr("%+,-./:@_", c);
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
		bare &= is_bare((unsigned char)*p);
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
	size_t mark = begins(text, n, "\xEF\xBB\xBF") ? 3 : wide && has_wide_mark(text, n) ? 2 : 0,
		kept = 0;

	for (size_t i = mark; i < n; i++)
		if (!wide || text[i])
			text[kept++] = text[i];
	return kept;
}

/* SPDX-License-Identifier: ISC
 * term.c - what standard output can show: width, colours, block characters; the contract is term.h.
 */
#include "base.h"
#include "term.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

const char *const term_colours[] = { "auto", "always", "never", NULL };

bool term_escapes(void)
{
	const char *kind = getenv("TERM");

	return kind && kind[0] && strcmp(kind, "dumb") != 0;
}

struct term term_open(const struct term_options *o)
{
	const char *no_colour = getenv("NO_COLOR");
	bool terminal = isatty(STDOUT_FILENO);
	struct winsize size;
	struct term t = { 0 };
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *locale = "";

	/* reads the environment: setlocale would change the format of numbers */
	for (size_t i = 0; i < sizeof names / sizeof names[0] && !*locale; i++)
		locale = getenv(names[i]) ? getenv(names[i]) : "";
	t.blocks = strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
	t.colour = o->colour == 1
		|| (o->colour == 0 && terminal && !(no_colour && no_colour[0]) && term_escapes());
	if (o->width_given)
		t.width = (unsigned)o->width;
	else if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		t.width = size.ws_col;
	return t;
}

const char *term_hue(const struct term *t, enum hue hue)
{
	static const char *const codes[] = { "", "\033[2m", "\033[1m", "\033[33m", "\033[1;31m",
		"\033[32m" };

	return t->colour ? codes[hue] : "";
}

const char *term_plain(const struct term *t)
{
	return t->colour ? "\033[0m" : "";
}

const char *term_number(uint64_t n)
{
	static int separators = -1;

	if (separators < 0)
		separators = isatty(STDOUT_FILENO);
	return text_number(n, separators);
}

enum hue term_heat(double share)
{
	return share >= 0.5 ? HUE_HOT : share >= 0.1 ? HUE_WARM : HUE_PLAIN;
}

static size_t character(const char *text)
{
	return text_character(text, &(bool){ false });
}

/* Columns of the character: none of a combining one, two of a wide one. The terminal's fonts
 * decide, not the locale, whose C knows ASCII only. */
static size_t width(const char *text)
{
	static locale_t unicode;
	locale_t own;
	wchar_t c;
	int columns;
	bool plain;
	size_t n = text_character(text, &plain);

	if (n == 1 || !plain)
		return 1;
	if (!unicode && !(unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0)))
		return 1;
	own = uselocale(unicode);
	columns = mbtowc(&c, text, n) > 0 ? wcwidth(c) : 1;
	uselocale(own);
	return columns < 0 ? 1 : (size_t)columns;
}

static size_t advance(const char *text, size_t column)
{
	return *text == '\t' ? 8 - column % 8 : width(text);
}

/* Length of the text if all of it is printable ASCII, the common case; else SIZE_MAX. */
static size_t ascii(const char *text)
{
	size_t n = 0;

	while (text[n] >= ' ' && text[n] < 0x7f)
		n++;
	return text[n] ? SIZE_MAX : n;
}

size_t term_columns(const char *text)
{
	size_t columns = 0, n = ascii(text);

	if (n != SIZE_MAX)
		return n;

	for (; *text; text += character(text))
		columns += advance(text, columns);
	return columns;
}

size_t term_fitting(const char *text, size_t columns)
{
	size_t at = 0, used = 0;

	while (text[at] && (used += advance(text + at, used)) <= columns)
		at += character(text + at);
	return at;
}

size_t term_text(const char *text, size_t room)
{
	size_t columns = 0, end = term_columns(text);
	bool cut = room && end > room;

	if (!cut && ascii(text) == end) {
		fwrite(text, 1, end, stdout);
		return end;
	}
	if (cut)
		end = room > 3 ? room - 3 : 0;
	while (*text && (columns < end || !advance(text, columns))) {
		bool plain;
		size_t n = text_character(text, &plain), step = advance(text, columns);
		columns += step;
		if (*text == '\t' || columns > end)
			printf("%*s", (int)(columns > end ? step - (columns - end) : step), "");
		else if (plain)
			fwrite(text, 1, n, stdout);
		else
			putchar('?');
		text += n;
	}
	if (columns > end)
		columns = end;
	if (cut && room > 3)
		fputs("...", stdout);
	return cut ? room : columns;
}

/* Bytes of the first line that fit: up to the last blank within the width, else the first blank
 * after it. A command in `backquotes` stays in one line, so that it can be copied. */
static size_t fitting(const char *text, size_t room)
{
	size_t columns = 0, blank = 0;
	bool command = false;

	for (size_t at = 0; text[at] && text[at] != '\n'; at += character(text + at)) {
		if (columns > room && blank)
			return blank;
		command ^= text[at] == '`';
		if (text[at] == ' ' && !command)
			blank = at;
		columns += width(text + at);
	}
	return columns > room && blank ? blank : strcspn(text, "\n");
}

void term_end(const struct term *t, size_t used, const char *text)
{
	term_text(text, !t->width ? 0 : t->width > used + 8 ? t->width - used : 8);
	putchar('\n');
}

void term_fold_at(const struct term *t, const char *text, size_t columns, size_t indent)
{
	bool begun = false; /* this line continues the one before */

	while (*text) {
		size_t used = begun ? indent : columns,
		       n = t->width > used + 8 ? fitting(text, t->width - used)
					       : strcspn(text, "\n");
		size_t shown = n;
		while (text[n] == ' ' && shown && text[shown - 1] == ' ')
			shown--;
		printf("%*s%.*s\n", begun ? (int)indent : 0, "", (int)shown, text);
		begun = text[n] == ' ';
		columns = 0;
		text += n + (text[n] != 0);
		while (begun && *text == ' ')
			text++;
	}
}

void term_fold(const struct term *t, const char *text)
{
	term_fold_at(t, text, 0, 4);
}

void term_bar(const struct term *t, double share, unsigned columns)
{
	static const char *const parts[] = { "", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b",
		"\u258a", "\u2589" };
	unsigned eighths = (unsigned)(share * columns * 8 + 0.5), filled = 0;

	eighths = eighths > 8 * columns ? 8 * columns : eighths ? eighths : share > 0;
	fputs(term_hue(t, term_heat(share)), stdout);
	if (t->blocks) {
		for (; filled < eighths / 8; filled++)
			fputs("\u2588", stdout);
		if (eighths % 8) {
			fputs(parts[eighths % 8], stdout);
			filled++;
		}
	} else {
		for (; filled < (eighths + 4) / 8; filled++)
			putchar('#');
		if (!filled && eighths) {
			putchar('.');
			filled++;
		}
	}
	printf("%s%*s", term_plain(t), (int)(columns - filled), "");
}

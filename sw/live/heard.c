/* SPDX-License-Identifier: ISC
 * heard.c - what comes over a line that has given no right answer yet; the contract is heard.h.
 */
#include "heard.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define TALK_MS 4000u		/* that late answers to a killed program may take */
#define LINE 12u		/* bytes of text that are no coincidence */
#define SHOWN 8u		/* bytes of what is no text */

void heard_asked(struct heard *h, const uint8_t *question, size_t n)
{
	if (!h->n_asked)
		*h = (struct heard){ 0 };
	h->n_asked = n < sizeof h->asked ? n : sizeof h->asked;
	memcpy(h->asked, question, h->n_asked);
}

static bool is_printable(uint8_t c)
{
	return c >= ' ' && c < 0x7f;
}

/* Bytes of a letter beyond ASCII, in UTF-8; 0: it is none. */
static size_t letter(const uint8_t *at, size_t n)
{
	size_t size = *at < 0xC2 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : *at < 0xF5 ? 4 : 0;

	for (size_t i = 1; i < size; i++)
		if (i >= n || at[i] >> 6 != 2)
			return 0;
	return size;
}

/* Of a console: with its line ends, tabs and escapes, and now and then a byte that is damaged. */
static bool is_text(const struct heard *h)
{
	size_t others = 0, printable = 0;

	for (size_t i = 0, size; i < h->n; i += size) {
		bool good = is_printable(h->bytes[i]);

		if (!h->bytes[i])
			return false;
		size = letter(h->bytes + i, h->n - i);
		printable += good || size;
		others += !good && !size && !strchr("\r\n\t\b\033", h->bytes[i]);
		size += !size;
	}
	return printable >= 3 && 8 * others <= h->n;
}

enum heard_kind heard_kind(const struct heard *h)
{
	static const uint8_t zeros[HEARD_BYTES];

	if (!h->any)
		return HEARD_NOTHING;
	if (h->n_asked && memmem(h->bytes, h->n, h->asked, h->n_asked))
		return HEARD_ECHO;
	if (is_text(h))
		return HEARD_TEXT;
	return memcmp(h->bytes, zeros, h->n) ? HEARD_NOISE : HEARD_ZEROS;
}

bool heard_add(struct heard *h, const uint8_t *bytes, size_t n, unsigned now)
{
	size_t room = sizeof h->bytes - h->n;

	if (!n)
		return false;
	if (!h->any)
		h->since = now;
	h->any = true;
	memcpy(h->bytes + h->n, bytes, n < room ? n : room);
	h->n += n < room ? n : room;
	if (h->n_asked)
		switch (heard_kind(h)) {
		case HEARD_ECHO: return true;
		case HEARD_TEXT:
			if (h->n == sizeof h->bytes || (h->n >= LINE
				&& strchr("\r\n", h->bytes[h->n - 1])))
				return true;
			break;
		default: break;
		}
	return now - h->since > TALK_MS;
}

static const char *show_bytes(const struct heard *h, char *buffer, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < h->n && i < SHOWN; i++)
		at += (size_t)snprintf(buffer + at, size - at, i ? " %02x" : "%02x", h->bytes[i]);
	return buffer;
}

const char *heard_show(const struct heard *h, char *buffer, size_t size)
{
	size_t from = 0, most = 0;

	buffer[0] = 0;
	if (heard_kind(h) != HEARD_TEXT)
		return show_bytes(h, buffer, size);
	for (size_t i = 0, begin = 0; i < h->n; i++) {
		begin = strchr("\r\n", h->bytes[i]) ? i + 1 : begin;
		if (i + 1 > begin && i + 1 - begin > most) {
			from = begin;
			most = i + 1 - begin;
		}
	}
	size_t at = 0;
	bool escape = false;
	for (size_t i = from; i < from + most && at + 1 < size; i++) {
		uint8_t c = h->bytes[i];
		if (!escape && c != '\033')
			buffer[at++] = is_printable(c) ? (char)c : '?';
		/* from ESC to a letter: a colour, a place on the screen */
		escape = c == '\033' || (escape && !isalpha(c));
	}
	buffer[at] = 0;
	return buffer;
}

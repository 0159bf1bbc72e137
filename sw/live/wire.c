/* SPDX-License-Identifier: ISC
 * wire.c - requests to the serial bridge and their answers; the protocol is rtl/link/LINK.md.
 */
#include "wire.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define MOST 256u /* words of an answer */
#define REQUEST 12u /* bytes: head, data, CRC */
#define TURN (1u << 30) /* of the head */
#define WRITE (1u << 31)
#define PAUSE 2200u /* bits of silence after which no answer comes: 2,048 and 4 % */

#define TRIES 12u
#define OPEN_TRIES 4u
#define BURST_TRIES 2u /* then fewer words: through noise comes a short answer */
#define WORD_TRIES 4u /* then the ID is asked for, WORD_ROUNDS times */
#define WORD_ROUNDS 4u

/* Patience with a bridge of unknown speed; then PATIENCE_MIN and PATIENCE_TIMES the slowest
 * silence. Each try that nothing answers doubles it, up to PATIENCE_MAX: the bridge may be slow. If
 * it was the request that was lost, no late answers follow, and half of it is enough. */
#define PATIENCE 250u
#define PATIENCE_MIN 4u
#define PATIENCE_TIMES 3u
#define PATIENCE_MAX 2000u
#define BACKLOG 16u /* times 256 bytes; what is never silent is no bridge */

enum words { ONE, TO_16, TO_256 };

static void put(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get(const uint8_t *from)
{
	return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static unsigned line_ms(const struct wire *w, unsigned bits)
{
	return (unsigned)((uint64_t)bits * 1000 / w->baud) + 1;
}

/* Receives n bytes, or those that come before so many ms of silence. Only waits in vain are
 * silence: a busy host sees late what came in time. *longest: of the silences before a byte.
 * Returns how many came, or an error. */
static int receive(struct wire *w, uint8_t *bytes, size_t n, unsigned ms, unsigned *longest)
{
	size_t got = 0;
	unsigned now = 0;

	*longest = 0;
	for (unsigned silent = 0, step; got < n && silent < ms;) {
		step = 1 + silent / 4 < ms - silent ? 1 + silent / 4 : ms - silent;
		int part = w->line.receive(w->line.ctx, bytes + got, n - got, step);
		if (part < 0)
			return part;
		if (part && silent + silent / 4 > *longest)
			*longest = silent + silent / 4;
		silent = part ? 0 : silent + step;
		got += (size_t)part;
		w->bytes += (unsigned)part;
		if (w->answered)
			continue;
		now = w->line.now ? w->line.now(w->line.ctx) : 0;
		if (heard_add(&w->heard, bytes + got - part, (size_t)part, now))
			return -ENOLINK;
	}
	return (int)got;
}

/* Whatever is on its way comes and is forgotten. -ENOLINK: it has no end. */
static int fall_silent(struct wire *w, unsigned ms)
{
	uint8_t rest[256];
	unsigned unused;
	int got = sizeof rest;

	for (unsigned i = 0; i < BACKLOG && got == sizeof rest; i++)
		got = receive(w, rest, sizeof rest, ms, &unused);
	return got == sizeof rest ? -ENOLINK : got < 0 ? got : 0;
}

/* After so much silence there is no answer, and the bridge waits for a new request. */
static unsigned limit(const struct wire *w)
{
	return line_ms(w, 10 * REQUEST + PAUSE) + w->patience;
}

static int send(struct wire *w, const uint8_t ask[REQUEST])
{
	if (w->line.stop && *w->line.stop)
		return -EINTR;
	w->bytes += REQUEST;
	heard_asked(&w->heard, ask, REQUEST);
	return w->line.send(w->line.ctx, ask, REQUEST);
}

/* Sends a request until its answer comes, of n words. After a try that nothing answered it may be
 * the late answer to that one: it is right, but does not tell how fast the bridge is. */
static int request(
	struct wire *w, uint32_t head, uint32_t data, unsigned n, uint32_t *words, unsigned tries)
{
	uint8_t ask[REQUEST], answer[4 * MOST + 4];
	size_t size = 4 * n + 4;
	bool in_time = true;

	put(ask, head);
	put(ask + 4, data);
	put(ask + 8, (uint32_t)crc32(0, ask, 8));
	for (unsigned try = 0; try < tries; try++, w->retries++) {
		unsigned longest;
		int got = send(w, ask);

		if (!got)
			got = receive(w, answer, size, limit(w), &longest);
		if (got < 0)
			return got;
		/* its CRC covers the request as well, so no other answer passes for it */
		if ((size_t)got == size
			&& crc32(crc32(0, ask, 8), answer, 4 * n) == get(answer + 4 * n)) {
			/* a slower answer raises `slowest` at once, faster ones lower it
			 * gradually */
			if (in_time && longest < w->slowest)
				longest = w->slowest - (w->slowest - longest + 7) / 8;
			w->slowest = in_time ? longest : w->slowest;
			w->patience =
				in_time ? PATIENCE_MIN + PATIENCE_TIMES * longest : w->patience / 2;
			w->late = !in_time;
			w->answered = true;
			for (unsigned i = 0; i < n; i++)
				words[i] = get(answer + 4 * i);
			return 0;
		}
		in_time &= got > 0;
		if (!got || w->late)
			w->patience *= 2;
		if (w->patience > PATIENCE_MAX)
			w->patience = PATIENCE_MAX;
		if ((size_t)got == size && (got = fall_silent(w, limit(w))) < 0)
			return got;
	}
	return -ENOLINK;
}

/* Each read has a number of its own, also among those of a program that was killed a moment ago. */
static int ask_words(struct wire *w, uint32_t address, enum words how, unsigned n, uint32_t *words,
	unsigned tries)
{
	return request(w, address | (uint32_t)how << 28, ++w->number, n, words, tries);
}

/* A word that gets no answer while the ID gets one is not lost to noise. */
static int read_one(struct wire *w, uint32_t address, uint32_t *word)
{
	uint32_t id;

	if (!address)
		return ask_words(w, 0, ONE, 1, word, TRIES);
	for (unsigned i = 0; i < WORD_ROUNDS; i++) {
		int error = ask_words(w, address, ONE, 1, word, WORD_TRIES);
		if (error != -ENOLINK || (error = ask_words(w, 0, ONE, 1, &id, TRIES)))
			return error;
	}
	return -EAGAIN;
}

/* Reads the first of n words, at most `most` of them. Returns how many, or an error. */
static int read_some(struct wire *w, uint32_t address, unsigned n, uint32_t *words, enum words most)
{
	uint32_t some[MOST];
	unsigned to_16 = 16 - address % 16, to_256 = MOST - address % MOST;
	enum words how = n == 1 ? ONE : 2 * n > to_256 ? TO_256 : TO_16;
	unsigned all;
	int error;

	how = how < most ? how : most;
	all = how == ONE ? 1 : how == TO_16 ? to_16 : to_256;
	error = how == ONE ? read_one(w, address, some)
			   : ask_words(w, address, how, all, some, BURST_TRIES);
	if (error)
		return error;
	all = all < n ? all : n;
	memcpy(words, some, all * sizeof *words);
	return (int)all;
}

int wire_read(struct wire *w, uint32_t address, unsigned n, uint32_t *words)
{
	enum words most = TO_256;

	while (n) {
		int part = read_some(w, address, n, words, most);
		if (part == -ENOLINK && most != ONE && n > 1) {
			most--;
			continue;
		}
		if (part < 0)
			return part;
		address += (unsigned)part;
		words += part;
		n -= (unsigned)part;
	}
	return 0;
}

/* Reads have turn 0, writes turn 1: each write follows a read, so it acts, and its repeats do not.
 * Nor does it get lost when the unit was reset. */
int wire_write(struct wire *w, uint32_t address, uint32_t value)
{
	uint32_t unused;
	int error = ask_words(w, 0, ONE, 1, &unused, TRIES);

	return error ? error : request(w, address | WRITE | TURN, value, 1, &unused, TRIES);
}

static int find(struct wire *w, const struct wire_line *line, unsigned baud, unsigned patience,
	unsigned tries)
{
	uint32_t id;
	int error;

	*w = (struct wire){ .line = *line, .baud = baud, .patience = patience };
	w->number = line->now ? line->now(line->ctx) << 8 : 0;
	/* the end of what another program, or another rate, has left */
	error = fall_silent(w, line_ms(w, PAUSE));
	return error ? error : ask_words(w, 0, ONE, 1, &id, tries);
}

int wire_open(struct wire *w, const struct wire_line *line, unsigned baud)
{
	return find(w, line, baud, PATIENCE, OPEN_TRIES);
}

int wire_look(struct wire *w, const struct wire_line *line, unsigned baud, unsigned patience)
{
	return find(w, line, baud, patience, 1);
}

/* ---- what is heard */
#define TALK_MS 4000u /* that late answers to a killed program may take */
#define LINE 12u /* bytes of text that are no coincidence */
#define SHOWN 8u /* bytes of what is no text */

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
	if (h->n_asked) {
		enum heard_kind kind = heard_kind(h);
		bool line = h->n == sizeof h->bytes
			|| (h->n >= LINE && strchr("\r\n", h->bytes[h->n - 1]));
		if (kind == HEARD_ECHO || (kind == HEARD_TEXT && line))
			return true;
	}
	return now - h->since > TALK_MS;
}

const char *heard_show(const struct heard *h, char *buffer, size_t size)
{
	size_t from = 0, most = 0, at = 0;
	bool escape = false;

	buffer[0] = 0;
	if (heard_kind(h) != HEARD_TEXT) {
		for (size_t i = 0; i < h->n && i < SHOWN; i++)
			at += (size_t)snprintf(
				buffer + at, size - at, i ? " %02x" : "%02x", h->bytes[i]);
		return buffer;
	}
	for (size_t i = 0, begin = 0; i < h->n; i++) {
		begin = strchr("\r\n", h->bytes[i]) ? i + 1 : begin;
		if (i + 1 > begin && i + 1 - begin > most) {
			from = begin;
			most = i + 1 - begin;
		}
	}
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

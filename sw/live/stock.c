/* SPDX-License-Identifier: ISC
 * stock.c - LiteX's own bridges.
 */
#include "wire.h"

#include <errno.h>
#include <string.h>

#include "driver/tally_regs.h"

#define TRIES 3u
#define PATIENCE 2000u /* ms for an answer: a simulation may be slow */
#define TALK_MS 1500u /* in which what is no bridge goes on talking */
#define SILENCE 30000u /* ms after which no answer is owed */
#define UARTBONE_MS 80u /* of an answer: the bridge drops what takes more than 100 */
#define MARK_WORDS 31u /* the unit's first registers; then its ID comes again */
#define REGISTERS 0x100u /* bytes of them at the unit's base, with what repeats them */
#define WRITES 16u /* in a row; LiteX's server gives a read behind many more up after 250 ms */
#define BACKLOG 4096u /* bytes: more than all that can be owed */

#define UARTBONE_WRITE 1
#define UARTBONE_READ 2
#define ETHERBONE_HEAD 16u /* packet, record, base address */

static void put_word(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t get_word(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static size_t etherbone_head(uint8_t *to, unsigned writes, unsigned reads, uint32_t base)
{
	put_word(to, 0x4E6F1044); /* magic, version 1, addresses and data of 32 bits */
	put_word(to + 4, 0);
	put_word(to + 8, 0x000F0000 | writes << 8 | reads);
	put_word(to + 12, base);
	return ETHERBONE_HEAD;
}

/* Of an answer. */
static size_t head_size(const struct stock *s)
{
	return s->kind == STOCK_ETHERBONE ? ETHERBONE_HEAD : 0;
}

static int send(struct stock *s, const uint8_t *bytes, size_t n)
{
	s->wire->bytes += n;
	return s->wire->line.send(s->wire->line.ctx, bytes, n);
}

static int receive(struct stock *s, uint8_t *bytes, size_t n, unsigned milliseconds)
{
	const struct wire_line *line = &s->wire->line;
	int got = line->receive(line->ctx, bytes, n, milliseconds);

	if (got <= 0)
		return got;
	s->wire->bytes += (unsigned)got;
	return !s->wire->answered
			&& heard_add(&s->wire->heard, bytes, (size_t)got,
				line->now ? line->now(line->ctx) : 0)
		? -ENOLINK
		: got;
}

static int ask(struct stock *s, uint32_t address, unsigned n)
{
	uint8_t request[ETHERBONE_HEAD + 4 * STOCK_MAX_WORDS] = { UARTBONE_READ, (uint8_t)n };
	size_t size = 6;

	if (s->kind == STOCK_UARTBONE) {
		put_word(request + 2, address / 4);
	} else {
		size = etherbone_head(request, 0, n, 0);
		for (unsigned i = 0; i < n; i++, size += 4)
			put_word(request + size, address + 4 * i);
	}
	heard_asked(&s->wire->heard, request, size);
	return send(s, request, size);
}

static bool has_words(const struct stock *s, const uint8_t *answer, unsigned n)
{
	return s->kind != STOCK_ETHERBONE || (get_word(answer) >> 16 == 0x4E6F && answer[10] == n);
}

/* Words of one answer. */
static unsigned most_words(const struct stock *s)
{
	unsigned fit = s->wire->baud / 40 * UARTBONE_MS / 1000;

	if (s->kind == STOCK_ETHERBONE || fit > STOCK_MAX_WORDS)
		return STOCK_MAX_WORDS;
	return fit ? fit : 1;
}

/* An answer that is owed may come at any time, and nothing in it tells its question. But answers
 * keep the order of their questions: once that to a question like no other is here, all before it
 * are. This question is for the unit's first registers, one more each time: only its answer ends
 * with the ID and so many other words, for stock_read asks for each register by itself. */
static int realign(struct stock *s)
{
	uint8_t last[ETHERBONE_HEAD + 4 * MARK_WORDS + 1] = { 0 };
	uint8_t rest[64], id[4], *words = last + head_size(s);
	unsigned most = most_words(s);
	unsigned n = 2 + s->marks % ((most < 3 ? 3 : most > MARK_WORDS ? MARK_WORDS : most) - 1);
	size_t size = head_size(s) + 4 * n;
	int got = s->marks && n == 2;

	put_word(id, TALLY_ID_ID_RESET);
	s->marks++;
	s->wire->retries++;
	/* questions that begin again with few words could get the beginning of an older answer */
	for (unsigned i = 0; i < BACKLOG && got > 0; i++)
		got = receive(s, rest, sizeof rest, SILENCE);
	if (got < 0 || (got = ask(s, s->unit, n)))
		return got;
	for (unsigned i = 0; i < BACKLOG; i++) {
		if ((got = receive(s, last + size, 1, PATIENCE)) != 1)
			return got;
		memmove(last, last + 1, size);
		if (has_words(s, last, n) && !memcmp(words, id, 4)
			&& !memmem(words + 1, 4 * n - 1, id, 4)) {
			s->owed = false;
			return 0;
		}
	}
	return 0;
}

/* One question. s->owed afterwards: its answer has not come, or what came is not surely its own. */
static int ask_words(struct stock *s, uint32_t address, unsigned n, uint32_t *words)
{
	uint8_t answer[ETHERBONE_HEAD + 4 * STOCK_MAX_WORDS];
	size_t head = head_size(s), size = head + 4 * n;
	int got = receive(s, answer, 1, 0);

	s->owed = true;
	if (got) /* a byte came before the question */
		return got < 0 ? got : 0;
	if ((got = ask(s, address, n)))
		return got;
	got = receive(s, answer, size, PATIENCE + (unsigned)(10000 * size / s->wire->baud));
	if (got < 0)
		return got;
	if ((size_t)got == size && has_words(s, answer, n)) {
		for (unsigned i = 0; i < n; i++)
			words[i] = get_word(answer + head + 4 * i);
		s->wire->answered = true;
		s->owed = false;
	}
	return 0;
}

static int read_words(struct stock *s, uint32_t address, unsigned n, uint32_t *words)
{
	int error = 0;

	for (unsigned try = 0; try < TRIES && !error; try++) {
		if (s->owed)
			error = realign(s);
		if (!error && !s->owed && !(error = ask_words(s, address, n, words)) && !s->owed)
			return 0;
	}
	return error ? error : -ENOLINK;
}

void stock_open(struct stock *s, struct wire *w, const struct wire_line *line, unsigned baud,
	enum stock_kind kind, uint32_t unit)
{
	*w = (struct wire){ .line = *line, .baud = baud };
	*s = (struct stock){ .wire = w, .kind = kind, .unit = unit };
}

/* The first bytes of an echo or of a text pass for a word. */
int stock_find(struct stock *s)
{
	uint8_t rest[64];
	uint32_t id;
	int got = read_words(s, s->unit, 1, &id);

	if (got || id == TALLY_ID_ID_RESET)
		return got;
	s->wire->answered = false;
	got = receive(s, rest, sizeof rest, TALK_MS);
	s->wire->answered = !got;
	return got > 0 ? -ENOLINK : got;
}

int stock_read(struct stock *s, uint32_t address, unsigned n, uint32_t *words)
{
	unsigned most = address - s->unit < REGISTERS ? 1 : most_words(s), part;
	int error = 0;

	for (; n && !error; n -= part, address += 4 * part, words += part) {
		part = n < most ? n : most;
		error = read_words(s, address, part, words);
	}
	return error;
}

int stock_write(struct stock *s, uint32_t address, uint32_t value)
{
	uint8_t request[ETHERBONE_HEAD + 4] = { UARTBONE_WRITE, 1 };
	size_t size = 6;
	uint32_t id;

	if (s->kind == STOCK_UARTBONE)
		put_word(request + 2, address / 4);
	else
		size = etherbone_head(request, 1, 0, address);
	put_word(request + size, value);
	int error = send(s, request, size + 4);
	if (!error && ++s->written % WRITES == 0)
		error = read_words(s, s->unit, 1, &id);
	return error;
}

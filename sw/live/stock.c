/* SPDX-License-Identifier: ISC
 * stock.c - LiteX's own bridges; the contract is stock.h.
 */
#include "stock.h"

#include <errno.h>
#include <string.h>

#include "driver/tally_regs.h"

#define TRIES 3u
#define PATIENCE 2000u		/* ms for an answer: a simulation may be slow */
#define SILENCE 30000u		/* ms after which no answer is owed */
#define UARTBONE_NS 80000000u	/* of an answer on the line: the bridge drops what takes more than 100 ms */
#define MARK_WORDS 31u		/* the unit's first registers; then they repeat, and its ID comes again */
#define REGISTERS 0x100u	/* bytes of them at the unit's base, with what repeats them */
#define BACKLOG 4096u		/* bytes: more than all that can be owed */

#define UARTBONE_WRITE 1
#define UARTBONE_READ 2
#define ETHERBONE_HEAD 16u	/* packet, record, base address */

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
	put_word(to, 0x4E6F1044);		/* magic, version 1, addresses and data of 32 bits */
	put_word(to + 4, 0);
	put_word(to + 8, 0x000F0000 | writes << 8 | reads);
	put_word(to + 12, base);
	return ETHERBONE_HEAD;
}

/* Of an answer. */
static size_t head_size(const struct link *l)
{
	return l->kind == LINK_ETHERBONE ? ETHERBONE_HEAD : 0;
}

static size_t encode_read(enum link_kind kind, uint8_t *to, uint32_t address, unsigned n)
{
	size_t size;

	if (kind == LINK_UARTBONE) {
		to[0] = UARTBONE_READ;
		to[1] = (uint8_t)n;
		put_word(to + 2, address / 4);
		return 6;
	}
	size = etherbone_head(to, 0, n, 0);
	for (unsigned i = 0; i < n; i++, size += 4)
		put_word(to + size, address + 4 * i);
	return size;
}

static size_t encode_write(enum link_kind kind, uint8_t *to, uint32_t address, uint32_t value)
{
	size_t size;

	if (kind == LINK_UARTBONE) {
		to[0] = UARTBONE_WRITE;
		to[1] = 1;
		put_word(to + 2, address / 4);
		put_word(to + 6, value);
		return 10;
	}
	size = etherbone_head(to, 1, 0, address);
	put_word(to + size, value);
	return size + 4;
}

static int send(struct link *l, const uint8_t *bytes, size_t n)
{
	l->bytes += n;
	return l->line.send(l->line.ctx, bytes, n);
}

static int receive(struct link *l, uint8_t *bytes, size_t n, unsigned milliseconds)
{
	int got = l->line.receive(l->line.ctx, bytes, n, milliseconds);

	l->heard |= got > 0;
	l->bytes += got > 0 ? (unsigned)got : 0;
	return got;
}

static int ask(struct link *l, uint32_t address, unsigned n)
{
	uint8_t request[ETHERBONE_HEAD + 4 * STOCK_MAX_WORDS];

	return send(l, request, encode_read(l->kind, request, address, n));
}

static bool has_words(const struct link *l, const uint8_t *answer, unsigned n)
{
	return l->kind != LINK_ETHERBONE || (get_word(answer) >> 16 == 0x4E6F && answer[10] == n);
}

/* Words of one answer. */
static unsigned most_words(const struct link *l)
{
	return l->kind == LINK_ETHERBONE ? STOCK_MAX_WORDS : UARTBONE_NS / 4 / l->byte_ns;
}

/* Questions that begin again with few words could get the beginning of an older answer. */
static int wait_for_silence(struct link *l)
{
	uint8_t bytes[64];
	int got = 1;

	for (unsigned i = 0; i < BACKLOG && got > 0; i++)
		got = receive(l, bytes, sizeof bytes, SILENCE);
	return got < 0 ? got : 0;
}

/* An answer that is owed may come at any time, and nothing in it tells its question. But answers keep the order of
 * their questions: once that to a question like no other is here, all before it are. This question is for the unit's
 * first registers, one more each time: only its answer ends with the ID and so many other words, for stock_read asks
 * for each register by itself. */
static int realign(struct link *l)
{
	static const uint8_t id[4] = { TALLY_ID_ID_RESET >> 24, TALLY_ID_ID_RESET >> 16 & 0xFF, TALLY_ID_ID_RESET >> 8 & 0xFF, TALLY_ID_ID_RESET & 0xFF };
	uint8_t last[ETHERBONE_HEAD + 4 * MARK_WORDS] = { 0 }, *words = last + head_size(l);
	unsigned most = most_words(l);
	unsigned n = 2 + l->marks % ((most < 3 ? 3 : most > MARK_WORDS ? MARK_WORDS : most) - 1);
	size_t size = head_size(l) + 4 * n;
	int error = l->marks && n == 2 ? wait_for_silence(l) : 0;

	error = error ? error : ask(l, l->unit, n);
	int got = !error;
	l->marks++;

	l->retries++;
	for (unsigned i = 0; i < BACKLOG && got == 1; i++) {
		memmove(last, last + 1, size - 1);
		got = receive(l, last + size - 1, 1, PATIENCE);
		if (got == 1 && has_words(l, last, n) && !memcmp(words, id, 4) && !memmem(words + 1, 4 * n - 1, id, 4)) {
			l->owed = false;
			return 0;
		}
	}
	return error ? error : got < 0 ? got : 0;
}

/* One question. l->owed afterwards: its answer has not come, or what came is not surely its own. */
static int ask_words(struct link *l, uint32_t address, unsigned n, uint32_t *words)
{
	uint8_t answer[ETHERBONE_HEAD + 4 * STOCK_MAX_WORDS];
	size_t head = head_size(l), size = head + 4 * n;
	int got = receive(l, answer, 1, 0), error;

	l->owed = true;
	if (got)		/* a byte came before the question */
		return got < 0 ? got : 0;
	if ((error = ask(l, address, n)))
		return error;
	got = receive(l, answer, size, PATIENCE + (unsigned)(size * (uint64_t)l->byte_ns / 1000000));
	if (got < 0)
		return got;
	if ((size_t)got == size && has_words(l, answer, n)) {
		for (unsigned i = 0; i < n; i++)
			words[i] = get_word(answer + head + 4 * i);
		l->greeted = true;
		l->owed = false;
	}
	return 0;
}

static int read_words(struct link *l, uint32_t address, unsigned n, uint32_t *words)
{
	int error = 0;

	for (unsigned try = 0; try < TRIES && !error; try++) {
		if (l->owed)
			error = realign(l);
		if (!error && !l->owed && !(error = ask_words(l, address, n, words)) && !l->owed)
			return 0;
	}
	return error ? error : -ENOLINK;
}

void stock_open(struct link *l, const struct link_line *line, unsigned baud, enum link_kind kind, uint32_t unit)
{
	*l = (struct link){ .line = *line, .kind = kind, .unit = unit, .byte_ns = 10 * (1000000000u / baud) };
}

int stock_read(struct link *l, uint32_t address, unsigned n, uint32_t *words)
{
	unsigned most = most_words(l), part;
	int error = 0;

	if (n < 1 || n > STOCK_MAX_WORDS || address & 3)
		return -EINVAL;
	if (address - l->unit < REGISTERS)
		most = 1;
	for (; n && !error; n -= part, address += 4 * part, words += part) {
		part = n < most ? n : most ? most : 1;
		error = read_words(l, address, part, words);
	}
	return error;
}

int stock_write(struct link *l, uint32_t address, uint32_t value)
{
	uint8_t request[ETHERBONE_HEAD + 4];

	return address & 3 ? -EINVAL : send(l, request, encode_write(l->kind, request, address, value));
}

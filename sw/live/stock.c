/* SPDX-License-Identifier: ISC
 * stock.c - LiteX's own bridges; the contract is stock.h.
 */
#include "stock.h"

#include <errno.h>

#define TRIES 3u
#define PATIENCE 2000u		/* ms for an answer: a simulation may be slow */
#define QUIET 250u		/* ms of silence after which a uartbone waits for a command again; it gives up after 100 */

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

/* Waits until the line has been silent. */
static int settle(struct link *l)
{
	uint8_t rest[256];
	int got;

	l->retries++;
	while ((got = l->line.receive(l->line.ctx, rest, sizeof rest, QUIET)) > 0)
		l->heard = true;
	return got;
}

void stock_open(struct link *l, const struct link_line *line, unsigned baud, enum link_kind kind, uint32_t unit)
{
	*l = (struct link){ .line = *line, .kind = kind, .unit = unit, .byte_ns = 10 * (1000000000u / baud) };
}

int stock_read(struct link *l, uint32_t address, unsigned n, uint32_t *words)
{
	uint8_t request[ETHERBONE_HEAD + 4 * STOCK_MAX_WORDS], answer[sizeof request];
	size_t head = l->kind == LINK_ETHERBONE ? ETHERBONE_HEAD : 0, size = head + 4 * n;
	unsigned line = (unsigned)(size * (uint64_t)l->byte_ns / 1000000);

	if (n < 1 || n > STOCK_MAX_WORDS || address & 3)
		return -EINVAL;
	size_t length = encode_read(l->kind, request, address, n);
	for (unsigned try = 0; try < TRIES; try++) {
		int error = send(l, request, length), got = error;

		if (!error)
			got = l->line.receive(l->line.ctx, answer, size, PATIENCE + line);
		if (got < 0)
			return got;
		l->heard |= got > 0;
		l->bytes += (unsigned)got;
		if ((size_t)got == size && (!head || (get_word(answer) >> 16 == 0x4E6F && answer[10] == n))) {
			for (unsigned i = 0; i < n; i++)
				words[i] = get_word(answer + head + 4 * i);
			l->greeted = true;
			return 0;
		}
		if ((error = settle(l)) < 0)
			return error;
	}
	return -ENOLINK;
}

int stock_write(struct link *l, uint32_t address, uint32_t value)
{
	uint8_t request[ETHERBONE_HEAD + 4];

	return address & 3 ? -EINVAL : send(l, request, encode_write(l->kind, request, address, value));
}

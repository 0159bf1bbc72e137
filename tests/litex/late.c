/* SPDX-License-Identifier: ISC
 * late.c - LiteX's bridges, read by the tool (sw/live/stock.c) over a line whose answers are late,
 * halved, cut, lost, doubled or asked for in vain. No read may return a word of another address;
 * after one fault the next reads succeed. Writes, which have no answer, do not pile up. The bridge
 * is a model of LiteX's Stream2Wishbone and of its server; time is simulated.
 *
 * usage: litex_late [SEED]
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/live/wire.h"

#define UNIT 0x80000000u
#define ROOM 65536u

enum fault {
	NONE,
	LATE,
	VERY_LATE,
	HALVED,
	CUT,
	LOST,
	DOUBLED,
	STRAY,
	QUESTION_CUT,
	INTERRUPTED,
	FAULTS
};

/* The answers' bytes, each with the time of its arrival: none overtakes another. */
static struct {
	uint8_t byte;
	uint64_t at;
} queue[ROOM];
static size_t first, last;
static uint8_t asked[1024];
static size_t n_asked;
static uint64_t now, asked_at; /* ms */
static unsigned byte_us; /* a byte on the line */
static uint64_t seed = 1, random_state;
static enum stock_kind kind;
static struct wire wire;
static enum fault next; /* of the next answer */
static unsigned writes_now, writes_most; /* since the last read; the most */
static unsigned rate; /* a fault in one of so many answers; 0: none but `next` */

static enum fault fault_now;
#define REQUIRE(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, \
				"FAILED: litex_late, seed %" PRIu64 \
				", %s, fault %d, line %d: %s\n", \
				seed, kind == STOCK_UARTBONE ? "uartbone" : "server", fault_now, \
				__LINE__, #x); \
			exit(1); \
		} \
	} while (0)

static uint32_t rnd(uint32_t below)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(random_state >> 33) % below;
}

static uint32_t word_at(uint32_t address)
{
	return address == UNIT + TALLY_ID ? TALLY_ID_ID_RESET
					  : (address ^ 0x5bd1e995u) * 0x9e3779b1u;
}

static void deliver(uint8_t byte, uint64_t at)
{
	uint64_t before = last != first ? queue[(last - 1) % ROOM].at : 0;

	queue[last % ROOM].byte = byte;
	queue[last++ % ROOM].at = at > before ? at : before;
}

static void put(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t get(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static void answer(const uint8_t *bytes, size_t n)
{
	enum fault fault = rate && rnd(rate) == 0 ? 1 + rnd(QUESTION_CUT - 1)
		: next < QUESTION_CUT             ? next
						  : NONE;
	uint64_t at = now + 1 + (kind == STOCK_UARTBONE ? n * byte_us / 1000 : 0)
		+ (fault == LATE                     ? 2001 + rnd(1900)
				: fault == VERY_LATE ? 6000 + rnd(20000)
						     : 0);
	size_t half = n > 1 ? 1 + rnd((uint32_t)n - 1) : 0;

	next = next < QUESTION_CUT ? NONE : next;
	for (size_t i = 0; i < n && fault != LOST; i++)
		if (fault != CUT || i != half)
			deliver(bytes[i],
				at + (fault == HALVED && i >= half ? 2001 + rnd(1900) : 0));
	for (size_t i = 0; i < n && fault == DOUBLED; i++)
		deliver(bytes[i], at);
	if (fault == STRAY)
		deliver(0xA5, at);
}

/* Whole questions in asked[] are answered. */
static void serve(void)
{
	bool server = kind == STOCK_ETHERBONE;
	size_t head = server ? 16 : 6;
	uint8_t bytes[16 + 4 * 256] = { 0x4e, 0x6f, 0x10, 0x44, [9] = 15 };

	while (n_asked >= head) {
		unsigned writes = server ? asked[10] : asked[0] == 1 ? asked[1] : 0;
		unsigned reads = server ? asked[11] : asked[1] - writes;
		size_t size = head + 4 * (server ? reads + writes : writes), from = server ? 16 : 0;
		if (n_asked < size)
			return;
		writes_now = reads ? 0 : writes_now + writes;
		writes_most = writes_now > writes_most ? writes_now : writes_most;
		bytes[10] = server ? (uint8_t)reads : bytes[10];
		for (unsigned i = 0; i < reads; i++)
			put(bytes + from + 4 * i,
				word_at(server ? get(asked + 16 + 4 * i)
					       : 4 * (get(asked + 2) + i)));
		/* what takes longer is dropped */
		if (reads && (server || 4 * reads * byte_us <= 100000))
			answer(bytes, from + 4 * reads);
		memmove(asked, asked + size, n_asked -= size);
	}
}

static int line_send(void *ctx, const uint8_t *bytes, size_t n)
{
	(void)ctx;
	if (kind == STOCK_UARTBONE && now - asked_at > 100)
		n_asked = 0;
	asked_at = now;
	for (size_t i = 0; i < n; i++)
		if (next != QUESTION_CUT || kind == STOCK_ETHERBONE || i != 3)
			asked[n_asked++] = bytes[i];
	next = next == QUESTION_CUT ? NONE : next;
	serve();
	return 0;
}

static int line_receive(void *ctx, uint8_t *bytes, size_t n, unsigned milliseconds)
{
	uint64_t end = now + milliseconds;
	size_t got = 0;

	(void)ctx;
	if (next == INTERRUPTED && milliseconds) {
		next = NONE;
		return -EINTR;
	}
	while (got < n && first != last && queue[first % ROOM].at <= end) {
		now = queue[first % ROOM].at > now ? queue[first % ROOM].at : now;
		bytes[got++] = queue[first++ % ROOM].byte;
	}
	now = got < n ? end : now;
	return (int)got;
}

/* Reads a register, or words of the window. False: an error, which is allowed. */
static bool read_some(struct stock *s)
{
	bool window = rnd(2);
	uint32_t words[STOCK_MAX_WORDS],
		address = UNIT + (window ? 0x4000 + 4 * rnd(4096) : 4 * rnd(8) * rnd(2));
	unsigned n = 1 + rnd(rnd(2) ? 4 : window ? STOCK_MAX_WORDS : 31);
	int error = stock_read(s, address, n, words);

	REQUIRE(!error || error == -ENOLINK || error == -EINTR);
	for (unsigned i = 0; !error && i < n; i++)
		REQUIRE(words[i] == word_at(address + 4 * i));
	return !error;
}

static void open_line(struct stock *s, unsigned baud)
{
	first = last = n_asked = 0;
	byte_us = 10000000 / baud;
	stock_open(s, &wire, &(struct wire_line){ .send = line_send, .receive = line_receive },
		baud, kind, UNIT);
}

int main(int argc, char **argv)
{
	struct stock s;
	unsigned good = 0, all = 0;

	random_state = seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	for (kind = STOCK_UARTBONE; kind <= STOCK_ETHERBONE; kind++) {
		for (unsigned i = 0; i < 200 * FAULTS; i++) {
			fault_now = i % FAULTS;
			open_line(&s, 115200);
			next = fault_now;
			bool done = read_some(&s);
			REQUIRE(done || fault_now == VERY_LATE || fault_now == INTERRUPTED);
			for (unsigned k = 0; k < 10; k++)
				REQUIRE(read_some(&s) || fault_now == VERY_LATE);
		}
		/* LiteX's server waits 250 ms for an answer, which comes behind all writes */
		fault_now = NONE;
		writes_now = writes_most = 0;
		open_line(&s, 115200);
		REQUIRE(!stock_find(&s));
		for (unsigned i = 0; i < 1000; i++)
			REQUIRE(!stock_write(&s, UNIT + 0x4000, i));
		REQUIRE(writes_most > 1 && writes_most <= 16);
		fault_now = LOST;
		/* after any number of lost answers the next read succeeds */
		for (unsigned i = 0; i < 4; i++) {
			static const unsigned bauds[] = { 2400, 9600, 19200, 115200 };
			open_line(&s, bauds[i]);
			for (unsigned k = 0; k < 100; k++) {
				next = fault_now;
				REQUIRE(read_some(&s));
			}
		}
		fault_now = FAULTS - 1;
		for (unsigned i = 0; i < 300; i++) {
			rate = 2 + rnd(12);
			open_line(&s, i % 2 ? 115200 : 9600);
			for (unsigned k = 0; k < 50; k++, all++)
				good += read_some(&s);
		}
		rate = 0;
	}
	REQUIRE(good > all / 4);
	printf("LiteX's bridges, one fault at a time and many: every word is its address's; of %u "
	       "reads among many faults %u succeed\n",
		all, good);
	return 0;
}

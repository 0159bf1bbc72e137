/* SPDX-License-Identifier: ISC
 * test.c - the serial bridge's RTL, bit by bit at its pins. First the protocol of rtl/link/LINK.md, word for word, against
 * the test's own memory and CRC. Then sessions of the tool's link code (sw/live/link.c) through noise. No write may
 * happen without a request, twice or out of order. No read may return a word that is not the memory's. After any noise
 * the next session succeeds.
 *
 * usage: link [--seed N] [--sessions N]
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "shared.h"

static struct bench b;
static uint16_t serial;			/* reads and writes, as the oracle counts them */
static uint8_t writes;
static bool unlocked;
static uint32_t last_crc, last_info;

#define REQUIRE(x) do { if (!(x)) { fprintf(stderr, "link, seed %" PRIu64 ", clock %" PRIu64 ", line %d: %s\n", seed, b.clocks, __LINE__, #x); exit(1); } } while (0)
static uint64_t seed = 1;

static void put(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t get(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* ---- what a word address reads, and whether that is refused; excludes the registers that count noise */
static uint32_t oracle(uint32_t word, bool *refused, bool *known)
{
	uint32_t byte = word << 2, sum = 0;

	*refused = false;
	*known = true;
	if (word >> 30 & 1) {
		*refused = true;
		return 0;
	}
	if (byte >> 15 == BENCH_UNIT >> 15)
		return b.memory[byte / 4 % BENCH_WORDS];
	if (byte >> 26 != 0x3F) {
		if (unlocked && byte - BENCH_BUS < 4 * BENCH_BUS_WORDS)
			return b.bus[byte / 4 % BENCH_BUS_WORDS];
		*refused = true;
		*known = !unlocked;		/* a bus error's data mean nothing */
		return 0;
	}
	switch (byte >> 24 & 3) {
	case 0:
		for (unsigned i = 0; i < 16; i++)
			sum += b.memory[0x1000 + (((word & 0x3FFFFF) * 16 + i) & 0xFFF)];
		return sum;
	case 1:
		for (unsigned i = 0; i < 256; i++)
			sum += b.memory[0x1000 + (((word & 0x3FFFFF) * 256 + i) & 0xFFF)];
		return sum;
	case 2: return word & 1 ? last_info : last_crc;
	}
	switch (word & 7) {
	case 0: return 0x544C4E4B;
	case 1: return 0x01000804;
	case 2: return BENCH_UNIT;
	case 3: return 0x4000;
	case 4: *known = false; return 0;
	default: return 0;
	}
}

static uint32_t random_word(void)
{
	switch (bench_random(8)) {
	case 0: return 0x3F000000 + bench_random(256);			/* sums of small blocks */
	case 1: return 0x3F400000 + bench_random(16);
	case 2: return 0x3F800000 + bench_random(2);
	case 3: return 0x3FC00000 + bench_random(8);
	case 4: return BENCH_BUS / 4 + bench_random(BENCH_BUS_WORDS + 16);
	case 5: return bench_random(1u << 30) | bench_random(2) << 30;
	default: return BENCH_UNIT / 4 + bench_random(BENCH_WORDS);
	}
}

static void read_frame(void)
{
	uint8_t request[6], answer[1032];
	bool fixed = bench_random(4) == 0, tail = bench_random(2), any_refused = false, certain = true;
	uint32_t word = random_word(), words[256];
	unsigned n = bench_random(8) ? 1 + bench_random(20) : bench_random(257) & 0xFF, length = n ? n : 256;
	size_t size = 4 * length + (tail ? 8 : 0);

	request[0] = fixed ? 4 : 2;
	request[1] = (uint8_t)n;
	put(request + 2, word | (uint32_t)tail << 31);
	for (unsigned i = 0; i < length; i++) {
		bool refused, known;
		words[i] = oracle((word & 1u << 30) | ((word + (fixed ? 0 : i)) & 0x3FFFFFFF), &refused, &known);
		any_refused |= refused;
		if (!known)
			words[i] = 0, certain = false;
	}
	bench_send(&b, request, 6);
	REQUIRE(bench_take(&b, answer, size, 100000) == size);
	for (unsigned i = 0; i < length; i++)
		REQUIRE(get(answer + 4 * i) == words[i] || !certain);
	uint32_t crc = bench_crc(bench_crc(0, request, 6), answer, 4 * length);
	uint32_t info = (uint32_t)any_refused << 14 | (uint32_t)unlocked << 12 | (serial & 0xFFF);
	/* LAST itself, read without a CRC trailer, has no CRC to compare */
	uint32_t ends = (word + (fixed ? 0 : length)) & 0x7FFFFFFF;
	if (tail || !(ends >> 24 == 0x3F && (ends >> 22 & 3) == 2)) {
		last_crc = crc;
		last_info = ~info << 16 | info;
	}
	if (tail) {
		REQUIRE(get(answer + 4 * length) == crc);
		REQUIRE(get(answer + 4 * length + 4) == last_info);
	}
	serial++;
	bench_run(&b, 30 * BENCH_DIV);
	REQUIRE(b.from_n == 0);
}

/* Outside the mailbox: nothing happens unless unlocked. */
static void plain_write(void)
{
	uint8_t frame[6 + 4 * 20];
	unsigned n = 1 + bench_random(20), fixed = bench_random(2);
	uint32_t word = random_word();
	size_t before = b.writes, due = 0;

	if (n == 4 && !fixed && word >> 22 == 0xFF)
		return;
	frame[0] = fixed ? 3 : 1;
	frame[1] = (uint8_t)n;
	put(frame + 2, word);
	for (unsigned i = 0; i < n; i++) {
		put(frame + 6 + 4 * i, bench_random(1u << 31));
		uint32_t at = word + (fixed ? 0 : i);
		due += unlocked && at >> 24 != 0x3F && at < 1u << 30;
	}
	bench_send(&b, frame, 6 + 4 * n);
	bench_run(&b, (6 + 4 * n + 4) * 11 * BENCH_DIV + 2000);
	REQUIRE(b.writes - before == due && b.from_n == 0);
	for (size_t i = before; i < b.writes && word >> 24 != 0x3F; i++)
		REQUIRE(b.log[i].value == get(frame + 6 + 4 * (i - before)) && b.log[i].address == (word + (fixed ? 0 : (uint32_t)(i - before))) << 2);
}

static void mailbox_write(void)
{
	uint8_t frame[22];
	uint32_t word = random_word() & 0x3FFFFFFF, value = bench_random(1u << 31);
	size_t before = b.writes;
	bool lock = bench_random(6) == 0, wrong_serial = bench_random(6) == 0, wrong_bit = bench_random(6) == 0, acts;

	if (lock) {
		word = LINK_LOCK >> 2;
		value = bench_random(2) ? LINK_KEY : value;
	}
	link_encode_write(frame, (uint8_t)bench_random(256), (uint8_t)(writes + 1 + wrong_serial * bench_random(255) + wrong_serial), word << 2, value);
	REQUIRE(bench_crc(0, frame, 18) == (frame[18] | (uint32_t)frame[19] << 8 | (uint32_t)frame[20] << 16 | (uint32_t)frame[21] << 24));
	if (wrong_bit)
		frame[6 + bench_random(16)] ^= (uint8_t)(1u << bench_random(8));
	bench_send(&b, frame, sizeof frame);
	bench_run(&b, 26 * 11 * BENCH_DIV + 2000);
	REQUIRE(b.from_n == 0);
	bool own = word >> 24 == 0x3F, reg = own && (word >> 22 & 3) == 3, unit = word >> 13 == BENCH_UNIT >> 15;
	bool good = word << 2 >> 15 == BENCH_UNIT >> 15 || (!own && unlocked && (word << 2) - BENCH_BUS < 4 * BENCH_BUS_WORDS);
	bool tried = !wrong_serial && !wrong_bit && !own && (unit || unlocked);
	acts = !wrong_serial && !wrong_bit && (reg || good);
	REQUIRE(b.writes - before == tried);
	if (tried)
		REQUIRE(b.log[before].address == word << 2 && b.log[before].value == value);
	if (acts) {
		writes++;
		serial++;
		if (reg)
			unlocked = value == LINK_KEY;
	}
}

static void protocol(unsigned n)
{
	bench_open(&b);
	serial = 0;
	writes = 0;
	unlocked = false;
	last_crc = 0;
	last_info = 0xFFFF0000;
	for (unsigned i = 0; i < n; i++) {
		b.slow = bench_random(2) ? 12 : 100;
		b.bit = BENCH_DIV * 256 - 60 + bench_random(120);	/* about 3% either way */
		switch (bench_random(4)) {
		case 0: plain_write(); break;
		case 1: mailbox_write(); break;
		default: read_frame(); break;
		}
	}
}

/* ---- sessions of the tool's code. A failing session must say so; what it read must be true all the same. */
static struct bench_write asked[BENCH_LOG];
static size_t n_asked;			/* writes known to have acted, in order */
static uint64_t failures;

static void check_log(size_t from, const struct bench_write *doubtful)
{
	size_t acted = b.writes - from;

	REQUIRE(acted == n_asked || (doubtful && acted == n_asked + 1));
	for (size_t i = 0; i < n_asked; i++)
		REQUIRE(b.log[from + i].address == asked[i].address && b.log[from + i].value == asked[i].value);
	if (acted > n_asked)
		REQUIRE(b.log[b.writes - 1].address == doubtful->address && b.log[b.writes - 1].value == doubtful->value);
}

static bool session_on(const struct link_line *line, struct link *l, unsigned steps)
{
	size_t from = b.writes;
	uint32_t words[64];

	n_asked = 0;
	if (link_open(l, line, BENCH_BAUD, (uint8_t)bench_random(256)) != 0)
		return false;
	REQUIRE(l->unit == BENCH_UNIT && l->bins == 0x4000);
	for (unsigned i = 0; i < steps; i++) {
		uint32_t at = bench_random(BENCH_WORDS - 64), n = 1 + bench_random(i % 3 ? 4 : 40);
		if (i % 3 == 2) {
			struct bench_write w = { BENCH_UNIT + 4 * at, bench_random(1u << 31) };
			int error = link_write(l, w.address, w.value);
			if (error) {
				check_log(from, &w);
				return false;
			}
			asked[n_asked++] = w;
			check_log(from, NULL);
			continue;
		}
		if (link_read(l, BENCH_UNIT + 4 * at, n, words) != 0) {
			check_log(from, NULL);
			return false;
		}
		for (uint32_t j = 0; j < n; j++)
			REQUIRE(words[j] == b.memory[at + j]);
	}
	check_log(from, NULL);
	return true;
}

static bool session(struct link *l, unsigned steps)
{
	return session_on(&b.host, l, steps);
}

static bool one_session(const struct link_line *line)
{
	struct link l;

	return session_on(line, &l, 6);
}

/* Each kind of noise at each byte of a session, either way: every session succeeds. */
static void every_byte(void)
{
	struct link l;
	uint64_t bytes, before;

	b.rate = 0;
	b.slow = 6;
	b.at = -1;
	before = b.line_bytes;
	REQUIRE(session(&l, 6));
	bytes = b.line_bytes - before;
	for (uint64_t i = 0; i < bytes; i++)
		for (unsigned kind = 0; kind < NOISE_KINDS; kind++) {
			uint64_t s = bench_seed;
			b.kind = (enum bench_noise)kind;
			b.at = (int64_t)(b.line_bytes + i);
			REQUIRE(session(&l, 6));
			bench_seed = s + 1;
		}
	b.at = -1;
	printf("noise at each of %" PRIu64 " bytes of a session, %d kinds: all sessions whole\n", bytes, NOISE_KINDS);
}

static void noise(unsigned sessions)
{
	static const uint32_t rates[] = { 0, 2000, 300, 100, 30 };
	struct link l;

	for (unsigned i = 0; i < sessions; i++) {
		b.rate = rates[bench_random(5)];
		b.slow = bench_random(2) ? 12 : 200;
		if (!session(&l, 12))
			failures++;
		REQUIRE(b.rate || i == 0 || session(&l, 3));
		b.rate = 0;
		REQUIRE(session(&l, 3));
	}
	/* random levels on the pin */
	size_t before = b.writes;
	for (unsigned i = 0; i < 2000000; i++)
		bench_clock(&b, bench_random(4) == 0);
	REQUIRE(b.writes == before);
	b.from_n = 0;
	REQUIRE(session(&l, 12));
}

/* A unit that does not answer: words arrive all the same, marked invalid. Locked, unlocked, locked again. */
static void refusals(void)
{
	struct link l;
	uint32_t word[4];
	size_t before;

	b.rate = 0;
	REQUIRE(link_open(&l, &b.host, BENCH_BAUD, 3) == 0);
	b.stalled = true;
	REQUIRE(link_read(&l, BENCH_UNIT, 2, word) == -EAGAIN);
	REQUIRE(link_write(&l, BENCH_UNIT, 1) == -EFAULT);
	b.stalled = false;
	before = b.writes;
	REQUIRE(link_read(&l, BENCH_BUS, 1, word) == -EFAULT && link_write(&l, BENCH_BUS, 5) == -EFAULT && b.writes == before);
	REQUIRE(link_write(&l, LINK_LOCK, LINK_KEY) == 0 && link_write(&l, BENCH_BUS + 4, 5) == 0 && b.bus[1] == 5);
	REQUIRE(link_read(&l, BENCH_BUS + 4, 1, word) == 0 && word[0] == 5);
	REQUIRE(link_read(&l, BENCH_BUS - 4, 1, word) == -EFAULT);
	REQUIRE(link_write(&l, LINK_LOCK, 0) == 0 && link_read(&l, BENCH_BUS, 1, word) == -EFAULT);
	/* another program's writes are noticed */
	struct link other;
	REQUIRE(link_open(&other, &b.host, BENCH_BAUD, 4) == 0 && link_write(&other, BENCH_UNIT, 7) == 0);
	REQUIRE(link_write(&l, BENCH_UNIT + 4, 8) == -EBUSY && b.memory[0] == 7);
}

/* A line that corrupts the end of each of the first answers, or all of their bytes. The tool retries longer when it
 * has heard a bridge than when nothing makes sense. */
static unsigned corruptions;
static bool hides;

static int corrupting_receive(void *bench, uint8_t *bytes, size_t n, unsigned ms)
{
	int got = b.host.receive(bench, bytes, n, ms);

	if (got > 0 && corruptions) {
		corruptions--;
		bytes[got - 1] ^= 1;
		for (int i = 0; hides && i < got; i++)
			bytes[i] ^= 0x10;
	}
	return got;
}

static void greetings(void)
{
	const struct link_line line = { .send = b.host.send, .receive = corrupting_receive, .ctx = &b };
	struct link l;

	b.rate = 0;
	for (corruptions = 8; corruptions; )
		REQUIRE(link_open(&l, &line, BENCH_BAUD, 5) == 0);
	hides = true;
	corruptions = 5;
	REQUIRE(link_open(&l, &line, BENCH_BAUD, 5) == -ENOLINK && l.retries == 5);
	corruptions = 0;
	hides = false;
	printf("a greeting outlives 8 corrupted answers of a bridge, and gives up after 5 that make no sense\n");
}

int main(int argc, char **argv)
{
	unsigned sessions = 40;

	for (int i = 1; i + 1 < argc; i += 2) {
		if (!strcmp(argv[i], "--seed"))
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--sessions"))
			sessions = (unsigned)strtoul(argv[i + 1], NULL, 0);
	}
	bench_seed = seed;
	protocol(sessions * 10);
	bench_open(&b);
	refusals();
	greetings();
	every_byte();
	noise(sessions);
	REQUIRE(link_rates(&b, sessions));
	REQUIRE(link_shared(&b, one_session, sessions, sessions > 100 ? 1 : 17));
	printf("link, seed %" PRIu64 ": %u frames as the oracle has them; %u sessions, %" PRIu64 " bytes corrupted, %" PRIu64
		" given up, no wrong word, no unasked write; %.1f M clocks\n", seed, sessions * 10, sessions, b.corrupted, failures, (double)b.clocks / 1e6);
	return 0;
}

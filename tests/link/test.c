/* SPDX-License-Identifier: ISC
 * test.c - the bridge's RTL at its pins, and the host's code (sw/live/wire.c) over it.
 *
 * usage: link protocol		LINK.md, word for word; rates; broken lines; killed programs
 *        link noise HITS [SEED]	no wrong word; a write acts once; the next session succeeds
 *        link damaged FRAMES [SEED]	no damaged write acts
 *        link pty WHAT			a pseudo-terminal with a bridge, but no proper unit: zero,
 *			where all words are 0; other, another device; dead, where nothing answers;
 *			lies, a unit with wrong sums; narrow, the same with 17 bits of the pc;
 *			wide, with 60; still, one without a tick; ended, one that has counted 10;
 *			lost, outside, dozing (lost after a hit): all it counts
 */
#include "bench.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "driver/tally_regs.h"
#include "sw/run/run.h"

#define WRITE_BIT 0x80000000u
#define TURN_BIT 0x40000000u
#define ROOM 4096u
#define OTHERS 16u /* the last counters: OUTSIDE, from the fifth on LOST */

static struct bench b;
static bool turn; /* of the last request, as LINK.md has it */

static uint32_t crc(uint32_t sum, const uint8_t *bytes, size_t n)
{
	for (sum = ~sum; n--; bytes++)
		for (unsigned i = 0; i < 8; i++)
			sum = sum >> 1 ^ ((sum ^ *bytes >> i) & 1 ? 0xEDB88320u : 0);
	return ~sum;
}

static void put(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> 8 * i);
}

static uint32_t get(const uint8_t *from)
{
	return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void encode(uint8_t *ask, uint32_t head, uint32_t data)
{
	put(ask, head);
	put(ask + 4, data);
	put(ask + 8, crc(0, ask, 8));
}

static unsigned length(uint32_t head)
{
	switch (head >> 28 & 3) {
	case 0: return 1;
	case 1: return 16 - head % 16;
	default: return 256 - head % 256;
	}
}

static void sent(void)
{
	while (b.to_n || b.tx.left)
		bench_clock(&b);
}

/* ---- the protocol: what comes for a whole request is what LINK.md says, and nothing after it */
static void answers(const uint8_t *ask)
{
	static uint8_t answer[ROOM];
	uint32_t head = get(ask), data = get(ask + 4), address = head % BENCH_WORDS;
	bool acts = head & WRITE_BIT && !(head & TURN_BIT) == turn;
	uint64_t writes = b.writes;
	size_t n = length(head);

	REQUIRE(bench_take(&b, answer, 4 * n + 4, 60 * (unsigned)n + 400) == 4 * n + 4);
	REQUIRE(crc(crc(0, ask, 8), answer, 4 * n) == get(answer + 4 * n));
	REQUIRE(b.writes == writes + acts);
	REQUIRE(!acts || (b.address == address && b.value == data && b.memory[address] == data));
	for (size_t i = 0; i < n && !acts; i++)
		REQUIRE(get(answer + 4 * i) == b.memory[address + i]);
	turn = head & TURN_BIT;
	bench_bits(&b, 15);
	REQUIRE(!b.from_n && !b.broken);
}

static void no_answer(unsigned bits)
{
	uint64_t writes = b.writes;
	uint8_t byte;

	REQUIRE(bench_take(&b, &byte, 1, bits) == 0 && b.writes == writes);
}

static uint32_t read_head(void)
{
	unsigned how = bench_random(bench_random(8) ? 2 : 4);

	return bench_random(1u << 28) | how << 28 | bench_random(2) << 30;
}

static uint32_t any_head(void)
{
	return bench_random(2) ? read_head() : (read_head() & ~(3u << 28)) | WRITE_BIT;
}

static void whole(void)
{
	unsigned times = 1 + bench_random(2); /* the second is a read, whatever it was */
	uint8_t ask[12];

	encode(ask, any_head(), bench_word());
	while (times--) {
		bench_send(&b, ask, 12);
		answers(ask);
	}
}

static void wrong_crc(void)
{
	uint8_t ask[12];

	encode(ask, any_head(), bench_word());
	ask[bench_random(12)] ^= (uint8_t)(1u << bench_random(8));
	bench_send(&b, ask, 12);
	no_answer(400);
}

/* Part of a request, and an end to it: a byte without its stop bit, or a pause. */
static void broken_off(void)
{
	unsigned n = bench_random(11);
	uint8_t ask[12];

	encode(ask, any_head(), bench_word());
	bench_send(&b, ask, n);
	sent();
	if (n && bench_random(2)) {
		no_answer(b.pause + 8);
	} else {
		b.no_stop = true;
		bench_send(&b, ask + n, 1);
		sent();
		bench_bits(&b, 2);
	}
	whole();
}

static void short_pause(void)
{
	unsigned n = 1 + bench_random(11);
	uint8_t ask[12];

	encode(ask, any_head(), bench_word());
	bench_send(&b, ask, n);
	sent();
	bench_bits(&b, b.pause - 8);
	bench_send(&b, ask + n, 12 - n);
	answers(ask);
}

/* A word that never comes: the answer ends before it. */
static void missing_word(void)
{
	uint32_t head = (read_head() & ~TURN_BIT) | (turn ? TURN_BIT : 0);
	unsigned n = bench_random(length(head));
	uint8_t ask[12], answer[ROOM];

	b.stalled = head % BENCH_WORDS + n;
	encode(ask, head, bench_word());
	bench_send(&b, ask, 12);
	REQUIRE(bench_take(&b, answer, 4 * n, 60 * n + 400) == 4 * n);
	for (unsigned i = 0; i < n; i++)
		REQUIRE(get(answer + 4 * i) == b.memory[head % BENCH_WORDS + i]);
	no_answer(b.pause + 200);
	b.stalled = UINT32_MAX;
	whole();
}

/* What is sent while the bridge answers is not heard. */
static void talked_over(void)
{
	uint8_t ask[12];

	encode(ask, any_head(), bench_word());
	bench_send(&b, ask, 12);
	bench_send(&b, ask, 4);
	answers(ask);
}

static void protocol(void)
{
	static void (*const cases[])(void) = { whole, whole, wrong_crc, broken_off, short_pause,
		missing_word, talked_over };

	for (unsigned i = 0; i < 1000; i++) {
		b.slow = 1 + bench_random(20);
		b.bit = (9600 + bench_random(801)) * b.clocks_a_bit * 256 / 10000;
		cases[bench_random(sizeof cases / sizeof *cases)]();
	}
	b.bit = 256 * b.clocks_a_bit;
	puts("protocol: all requests are answered as LINK.md says, 4 % off either way");
}

/* ---- the host's code: each step is true, or fails */
static int step(struct wire *w)
{
	static uint32_t words[BENCH_WORDS];
	uint32_t n = 1 + bench_random(1u << bench_random(9)), value = bench_word();
	uint32_t address = bench_random(BENCH_WORDS - n);
	uint64_t writes = b.writes;
	int error;

	if (bench_random(2)) {
		error = wire_read(w, address, n, words);
		REQUIRE(b.writes == writes && (error || !memcmp(words, b.memory + address, 4 * n)));
	} else {
		error = wire_write(w, address, value);
		REQUIRE(b.writes == writes + 1 || (error && b.writes == writes));
		REQUIRE(b.writes == writes || (b.address == address && b.value == value));
	}
	REQUIRE(!(b.out[0].is & DIFFERS));
	return error;
}

static void session(struct wire *w)
{
	REQUIRE(wire_open(w, &b.host, BENCH_BAUD) == 0);
	for (unsigned i = 0; i < 3; i++)
		REQUIRE(step(w) == 0);
}

/* Steps through noise until one fails; then a session with one hit at most, in which none does. */
static void noise(uint64_t hits)
{
	static const unsigned rates[] = { 4, 10, 20, 40, 200 };
	uint64_t failed = 0, steps = 0;
	struct wire w;

	while (b.hits < hits) {
		b.at = b.bytes + bench_random(400);
		b.kind = (enum bench_noise)bench_random(BENCH_NOISES);
		session(&w);
		b.at = UINT64_MAX;
		b.rate = rates[bench_random(5)];
		b.slow = bench_random(8) ? 20 : 40;
		int error = bench_random(2) ? wire_open(&w, &b.host, BENCH_BAUD) : 0;
		for (unsigned i = 0; !error && i < 30 && b.hits < hits; i++, steps++)
			error = step(&w);
		failed += error != 0;
		b.rate = 0;
		b.slow = 20;
	}
	session(&w);
	printf("noise: %" PRIu64 " hits, %" PRIu64 " bytes; %" PRIu64 " of %" PRIu64 " steps fail; "
	       "no wrong word, no write twice or unasked\n",
		b.hits, b.bytes, failed, steps);
}

/* ---- damaged writes, each right behind the other; after 16 a whole one, which acts */
static void damage(uint8_t *ask, unsigned kind)
{
	unsigned at = bench_random(9), n = kind == 1 ? 4 : 12;

	if (kind == 0)
		for (unsigned i = 1 + bench_random(8); i; i--)
			ask[bench_random(12)] ^= (uint8_t)(1u << bench_random(8));
	else if (kind == 3)
		memmove(ask + at, ask + at + 1, 11 - at);
	for (unsigned i = kind == 1 ? at : kind == 2 ? 0 : 12; i < 12 && n; i++, n--)
		ask[i] = (uint8_t)bench_random(256);
}

static void damaged(uint64_t frames)
{
	uint8_t ask[12], good[12];
	uint64_t same = 0;

	for (uint64_t i = 0; i < frames; i++) {
		encode(good, bench_word() | WRITE_BIT, bench_word());
		memcpy(ask, good, 12);
		damage(ask, i & 3);
		same += !memcmp(ask, good, 12);
		bench_send(&b, ask, memcmp(ask, good, 12) ? 12 : 0);
		sent();
		if (i % 16 == 15) {
			no_answer(b.pause + 60);
			encode(ask, 5 | WRITE_BIT | (turn ? 0 : TURN_BIT), bench_word());
			bench_send(&b, ask, 12);
			answers(ask);
		}
		REQUIRE(!b.from_n && b.writes == (i + 1) / 16);
	}
	printf("damaged: %" PRIu64 " writes: bits flipped, bursts, random bytes or a byte lost; "
	       "none acts\n",
		frames - same);
}

/* ---- other rates: nothing is understood, nothing written */
static void rates(void)
{
	/* of a bit's length */
	static const unsigned percent[] = { 11, 50, 67, 80, 90, 111, 125, 150, 200, 870 };
	struct wire w;

	for (unsigned i = 0; i < sizeof percent / sizeof *percent; i++) {
		uint64_t writes = b.writes;

		b.bit = 256 * b.clocks_a_bit * percent[i] / 100;
		REQUIRE(wire_open(&w, &b.host, BENCH_BAUD * 100 / percent[i]) == -ENOLINK);
		REQUIRE(wire_write(&w, 5, bench_word()) == -ENOLINK && b.writes == writes);
		b.bit = 256 * b.clocks_a_bit;
		session(&w);
	}
	puts("rates: none but the bridge's own is understood");
}

/* ---- a line that breaks in any bit of a request and its answer, at either level */
static void breaks(void)
{
	struct wire w;

	REQUIRE(wire_open(&w, &b.host, BENCH_BAUD) == 0);
	for (unsigned i = 0; i < 2 * 330; i++) {
		b.level = i & 1;
		b.cut = b.clocks + i / 2 * b.clocks_a_bit + bench_random(b.clocks_a_bit);
		b.restored = b.cut + (1 + bench_random(i & 2 ? 20 : 4000)) * b.clocks_a_bit;
		step(&w);
		while (b.clocks < b.restored)
			bench_clock(&b);
		REQUIRE(step(&w) == 0);
	}
	puts("breaks: after a line is restored the next request succeeds");
}

/* ---- a program that is killed in mid-request, and the next one */
static void killed(void)
{
	for (unsigned i = 0; i < 2 * 13; i++) {
		uint64_t writes;
		struct wire w;
		uint8_t ask[12];

		session(&w);
		encode(ask, 5 | WRITE_BIT | (i & 1 ? TURN_BIT : 0), bench_word());
		bench_send(&b, ask, i / 2);
		writes = b.writes;
		REQUIRE(wire_open(&w, &b.host, BENCH_BAUD) == 0 && b.writes - writes <= i / 2 / 12);
		for (unsigned k = 0; k < 4; k++)
			REQUIRE(step(&w) == 0);
	}
	puts("killed: after a program that ended in mid-request the next one's writes act once");
}

/* ---- for the tool */
static void lies(uint32_t *words, unsigned pc_bits)
{
	memset(words, 0, BENCH_WORDS * sizeof *words);
	words[TALLY_ID / 4] = TALLY_ID_ID_RESET;
	words[TALLY_VERSION / 4] = TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB;
	words[TALLY_CAPS / 4] = pc_bits < 32 ? 0x40000000 : 0;
	words[TALLY_WIDTHS / 4] =
		9u << TALLY_WIDTHS_BINS_LOG2_LSB | pc_bits << TALLY_WIDTHS_PC_BITS_LSB;
	words[TALLY_STATUS / 4] = TALLY_STATUS_RUNNING_MASK | TALLY_STATUS_DRAINED_MASK;
	words[TALLY_TICKS / 4] = 10;
	words[BENCH_WORDS - OTHERS] = 1000; /* OUTSIDE */
}

/* So many ticks, all of them in this counter. */
static void tick(uint32_t *words, unsigned counter, uint32_t ticks)
{
	words[TALLY_TICKS / 4] += ticks;
	words[counter] += ticks;
}

static void serve(const char *what)
{
	struct pty pty;

	REQUIRE(pty_open(&pty));
	b.fixed = true;
	if (!strcmp(what, "zero"))
		memset(b.memory, 0, sizeof b.memory);
	else if (!strcmp(what, "dead"))
		b.stalled = 0;
	else if (strcmp(what, "other"))
		lies(b.memory, !strcmp(what, "narrow") ? 17 : !strcmp(what, "wide") ? 60 : 32);
	unsigned counts = !strcmp(what, "outside")                 ? BENCH_WORDS - OTHERS
		: !strcmp(what, "lost") || !strcmp(what, "dozing") ? BENCH_WORDS - OTHERS + 4
								   : 0;
	if (counts || !strcmp(what, "still") || !strcmp(what, "ended"))
		b.memory[TALLY_TICKS / 4] = b.memory[BENCH_WORDS - OTHERS] = 0;
	if (!strcmp(what, "ended"))
		tick(b.memory, BENCH_WORDS - OTHERS, 10);
	printf("%s: the serial line\n", pty.name);
	fflush(stdout);
	for (;;) {
		struct pollfd in = { .fd = pty.master, .events = POLLIN };
		int came = b.to_n ? -1 : pty_look(&pty);
		uint8_t byte = (uint8_t)came;

		bench_send(&b, &byte, came >= 0);
		if (counts && came >= 0)
			tick(b.memory, counts, 100);
		if (counts && came >= 0 && !strcmp(what, "dozing"))
			tick(b.memory, BENCH_WORDS / 2, 1);
		while (bench_take(&b, &byte, 1, 400))
			pty_send(&pty, byte);
		if (came < 0 && !b.to_n)
			poll(&in, 1, 1);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	uint64_t n = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;

	bench_seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
	bench_open(&b, bench_memory);
	if (!strcmp(what, "pty")) {
		serve(argv[2]);
	} else if (!strcmp(what, "noise")) {
		noise(n);
	} else if (!strcmp(what, "damaged")) {
		damaged(n);
	} else {
		protocol();
		rates();
		breaks();
		killed();
	}
	return 0;
}

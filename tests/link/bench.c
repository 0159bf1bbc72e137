/* SPDX-License-Identifier: ISC
 * bench.c - RTL on a bench; the contract is bench.h.
 */
#include "bench.h"
#include "driver/tally_regs.h"

void *link_rtl_protectlib_create(const char *);
long long link_rtl_protectlib_combo_update(void *, const struct bench_word *, struct bench_word *);

uint64_t bench_seed = 1;

uint32_t bench_random(uint32_t below)
{
	bench_seed = bench_seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((bench_seed >> 32) * below >> 32);
}

uint32_t bench_word(void)
{
	return bench_random(UINT32_MAX);
}

/* What noise makes of a byte: none, one or two. */
static unsigned spoil(struct bench *b, uint8_t byte, uint8_t made[2])
{
	bool hit = b->at == b->bytes++ || (b->rate && !bench_random(b->rate));

	made[0] = made[1] = byte;
	if (!hit)
		return 1;
	b->hits++;
	switch (b->rate ? bench_random(BENCH_NOISES) : b->kind) {
	case FLIP: made[0] ^= (uint8_t)(1u << bench_random(8)); return 1;
	case REPLACE: made[0] = (uint8_t)bench_random(256); return 1;
	case LOSE: return 0;
	case INSERT: made[0] = (uint8_t)bench_random(256); return 2;
	default:
		b->spike = b->clocks + bench_random(160 * b->clocks_a_bit);
		b->spike_ends = b->spike + 1 + bench_random(2 * b->clocks_a_bit);
		return 1;
	}
}

/* The host's transmitter: ten bits, the start bit first. */
static void transmit(struct bench *b)
{
	if (b->tx.wait >= 256) {
		b->tx.wait -= 256;
		return;
	}
	if (b->tx.left) {
		b->tx.bits >>= 1;
		b->tx.left--;
	}
	if (!b->tx.left && b->to_n) {
		b->tx.bits = b->to[b->to_first++] << 1 | !b->no_stop << 9;
		b->no_stop = false;
		b->to_n--;
		b->tx.left = 10;
	}
	b->line = !b->tx.left || b->tx.bits & 1;
	b->tx.wait += b->tx.left ? b->bit - 256 : 0;
}

/* The host's receiver samples in the middle of each bit. */
static void receive(struct bench *b, bool line)
{
	uint8_t made[2];

	if (!b->rx.left) {
		if (b->was && !line) {
			b->rx.left = 10;
			b->rx.wait = b->bit / 2;
		}
	} else if (b->rx.wait >= 256) {
		b->rx.wait -= 256;
	} else {
		b->rx.wait += b->bit - 256;
		b->rx.bits = b->rx.bits >> 1 | (unsigned)line << 9;
		if (--b->rx.left == 0) {
			unsigned n = spoil(b, (uint8_t)(b->rx.bits >> 1), made);

			b->broken += !line;
			for (unsigned i = 0; i < n; i++)
				b->from[(uint16_t)(b->from_first + b->from_n++)] = made[i];
		}
	}
	b->was = line;
}

void bench_memory(struct bench *b)
{
	uint32_t address = b->out[1].is % BENCH_WORDS;

	if (!(b->out[0].is & STROBE)) {
		b->wait = 0;
		return;
	}
	if (!b->wait)
		b->wait = 2 + bench_random(b->slow);
	b->in[1].is = bench_word();
	if (address >= b->stalled || --b->wait)
		return;
	b->in[0].is |= ACK;
	b->in[1].is = b->memory[address];
	if (b->out[0].is & WRITE) {
		b->writes++;
		b->address = address;
		b->value = b->out[2].is;
		if (!b->fixed || (address >= TALLY_PERIOD / 4 && address <= TALLY_RING_POS / 4))
			b->memory[address] = b->value;
	}
}

void bench_clock(struct bench *b)
{
	bool cut = b->clocks >= b->cut && b->clocks < b->restored, rx, tx;

	transmit(b);
	rx = b->clocks >= b->spike && b->clocks < b->spike_ends ? bench_random(2) : b->line;
	rx = cut ? b->level : rx;
	b->in[0].is = CLOCK | (rx ? RX : 0);
	b->bus(b);
	link_rtl_protectlib_combo_update(b->rtl, b->in, b->out);
	b->in[0].is &= ~(uint32_t)CLOCK;
	link_rtl_protectlib_combo_update(b->rtl, b->in, b->out);
	tx = b->out[0].is & TX;
	if (b->out[0].is & STROBE || !rx || !tx || b->tx.left || b->rx.left)
		b->active = b->clocks;
	receive(b, cut ? b->level : tx);
	b->clocks++;
}

void bench_bits(struct bench *b, unsigned bits)
{
	for (unsigned i = 0; i < bits * b->clocks_a_bit; i++)
		bench_clock(b);
}

void bench_send(struct bench *b, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		b->to[(uint16_t)(b->to_first + b->to_n++)] = bytes[i];
}

/* Nothing more will happen: at rest for longer than the bridge's pause. */
static bool idle(const struct bench *b)
{
	return !b->to_n && b->clocks > b->active + (b->pause + b->pause / 8 + 40) * b->clocks_a_bit
		&& b->clocks > b->spike_ends && b->clocks > b->restored;
}

size_t bench_take(struct bench *b, uint8_t *bytes, size_t n, unsigned bits)
{
	uint64_t end = b->clocks + (uint64_t)bits * b->clocks_a_bit;
	size_t got = 0;

	while (got < n && (b->from_n || b->clocks < end)) {
		if (b->from_n) {
			bytes[got++] = b->from[b->from_first++];
			b->from_n--;
		} else if (idle(b)) {
			b->clocks = end;
		} else {
			bench_clock(b);
		}
	}
	return got;
}

static int host_send(void *bench, const uint8_t *bytes, size_t n)
{
	struct bench *b = bench;
	uint8_t made[2];

	for (size_t i = 0; i < n; i++)
		bench_send(b, made, spoil(b, bytes[i], made));
	return 0;
}

static int host_receive(void *bench, uint8_t *bytes, size_t n, unsigned ms)
{
	return (int)bench_take(bench, bytes, n, 1000 * ms);
}

static unsigned host_now(void *bench)
{
	struct bench *b = bench;

	return (unsigned)(b->clocks / b->clocks_a_bit / 1000);
}

static void reset(struct bench *b)
{
	b->in[0].is |= RESET;
}

void bench_open(struct bench *b, void (*bus)(struct bench *))
{
	static void *rtl;

	if (!rtl)
		rtl = link_rtl_protectlib_create("link");
	*b = (struct bench){ .rtl = rtl,
		.bus = reset,
		.clocks_a_bit = 1,
		.bit = 256,
		.slow = 20,
		.at = UINT64_MAX,
		.stalled = UINT32_MAX,
		.line = true,
		.was = true };
	bench_bits(b, 4);
	b->bus = bus;
	b->clocks_a_bit = b->out[0].is >> 8 & 0xFFFF;
	b->pause = 1u << (b->out[0].is >> 24);
	b->bit = 256 * b->clocks_a_bit;
	b->rx.left = 0;
	b->host = (struct wire_line){ host_send, host_receive, .ctx = b, .now = host_now };
	for (size_t i = 0; i < BENCH_WORDS; i++)
		b->memory[i] = bench_word();
	bench_bits(b, 20);
}

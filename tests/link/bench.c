/* SPDX-License-Identifier: ISC
 * bench.c - the serial bridge's RTL on a bench; bench.h has the contract.
 */
#include "bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct vec {
	uint32_t value, unknown;
};

void *link_rtl_protectlib_create(const char *);
long long link_rtl_protectlib_combo_update(void *, const struct vec *, struct vec *);
long long link_rtl_protectlib_seq_update(void *, unsigned char, struct vec *);

uint64_t bench_seed = 1;

uint32_t bench_random(uint32_t below)
{
	bench_seed = bench_seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((bench_seed >> 33) % below);
}

uint32_t bench_crc(uint32_t crc, const uint8_t *bytes, size_t n)
{
	crc = ~crc;
	while (n--) {
		crc ^= *bytes++;
		for (unsigned i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
	}
	return ~crc;
}

static bool corrupt(struct bench *b, enum bench_noise *kind)
{
	bool now = b->at == (int64_t)b->line_bytes || (b->rate && bench_random(b->rate) == 0);

	b->line_bytes++;
	b->corrupted += now;
	*kind = b->rate ? (enum bench_noise)bench_random(NOISE_KINDS) : b->kind;
	return now;
}

/* The host's transmitter: ten bits, the start bit first. */
static void transmit(struct bench *b)
{
	enum bench_noise kind;

	if (b->tx.wait >= 256) {
		b->tx.wait -= 256;
		return;
	}
	if (!b->tx.left) {
		if (!b->to_n)
			return;
		b->tx.bits = (uint16_t)(b->to[b->to_first++] << 1 | 0x200);
		b->to_n--;
		b->tx.left = 10;
		b->spike = 0;
		if (corrupt(b, &kind)) {
			if (kind == NOISE_FLIP)
				b->tx.bits ^= (uint16_t)(1u << bench_random(10));
			else if (kind == NOISE_LOSE)
				b->tx.left = 0;
			else if (kind == NOISE_EXTRA) {
				b->to[--b->to_first] = (uint8_t)bench_random(256);
				b->to_n++;
			} else
				b->spike = 1 + bench_random(BENCH_DIV * 10);
		}
		if (!b->tx.left)
			return;
	} else {
		b->tx.bits >>= 1;
		if (--b->tx.left == 0) {
			b->line = true;
			return;
		}
	}
	b->line = b->tx.bits & 1;
	b->tx.wait += b->bit - 256;
}

/* The host's receiver samples in the middle of each bit. */
static void receive(struct bench *b, bool line)
{
	enum bench_noise kind;

	if (!b->rx.busy) {
		if (b->was && !line) {
			b->rx.busy = true;
			b->rx.left = 10;
			b->rx.wait = b->bit / 2;
			b->rx.bits = 0;
		}
	} else if (b->rx.wait >= 256) {
		b->rx.wait -= 256;
	} else {
		b->rx.wait += b->bit - 256;
		b->rx.bits = (uint16_t)(b->rx.bits >> 1 | line << 9);
		if (--b->rx.left == 0) {
			b->rx.busy = false;
			if (!(b->rx.bits & 0x200) || b->rx.bits & 1) {
				if (!b->other_rate)
					abort();	/* the bridge itself never sends a corrupt byte */
				b->was = line;
				return;
			}
			bool corrupted = corrupt(b, &kind);
			uint8_t byte = (uint8_t)(b->rx.bits >> 1);
			if (corrupted && kind != NOISE_LOSE && kind != NOISE_EXTRA)
				byte ^= (uint8_t)(1u << bench_random(8));
			if (!corrupted || kind != NOISE_LOSE)
				b->from[(uint16_t)(b->from_first + b->from_n++)] = byte;
			if (corrupted && kind == NOISE_EXTRA)
				b->from[(uint16_t)(b->from_first + b->from_n++)] = (uint8_t)bench_random(256);
		}
	}
	b->was = line;
}

struct port {
	bool stb, we;
	uint32_t adr, dat;
};

static void note_write(struct bench *b, uint32_t address, uint32_t value)
{
	if (b->writes == BENCH_LOG)
		abort();
	b->log[b->writes++] = (struct bench_write){ address, value };
}

void bench_clock(struct bench *b, bool line_noise)
{
	static struct vec out[5];
	static unsigned wait[2];
	static bool asked[2];
	struct vec in[4] = { { 0, 0 }, { BENCH_DIV, 0 }, { 0, 0 }, { 0, 0 } };
	const struct port u = { out[0].value >> 1 & 1, out[0].value >> 2 & 1, out[1].value, out[2].value },
		m = { out[0].value >> 3 & 1, out[0].value >> 4 & 1, out[3].value, out[4].value };
	bool acks[2] = { false, false }, error = false, line;

	for (unsigned i = 0; i < 2; i++) {
		bool stb = i ? m.stb : u.stb;
		if (!stb || !asked[i])
			wait[i] = bench_random(b->slow);
		acks[i] = stb && asked[i] && wait[i] == 0 && !b->stalled;
		if (stb && asked[i] && wait[i])
			wait[i]--;
		asked[i] = stb && !acks[i];
	}
	if (acks[0]) {
		uint32_t *word = &b->memory[u.adr / 4 % BENCH_WORDS];
		in[2].value = *word;
		if (u.we) {
			note_write(b, BENCH_UNIT + u.adr, u.dat);
			if (!b->fixed)
				*word = u.dat;
		}
	}
	if (acks[1]) {
		error = m.adr - BENCH_BUS >= 4 * BENCH_BUS_WORDS;
		uint32_t *word = &b->bus[m.adr / 4 % BENCH_BUS_WORDS];
		in[3].value = error ? 0xDEADDEAD : *word;
		if (m.we)
			note_write(b, m.adr, m.dat);
		if (m.we && !error)
			*word = m.dat;
	}
	transmit(b);
	line = b->line;
	if (b->spike && --b->spike < 2)
		line = !line;
	if (line_noise)
		line = bench_random(2);
	in[0].value = (b->clocks < 4) | (uint32_t)line << 1 | (uint32_t)acks[0] << 2 | (uint32_t)(acks[1] && !error) << 3 | (uint32_t)(acks[1] && error) << 4;
	bool says = b->shared && b->said < b->says;
	in[0].value |= (uint32_t)b->shared << 5 | (uint32_t)says << 6 | (says ? (uint32_t)b->say[b->said] << 8 : 0);
	link_rtl_protectlib_combo_update(b->rtl, in, out);
	b->said += says && (out[0].value >> 5 & 1);
	if (out[0].value >> 6 & 1)
		b->heard[b->hears++ % BENCH_TEXT] = (uint8_t)(out[0].value >> 15);
	link_rtl_protectlib_seq_update(b->rtl, 1, out);
	link_rtl_protectlib_seq_update(b->rtl, 0, out);
	b->clocks++;
	if (b->clocks > 8)
		receive(b, out[0].value & 1);
}

void bench_run(struct bench *b, uint64_t clocks)
{
	while (clocks--)
		bench_clock(b, false);
}

void bench_send(struct bench *b, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		b->to[(uint16_t)(b->to_first + b->to_n++)] = bytes[i];
}

size_t bench_take(struct bench *b, uint8_t *bytes, size_t n, uint64_t clocks)
{
	size_t got = 0;

	for (uint64_t quiet = 0; got < n && (quiet < clocks || b->to_n || b->tx.left); quiet++) {
		while (got < n && b->from_n) {
			bytes[got++] = b->from[b->from_first++];
			b->from_n--;
			quiet = 0;
		}
		if (got < n)
			bench_clock(b, false);
	}
	return got;
}

static int host_send(void *bench, const uint8_t *bytes, size_t n)
{
	bench_send(bench, bytes, n);
	return 0;
}

static int host_receive(void *bench, uint8_t *bytes, size_t n, unsigned ms)
{
	return (int)bench_take(bench, bytes, n, (uint64_t)ms * BENCH_MS);
}

void bench_open(struct bench *b)
{
	static void *rtl;

	if (!rtl)
		rtl = link_rtl_protectlib_create("link");
	*b = (struct bench){ .rtl = rtl, .slow = 12, .bit = BENCH_DIV * 256, .at = -1, .line = true, .was = true };
	b->host = (struct link_line){ .send = host_send, .receive = host_receive, .ctx = b };
	for (size_t i = 0; i < BENCH_WORDS; i++)
		b->memory[i] = bench_random(1u << 31) * 2 + bench_random(2);
	for (size_t i = 0; i < BENCH_BUS_WORDS; i++)
		b->bus[i] = bench_random(1u << 31);
	bench_run(b, 20 * BENCH_DIV);
}

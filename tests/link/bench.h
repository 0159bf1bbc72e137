/* SPDX-License-Identifier: ISC
 * bench.h - the serial bridge's RTL on a bench: bits on its pins, a unit and a bus of
 * plain memory behind it, a log of every write, and noise on the line on request.
 */
#ifndef LINK_BENCH_H
#define LINK_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/live/link.h"

#define BENCH_UNIT 0xF4000000u
#define BENCH_WORDS 0x2000u		/* words of the unit: registers, and bins from word 0x1000 on */
#define BENCH_BUS 0x40000000u
#define BENCH_BUS_WORDS 256u
#define BENCH_MS 100u			/* cycles per millisecond of the host's time */
#define BENCH_DIV 8u
#define BENCH_BAUD (1000u * BENCH_MS / BENCH_DIV)
#define BENCH_LOG 65536u
#define BENCH_TEXT 65536u

enum bench_noise { NOISE_FLIP, NOISE_LOSE, NOISE_EXTRA, NOISE_SPIKE, NOISE_KINDS };

struct bench_write {
	uint32_t address, value;
};

struct bench {
	void *rtl;
	uint64_t clocks;
	uint32_t memory[BENCH_WORDS], bus[BENCH_BUS_WORDS];
	struct bench_write log[BENCH_LOG];	/* writes that reached the unit or the bus */
	size_t writes;
	unsigned slow;			/* an access takes 1 .. slow cycles */
	bool stalled;			/* no access is answered */
	bool fixed;			/* writes do not change the unit's words */
	uint32_t bit;			/* of the host's clock: 1/256 cycles per bit */
	bool other_rate;		/* a rate the bridge does not have: bytes without a stop bit are dropped */

	/* the pins are a console's, too: it prints say[0 .. says); heard is what it received */
	bool shared;
	uint8_t say[BENCH_TEXT], heard[BENCH_TEXT];
	size_t said, says, hears;

	/* noise: corrupts the next byte either way with probability 1/rate, or byte number `at`, counted from here */
	uint32_t rate;
	int64_t at;
	enum bench_noise kind;
	uint64_t line_bytes, corrupted;

	uint8_t to[65536], from[65536];	/* rings: to the bridge, and from it */
	uint16_t to_first, to_n, from_first, from_n;
	struct { bool busy; uint16_t bits; uint32_t left; uint32_t wait; } tx, rx;
	uint32_t noise_bits, spike;
	bool line, was;
	struct link_line host;
};

uint32_t bench_random(uint32_t below);
extern uint64_t bench_seed;

void bench_open(struct bench *b);
void bench_clock(struct bench *b, bool line_noise);	/* line_noise: the pin is random in this cycle */
void bench_run(struct bench *b, uint64_t clocks);
void bench_send(struct bench *b, const uint8_t *bytes, size_t n);
/* bytes from the bridge, until none comes for that many cycles */
size_t bench_take(struct bench *b, uint8_t *bytes, size_t n, uint64_t clocks);
uint32_t bench_crc(uint32_t crc, const uint8_t *bytes, size_t n);			/* CRC-32 bit by bit; start with 0 */

#endif

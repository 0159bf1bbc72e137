/* SPDX-License-Identifier: ISC
 * bench.h - the serial bridge's RTL on a bench: bits on its pins, a unit and a bus of
 * plain memory behind it, every write noted, and noise on the line at will.
 */
#ifndef LINK_BENCH_H
#define LINK_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/live/link.h"

#define BENCH_UNIT 0xF4000000u
#define BENCH_WORDS 0x2000u		/* of the unit: registers, and bins from word 0x1000 on */
#define BENCH_BUS 0x40000000u
#define BENCH_BUS_WORDS 256u
#define BENCH_MS 100u			/* clocks of a millisecond of the host's time */
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
	unsigned slow;			/* an access takes 1 .. slow clocks */
	bool stalled;			/* no access is answered */
	bool fixed;			/* writes do not change the unit's words */
	uint32_t bit;			/* of the host's clock: 1/256 clocks a bit */
	bool other_rate;		/* that is no rate of the bridge's: bytes without a stop bit are lost */

	/* the pins are a console's, too: it says say[0 .. says), and what it has heard is in heard */
	bool shared;
	uint8_t say[BENCH_TEXT], heard[BENCH_TEXT];
	size_t said, says, hears;

	/* noise: the next byte either way is spoilt with 1/rate; or byte number `at` is, counted from here */
	uint32_t rate;
	int64_t at;
	enum bench_noise kind;
	uint64_t line_bytes, spoilt;

	uint8_t to[65536], from[65536];	/* rings: towards the bridge, and what came from it */
	uint16_t to_first, to_n, from_first, from_n;
	struct { bool busy; uint16_t bits; uint32_t left; uint32_t wait; } tx, rx;
	uint32_t noise_bits, spike;
	bool line, was;
	struct link_line host;
};

uint32_t bench_random(uint32_t below);
extern uint64_t bench_seed;

void bench_open(struct bench *b);
void bench_clock(struct bench *b, bool line_noise);	/* line_noise: the pin is random in this clock */
void bench_run(struct bench *b, uint64_t clocks);
void bench_send(struct bench *b, const uint8_t *bytes, size_t n);
size_t bench_take(struct bench *b, uint8_t *bytes, size_t n, uint64_t clocks);	/* bytes from the bridge, or until no one came for so long */
uint32_t bench_crc(uint32_t crc, const uint8_t *bytes, size_t n);			/* CRC-32 bit by bit; begins with 0 */

#endif

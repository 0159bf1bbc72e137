/* SPDX-License-Identifier: ISC
 * bench.h - RTL on a bench: bits on its two pins, at a host's rate and with noise on request; a
 * bus of plain memory behind the bridge. 1,000 bits of the bridge are a millisecond of the host.
 */
#ifndef LINK_BENCH_H
#define LINK_BENCH_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sw/live/wire.h"

#define BENCH_BAUD 1000000u
#define BENCH_WORDS 1024u
#define BENCH_RING 65536u

enum bench_noise { FLIP, REPLACE, LOSE, INSERT, SPIKE, BENCH_NOISES };
enum bench_pin { CLOCK = 1, RESET = 2, RX = 4, ACK = 8 }; /* of in[0] */
enum bench_out { TX = 1, STROBE = 2, WRITE = 4, DIFFERS = 8 }; /* of out[0] */

struct bench {
	void *rtl;
	struct bench_word {
		uint32_t is, unknown;
	} in[3], out[3]; /* top.v, unit.v */
	unsigned clocks_a_bit, pause; /* as built; pause: in bits */
	uint64_t clocks, active; /* now; when the line or the bus was last not at rest */

	/* sets in[] from out[] before each clock: bench_memory, or a test's own */
	void (*bus)(struct bench *);
	uint32_t memory[BENCH_WORDS];
	unsigned slow, wait; /* an access takes 1 .. slow clocks */
	uint32_t stalled; /* words from this address on are not acknowledged */
	bool fixed; /* writes change settings alone */
	uint64_t writes; /* that reached the memory, and the last of them */
	uint32_t address, value;

	/* noise: in one byte of `rate`, and of this kind in byte number `at`; from `cut` until
	 * `restored` the line is `level` */
	unsigned rate;
	uint64_t at;
	enum bench_noise kind;
	uint64_t cut, restored, spike, spike_ends;
	bool level;
	uint64_t bytes, hits;

	uint32_t bit; /* of the host's clock: 1/256 clocks */
	uint8_t to[BENCH_RING], from[BENCH_RING];
	uint16_t to_first, to_n, from_first, from_n;
	bool no_stop; /* the next byte that begins has no stop bit */
	uint64_t broken; /* bytes without one from the bridge */
	struct {
		unsigned bits, left;
		uint32_t wait;
	} tx, rx;
	bool line, was;
	struct wire_line host;
};

extern uint64_t bench_seed;
uint32_t bench_random(uint32_t below);
uint32_t bench_word(void);

void bench_open(struct bench *b, void (*bus)(struct bench *));
void bench_memory(struct bench *b);
void bench_clock(struct bench *b);
void bench_bits(struct bench *b, unsigned bits);
void bench_send(struct bench *b, const uint8_t *bytes, size_t n); /* past the noise */
/* Bytes from the bridge until n are there or time is over, which nothing is simulated for if the
 * line is idle. */
size_t bench_take(struct bench *b, uint8_t *bytes, size_t n, unsigned bits);

/* b: the program's bench */
#define REQUIRE(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "FAILED: %s:%d, bit %" PRIu64 ": %s\n", __FILE__, \
				__LINE__, b.clocks / b.clocks_a_bit, #x); \
			exit(1); \
		} \
	} while (0)

#endif

/* SPDX-License-Identifier: ISC
 * no_unit.c - the serial bridge's RTL on a pseudo-terminal, without a proper unit behind it. link_no_unit zero:
 * everything reads 0; dead: nothing answers; other: another device; lies: a unit whose counts violate the invariant;
 * narrow: the same, with 17 bits of the pc. Prints the line's name and runs until it is killed.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/tally_regs.h"
#include "sw/run/pty.h"
#include "bench.h"

#define BINS_LOG2 12u			/* the window is at 0x4000, where the bench has it */

static void lies(struct bench *b)
{
	memset(b->memory, 0, sizeof b->memory);
	b->fixed = true;
	b->memory[TALLY_ID / 4] = TALLY_ID_ID_RESET;
	b->memory[TALLY_VERSION / 4] = TALLY_VERSION_MAJOR_RESET << TALLY_VERSION_MAJOR_LSB;
	b->memory[TALLY_WIDTHS / 4] = BINS_LOG2 << TALLY_WIDTHS_BINS_LOG2_LSB | 32u << TALLY_WIDTHS_PC_BITS_LSB
		| 24u << TALLY_WIDTHS_PERIOD_BITS_LSB | 16u << TALLY_WIDTHS_WEIGHT_BITS_LSB;
	b->memory[TALLY_STATUS / 4] = TALLY_STATUS_RUNNING_MASK | TALLY_STATUS_DRAINED_MASK;
	b->memory[TALLY_TICKS / 4] = 10;
	b->memory[(4u << BINS_LOG2) / 4 + (1u << BINS_LOG2) - 16] = 1000;	/* OUTSIDE */
}

static void narrow(struct bench *b)
{
	lies(b);
	b->memory[TALLY_WIDTHS / 4] ^= (32u ^ 17u) << TALLY_WIDTHS_PC_BITS_LSB;
	b->memory[TALLY_CAPS / 4] = 0x40000000;
}

int main(int argc, char **argv)
{
	static struct bench b;
	struct pty pty;
	const char *what = argc == 2 ? argv[1] : "";

	if (strcmp(what, "zero") && strcmp(what, "dead") && strcmp(what, "other") && strcmp(what, "lies")
	    && strcmp(what, "narrow")) {
		fprintf(stderr, "link_no_unit zero|dead|other|lies|narrow\n");
		return 2;
	}
	if (!pty_open(&pty))
		return 2;
	bench_open(&b);
	b.stalled = !strcmp(what, "dead");
	if (!strcmp(what, "zero"))
		memset(b.memory, 0, sizeof b.memory);
	if (!strcmp(what, "lies"))
		lies(&b);
	if (!strcmp(what, "narrow"))
		narrow(&b);
	printf("%s: the serial line\n", pty.name);
	fflush(stdout);
	for (;;) {
		struct pollfd in = { .fd = pty.master, .events = POLLIN };
		uint8_t bytes[64];
		int byte;

		while (b.to_n < 1024 && (byte = pty_look(&pty)) >= 0) {
			bytes[0] = (uint8_t)byte;
			bench_send(&b, bytes, 1);
		}
		size_t n = bench_take(&b, bytes, sizeof bytes, 2000);
		for (size_t i = 0; i < n; i++)
			pty_send(&pty, bytes[i]);
		if (!n && !b.to_n)
			poll(&in, 1, 1);
	}
}

/* SPDX-License-Identifier: ISC
 * fetch.c - what a tap of the instruction bus alone makes of a program: each function's cycles against the core's own
 * record, which no single instruction's agree with.
 *
 * usage: fetch CORE ELF FUNCTION...
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define NEAR 50		/* a function may be off by one in this many cycles, */
#define EACH 16		/* and for each jump into it by two instructions, which take 4 cycles, at both ends */

struct record {
	uint32_t low, n, last;
	uint64_t waiting, *cycles, *enters;
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct record *o = ctx;

	(void)cycle;
	o->waiting++;
	if (!c->retire)
		return;
	uint32_t slot = (c->pc - o->low) / 2;
	if (slot < o->n) {
		o->cycles[slot] += o->waiting;
		if (c->pc - o->last > 4)
			o->enters[slot]++;
	}
	o->last = c->pc;
	o->waiting = 0;
}

int main(int argc, char **argv)
{
	struct rig r;
	uint64_t hottest = 0, all = 0, apart = 0;

	if (argc < 4)
		rig_die("usage: fetch CORE ELF FUNCTION...");
	rig_open(&r, argv[1], argv[2], MACHINE_PLAIN, false);
	struct tally_config config = tally_exact(r.low, r.high);
	struct record o = { .low = r.low, .n = config.size / 4 };
	o.cycles = calloc(o.n + 1, sizeof *o.cycles);
	o.enters = calloc(o.n + 1, sizeof *o.enters);
	rig_program(&r, &config);
	machine_observe(r.m, record, &o);
	rig_run(&r, UINT64_MAX);
	rig_read(&r, &config);

	unsigned bad = rig_differs("lost", r.counts.lost, 0) + rig_differs("ticks", r.counts.ticks, r.result.cycles);
	for (int i = 3; i < argc; i++) {
		uint32_t size, at = (rig_symbol(argv[2], argv[i], &size) - r.low) / 2;
		uint64_t unit = 0, truth = 0, turns = 0;
		for (uint32_t slot = at; slot < at + size / 2; slot++) {
			unit += r.bins[slot];
			truth += o.cycles[slot];
			turns += o.enters[slot];
		}
		uint64_t off = unit > truth ? unit - truth : truth - unit;
		printf("%-12s unit %" PRIu64 ", core %" PRIu64 "\n", argv[i], unit, truth);
		bad += off > truth / NEAR + EACH * turns;
		hottest = truth > hottest ? truth : hottest;
	}
	for (uint32_t slot = 0; slot < o.n; slot++) {
		all += o.cycles[slot];
		apart += r.bins[slot] > o.cycles[slot] ? r.bins[slot] - o.cycles[slot] : 0;
	}
	printf("%s %s: %" PRIu64 " cycles, %" PRIu64 " of them at another instruction, %u functions wrong\n", argv[1], argv[2], all, apart, bad);
	if (!hottest || !apart)
		rig_die("nothing was compared");
	rig_close(&r);
	free(o.cycles);
	free(o.enters);
	return bad ? 1 : 0;
}

/* SPDX-License-Identifier: ISC
 * sources.c - sources EXT and EVENT, a channel each, in one run: ticks are the edges of their pins / PERIOD.
 *
 * usage: sources CORE ELF CYCLES
 * EXT's pin is a clock of 2e cycles: its edges fall at every phase of the core's clock, and its high and
 * low last 2 or 3 cycles. EVENT's pin is random. The testbench counts the edges it makes.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define HALF 2.718281828459045	/* cycles */

enum { EXT, EVENT, PINS };

static const char *const name[PINS] = { "EXT", "EVENT" };
static const uint32_t period[PINS] = { 97, 131 };
static uint64_t edges[PINS];

static unsigned lines(void *ctx, uint64_t cycle)
{
	static unsigned level[PINS];
	static uint32_t random = 1;
	const unsigned was[PINS] = { level[EXT], level[EVENT] };
	(void)ctx;
	level[EXT] = (uint64_t)((double)cycle / HALF) & 1;
	random = random * 1664525 + 1013904223;
	level[EVENT] = random >> 30 == 3;
	for (int i = 0; i < PINS; i++)
		edges[i] += level[i] & ~was[i];
	return (level[EXT] ? MACHINE_EXT : 0) | (level[EVENT] ? MACHINE_EVENT : 0);
}

static void must(int err, const char *what)
{
	if (err < 0)
		rig_die("%s: error %d", what, err);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		rig_die("usage: sources CORE ELF CYCLES");
	struct rig r;
	struct tally_config config[PINS];
	unsigned bad = 0;
	rig_open(&r, argv[1], argv[2], MACHINE_FULL, false);
	for (unsigned i = 0; i < PINS; i++) {
		config[i] = tally_exact(r.low, r.high);
		config[i].source = i == EXT ? TALLY_SOURCE_EXT : TALLY_SOURCE_EVENT;
		config[i].period = period[i];
		config[i].base = i * config[i].size;
		must(tally_configure(&r.t, i, &config[i]), "configure");
		must(tally_clear(&r.t, i), "clear");
		must(tally_start(&r.t, i), "start");
	}
	machine_drive(r.m, lines, NULL);
	rig_run(&r, strtoull(argv[3], NULL, 0));
	for (unsigned i = 0; i < PINS; i++) {
		struct tally_counters k;
		uint32_t *bins = calloc(config[i].size / 4, sizeof *bins);
		uint64_t sum = 0;
		must(tally_counters_read(&r.t, i, &k), "counters");
		must(tally_histogram_read(&r.t, &config[i], 0, config[i].size / 4, bins), "histogram");
		for (uint32_t n = 0; n < config[i].size / 4; n++)
			sum += bins[n];
		free(bins);
		printf("%s %s: %s: %" PRIu64 " edges in %" PRIu64 " cycles, PERIOD %u: %" PRIu64 " ticks, %.2f expected; hits %" PRIu64 "\n",
			argv[1], argv[2], name[i], edges[i], r.result.cycles, period[i], k.ticks, (double)edges[i] / period[i], k.hits);
		uint64_t whole = edges[i] / period[i];
		bad += k.ticks + 1 < whole || k.ticks > whole + 1;
		bad += k.ticks != k.hits + k.outside + k.filtered + k.idle + k.lost + k.pending || k.lost || sum != k.hits || !k.hits;
	}
	rig_close(&r);
	return bad ? 1 : 0;
}

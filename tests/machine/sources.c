/* SPDX-License-Identifier: ISC
 * sources.c - source EVENT, two units in one run: ticks are the edges of its pin / PERIOD.
 *
 * usage: sources CORE ELF CYCLES
 * The pin is first a clock of 2e cycles: its edges fall at every phase of the core's clock, and its high and low last 2
 * or 3 cycles. From half the cycles on it is random. The testbench counts the edges it makes.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define HALF 2.718281828459045	/* cycles */
enum { UNITS = 2 };

static const uint32_t period[UNITS] = { 97, 131 };
static uint64_t edges, limit;

static unsigned lines(void *ctx, uint64_t cycle)
{
	static unsigned level;
	static uint32_t random = 1;
	const unsigned was = level;

	(void)ctx;
	random = random * 1664525 + 1013904223;
	level = cycle < limit / 2 ? (uint64_t)((double)cycle / HALF) & 1 : random >> 30 == 3;
	edges += level & ~was;
	return level ? MACHINE_EVENT : 0;
}

static void must(int err, const char *what)
{
	if (err < 0)
		rig_die("%s: error %d", what, err);
}

/* The sum of the unit's bins. */
static uint64_t hits_of(struct tally *t, const struct tally_config *c)
{
	const uint32_t n = tally_histogram_length(c);
	uint32_t *bins = calloc(n, sizeof *bins);
	uint64_t sum = 0;

	must(tally_histogram_read(t, c, 0, n, bins), "histogram");
	for (uint32_t i = 0; i < n; i++)
		sum += bins[i];
	free(bins);
	return sum;
}

int main(int argc, char **argv)
{
	struct rig r;
	struct tally *const units[UNITS] = { &r.t, &r.second };
	struct tally_config config[UNITS];
	unsigned bad = 0;

	if (argc != 4)
		rig_die("usage: sources CORE ELF CYCLES");
	limit = strtoull(argv[3], NULL, 0);
	rig_open(&r, argv[1], argv[2], MACHINE_FULL, false);
	for (unsigned i = 0; i < UNITS; i++) {
		config[i] = tally_exact(r.low, r.high);
		config[i].source = TALLY_SOURCE_EVENT;
		config[i].period = period[i];
		must(tally_configure(units[i], &config[i]), "configure");
		must(tally_clear(units[i]), "clear");
		must(tally_start(units[i]), "start");
	}
	machine_drive(r.m, lines, NULL);
	rig_run(&r, limit);
	for (unsigned i = 0; i < UNITS; i++) {
		const uint64_t hits = hits_of(units[i], &config[i]), whole = edges / period[i];
		struct tally_counters k;
		must(tally_counters_read(units[i], &k), "counters");
		printf("%s %s: %" PRIu64 " edges in %" PRIu64 " cycles, PERIOD %u: %" PRIu64 " ticks, %.2f expected; hits %" PRIu64
			"\n", argv[1], argv[2], edges, r.result.cycles, period[i], k.ticks, (double)edges / period[i], hits);
		bad += k.ticks + 1 < whole || k.ticks > whole + 1 || k.lost || !hits;
		bad += k.ticks != hits + k.outside + k.filtered + k.idle + k.pending;
	}
	rig_close(&r);
	return bad ? 1 : 0;
}

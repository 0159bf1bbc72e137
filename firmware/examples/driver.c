/* SPDX-License-Identifier: ISC
 * driver.c - a program that profiles one of its own functions with the driver: every cycle, in the
 * unit's own bins. driver/README.md says how to build and run it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "driver/tally.h"

#define UNIT 0xF4000000 /* on the simulated machines; on your SoC, where you put it */
#define TEXT 256 /* bytes of code to count, from work() on */

#ifndef PERIOD
#define PERIOD 1 /* cycles per tick; 1: every cycle counts */
#endif

static uint32_t bins[TEXT / 2]; /* one for each 2 bytes of code, the smallest RISC-V instruction */
static unsigned sums[64];

static __attribute__((noinline)) void work(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sums[i % 64] += i * i;
}

/* Finds the unit and makes it count work(). Returns 0 or the driver's error. */
static int start(struct tally *unit, struct tally_config *config)
{
	const uint32_t from = (uint32_t)(uintptr_t)&work;
	int error = tally_init(unit, UNIT, NULL);

	if (error)
		return error;
	*config = tally_exact(from, from + TEXT);
	config->period = PERIOD;
	const struct tally_refusal *no = tally_config_error(config, &unit->caps);
	if (no)
		printf("tally: %s: %s; %s\n", no->field, no->fault, no->remedy);
	error = tally_configure(unit, config);
	if (!error)
		error = tally_clear(unit);
	return error ? error : tally_start(unit);
}

/* Ends the counting and fetches what was counted. Returns 0 or the driver's error. */
static int stop(
	struct tally *unit, const struct tally_config *config, struct tally_counters *counters)
{
	int error = tally_stop(unit);

	if (!error)
		error = tally_drain(unit);
	if (!error)
		error = tally_counters_read(unit, counters);
	if (!error)
		error = tally_histogram_read(unit, config, 0, tally_histogram_length(config), bins);
	return error ? error : tally_deinit(unit);
}

int main(void)
{
	struct tally unit;
	struct tally_config config;
	struct tally_counters counters;
	int error = start(&unit, &config);

	if (!error) {
		work(1000);
		error = stop(&unit, &config, &counters);
	}
	if (error) {
		printf("tally: error %d; driver/tally.h names it\n", error);
		return 1;
	}
	for (uint32_t i = 0; i < tally_histogram_length(&config); i++)
		if (bins[i])
			printf("%08" PRIx32 " %8" PRIu32 " ticks\n", config.offset + 2 * i,
				bins[i]);
	printf("%" PRIu32 " ticks elsewhere, %" PRIu32 " lost\n", (uint32_t)counters.outside,
		(uint32_t)counters.lost);
	return 0;
}

/* SPDX-License-Identifier: ISC
 * driver_example.c - a bare-metal program that profiles one of its functions, every cycle, in the unit's own bin
 * memory.
 *
 *	make elf C=firmware/programs/driver_example.c
 *	build/tally run --no-profile --core vexriscv build/firmware/driver_example.elf
 */
#include <inttypes.h>
#include <stdio.h>

#include "driver/tally.h"

#define UNIT 0xF4000000		/* on the simulated machines; on your SoC, where you put it */

#ifndef PERIOD
#define PERIOD 1		/* cycles a tick; 1: every cycle */
#endif
#define TEXT 256		/* bytes of code from work() on */

static uint32_t bins[TEXT / 2];

static unsigned sums[64];

static __attribute__((noinline)) void work(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sums[i % 64] += i * i;
}

int main(void)
{
	const uint32_t from = (uint32_t)(uintptr_t)&work, to = from + TEXT;
	struct tally_config c = tally_exact(from, to);
	const struct tally_refusal *no;
	struct tally_counters k;
	struct tally t;
	int error = tally_init(&t, UNIT, NULL);

	c.period = PERIOD;
	c.scale = tally_bins_scale(from, to, sizeof bins, c.width, c.round);	/* as fine as the bins allow */
	c.size = tally_bins_size(from, to, c.scale, c.width, c.round);
	if (!error && (no = tally_config_error(&c, &t.caps))) {
		printf("tally: %s: %s; %s\n", no->field, no->fault, no->remedy);
		return 1;
	}
	if (error || (error = tally_configure(&t, 0, &c)) || (error = tally_clear(&t, 0))
	    || (error = tally_start(&t, 0))) {
		printf("tally: error %d\n", error);
		return 1;
	}
	work(1000);
	tally_stop(&t, 0);
	tally_drain(&t, 0);
	tally_counters_read(&t, 0, &k);
	tally_histogram_read(&t, &c, 0, tally_histogram_length(&c), bins);
	for (uint32_t i = 0; i < tally_histogram_length(&c); i++)
		if (bins[i])
			printf("%08" PRIx32 " %8" PRIu32 " ticks\n",
				from + (uint32_t)((((uint64_t)i << 17) + c.scale - 1) / c.scale), bins[i]);
	printf("%" PRIu32 " ticks elsewhere, %" PRIu32 " lost\n", (uint32_t)k.outside, (uint32_t)k.lost);
	return tally_deinit(&t) ? 1 : 0;
}

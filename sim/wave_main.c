/* SPDX-License-Identifier: ISC
 * wave_main.c - the testbench of the waveform build: a program on the machine
 * with the unit counting in exact mode, as in `tally run`. Plusargs: +elf=FILE
 * +cycles=N +period=N.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig.h"
#include "wave.h"

static char *elf;
static uint64_t limit;
static uint32_t period;

void wave_arguments(const char *file, unsigned cycles, unsigned n);
void wave_arguments(const char *file, unsigned cycles, unsigned n)
{
	elf = strdup(file);
	limit = cycles;
	period = n;
}

void wave_main(void)
{
	struct tally_config config;
	struct rig r;
	size_t n;

	rig_open(&r, cores(&n)->name, elf, MACHINE_PLAIN, true);
	config = tally_exact(r.low, r.high);
	config.period = period;
	rig_program(&r, &config);
	/* not before: loading and clearing take longer than many a run, and say nothing of it */
	wave_dump();
	rig_run(&r, limit);
	/* the counts alone: of the bins the dump would grow */
	if (tally_stop(&r.t) || tally_counters_read(&r.t, &r.counts))
		rig_die("the unit does not answer");
	printf("%s: %" PRIu64 " cycles, %" PRIu64 " instructions, end: %s; ticks %" PRIu64
		", outside %" PRIu64 ", lost %" PRIu64 "\n", cores(&n)->name,
		r.result.cycles, r.result.retired, rig_end(r.result.end),
		r.counts.ticks, r.counts.outside, r.counts.lost);
	rig_close(&r);
	fflush(stdout);
}

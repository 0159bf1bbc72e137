/* SPDX-License-Identifier: ISC
 * machines.c - how fast one machine runs under the C testbench.
 * machines CORE idle|exact ELF CYCLES: with the unit stopped, with it counting every cycle. Prints
 * cycles and seconds.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/rig.h"

/* The processor's time: a busy machine's clock would measure the neighbours. */
static double bench_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	struct rig r;
	double start;

	if (argc != 5) {
		fprintf(stderr, "machines CORE idle|exact ELF CYCLES\n");
		return 2;
	}
	rig_open(&r, argv[1], argv[3], MACHINE_PLAIN, false);
	if (!strcmp(argv[2], "exact")) {
		struct tally_config config = tally_exact(r.low, r.high);

		rig_program(&r, &config);
	}
	start = bench_seconds();
	rig_run(&r, strtoull(argv[4], NULL, 10));
	printf("%" PRIu64 " cycles, %.3f s\n", r.result.cycles, bench_seconds() - start);
	rig_close(&r);
	return 0;
}

/* SPDX-License-Identifier: ISC
 * overhead.c - the unit takes no cycle from the program: the retire trace with the unit
 * running equals the trace of a machine whose unit is in reset and cut off, cycle by cycle.
 *
 * usage: overhead CORE ELF [CYCLES [full]]	full: the full unit, counters in its private memory
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc < 3)
		rig_die("usage: overhead CORE ELF [CYCLES [full]]");
	uint64_t limit = argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX;
	struct rig_trace trace = { 0 };
	struct machine_result result[2];

	for (int without = 0; without < 2; without++) {
		struct rig r;
		rig_open(&r, argv[1], argv[2],
			without            ? MACHINE_BARE
				: argc > 4 ? MACHINE_FULL
					   : MACHINE_PLAIN,
			false);
		if (!without) {
			struct tally_config config = tally_exact(r.low, r.high);
			rig_program(&r, &config);
		}
		rig_observe(&r, without ? rig_compare : rig_record, &trace);
		rig_run(&r, limit);
		if (!without) {
			struct tally_config config = tally_exact(r.low, r.high);
			rig_read(&r, &config);
			if (r.counts.ticks != r.result.cycles)
				rig_die("the unit did not count every cycle");
		}
		result[without] = r.result;
		rig_close(&r);
	}
	if (trace.same != trace.n || trace.n == 0)
		rig_die("%zu retirements with the unit, %zu without", trace.n, trace.same);
	if (result[0].cycles != result[1].cycles || result[0].end != result[1].end)
		rig_die("the ends differ");
	printf("%s %s: %zu retirements in %" PRIu64
	       " cycles, the same pc at the same cycle with and without the unit\n",
		argv[1], argv[2], trace.n, result[0].cycles);
	free(trace.events);
	return 0;
}

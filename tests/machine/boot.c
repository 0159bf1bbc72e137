/* SPDX-License-Identifier: ISC
 * boot.c - runs self-testing firmware: only the firmware programs the unit. Prints its console;
 * returns its exit code.
 *
 * usage: boot [--full] CORE ELF [CYCLES]
 * MACHINE_EVENT is 1 in two of 64 cycles. --full: the machine with the full unit.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned lines(void *ctx, uint64_t cycle)
{
	(void)ctx;
	return cycle % 64 < 2 ? MACHINE_EVENT : 0;
}

int main(int argc, char **argv)
{
	bool full = argc > 1 && !strcmp(argv[1], "--full");
	argc -= full;
	argv += full;
	if (argc < 3)
		rig_die("usage: boot [--full] CORE ELF [CYCLES]");
	struct rig r;
	rig_open(&r, argv[1], argv[2], full ? MACHINE_FULL : MACHINE_PLAIN, true);
	machine_drive(r.m, lines, NULL);
	rig_run(&r, argc > 3 ? strtoull(argv[3], NULL, 0) : 200000000);
	printf("%s %s: end %s, %" PRIu64 " cycles\n", argv[1], argv[2], rig_end(r.result.end),
		r.result.cycles);
	if (r.result.end != MACHINE_FINISHER)
		rig_die("it did not end by the finisher");
	uint32_t code = r.result.exit_code;
	rig_close(&r);
	return code ? 1 : 0;
}

/* SPDX-License-Identifier: ISC
 * boot.c - runs a firmware that tests itself: nobody but the firmware programs
 * the unit, its console is shown, its exit code is ours.
 *
 * usage: boot CORE ELF [CYCLES]
 */
#include "rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc < 3)
		fail("usage: boot CORE ELF [CYCLES]");
	struct rig r;
	rig_open(&r, argv[1], argv[2], true, true);
	rig_run(&r, argc > 3 ? strtoull(argv[3], NULL, 0) : 200000000);
	printf("%s %s: end %s, %" PRIu64 " cycles\n", argv[1], argv[2], rig_end(r.result.end), r.result.cycles);
	if (r.result.end != MACHINE_FINISHER)
		fail("it did not end by the finisher");
	uint32_t code = r.result.exit_code;
	rig_close(&r);
	return code ? 1 : 0;
}

/* SPDX-License-Identifier: ISC
 * print_points.c - what a latency may begin or end with: of each retirement its cycle, its pc and
 * whether it is the first of a trap; of each rise of an interrupt line its cycle and a -.
 *
 * usage: print_points CORE program.elf [CYCLES]
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print(void *irq, uint64_t cycle, const struct machine_cycle *c)
{
	bool *before = irq;

	if (c->irq && !*before)
		printf("%" PRIu64 " - 0\n", cycle);
	if (c->retire)
		printf("%" PRIu64 " %" PRIx32 " %d\n", cycle, c->pc, c->handler);
	if (c->younger)
		printf("%" PRIu64 " %" PRIx32 " 0\n", cycle, c->younger_pc);
	*before = c->irq;
}

int main(int argc, char **argv)
{
	struct rig r;
	bool irq = false;

	if (argc < 3)
		rig_die("usage: print_points CORE program.elf [CYCLES]");
	rig_open(&r, argv[1], argv[2], MACHINE_PLAIN, false);
	rig_observe(&r, print, &irq);
	rig_run(&r, argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX);
	rig_close(&r);
	return 0;
}

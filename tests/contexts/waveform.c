/* SPDX-License-Identifier: ISC
 * waveform.c - what retires on a simulated core as a waveform (VCD) for rv-profile: one step of time for each
 * instruction, with its pc and word and the cycle in which its time begins. Between two steps nothing retires.
 *
 * usage: waveform CORE ELF CYCLES >FILE
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/rig.h"

#define WIDEST 64u

static const char header[] =
	"$timescale 1ns $end\n"
	"$scope module core $end\n"
	"$var wire 1 f fire $end\n"
	"$var wire 32 p pc $end\n"
	"$var wire 32 i instr $end\n"
	"$var wire 64 c mcycle $end\n"
	"$upscope $end\n"
	"$enddefinitions $end\n";

static void vector(uint64_t value, char id)
{
	char digits[WIDEST + 1], *first = digits + WIDEST;

	*first = 0;
	do
		*--first = (char)('0' + (value & 1));
	while (value >>= 1);
	printf("b%s %c\n", first, id);
}

static void observe(void *begin, uint64_t cycle, const struct machine_cycle *m)
{
	uint64_t *from = begin;

	if (!m->retire)
		return;
	printf(*from ? "#%" PRIu64 "\n" : "#%" PRIu64 "\n1f\n", cycle);	/* fire is 1 from the first on */
	vector(m->pc, 'p');
	vector(m->insn, 'i');
	vector(*from, 'c');
	*from = cycle + 1;
}

int main(int argc, char **argv)
{
	uint64_t begin = 0;
	struct rig r;

	if (argc != 4)
		rig_die("usage: waveform CORE ELF CYCLES >FILE");
	fputs(header, stdout);
	rig_open(&r, argv[1], argv[2], MACHINE_BARE, false);
	machine_observe(r.m, observe, &begin);
	rig_run(&r, strtoull(argv[3], NULL, 10));
	rig_close(&r);
	return fflush(stdout) ? 1 : 0;
}

/* SPDX-License-Identifier: ISC
 * print_log.c - what a core retires, as the logs that simulators would write of it: what `tally
 * import --rvfi` reads.
 *
 * usage: print_log CORE program.elf PREFIX
 * It writes PREFIXspike, PREFIXspike-l, ...: the forms are below. Cycles are those of the core, in
 * CV32E40P's the first after the instruction before, with an ecall at the end: it gives the last
 * one an end. Spike's and CVA6's logs have none. spike, cva6, ibex, cv32e40p: with what sp is set
 * to.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sw/elf/instruction.h"

enum form { SPIKE, SPIKE_L, SPIKE_BOTH, CVA6, IBEX, CV32E40P, NEORV32, NEORV32_PLAIN, FORMS };
static const char *const names[FORMS] = { "spike", "spike-l", "spike-both", "cva6", "ibex",
	"cv32e40p", "neorv32", "neorv32-plain" };

struct writer {
	FILE *to[FORMS], *out; /* out: of `form` */
	enum form form;
	uint64_t cycles, starts, number, times; /* times: that what was listed last has run */
	uint32_t sp, pc, insn; /* of the last one */
};

static uint32_t half(uint32_t insn)
{
	return (insn & 3) == 3 ? insn : insn & 0xFFFF;
}

/* As some tracers show a compressed instruction. */
static uint32_t expanded(uint32_t insn)
{
	return (insn & 3) == 3 ? insn : expand((uint16_t)insn);
}

static void list_spike(const struct writer *w, const struct machine_cycle *c, bool again)
{
	if (again)
		return;
	if (c->handler)
		fprintf(w->out, "core   0: exception interrupt #7, epc 0x%08" PRIx32 "\n", w->pc);
	if (c->pc == 0x80000000)
		fprintf(w->out, "core   0: >>>>  start\n");
	if (w->times > 1)
		fprintf(w->out, "core   0: Executed %" PRIu64 " times\n", w->times);
	fprintf(w->out, "core   0: 0x%016" PRIx64 " (0x%08" PRIx32 ") unknown\n",
		(uint64_t)(int32_t)c->pc, half(c->insn));
}

static void commit(
	const struct writer *w, const struct machine_cycle *c, const char *core, const char *sp)
{
	fprintf(w->out, "%s3 0x%08" PRIx32 " (0x%0*" PRIx32 ")", core, c->pc,
		(c->insn & 3) == 3 ? 8 : 4, half(c->insn));
	if (w->sp != c->sp)
		fprintf(w->out, " %s 0x%08" PRIx32, sp, c->sp);
	putc('\n', w->out);
}

static void columns(const struct writer *w, const struct machine_cycle *c)
{
	uint64_t cycle = w->form == CV32E40P ? w->starts : w->cycles - 1, time = 10 * cycle;

	if (w->form == IBEX)
		fprintf(w->out,
			"%15" PRIu64 "\t%10" PRIu64 "\t%08" PRIx32 "\t%0*" PRIx32
			"\t%saddi\tx0,x0,0\t  x1:0x00000000",
			time, cycle, c->pc, (c->insn & 3) == 3 ? 8 : 4, half(c->insn),
			c->handler ? "==>" : "");
	else if (w->form == CV32E40P)
		fprintf(w->out,
			"%12" PRIu64 ".000 ns %15" PRIu64 " %08" PRIx32 " %08" PRIx32
			"     addi             x0, x0, 0",
			time, cycle, c->pc, expanded(c->insn));
	else if (w->form == NEORV32)
		fprintf(w->out,
			"%" PRIu64 " %" PRIu64 " 0x%08" PRIx32 " 0x%0*" PRIx32
			" M addi x0, x0, 0%s",
			w->number, cycle, c->pc, (c->insn & 3) == 3 ? 8 : 4, half(c->insn),
			c->handler ? " <TRAP_ENTRY>" : "");
	else
		fprintf(w->out, "%" PRIu64 " %" PRIu64 " %08" PRIx32 " %08" PRIx32 " M", w->number,
			cycle, c->pc, expanded(c->insn));
	if (w->sp != c->sp && (w->form == IBEX || w->form == CV32E40P))
		fprintf(w->out, w->form == IBEX ? "  x2=0x%08" PRIx32 : "  sp=%08" PRIx32, c->sp);
	putc('\n', w->out);
}

static void write_form(struct writer *w, const struct machine_cycle *c, bool again)
{
	w->out = w->to[w->form];
	if (w->form == SPIKE_L || w->form == SPIKE_BOTH)
		list_spike(w, c, again);
	if (w->form == CVA6)
		fprintf(w->out,
			"core   %s0: 0x%08" PRIx32 " (0x%08" PRIx32 ") DASM(%08" PRIx32 ")\n",
			c->handler ? "INTERRUPT " : "", c->pc, c->insn, c->insn);
	if (w->form == SPIKE || w->form == SPIKE_BOTH)
		commit(w, c, "core   0: ", "x2 ");
	else if (w->form == CVA6)
		commit(w, c, "", "x 2");
	else if (w->form != SPIKE_L)
		columns(w, c);
}

static void write_line(void *writer, uint64_t cycle, const struct machine_cycle *c)
{
	struct writer *w = writer;

	(void)cycle;
	w->cycles += !c->sleep;
	if (!c->retire)
		return;
	bool again = w->number && w->pc == c->pc && w->insn == c->insn && !c->handler;
	for (w->form = 0; w->form < FORMS; w->form++)
		write_form(w, c, again);
	w->times = again ? w->times + 1 : 1;
	w->number++;
	w->starts = w->cycles;
	w->sp = c->sp;
	w->pc = c->pc;
	w->insn = c->insn;
}

int main(int argc, char **argv)
{
	struct rig r;
	struct writer w = { 0 };

	if (argc != 4)
		rig_die("usage: print_log CORE program.elf PREFIX");
	for (enum form f = 0; f < FORMS; f++) {
		char path[1024];
		snprintf(path, sizeof path, "%s%s", argv[3], names[f]);
		if (!(w.to[f] = fopen(path, "w")))
			rig_die("%s: cannot be written", path);
	}
	rig_open(&r, argv[1], argv[2], MACHINE_BARE, false);
	fprintf(w.to[CV32E40P],
		"            Time           Cycle PC       Instr    Ctx Decoded instruction "
		"Register and memory contents\n");
	rig_observe(&r, write_line, &w);
	rig_run(&r, UINT64_MAX);
	fprintf(w.to[CV32E40P],
		"%12" PRIu64 ".000 ns %15" PRIu64 " %08" PRIx32 " 00000073 (C) ecall\n",
		10 * w.starts, w.starts, w.pc);
	if (w.times > 1)
		fprintf(w.to[SPIKE_L], "core   0: Executed %" PRIu64 " times\n", w.times);
	for (enum form f = 0; f < FORMS; f++)
		fclose(w.to[f]);
	rig_close(&r);
	return 0;
}

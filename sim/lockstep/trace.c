/* SPDX-License-Identifier: ISC
 * trace.c - the last cycles at the ports.
 */
#include <inttypes.h>

#include "lockstep.h"

#define KEPT (sizeof(((struct trace *)0)->at) / sizeof(((struct trace *)0)->at[0]))

void trace_add(struct trace *t, uint64_t cycle, const struct inputs *in, const struct outputs *out)
{
	t->at[cycle % KEPT].in = *in;
	t->at[cycle % KEPT].out = *out;
}

static void print_bus(const struct inputs *in, const struct outputs *out, FILE *f)
{
	if (in->cyc && in->stb)
		fprintf(f, " %s %#x", in->we ? "write" : "read", in->adr);
	if (in->cyc && in->stb && in->we)
		fprintf(f, " sel %#x dat %#x", in->sel, in->dat);
	if (out->ack)
		fprintf(f, " ACK %#x", out->dat);
	if (out->sys.stb)
		fprintf(f, " sys %s %#x sel %#x dat %#x", out->sys.we ? "write" : "read",
			out->sys.adr, out->sys.sel, out->sys.dat);
	if (in->sys_ack || in->sys_err)
		fprintf(f, " %s %#x", in->sys_err ? "ERR" : "ACK", in->sys_dat);
	fprintf(f, "%s%s%s%s%s%s%s", out->sys.cyc && !out->sys.stb ? " cyc" : "",
		in->sys_stolen ? " stolen" : "", out->taken ? " TAKEN" : "",
		out->leaves ? " LEAVES" : "", out->adds ? " ADDS" : "", out->full ? " FULL" : "",
		out->fault ? " FAULT" : "");
}

static void print_cycle(uint64_t cycle, const struct inputs *in, const struct outputs *out, FILE *f)
{
	fprintf(f, "  %8" PRIu64 ":%s%s%s%s%s", cycle, in->rst ? " rst" : "",
		in->run ? "" : " halted", in->sleep ? " sleep" : "", in->event ? " events" : "",
		out->irq ? " IRQ" : "");
	if (in->valid)
		fprintf(f, " retires %08x priv %u insn %#x%s", in->pc, in->priv, in->insn,
			in->handler ? " HANDLER" : "");
	print_bus(in, out, f);
	if (out->joins || out->begins || out->operates || out->pops)
		fprintf(f, "%s%s%s%s kind %d weight %u node %u", out->joins ? " JOINS" : "",
			out->begins ? " BEGINS" : "", out->operates ? " OPERATES" : "",
			out->pops ? " POPS" : "", out->event.kind, out->event.weight, out->current);
	fputc('\n', f);
}

void trace_print(const struct trace *t, uint64_t last, FILE *f)
{
	for (uint64_t c = last < KEPT ? 0 : last - KEPT + 1; c <= last; c++)
		print_cycle(c, &t->at[c % KEPT].in, &t->at[c % KEPT].out, f);
}

/* SPDX-License-Identifier: ISC
 * fetch.c - what a tap of the instruction bus alone makes of a program: each function's cycles
 * against the core's own record, which no single instruction's agree with.
 *
 * usage: fetch CORE ELF FUNCTION...
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define NEAR 50 /* a function may be off by one in this many cycles, */
/* and each time it is entered by two instructions, which take 4 cycles, at both ends */
#define EACH 16

struct function {
	const char *name;
	uint32_t at, size;
	uint64_t enters;
};

struct record {
	uint32_t low, n;
	uint64_t waiting, *cycles;
	struct function *functions, *in;
	unsigned n_functions;
};

static struct function *function_of(const struct record *o, uint32_t pc)
{
	for (unsigned i = 0; i < o->n_functions; i++)
		if (pc - o->functions[i].at < o->functions[i].size)
			return o->functions + i;
	return NULL;
}

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct record *o = ctx;

	(void)cycle;
	o->waiting++;
	if (!c->retire)
		return;
	uint32_t slot = (c->pc - o->low) / 2;
	if (slot < o->n)
		o->cycles[slot] += o->waiting;
	struct function *f = function_of(o, c->pc);
	if (f && f != o->in)
		f->enters++;
	o->in = f;
	o->waiting = 0;
}

int main(int argc, char **argv)
{
	struct rig r;
	uint64_t all = 0, apart = 0;

	if (argc < 4)
		rig_die("usage: fetch CORE ELF FUNCTION...");
	rig_open(&r, argv[1], argv[2], MACHINE_PLAIN, false);
	struct tally_config config = tally_exact(r.low, r.high);
	struct record o = { .low = r.low, .n = config.size / 4, .n_functions = (unsigned)argc - 3 };
	o.cycles = calloc(o.n + 1, sizeof *o.cycles);
	o.functions = calloc(o.n_functions, sizeof *o.functions);
	for (unsigned i = 0; i < o.n_functions; i++) {
		o.functions[i].name = argv[3 + i];
		o.functions[i].at = rig_symbol(argv[2], argv[3 + i], &o.functions[i].size);
	}
	rig_program(&r, &config);
	rig_observe(&r, record, &o);
	rig_run(&r, UINT64_MAX);
	rig_read(&r, &config);

	unsigned bad = rig_differs("lost", r.counts.lost, 0)
		+ rig_differs("ticks", r.counts.ticks, r.result.cycles);
	for (const struct function *f = o.functions; f < o.functions + o.n_functions; f++) {
		uint32_t first = (f->at - r.low) / 2;
		uint64_t unit = 0, truth = 0;
		for (uint32_t slot = first; slot < first + f->size / 2; slot++) {
			unit += r.bins[slot];
			truth += o.cycles[slot];
		}
		uint64_t off = unit > truth ? unit - truth : truth - unit,
			 allowed = truth / NEAR + EACH * f->enters;
		printf("%-12s unit %" PRIu64 ", core %" PRIu64 ", off by %" PRIu64 " of %" PRIu64
		       "\n",
			f->name, unit, truth, off, allowed);
		bad += !truth || off > allowed;
	}
	for (uint32_t slot = 0; slot < o.n; slot++) {
		all += o.cycles[slot];
		apart += r.bins[slot] > o.cycles[slot] ? r.bins[slot] - o.cycles[slot] : 0;
	}
	printf("%s %s: %" PRIu64 " cycles, %" PRIu64
	       " of them at another instruction, %u functions wrong\n",
		argv[1], argv[2], all, apart, bad);
	if (!apart)
		rig_die("nothing was compared");
	rig_close(&r);
	free(o.cycles);
	free(o.functions);
	return bad ? 1 : 0;
}

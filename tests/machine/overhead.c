/* SPDX-License-Identifier: ISC
 * overhead.c - the unit costs the program nothing: the retire trace with the unit
 * running equals the trace of the machine built without it, cycle by cycle.
 *
 * usage: overhead CORE ELF [CYCLES [full]]	full: the full unit, counters in its private memory
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct event {
	uint64_t cycle;
	uint32_t pc, insn;
};

struct trace {
	struct event *events;
	size_t n, room, at;
	bool compare;
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct trace *t = ctx;
	if (!c->retire)
		return;
	if (t->compare) {
		if (t->at >= t->n)
			rig_die("retirement %zu at cycle %" PRIu64 " only without the unit", t->at, cycle);
		const struct event *e = &t->events[t->at++];
		if (e->cycle != cycle || e->pc != c->pc || e->insn != c->insn)
			rig_die("retirement %zu: with the unit pc 0x%08x at cycle %" PRIu64 ", without pc 0x%08x at cycle %" PRIu64,
				t->at - 1, e->pc, e->cycle, c->pc, cycle);
		return;
	}
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 1 << 20;
		t->events = realloc(t->events, t->room * sizeof *t->events);
		if (!t->events)
			rig_die("out of memory");
	}
	t->events[t->n++] = (struct event){ cycle, c->pc, c->insn };
}

int main(int argc, char **argv)
{
	if (argc < 3)
		rig_die("usage: overhead CORE ELF [CYCLES [full]]");
	uint64_t limit = argc > 3 ? strtoull(argv[3], NULL, 0) : UINT64_MAX;
	struct trace trace = { 0 };
	struct machine_result result[2];

	for (int without = 0; without < 2; without++) {
		struct rig r;
		rig_open(&r, argv[1], argv[2], without ? MACHINE_BARE : argc > 4 ? MACHINE_FULL : MACHINE_PLAIN, false);
		if (!without) {
			struct tally_config config = tally_exact(r.low, r.high);
			rig_program(&r, &config);
		}
		trace.compare = without;
		machine_observe(r.m, record, &trace);
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
	if (trace.at != trace.n || trace.n == 0)
		rig_die("%zu retirements with the unit, %zu without", trace.n, trace.at);
	if (result[0].cycles != result[1].cycles || result[0].end != result[1].end)
		rig_die("the ends differ");
	printf("%s %s: %zu retirements in %" PRIu64 " cycles, the same pc at the same cycle with and without the unit\n",
		argv[1], argv[2], trace.n, result[0].cycles);
	free(trace.events);
	return 0;
}

/* SPDX-License-Identifier: ISC
 * exact.c - the exact mode against the testbench's own per-cycle record; and the unit takes no
 * cycle from the program: what retires, and when, is that of a machine without it.
 *
 * usage: exact CORE ELF [CYCLES|- [modes | EVENTS [data]]]
 * The oracle sees the core's raw retire signals, before the tap's adapter. Each
 * cycle belongs to the first retirement at or after it, or is idle. Every counter, every
 * count of the invariant must match; LOST must be 0.
 * modes: user mode, other modes and sleep must each have occurred.
 * EVENTS: only cycles with one of these cause lines 1 are ticks, as source EVENT counts them; 0:
 * all.
 * data: each belongs to the first load or store at or after it, at its address.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BEHIND 0x10000u /* bytes of data behind the code */

struct oracle {
	uint32_t low, n;
	unsigned events; /* 0: every cycle is a tick */
	bool data;
	uint64_t *bins, cycles, ticks, waiting, idle, outside, user, system;
	struct rig_trace *retired; /* NULL: is not compared */
};

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct oracle *o = ctx;
	if (cycle != o->cycles)
		rig_die("cycle %" PRIu64 " was reported as %" PRIu64, o->cycles, cycle);
	bool tick = !o->events || c->causes & o->events;
	if (o->retired)
		rig_record(o->retired, cycle, c);
	o->cycles++;
	o->ticks += tick;
	*(c->sleep && !c->retire ? &o->idle : &o->waiting) += tick;
	if (o->data ? !c->data : !c->retire)
		return;
	uint32_t at = o->data ? c->data_adr : c->pc, slot = (at - o->low) / 2;
	if (at >= o->low && slot < o->n)
		o->bins[slot] += o->waiting;
	else
		o->outside += o->waiting;
	*(c->priv == 0 ? &o->user : &o->system) += o->waiting;
	o->waiting = 0;
}

static unsigned by_data(void *ctx, uint64_t cycle)
{
	(void)ctx;
	(void)cycle;
	return MACHINE_DATA;
}

static void without_unit(
	char **argv, uint64_t limit, struct rig_trace *t, const struct machine_result *with)
{
	struct rig r;

	rig_open(&r, argv[1], argv[2], MACHINE_BARE, false);
	rig_observe(&r, rig_compare, t);
	rig_run(&r, limit);
	if (t->same != t->n || t->n == 0 || r.result.cycles != with->cycles
		|| r.result.end != with->end)
		rig_die("%zu retirements with the unit, %zu without; or the ends differ", t->n,
			t->same);
	printf("%zu retirements, each in the same cycle without the unit\n", t->n);
	rig_close(&r);
	free(t->events);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		rig_die("usage: exact CORE ELF [CYCLES]");
	uint64_t limit = argc > 3 && argv[3][0] != '-' ? strtoull(argv[3], NULL, 0) : UINT64_MAX;
	struct rig r;
	struct rig_trace retired = { 0 };
	rig_open(&r, argv[1], argv[2], MACHINE_PLAIN, false);
	struct tally_config config = tally_exact(r.low, r.high + (argc > 5 ? BEHIND : 0));
	if (config.size > r.t.caps.bin_bytes)
		config.size = r.t.caps.bin_bytes;
	struct oracle o = { .low = r.low, .n = config.size / 4, .retired = &retired };
	if (argc > 4)
		o.events = (unsigned)strtoul(argv[4], NULL, 0);
	o.data = argc > 5;
	if (o.data)
		machine_drive(r.m, by_data, NULL);
	if (argc > 4)
		o.retired = NULL;
	if (o.events) {
		config.source = TALLY_SOURCE_EVENT;
		config.lines = (uint8_t)o.events;
	}
	o.bins = calloc(o.n + 1, sizeof *o.bins);
	rig_program(&r, &config);
	rig_observe(&r, record, &o);
	rig_run(&r, limit);
	rig_read(&r, &config);

	unsigned bad = 0, used = 0;
	uint64_t hits = 0;
	for (uint32_t i = 0; i < o.n; i++) {
		used += r.bins[i] != 0;
		hits += o.bins[i];
		if (r.bins[i] != (uint32_t)o.bins[i] && bad++ < 5)
			printf("pc 0x%08x: unit %u, oracle %" PRIu64 "\n", r.low + 2 * i, r.bins[i],
				o.bins[i]);
	}
	bad += rig_differs("cycles", r.result.cycles, o.cycles);
	bad += rig_differs("ticks", r.counts.ticks, o.ticks);
	bad += rig_differs("hits", r.counts.hits, hits);
	bad += rig_differs("outside", r.counts.outside, o.outside);
	bad += rig_differs("pending", r.counts.pending, o.waiting);
	bad += rig_differs("lost", r.counts.lost, 0);
	bad += rig_differs("idle", r.counts.idle, o.idle);
	printf("%s %s: end %s, %" PRIu64 " cycles, %" PRIu64
	       " hits in %u counters, outside %" PRIu64 ", pending %" PRIu64 ", lost %" PRIu64 ", "
	       "user %" PRIu64 ", system %" PRIu64 ", idle %" PRIu64 ", %u differences\n",
		argv[1], argv[2], rig_end(r.result.end), r.result.cycles, r.counts.hits, used,
		r.counts.outside, r.counts.pending, r.counts.lost, o.user, o.system, r.counts.idle,
		bad);
	if (hits == 0 && !o.events)
		rig_die("nothing was counted");
	if (argc == 5 && !o.events && (!o.user || !o.system || !o.idle))
		rig_die("a mode was never seen");
	rig_close(&r);
	free(o.bins);
	if (o.retired)
		without_unit(argv, limit, o.retired, &r.result);
	return bad ? 1 : 0;
}

/* SPDX-License-Identifier: ISC
 * calls.c - the library calls on bare metal, counter by counter: profil() and sprofil() must leave in the program's
 * memory what the record of the raw core says.
 *
 * usage: calls CORE ELF	ELF: tests/calls/both_calls.c, whose settings are repeated here
 * Ticks are every PERIOD'th cycle. Each is charged to the first retirement in that cycle or later. The record has the
 * call to START but not the first tick, so every cycle from the entry of tally_start on is tried. Exactly one must fit
 * all counters, but for whole periods: where the first and the last sample fall into one counter, a start that lies one
 * period off gives the same counters.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 1000			/* cycles from the entry of tally_start to the first tick at most */

static struct {
	struct rig_trace retired;
	uint32_t start_pc;
	uint64_t starts[2];		/* cycles at which tally_start is entered */
	unsigned calls;
} trace;

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	(void)ctx;
	rig_record(&trace.retired, cycle, c);
	if (c->retire && c->pc == trace.start_pc && trace.calls < 2)
		trace.starts[trace.calls++] = cycle;
}

/* One call: its arguments, its counters in RAM, the unit's counts. */
struct call {
	const char *name;
	struct tally_config c;
	uint64_t ticks, hits;
	uint32_t n, *ram, *oracle;
};

static int64_t slot(const struct call *k, uint32_t pc)
{
	if (k->c.mode == TALLY_MODE_PROFIL)
		return tally_slot(pc, k->c.offset, k->c.scale, k->c.size, 2, 0);
	int64_t s = ((int64_t)pc - k->c.offset) / k->c.interval;
	return pc >= k->c.offset && s < k->n ? s : -1;
}

/* Does a first tick in this cycle give these counters? */
static bool fits(const struct call *k, uint64_t tick, size_t first)
{
	memset(k->oracle, 0, k->n * sizeof *k->oracle);
	for (uint64_t i = 0; i < k->ticks; i++, tick += k->c.period) {
		while (first < trace.retired.n && trace.retired.events[first].cycle < tick)
			first++;
		int64_t s = first < trace.retired.n ? slot(k, trace.retired.events[first].pc) : -1;
		if (s >= 0)
			k->oracle[s]++;
	}
	return memcmp(k->oracle, k->ram, k->n * sizeof *k->ram) == 0;
}

static void read_ram(struct rig *r, struct call *k, uint32_t at)
{
	k->ram = calloc(k->n + 1, sizeof *k->ram);
	k->oracle = calloc(k->n + 1, sizeof *k->oracle);
	for (uint32_t i = 0; i < k->n; i++) {
		uint32_t byte = at + i * k->c.width, word;
		if (machine_read(r->m, byte & ~3u, &word))
			rig_die("no RAM at 0x%08x", byte);
		k->ram[i] = k->c.width == 4 ? word : byte & 2 ? word >> 16 : word & 0xFFFF;
	}
}

static int judge(struct rig *r, struct call *k, struct tally *t, uint32_t at, uint64_t called)
{
	struct tally_counters u;
	uint64_t sum = 0, edge = 0;
	unsigned fitting = 0, phases = 0, used = 0;
	size_t first = 0;
	read_ram(r, k, at);
	if (tally_counters_read(t, &u))
		rig_die("%s: no counters", k->name);
	k->ticks = u.ticks;
	for (uint32_t i = 0; i < k->n; i++) {
		sum += k->ram[i];
		used += k->ram[i] != 0;
	}
	while (first < trace.retired.n && trace.retired.events[first].cycle < called)
		first++;
	for (uint64_t start = called; start < called + WINDOW; start++)
		if (fits(k, start, first)) {
			phases += !fitting || (start - edge) % k->c.period;
			fitting++;
			edge = start;
		}
	printf("%s: %" PRIu64 " ticks, %" PRIu64 " hits in %u of %u counters, outside %" PRIu64 ", lost %" PRIu64 "; equal for %u of %u first ticks (%" PRIu64
		" cycles after the call)\n", k->name, u.ticks, u.hits, used, k->n, u.outside, u.lost, fitting, WINDOW, edge - called);
	free(k->ram);
	free(k->oracle);
	return phases != 1 || u.lost || sum != u.hits || used < 100 || u.pending;
}

int main(int argc, char **argv)
{
	struct rig r;
	if (argc != 3)
		rig_die("usage: calls CORE ELF");
	rig_open(&r, argv[1], argv[2], MACHINE_FULL, true);
	trace.start_pc = rig_symbol(argv[2], "tally_start", NULL);
	machine_observe(r.m, record, NULL);
	rig_run(&r, 50000000);
	if (r.result.end != MACHINE_FINISHER || r.result.exit_code || trace.calls != 2)
		rig_die("%s: end %s, exit code %u, %u calls", argv[2], rig_end(r.result.end), r.result.exit_code, trace.calls);
	struct call system = { .name = "sprofil", .n = 2045, .c = { .mode = TALLY_MODE_INTERVAL, .period = 211, .offset = r.low, .interval = 37, .width = 4 } };
	struct call own = { .name = "profil", .n = 8192, .c = { .mode = TALLY_MODE_PROFIL, .period = 149, .offset = r.low, .scale = 0x8000, .size = 16384, .width = 2 } };
	printf("%s: ", argv[1]);
	int bad = judge(&r, &system, &r.second, rig_symbol(argv[2], "system_counters", NULL) + 12, trace.starts[0]);
	printf("%s: ", argv[1]);
	bad += judge(&r, &own, &r.t, rig_symbol(argv[2], "profil_counters", NULL), trace.starts[1]);
	rig_close(&r);
	free(trace.retired.events);
	return bad ? 1 : 0;
}

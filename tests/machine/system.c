/* SPDX-License-Identifier: ISC
 * system.c - counters in system memory: they cost the program exactly what STOLEN says.
 *
 * usage: system CORE ELF MODE PERIOD [CYCLES]
 * MODE: profil, narrow, interval, symbol, ring
 * Two runs of one program:
 *   counted  the full machine, counters in RAM that the program does not use. A record of the
 *            core alone gives the ticks' outcomes: counters in RAM, counts, and STOLEN must match
 *            them, and LOST must be 0.
 *   blocked  the same machine with the unit silent. The testbench makes the core wait in exactly
 *            the cycles recorded as stolen. The core must request the bus in each. The retire
 *            trace must match `counted`, cycle by cycle.
 */
#include "sim/rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER (MACHINE_RAM + (64u << 20)) /* programs end below it, stacks begin above it */

/* What `counted` did, and the run compared with it. */
struct trace {
	struct rig_trace retired;
	uint8_t *stolen; /* one bit per cycle */
	uint64_t cycles, lost; /* lost: cycles stolen */
};

static bool stolen_at(const struct trace *t, uint64_t cycle)
{
	return t->stolen[cycle / 8] >> cycle % 8 & 1;
}

static void record(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct trace *t = ctx;
	t->cycles++;
	t->lost += c->stolen;
	if (c->stolen)
		t->stolen[cycle / 8] |= (uint8_t)(1u << cycle % 8);
	rig_record(&t->retired, cycle, c);
}

static void same(void *ctx, uint64_t cycle, const struct machine_cycle *c)
{
	struct trace *t = ctx;
	if (c->stolen != stolen_at(t, cycle))
		rig_die("cycle %" PRIu64 ": the core does %s the bus here", cycle,
			c->stolen ? "wait for" : "not ask for");
	rig_compare(&t->retired, cycle, c);
}

static unsigned block(void *ctx, uint64_t cycle)
{
	const struct trace *t = ctx;
	return cycle < t->cycles && stolen_at(t, cycle) ? MACHINE_BLOCK : 0;
}

/* ---- the oracle */

/* Every period'th cycle from the first on is a tick, charged to the first retirement in it or after
 * it. */
struct oracle {
	struct tally_config c;
	struct tally_symbol *table;
	uint32_t *bins, n, position;
	uint64_t ticks, hits, outside, pending;
};

static void charge(struct oracle *o, uint32_t pc, uint32_t weight)
{
	int64_t slot = -1;
	if (o->c.mode == TALLY_MODE_RING) {
		for (uint32_t i = 0; i < weight && o->position < o->n; i++)
			o->bins[o->position++] = pc;
		o->hits += weight;
		return;
	}
	if (o->c.mode == TALLY_MODE_PROFIL)
		slot = tally_slot(pc, o->c.offset, o->c.scale, o->c.size, o->c.width);
	else if (o->c.mode == TALLY_MODE_INTERVAL && pc >= o->c.offset)
		slot = (pc - o->c.offset) / o->c.interval;
	else if (o->c.mode == TALLY_MODE_SYMBOL)
		for (uint32_t i = 0; i < o->n && o->table[i].start <= pc; i++)
			slot = i;
	if (slot < 0 || slot >= o->n) {
		o->outside += weight;
		return;
	}
	o->bins[slot] = (o->bins[slot] + weight) & (o->c.width == 2 ? 0xFFFF : 0xFFFFFFFF);
	o->hits += weight;
}

static void judge(struct oracle *o, const struct trace *t)
{
	uint64_t tick = 0;
	for (size_t i = 0; i < t->retired.n; i++) {
		uint32_t weight = 0;
		for (; tick <= t->retired.events[i].cycle; tick += o->c.period)
			weight++;
		if (weight)
			charge(o, t->retired.events[i].pc, weight);
		o->ticks += weight;
	}
	for (; tick < t->cycles; tick += o->c.period) {
		o->ticks++;
		o->pending++;
	}
}

/* ---- configurations */

static void set_mode(struct tally_config *c, const char *mode, uint32_t code)
{
	if (!strcmp(mode, "narrow")) {
		c->base += 2;
		c->width = 2;
		c->scale = 0x5555;
		c->size = code / 3;
	} else if (!strcmp(mode, "interval")) {
		c->mode = TALLY_MODE_INTERVAL;
		c->interval = 100;
		c->size = (code / 100 + 1) * 4;
	} else if (!strcmp(mode, "symbol")) {
		c->mode = TALLY_MODE_SYMBOL;
		c->entries = 1000;
		c->size = c->entries * sizeof(struct tally_symbol);
	} else if (!strcmp(mode, "ring")) {
		c->mode = TALLY_MODE_RING;
		c->size = 8 << 20;
	} else if (strcmp(mode, "profil")) {
		rig_die("no mode %s", mode);
	}
}

/* Intervals of many lengths, like functions; the first begins above the lowest instruction. */
static void make_table(struct oracle *o, const struct rig *r)
{
	uint32_t at = r->low + 64, random = 1;

	o->table = calloc(o->n, sizeof *o->table);
	for (uint32_t i = 0; i < o->n; i++) {
		o->table[i].start = at;
		random = random * 1664525 + 1013904223;
		at += 4 + (random >> 16) % (2 * (r->high - r->low) / o->n);
	}
	if (machine_load(r->m, o->c.base, o->table, o->c.size))
		rig_die("the table is not in RAM");
}

static void choose(struct oracle *o, const struct rig *r, const char *mode, uint32_t period)
{
	struct tally_config c = tally_exact(r->low, r->high);
	c.period = period;
	c.mode = TALLY_MODE_PROFIL;
	c.base = BUFFER;
	set_mode(&c, mode, r->high - r->low);
	*o = (struct oracle){ .c = c, .n = tally_histogram_length(&c) };
	o->bins = calloc(o->n + 1, sizeof *o->bins);
	if (c.mode == TALLY_MODE_SYMBOL)
		make_table(o, r);
}

/* ---- the two runs */

static unsigned compare(const struct oracle *o, struct rig *r, uint64_t stolen)
{
	unsigned bad = 0;

	for (uint32_t i = 0; i < o->n; i++)
		if (r->bins[i] != o->bins[i] && bad++ < 5)
			printf("counter %u: unit %u, oracle %u\n", i, r->bins[i], o->bins[i]);
	bad += rig_differs("ticks", r->counts.ticks, o->ticks);
	bad += rig_differs("hits", r->counts.hits, o->hits);
	bad += rig_differs("outside", r->counts.outside, o->outside);
	bad += rig_differs("pending", r->counts.pending, o->pending);
	bad += rig_differs("lost", r->counts.lost, 0);
	bad += rig_differs("stolen", r->counts.stolen, stolen);
	if (o->c.mode == TALLY_MODE_RING) {
		uint32_t position;
		if (tally_ring_position(&r->t, &position))
			rig_die("no ring position");
		bad += rig_differs("position", position, 4 * o->position);
	}
	return bad;
}

/* Leaves the oracle's counters and the record; answers how many counters and counts differ. */
static unsigned run_counted(
	char **argv, uint64_t limit, struct trace *t, struct machine_result *result)
{
	struct oracle o;
	struct rig r;
	unsigned bad;

	rig_open(&r, argv[1], argv[2], MACHINE_FULL, false);
	choose(&o, &r, argv[3], (uint32_t)strtoul(argv[4], NULL, 0));
	rig_program(&r, &o.c);
	rig_observe(&r, record, t);
	rig_run(&r, limit);
	machine_idle(r.m, 1000);
	rig_read(&r, &o.c);
	*result = r.result;
	judge(&o, t);
	bad = compare(&o, &r, t->lost);
	printf("%s %s %s: end %s, %" PRIu64 " cycles, %" PRIu64
	       " hits in %u counters, outside %" PRIu64 ", stolen %" PRIu64 ", %u differences\n",
		argv[1], argv[2], argv[3], rig_end(result->end), result->cycles, r.counts.hits, o.n,
		r.counts.outside, r.counts.stolen, bad);
	if (!r.counts.hits || !t->lost)
		rig_die("nothing was counted, or no slot stolen");
	rig_close(&r);
	free(o.bins);
	free(o.table);
	return bad;
}

static void run_blocked(
	char **argv, uint64_t limit, struct trace *t, const struct machine_result *result)
{
	struct rig r;

	rig_open(&r, argv[1], argv[2], MACHINE_FULL, false);
	rig_observe(&r, same, t);
	machine_drive(r.m, block, t);
	rig_run(&r, limit);
	if (t->retired.same != t->retired.n || r.result.cycles != result->cycles
		|| r.result.end != result->end)
		rig_die("blocked: %zu retirements in %" PRIu64 " cycles, counted: %zu in %" PRIu64,
			t->retired.same, r.result.cycles, t->retired.n, result->cycles);
	printf("%s %s %s: %zu retirements, the same at the same cycles with the stolen slots "
	       "blocked\n",
		argv[1], argv[2], argv[3], t->retired.n);
	rig_close(&r);
}

int main(int argc, char **argv)
{
	if (argc < 5)
		rig_die("usage: system CORE ELF MODE PERIOD [CYCLES]");
	uint64_t limit = argc > 5 ? strtoull(argv[5], NULL, 0) : 100000000;
	struct trace counted = { .stolen = calloc(1, limit / 8 + 1) };
	struct machine_result result;
	unsigned bad;

	if (!counted.stolen)
		rig_die("out of memory");
	bad = run_counted(argv, limit, &counted, &result);
	run_blocked(argv, limit, &counted, &result);
	free(counted.retired.events);
	free(counted.stolen);
	return bad ? 1 : 0;
}

/* SPDX-License-Identifier: ISC
 * counters_system.c - what the core did outside user mode, against sprofil()'s counters in RAM and
 * its totals.
 *
 * Ticks are every PERIOD'th cycle. A tick while the core sleeps is idle; any other is charged to
 * the first instruction that retires then or later. The record has the call to START but not the
 * first tick, so every cycle from the entry of tally_start on is tried. One must give all counters
 * and totals (or two or three adjacent ones that no tick tells apart).
 */
#include "counters.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The table that watched.c requests. */
enum { INTERVALS = 2045, BYTES = 20, PERIOD = 307, WINDOW = 1000, HEAD = 12 };
#define LOW 0x80000000u

struct event {
	uint64_t cycle;
	uint32_t pc;
	uint32_t priv;
};

static struct {
	uint32_t begins, starts; /* unit_system_start, tally_start */
	bool called, started;
	uint64_t at, end; /* cycles: tally_start's entry; of the run */
	struct event *events;
	size_t n, room;
	uint8_t *asleep; /* one bit per cycle from `at` on */
	size_t bytes;
} seen;

void system_begin(const char *kernel)
{
	seen.begins = rig_symbol(kernel, "unit_system_start", NULL);
	seen.starts = rig_symbol(kernel, "tally_start", NULL);
}

static void *more(void *old, size_t bytes)
{
	void *p = realloc(old, bytes);
	if (!p)
		rig_die("out of memory");
	return p;
}

void system_cycle(uint64_t cycle, const struct machine_cycle *c)
{
	if (c->retire && c->priv == 3 && c->pc == seen.begins)
		seen.called = true;
	if (seen.called && !seen.started && c->retire && c->pc == seen.starts) {
		seen.started = true;
		seen.at = cycle;
	}
	if (!seen.started)
		return;
	seen.end = cycle;
	size_t bit = cycle - seen.at;
	if (bit / 8 >= seen.bytes) {
		size_t had = seen.bytes;
		seen.bytes = had ? 2 * had : 1 << 16;
		seen.asleep = more(seen.asleep, seen.bytes);
		memset(seen.asleep + had, 0, seen.bytes - had);
	}
	if (c->sleep)
		seen.asleep[bit / 8] |= (uint8_t)(1u << bit % 8);
	if (!c->retire)
		return;
	if (seen.n == seen.room) {
		seen.room = seen.room ? 2 * seen.room : 1 << 20;
		seen.events = more(seen.events, seen.room * sizeof *seen.events);
	}
	seen.events[seen.n++] = (struct event){ cycle, c->pc, c->priv };
}

struct totals {
	uint64_t user, system, idle;
};

static struct totals count(uint64_t start, uint32_t counters[INTERVALS])
{
	struct totals t = { 0 };
	size_t e = 0;
	memset(counters, 0, INTERVALS * sizeof *counters);
	for (uint64_t tick = start; tick <= seen.end; tick += PERIOD) {
		size_t bit = tick - seen.at;
		if (seen.asleep[bit / 8] >> bit % 8 & 1) {
			t.idle++;
			continue;
		}
		while (e < seen.n && seen.events[e].cycle < tick)
			e++;
		if (e == seen.n)
			break;
		if (seen.events[e].priv == 0) {
			t.user++;
			continue;
		}
		t.system++;
		uint32_t counter = (seen.events[e].pc - LOW) / BYTES;
		if (counter < INTERVALS)
			counters[counter]++;
	}
	return t;
}

int system_judge(struct rig *r, uint32_t structure)
{
	static uint32_t ram[INTERVALS], oracle[INTERVALS];
	struct tally_counters k;
	unsigned fitting = 0, used = 0;
	uint64_t sum = 0;
	struct totals t = { 0 };
	if (!seen.started || tally_counters_read(&r->second, &k))
		rig_die("sprofil did not start");
	for (unsigned i = 0; i < INTERVALS; i++) {
		ram[i] = ram_word(r, structure + HEAD + 4 * i);
		sum += ram[i];
		used += ram[i] != 0;
	}
	for (uint64_t start = seen.at; start < seen.at + WINDOW; start++) {
		struct totals one = count(start, oracle);
		if (memcmp(ram, oracle, sizeof ram) || one.user != k.user
			|| one.system != k.privileged || one.idle != k.idle)
			continue;
		fitting++;
		t = one;
	}
	printf("sprofil: %" PRIu64
	       " hits in %u of %u counters; equal for %u of %u first ticks; user %" PRIu64
	       ", system %" PRIu64 ", idle %" PRIu64 " (oracle %" PRIu64 ", %" PRIu64 ", %" PRIu64
	       "), lost %" PRIu64 "\n",
		sum, used, INTERVALS, fitting, WINDOW, k.user, k.privileged, k.idle, t.user,
		t.system, t.idle, k.lost);
	free(seen.events);
	free(seen.asleep);
	return !fitting || fitting > 3 || k.lost || k.hits != sum || used < 100 || k.user != t.user
		|| k.privileged != t.system || k.idle != t.idle;
}

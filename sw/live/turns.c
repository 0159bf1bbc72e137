/* SPDX-License-Identifier: ISC
 * turns.c - what cycles waited for, one thing at a time; the contract is turns.h.
 */
#include "turns.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/clock.h"
#include "sw/base/error.h"
#include "sw/base/stop.h"
#include "sw/elf/symbols.h"

#define TURN_MS 100			/* a turn's mean, or the time to read the bins if longer */

enum { ALL, RETIRED, CAUSE, STEPS = CAUSE + CAUSES };

struct turns {
	struct live *live;
	uint64_t *bins[STEPS];
	int64_t ms[STEPS];		/* that each was counted for */
	uint64_t lost[STEPS];
	struct tally_counters all;	/* of the turns of ALL */
	uint32_t sticky;
	int64_t read_ms;		/* what reading took last */
	uint32_t random;
};

static void choose(struct tally_config *c, unsigned step)
{
	c->source = step == ALL ? TALLY_SOURCE_CLK : step == RETIRED ? TALLY_SOURCE_RETIRE
		: TALLY_SOURCE_EVENT;
	c->events = step < CAUSE ? 0 : (uint8_t)(1u << (step - CAUSE));
}

/* From half the mean to one and a half of it. */
static int64_t length(struct turns *t)
{
	int64_t mean = t->read_ms > TURN_MS ? t->read_ms : TURN_MS;

	t->random = t->random * 1664525u + 1013904223u;
	return mean / 2 + (int64_t)(t->random >> 16) % mean;
}

static void add(struct turns *t, unsigned step)
{
	const struct profile *p = &t->live->profile;
	const uint64_t from[] = { p->counters.ticks, p->counters.hits, p->counters.outside,
		p->counters.filtered, p->counters.idle, p->counters.lost, p->counters.pending };
	uint64_t *const to[] = { &t->all.ticks, &t->all.hits, &t->all.outside, &t->all.filtered,
		&t->all.idle, &t->all.lost, &t->all.pending };

	for (uint32_t i = 0; i < p->slots; i++)
		t->bins[step][i] += p->bins[i];
	for (size_t i = 0; step == ALL && i < sizeof to / sizeof to[0]; i++)
		*to[i] += from[i];
	t->lost[step] += p->counters.lost;
	t->sticky |= p->sticky;
}

static bool turn(struct turns *t, unsigned step)
{
	choose(&t->live->profile.config, step);
	if (!live_restart(t->live))
		return false;
	int64_t begun = clock_ms();
	live_wait(begun + length(t));
	int64_t end = clock_ms();
	if (!live_finish(t->live))
		return false;
	stop_hold(false);
	t->ms[step] += end - begun;
	t->read_ms = clock_ms() - end;
	add(t, step);
	return true;
}

/* Counts that stand for t->ms[step], as of the turns of ALL. */
static uint64_t scaled(const struct turns *t, unsigned step, uint64_t count)
{
	return (uint64_t)((double)count * (double)t->ms[ALL] / (double)t->ms[step] + 0.5);
}

static void keep(const struct turns *t, struct profile *p)
{
	uint32_t n = (uint32_t)((profile_bin_pc(p, p->slots) - p->config.offset + 1) / 2);

	p->n_retired_at = n;
	p->retired_at = allocate(n, sizeof *p->retired_at);
	p->waits_at = allocate(n, sizeof *p->waits_at);
	for (uint32_t i = 0; i < p->slots; i++) {
		uint64_t pc = symbols_code(&t->live->firmware.symbols, profile_bin_pc(p, i),
			profile_bin_pc(p, i + 1));
		uint32_t at = (uint32_t)(pc - p->config.offset) / 2;
		p->bins[i] = t->bins[ALL][i];
		p->retired_at[at] += scaled(t, RETIRED, t->bins[RETIRED][i]);
		p->retired += scaled(t, RETIRED, t->bins[RETIRED][i]);
		for (unsigned c = 0; c < CAUSES; c++)
			p->waits_at[at].of[c] += scaled(t, CAUSE + c, t->bins[CAUSE + c][i]);
	}
	p->counters = t->all;
	p->cycles = t->all.ticks;
	p->sticky = t->sticky;
}

static bool is_whole(const struct turns *t)
{
	const char *path = t->live->port.path;
	const struct profile *p = &t->live->profile;
	struct waits waits = profile_waits(p);
	double sum = (double)(waits_sum(&waits) + p->retired + p->counters.idle);

	for (unsigned i = 0; i < STEPS; i++)
		if (t->lost[i])
			note("%s: %" PRIu64 " counts were lost", path, t->lost[i]);
	if (waits_sum(&waits) && p->cycles && (sum < 0.9 * (double)p->cycles
		|| sum > 1.1 * (double)p->cycles))
		note("%s: the parts add up to %.0f%% of all cycles: the program does not repeat "
			"itself so soon; record for longer", path, 100 * sum / (double)p->cycles);
	return waits_sum(&waits) || fail("%s: no cause was counted: does this board wire its "
		"core's causes to event_i? (rtl/tap/CAUSES.md)", path);
}

static bool run(struct turns *t, uint64_t seconds)
{
	struct profile *p = &t->live->profile;
	int64_t end = clock_ms() + (int64_t)seconds * 1000;

	choose(&p->config, STEPS - 1);
	if (!collect_accepted(&t->live->collector))
		return false;
	for (unsigned turns = 0; turns < STEPS || (!stop_asked && clock_ms() < end); turns++) {
		if (stop_asked)
			return fail("%s: interrupted before each cause had a turn",
				t->live->port.path);
		if (!turn(t, turns % STEPS))
			return false;
		p->rounds = (turns + 1) / STEPS;
	}
	for (unsigned i = 0; i < STEPS; i++)
		if (t->ms[i] < TURN_MS / 4)
			return fail("%s: interrupted before each cause had a turn",
				t->live->port.path);
	choose(&p->config, ALL);
	keep(t, p);
	return is_whole(t);
}

bool turns_record(struct live *v, uint64_t seconds)
{
	struct turns t = { .live = v, .random = 1 };

	for (unsigned i = 0; i < STEPS; i++)
		t.bins[i] = allocate(v->profile.slots, sizeof *t.bins[i]);
	bool good = run(&t, seconds);
	for (unsigned i = 0; i < STEPS; i++)
		free(t.bins[i]);
	return good;
}

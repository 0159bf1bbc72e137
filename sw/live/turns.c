/* SPDX-License-Identifier: ISC
 * turns.c - several counts from a unit that counts one thing at a time; the contract is turns.h.
 */
#include "turns.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/clock.h"
#include "sw/base/error.h"
#include "sw/base/stop.h"

#define TURN_MS 100			/* a turn's mean, or the time to read the bins if longer */

static void choose(struct tally_config *c, unsigned kind)
{
	c->source = kind == TURN_ALL ? TALLY_SOURCE_CLK
		: kind == TURN_RETIRED ? TALLY_SOURCE_RETIRE : TALLY_SOURCE_EVENT;
	c->lines = kind < TURN_CAUSE ? 0 : (uint8_t)(1u << (kind - TURN_CAUSE));
}

/* From half the mean to one and a half of it. */
static int64_t length(struct turns *t)
{
	int64_t mean = t->read_ms > TURN_MS ? t->read_ms : TURN_MS;

	t->random = t->random * 1664525u + 1013904223u;
	return mean / 2 + (int64_t)(t->random >> 16) % mean;
}

static void add(struct turns *t, unsigned kind)
{
	const struct profile *p = &t->live->profile;
	const uint64_t from[] = { p->counters.ticks, p->counters.hits, p->counters.outside,
		p->counters.filtered, p->counters.idle, p->counters.lost, p->counters.pending };
	uint64_t *const to[] = { &t->all.ticks, &t->all.hits, &t->all.outside, &t->all.filtered,
		&t->all.idle, &t->all.lost, &t->all.pending };

	for (uint32_t i = 0; i < p->slots; i++)
		t->bins[kind][i] += p->bins[i];
	for (size_t i = 0; kind == TURN_ALL && i < sizeof to / sizeof to[0]; i++)
		*to[i] += from[i];
	t->outside[kind] += p->counters.outside;
	t->lost[kind] += p->counters.lost;
	t->sticky |= p->sticky;
}

static bool turn(struct turns *t, unsigned kind)
{
	choose(&t->live->profile.config, kind);
	if (!live_restart(t->live))
		return false;
	int64_t begun = clock_ms();
	live_wait(begun + length(t));
	int64_t end = clock_ms();
	if (!live_finish(t->live))
		return false;
	stop_hold(false);
	t->ms[kind] += end - begun;
	t->read_ms = clock_ms() - end;
	add(t, kind);
	return true;
}

/* Before its counters wrap. */
static bool look_beside(struct turns *t)
{
	if (!t->beside || clock_ms() < t->beside_ms + LIVE_POLL_MS)
		return true;
	t->beside_ms = clock_ms();
	return live_refresh(t->beside);
}

static bool whole(const struct turns *t)
{
	const char *path = t->live->port.path;

	for (unsigned i = 0; i < t->n; i++) {
		unsigned kind = t->kinds[i];
		if (t->ms[kind] < TURN_MS / 4)
			return fail("%s: interrupted before each count had a turn", path);
		if (t->lost[kind])
			note("%s: %" PRIu64 " counts were lost", path, t->lost[kind]);
	}
	return true;
}

bool turns_take(struct turns *t, uint64_t seconds)
{
	struct profile *p = &t->live->profile;

	for (unsigned i = 0; i < t->n; i++)
		t->bins[t->kinds[i]] = allocate(p->slots, sizeof *t->bins[0]);
	t->random = 1;
	t->beside_ms = clock_ms();
	int64_t end = t->beside_ms + (int64_t)seconds * 1000;
	choose(&p->config, t->kinds[t->n - 1]);
	if (!collect_accepted(&t->live->collector))
		return false;
	for (unsigned turns = 0; turns < t->n || (!stop_asked && clock_ms() < end); turns++) {
		if (stop_asked)
			return fail("%s: interrupted before each count had a turn",
				t->live->port.path);
		if (!turn(t, t->kinds[turns % t->n]) || !look_beside(t))
			return false;
		p->rounds = (turns + 1) / t->n;
	}
	return whole(t);
}

uint64_t turns_scaled(const struct turns *t, unsigned kind, uint64_t count, int64_t ms)
{
	return (uint64_t)((double)count * (double)ms / (double)t->ms[kind] + 0.5);
}

void turns_free(struct turns *t)
{
	for (unsigned i = 0; i < TURN_KINDS; i++)
		free(t->bins[i]);
}

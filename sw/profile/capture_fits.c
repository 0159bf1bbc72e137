/* SPDX-License-Identifier: ISC
 * capture_fits.c - is each part of a capture sound, and do all belong to one run? The contract is
 * capture_fits.h.
 */
#include "capture_fits.h"

#include <string.h>

static bool taken_sound(const struct taken *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!t->at[i].count || (i && t->at[i].pc <= t->at[i - 1].pc))
			return false;
	return true;
}

static bool tasks_sound(const struct tasks *t)
{
	for (size_t i = 0; i < t->n; i++) {
		size_t n = strlen(t->at[i].name);
		if (!n || n > TASK_NAME_MAX || tasks_named(t, t->at[i].name) != i)
			return false;
	}
	return true;
}

static bool accesses_sound(const struct accesses *a)
{
	for (size_t i = 0; i < a->n_objects; i++)
		if (!a->objects[i].name[0] || a->objects[i].hi < a->objects[i].lo)
			return false;
	for (size_t i = 0; i < a->n; i++) {
		const struct access_cell *x = &a->at[i], *before = x - (i > 0);
		if (x->object >= a->n_objects || !(x->count || x->waits)
			|| (i && (x->pc < before->pc
				|| (x->pc == before->pc && x->object <= before->object))))
			return false;
	}
	return true;
}

static bool latency_sound(const struct latency *l)
{
	uint64_t before = 0, sum = 0;

	for (size_t i = 0; i < l->n; i++) {
		uint64_t cycles = l->times[i].cycles, all;
		if (cycles <= before || !l->times[i].count
			|| __builtin_mul_overflow(cycles, l->times[i].count, &all)
			|| __builtin_add_overflow(sum, all, &sum))
			return false;
		before = cycles;
	}
	return !l->name || l->name[0];
}

bool capture_sound(struct profile *p, const char **where)
{
	*where = "branch.pc";
	if (!taken_sound(&p->taken))
		return false;
	*where = "the call tree";
	if (p->calls.n_nodes && !call_tree_settle(&p->calls))
		return false;
	*where = "task.name";
	if (!tasks_sound(&p->tasks))
		return false;
	*where = "access.pc";
	if (!accesses_sound(&p->accesses))
		return false;
	*where = "latency.cycles";
	return latency_sound(&p->latency);
}

/* Is the last count's address below 2^32? Each count covers `step` bytes of code, or a bin (0). */
static bool has_addresses(const struct profile *p, const uint64_t *counts, uint32_t n,
	unsigned step)
{
	while (n && !counts[n - 1])
		n--;
	return !n || (step ? p->config.offset + (uint64_t)step * (n - 1) : profile_bin_pc(p, n - 1))
		< 1ull << 32;
}

/* A tree with tasks begins with them, and with no threads. */
static bool tasks_fit(const struct profile *p)
{
	for (size_t i = 0; p->tasks.n && i < p->calls.n_nodes; i++) {
		uint32_t function = p->calls.nodes[i].function;
		if (call_tree_is_thread(function) && task_place(function) >= p->tasks.n)
			return false;
	}
	return !p->tasks.n || p->calls.n_nodes;
}

/* What waited for DATA is an access's; each access is an instruction. A board counts its accesses
 * beside its cycles, in turns. */
static bool accesses_fit(const struct profile *p)
{
	struct waits waits = profile_waits(p);
	uint64_t count = 0, waited = 0;

	for (size_t i = 0; !p->rounds && i < p->accesses.n; i++) {
		count += p->accesses.at[i].count;
		waited += p->accesses.at[i].waits;
	}
	return count <= p->retired && waited <= waits.of[CAUSE_DATA];
}

/* What was taken has retired. */
static bool taken_fits(const struct profile *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->taken.n; i++) {
		const struct taken_branch *b = &p->taken.at[i];
		uint32_t at = (b->pc - p->config.offset) / 2;
		if (at < p->n_retired_at && b->count > p->retired_at[at])
			return false;
		sum += b->count;
	}
	return sum <= p->retired;
}

/* Times do not overlap, and lie in the run. */
static bool latency_fits(const struct profile *p)
{
	const struct latency *l = &p->latency;
	uint64_t sum;

	return !__builtin_add_overflow(latency_sum(l), l->open, &sum) && sum <= p->cycles
		&& l->end >= latency_longest(l) && l->end <= p->cycles;
}

/* A unit's tree knows functions only: no sites, instructions, causes or tasks. Of a board's its
 * unit counted a little longer than the other one, or less long. */
static bool unit_calls_fit(const struct profile *p)
{
	const struct call_tree *t = &p->calls;

	for (size_t i = 0; i < t->n_nodes; i++)
		if (t->nodes[i].site || t->nodes[i].retired)
			return false;
	for (size_t i = 0; i < t->n_cells; i++)
		if (t->cells[i].pc != t->nodes[t->cells[i].node].function)
			return false;
	return !t->has_waits && !p->retired_at && !p->tasks.n;
}

/* What is in a cell has retired there. */
static bool cells_retired(const struct call_tree *t)
{
	for (size_t i = 0; i < t->n_cells; i++)
		if (!t->cells[i].retired)
			return false;
	return true;
}

/* A tree holds what the core did. The unit may have counted less: it may have stopped at a
 * fault. */
static bool calls_fit(const struct profile *p)
{
	const struct tally_config *c = &p->config;
	uint64_t most = c->source != TALLY_SOURCE_RETIRE ? p->cycles : p->retired;
	uint64_t cycles = call_tree_cycles(&p->calls);
	bool board = p->calls.of_unit && p->end == END_RECORDED;

	most = board ? UINT64_MAX : most;
	return !p->calls.n_nodes || ((board || c->period == 1) && cycles <= most
		&& call_rest_ticks(&p->calls.rest) <= most - cycles
		&& (p->calls.of_unit ? unit_calls_fit(p)
		: call_tree_retired(&p->calls) == p->retired && cells_retired(&p->calls)));
}

/* Of what was counted at once: what waited retired, and no longer than the run took. A call tree
 * knows causes if the instructions do. */
static bool waits_fit(const struct profile *p)
{
	struct waits waits = profile_waits(p);

	if (p->rounds)
		return !p->waits_at != !p->accesses.n_objects && !p->calls.n_nodes;
	if (waits_sum(&waits) > p->cycles)
		return false;
	for (uint32_t i = 0; p->waits_at && i < p->n_retired_at; i++)
		if (!p->retired_at[i] && waits_sum(&p->waits_at[i]))
			return false;
	return !p->calls.n_nodes || p->calls.has_waits == (p->waits_at != NULL);
}

/* A run's unit counted all of it, or the counts are not the unit's (profile_end_run). */
static bool ticks_fit(const struct profile *p)
{
	const struct tally_config *c = &p->config;

	return c->period != 1 || p->sticky || p->end == END_RECORDED || p->end == END_IMPORTED
		|| p->counters.ticks == (c->source == TALLY_SOURCE_RETIRE ? p->retired : p->cycles);
}

bool capture_fits(const struct profile *p, const char **where)
{
	*where = "TICKS of another run";
	if (!ticks_fit(p))
		return false;
	*where = "counts x period beyond 64 bits";
	if (!profile_estimable(p, p->counters.ticks) || !profile_estimable(p, profile_bin_sum(p)))
		return false;
	*where = "a call tree of another run";
	if (!calls_fit(p))
		return false;
	*where = "tasks of another run";
	if (!tasks_fit(p))
		return false;
	*where = "causes of another run";
	if (!waits_fit(p))
		return false;
	*where = "accesses of another run";
	if (!accesses_fit(p))
		return false;
	*where = "branches of another run";
	if (!taken_fits(p))
		return false;
	*where = "a latency of another run";
	if (!latency_fits(p))
		return false;
	*where = "counts behind the last address";
	return has_addresses(p, p->bins, p->slots, 0) && has_addresses(p, p->retired_at,
		p->n_retired_at, 2);
}

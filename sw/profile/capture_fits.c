/* SPDX-License-Identifier: ISC
 * capture_fits.c - is each part of a capture sound, and do all belong to one run? The contract is
 * columns.h.
 */
#include <string.h>

#include "columns.h"

static bool rises(const struct taken *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!t->at[i].count || (i && taken_by_pc(&t->at[i - 1], &t->at[i]) >= 0))
			return false;
	return true;
}

static bool taken_sound(const struct profile *p)
{
	return rises(&p->taken);
}

static bool jumps_sound(const struct profile *p)
{
	return rises(&p->jumped);
}

/* What was taken has retired. */
static bool has_retired(const struct taken *t, const struct profile *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n; i++) {
		uint32_t at = (t->at[i].pc - p->config.offset) / 2;
		if (at < p->n_retired_at && t->at[i].count > p->retired_at[at])
			return false;
		sum += t->at[i].count;
	}
	return sum <= p->retired;
}

static bool taken_fits(const struct profile *p)
{
	return has_retired(&p->taken, p) && has_retired(&p->jumped, p);
}

static bool tasks_sound(const struct profile *p)
{
	for (size_t i = 0; i < p->tasks.n; i++) {
		const char *name = p->tasks.at[i].name;
		if (!name[0] || strlen(name) > TASK_NAME_MAX || tasks_named(&p->tasks, name) != i)
			return false;
	}
	return true;
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

static bool accesses_sound(const struct profile *p)
{
	const struct accesses *a = &p->accesses;

	for (size_t i = 0; i < a->n_objects; i++)
		if (!a->objects[i].name[0] || a->objects[i].hi < a->objects[i].lo)
			return false;
	for (size_t i = 0; i < a->n; i++) {
		const struct access_cell *x = &a->at[i], *before = x - (i > 0);
		if (x->object >= a->n_objects || !(x->count || x->waits)
			|| (i
				&& (x->pc < before->pc
					|| (x->pc == before->pc && x->object <= before->object))))
			return false;
	}
	return true;
}

/* What waited for DATA is an access's; each access is an instruction. A board counts its accesses
 * beside its cycles, in turns. */
static bool accesses_fit(const struct profile *p)
{
	uint64_t count = 0, waited = 0;

	for (size_t i = 0; !p->rounds && i < p->accesses.n; i++) {
		count += p->accesses.at[i].count;
		waited += p->accesses.at[i].waits;
	}
	return count <= p->retired && (!waited || waited <= profile_waits(p).of[CAUSE_DATA]);
}

static bool latency_sound(const struct profile *p)
{
	const struct latency *l = &p->latency;
	uint64_t sum = 0, all;

	for (size_t i = 0; i < l->n; i++) {
		const struct latency_time *t = &l->times[i];
		if ((i && t->cycles <= t[-1].cycles) || !t->count
			|| __builtin_mul_overflow(t->cycles, t->count, &all)
			|| __builtin_add_overflow(sum, all, &sum))
			return false;
	}
	return !l->name || text_colon(l->name);
}

/* The longest call is one of the function's last bucket, and no shorter than the mean there. */
static bool is_longest(const struct worst *w, const struct duration *last)
{
	struct duration one = w->call;

	one.calls = 1;
	return last->cycles / last->calls + (last->cycles % last->calls != 0) <= one.cycles
		&& !durations_by_bucket(last, &one);
}

/* Each function has its worst call, if any has ended; all are in the call tree. */
static bool durations_sound(const struct profile *p)
{
	const struct durations *d = &p->durations;
	size_t at = 0;

	for (size_t i = 0; i < d->n; i++)
		if (!d->at[i].calls || waits_sum(&d->at[i].waits) > d->at[i].cycles
			|| (i && durations_by_bucket(&d->at[i - 1], &d->at[i]) >= 0))
			return false;
	for (const struct worst *w = d->worst; w < d->worst + d->n_worst; w++) {
		size_t before = at;
		if ((w > d->worst && w[-1].call.function >= w->call.function)
			|| w->node >= p->calls.n_nodes)
			return false;
		for (size_t i = 0; i < DURATION_CHAIN; i++)
			if (w->chain[i].node >= p->calls.n_nodes)
				return false;
		while (at < d->n && d->at[at].function == w->call.function)
			at++;
		if ((at > before) != (w->call.calls != 0)
			|| (at > before && !is_longest(w, &d->at[at - 1])))
			return false;
	}
	return at == d->n;
}

/* Times do not overlap, and lie in the run. */
static bool latency_fits(const struct profile *p)
{
	const struct latency *l = &p->latency;
	uint64_t sum;

	return !__builtin_add_overflow(latency_sum(l), l->open, &sum) && sum <= p->cycles
		&& waits_sum(&l->longest.waits) <= latency_longest(l)
		&& l->longest.end >= latency_longest(l)
		&& (p->window.after || l->longest.end <= p->cycles);
}

/* In cycles, or instructions. */
static uint64_t counted(const struct profile *p)
{
	return p->config.source != TALLY_SOURCE_RETIRE ? p->cycles : p->retired;
}

/* Calls are the tree's, and none took longer than the run. */
static bool durations_fit(const struct profile *p)
{
	const struct durations *d = &p->durations;
	uint64_t calls = 0;
	bool fit = true;

	for (size_t i = 0; i < p->calls.n_nodes; i++)
		calls += p->calls.nodes[i].calls;
	for (size_t i = 0; i < d->n; i++)
		fit &= !__builtin_sub_overflow(calls, d->at[i].calls, &calls);
	for (size_t i = 0; i < d->n_worst; i++)
		fit &= !__builtin_sub_overflow(calls, d->worst[i].open, &calls)
			&& d->worst[i].call.cycles <= counted(p);
	return fit;
}

/* Of a board's tree, whose unit counted a little longer than the other one, or less long, no more
 * is known. A unit's tree knows functions only: no sites, instructions, causes or tasks; and it may
 * have counted less than the core did: it may have stopped at a fault. */
static bool calls_fit(const struct profile *p)
{
	const struct call_tree *t = &p->calls;
	bool board = t->of_unit && p->end == END_RECORDED;
	uint64_t most = board ? UINT64_MAX : counted(p);
	uint64_t cycles = call_tree_cycles(t);

	if (!t->n_nodes)
		return true;
	if ((!board && p->config.period != 1) || cycles > most
		|| call_rest_ticks(&t->rest) > most - cycles)
		return false;
	if (!t->of_unit)
		return call_tree_retired(t) == p->retired;
	for (size_t i = 0; i < t->n_nodes; i++)
		if (t->nodes[i].site || t->nodes[i].retired)
			return false;
	for (size_t i = 0; i < t->n_cells; i++)
		if (t->cells[i].pc != t->nodes[t->cells[i].node].function)
			return false;
	return !t->has_waits && !p->retired_at && !p->tasks.n;
}

/* Of what was counted at once: what waited retired, and no longer than the run took. A call tree
 * knows causes if the instructions do. */
static bool waits_fit(const struct profile *p)
{
	uint64_t sum = 0;

	if (p->rounds)
		return !p->waits_at != !p->accesses.n_objects && !p->calls.n_nodes;
	for (uint32_t i = 0; p->waits_at && i < p->n_retired_at; i++) {
		uint64_t waits = waits_sum(&p->waits_at[i]);
		if (waits && !p->retired_at[i])
			return false;
		sum += waits;
	}
	return sum <= p->cycles
		&& (!p->calls.n_nodes || p->calls.has_waits == (p->waits_at != NULL));
}

/* A run's unit counted all of it, or the counts are not the unit's (profile_end_run). */
static bool ticks_fit(const struct profile *p)
{
	const struct tally_config *c = &p->config;

	return c->period != 1 || p->sticky || p->end == END_RECORDED || p->end == END_IMPORTED
		|| p->counters.ticks == (c->source == TALLY_SOURCE_RETIRE ? p->retired : p->cycles);
}

static bool estimable(const struct profile *p)
{
	return profile_estimable(p, p->counters.ticks) && profile_estimable(p, profile_bin_sum(p));
}

/* Of the last count that is not 0. */
static bool addresses_fit(const struct profile *p)
{
	uint32_t bins = p->slots, halves = p->n_retired_at;
	uint64_t reach = profile_bin_pc(p, bins) - p->config.offset;

	if (p->waits_at && !p->retired_at)
		return false;
	if (p->retired_at && halves != reach / 2 && halves != (reach + 1) / 2)
		return false;
	while (bins && !p->bins[bins - 1])
		bins--;
	while (halves && !p->retired_at[halves - 1])
		halves--;
	return (!bins || profile_bin_pc(p, bins - 1) < 1ull << 32)
		&& (!halves || p->config.offset + 2ull * (halves - 1) < 1ull << 32);
}

const char *capture_wrong(struct profile *p)
{
	static const struct {
		bool (*holds)(const struct profile *);
		const char *what;
	} rules[] = { { taken_sound, "branch.pc" }, { jumps_sound, "jump.pc" },
		{ tasks_sound, "task.name" }, { accesses_sound, "access.pc" },
		{ latency_sound, "latency.cycles" }, { durations_sound, "worst.function" },
		{ ticks_fit, "TICKS of another run" },
		{ estimable, "counts x period beyond 64 bits" },
		{ calls_fit, "a call tree of another run" },
		{ durations_fit, "durations of another run" },
		{ tasks_fit, "tasks of another run" }, { waits_fit, "causes of another run" },
		{ accesses_fit, "accesses of another run" },
		{ taken_fits, "branches of another run" },
		{ latency_fits, "a latency of another run" },
		{ addresses_fit, "counts behind the last address" } };

	if (p->calls.n_nodes && !call_tree_settle(&p->calls))
		return "the call tree";
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
		if (!rules[i].holds(p))
			return rules[i].what;
	return NULL;
}

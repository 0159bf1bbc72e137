/* SPDX-License-Identifier: ISC
 * profile.c - one profile: how it was taken, the counts, how the run ended
 */
#include "profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

void profile_free(struct profile *p)
{
	free(p->core);
	free(p->bins);
	free(p->retired_at);
	free(p->waits_at);
	call_tree_free(&p->calls);
	accesses_free(&p->accesses);
	latency_free(&p->latency);
	tasks_free(&p->tasks);
	taken_free(&p->taken);
	free(p->elf_path);
	free(p->imported);
	packed_free(&p->elf);
	packed_free(&p->debug);
	*p = (struct profile){ 0 };
}

unsigned profile_last(const struct profile *p, uint32_t to[PROFILE_LAST])
{
	unsigned n = p->n_last < PROFILE_LAST ? p->n_last : PROFILE_LAST;

	for (unsigned i = 0; i < n; i++)
		to[i] = p->last[(p->n_last - n + i) % PROFILE_LAST];
	return n;
}

const char *profile_source(const struct profile *p)
{
	return p->config.source == TALLY_SOURCE_RETIRE ? "instructions" : "cycles";
}

const char *profile_events(const struct profile *p, char *buffer, size_t size)
{
	size_t n = 0;

	buffer[0] = 0;
	for (unsigned i = 0; p->config.source == TALLY_SOURCE_EVENT && i < 8; i++) {
		if (!(p->config.lines >> i & 1) || n >= size)
			continue;
		if (i < CAUSES)
			n += (size_t)snprintf(buffer + n, size - n, "%s%s", n ? " or "
				: " that waited for ", cause_names[i]);
		else
			n += (size_t)snprintf(buffer + n, size - n, "%s line %u", n ? " or"
				: " with", i);
	}
	return buffer;
}

const char *profile_unit(const struct profile *p)
{
	return p->config.period > 1 ? "samples" : profile_source(p);
}

bool profile_instructions(const struct profile *p, struct profile *q)
{
	bool alike = p->config.scale == TALLY_SCALE_ONE && p->slots == p->n_retired_at;

	if (!p->retired_at || !p->n_retired_at || p->config.source != TALLY_SOURCE_CLK)
		return false;
	*q = *p;
	q->bins = p->retired_at;
	q->slots = p->n_retired_at;
	q->retired_at = alike ? p->bins : NULL;
	q->n_retired_at = alike ? p->slots : 0;
	q->other_period = p->config.period;
	q->waits_at = NULL;
	q->config.source = TALLY_SOURCE_RETIRE;
	q->config.period = 1;
	q->config.jitter = 0;
	q->config.scale = TALLY_SCALE_ONE;
	q->config.size = q->slots * PROFILE_BIN_BYTES;
	uint64_t sum = profile_bin_sum(q);
	q->counters = (struct tally_counters){ .ticks = sum > p->retired ? sum : p->retired,
		.hits = sum };
	q->counters.outside = q->counters.ticks - sum;
	return true;
}

bool profile_choose(const struct profile *p, unsigned by, const char *name, struct profile *other,
	const struct profile **chosen)
{
	*chosen = p;
	if ((by == 1) == (p->config.source == TALLY_SOURCE_RETIRE))
		return true;
	if (by == 0)
		return fail("--by cycles: %s counted instructions only; take it again without --by "
			"instructions", name);
	if (!profile_instructions(p, other))
		return fail("--by instructions: %s counted cycles only; take it again with `tally "
			"run`, without --no-cpi and --calls=unit", name);
	*chosen = other;
	return true;
}

double profile_cpi(const struct profile *p, uint64_t count, uint64_t retired)
{
	if (!p->retired_at)
		return -1;
	if (p->other_period)
		return count ? (double)retired * p->other_period / (double)count : -1;
	return retired ? (double)count * p->config.period / (double)retired : -1;
}

struct waits profile_waits(const struct profile *p)
{
	struct waits sum = { { 0 } };

	for (uint32_t i = 0; p->waits_at && i < p->n_retired_at; i++)
		waits_add(&sum, &p->waits_at[i]);
	return sum;
}

static struct call_tree calls_cause(const struct call_tree *all, enum cause cause)
{
	struct call_tree t = { .n_nodes = all->n_nodes, .n_cells = all->n_cells,
		.folded = all->folded };

	t.nodes = allocate(t.n_nodes, sizeof *t.nodes);
	t.cells = allocate(t.n_cells, sizeof *t.cells);
	for (size_t i = 0; i < t.n_nodes; i++) {
		t.nodes[i] = all->nodes[i];
		t.nodes[i].cycles = t.nodes[i].waits.of[cause];
	}
	for (size_t i = 0; i < t.n_cells; i++) {
		t.cells[i] = all->cells[i];
		t.cells[i].cycles = t.cells[i].waits.of[cause];
	}
	return t;
}

bool profile_cause(const struct profile *p, enum cause cause, struct profile *q)
{
	if (!p->waits_at)
		return false;
	*q = *p;
	q->slots = p->n_retired_at;
	q->config.scale = TALLY_SCALE_ONE;
	q->config.size = q->slots * PROFILE_BIN_BYTES;
	q->bins = allocate(q->slots, sizeof *q->bins);
	for (uint32_t i = 0; i < q->slots; i++)
		q->bins[i] = p->waits_at[i].of[cause];
	q->counters = (struct tally_counters){ .ticks = p->counters.ticks,
		.hits = profile_bin_sum(q) };
	q->calls = (struct call_tree){ 0 };
	if (p->calls.has_waits)
		q->calls = calls_cause(&p->calls, cause);
	return true;
}

void profile_cause_free(struct profile *q)
{
	free(q->bins);
	call_tree_free(&q->calls);
}

void profile_count_cells(struct profile *p)
{
	uint64_t slots = (profile_bin_pc(p, p->slots) - p->config.offset) / 2;

	p->slots = (uint32_t)(slots < PROFILE_SLOTS ? slots : PROFILE_SLOTS);
	p->config.scale = TALLY_SCALE_ONE;
	p->config.size = p->slots * PROFILE_BIN_BYTES;
	free(p->bins);
	p->bins = allocate(p->slots, sizeof *p->bins);
	for (uint32_t i = 0; i < p->n_retired_at; i++)
		p->retired_at[i] = 0;
	for (uint32_t i = 0; p->waits_at && i < p->n_retired_at; i++)
		p->waits_at[i] = (struct waits){ { 0 } };
	for (size_t i = 0; i < p->calls.n_cells; i++) {
		const struct call_cell *cell = &p->calls.cells[i];
		uint32_t at = (cell->pc - p->config.offset) / 2;
		if (at < p->slots)
			p->bins[at] += cell->cycles;
		if (at >= p->n_retired_at)
			continue;
		p->retired_at[at] += cell->retired;
		if (p->waits_at)
			waits_add(&p->waits_at[at], &cell->waits);
	}
}

bool profile_task(struct profile *p, const char *task, const char *name)
{
	size_t place = tasks_named(&p->tasks, task);

	if (!p->tasks.n)
		return fail(TASKS_UNKNOWN, name);
	if (place == p->tasks.n)
		return fail("--task %s: no task of %s; `tally report --by task` lists them", task,
			name);
	struct call_tree all = p->calls;
	p->calls = call_tree_part(&all, task_function(place));
	call_tree_free(&all);
	profile_count_cells(p);
	p->counters = (struct tally_counters){ .ticks = call_tree_cycles(&p->calls),
		.hits = profile_bin_sum(p) };
	p->counters.outside = p->counters.ticks - p->counters.hits;
	p->cycles = p->counters.ticks;
	p->retired = call_tree_retired(&p->calls);
	latency_free(&p->latency);		/* of the run */
	p->latency = (struct latency){ 0 };
	taken_free(&p->taken);
	p->task = p->tasks.at[place].name;
	return true;
}

/* delta is the smallest that tally_slot maps to slot or beyond it. */
uint64_t profile_bin_pc(const struct profile *p, uint32_t slot)
{
	const uint64_t end = 1ull << 32, byte = 2ull * slot;
	uint64_t delta = p->config.scale ? ((byte << 16) + p->config.scale - 1) / p->config.scale
		: end;

	return delta < end - p->config.offset ? p->config.offset + delta : end;
}

uint32_t profile_bins_until(const struct profile *p, uint64_t pc)
{
	const struct tally_config *c = &p->config;

	if (pc <= c->offset)
		return 0;
	int64_t slot = pc >> 32 ? -1 : tally_slot((uint32_t)pc, c->offset, c->scale,
		p->slots * PROFILE_BIN_BYTES, PROFILE_BIN_BYTES);
	return slot < 0 ? p->slots : (uint32_t)slot;
}

uint64_t profile_bin_sum(const struct profile *p)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->slots; i++)
		sum += p->bins[i];
	return sum;
}

double profile_percent(const struct profile *p, uint64_t count)
{
	return p->counters.ticks ? 100.0 * (double)count / (double)p->counters.ticks : 0;
}

bool profile_law_holds(const struct tally_counters *c)
{
	return c->ticks == c->hits + c->outside + c->filtered + c->idle + c->lost + c->pending;
}

struct call_rest profile_call_rest(const struct profile *p)
{
	const struct tally_counters *c = &p->counters;

	return p->calls.of_unit ? p->calls.rest
		: (struct call_rest){ .idle = c->idle, .pending = c->pending, .ticks = c->ticks };
}

void profile_outcomes(const struct tally_counters *c, struct outcome to[OUTCOMES])
{
	const struct outcome all[OUTCOMES] = {
		{ "OUTSIDE", "code beyond the counters", c->outside },
		{ "FILTERED", "privilege not asked for", c->filtered },
		{ "IDLE", "waiting for an interrupt", c->idle },
		{ "LOST", "could not be counted", c->lost },
		{ "PENDING", "no instruction retired after it", c->pending },
	};
	memcpy(to, all, sizeof all);
}

#define FREQUENT 1024u		/* a period whose ticks are never far apart */

static uint64_t in_retirements(const struct tally_counters *c)
{
	return c->hits + c->outside + c->filtered + c->idle;
}

/* Events, and ticks of a long period, may be far apart. */
static const char *no_tick(const struct profile *p, uint64_t ticks, char *buffer, size_t size)
{
	if (ticks && p->config.source == TALLY_SOURCE_CLK && p->config.period <= FREQUENT)
		snprintf(buffer, size, "no cycle since TICKS %" PRIu64 ": has the core's clock "
			"stopped, or the simulation ended?", ticks);
	else if (!ticks)
		snprintf(buffer, size, p->config.source == TALLY_SOURCE_EVENT
			? "no event came: does the board wire it to event_i?"
			: "no tick was counted: does the core's clock run, has the simulation "
			"ended?");
	return buffer[0] ? buffer : NULL;
}

const char *profile_doubt(const struct profile *p, const struct tally_counters *c,
	const struct tally_counters *before, char *buffer, size_t size)
{
	buffer[0] = 0;
	if (c->ticks == before->ticks)
		return no_tick(p, c->ticks, buffer, size);
	if (in_retirements(c) == in_retirements(before) && !p->sticky)
		return in_retirements(c)
			? "no instruction has retired lately: has the core stopped, does it sleep?"
			: "no instruction retired: is the core in reset, or tap_valid_i not "
			"connected?";
	if (c->hits)
		return NULL;
	if (c->outside)
		snprintf(buffer, size, "nothing was counted in 0x%08" PRIx64 "-0x%08" PRIx64
			": is this the program that the core ran?", profile_bin_pc(p, 0),
			profile_bin_pc(p, p->slots) - 1);
	else if (c->filtered > c->idle)
		return "all is FILTERED: the core was in no privilege that was asked for";
	else if (c->idle)
		return "all is IDLE: the core only waits for an interrupt";
	return buffer[0] ? buffer : NULL;
}

bool profile_exited(const struct profile *p)
{
	return p->end == END_FINISHER || p->end == END_TOHOST || p->end == END_SEMIHOSTING;
}

bool profile_failed(const struct profile *p)
{
	return p->end == END_TRAP || (profile_exited(p) && p->exit_code != 0);
}

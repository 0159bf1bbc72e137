/* SPDX-License-Identifier: ISC
 * derived.c - profiles made of others: by instructions, of a cause, of a task; the sum of several
 * runs of one program. The contracts are profile.h and capture.h.
 */
#include "capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "sw/base/base.h"

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
			    "instructions",
			name);
	if (!profile_instructions(p, other))
		return fail("--by instructions: %s counted cycles only; take it again with `tally "
			    "run`, without --no-cpi and --calls=unit",
			name);
	*chosen = other;
	return true;
}

static struct call_tree calls_cause(const struct call_tree *all, enum cause cause)
{
	struct call_tree t = {
		.n_nodes = all->n_nodes, .n_cells = all->n_cells, .folded = all->folded
	};

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
	q->counters =
		(struct tally_counters){ .ticks = p->counters.ticks, .hits = profile_bin_sum(q) };
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
	latency_free(&p->latency); /* of the run */
	p->latency = (struct latency){ 0 };
	durations_free(&p->durations);
	taken_free(&p->taken);
	p->task = p->tasks.at[place].name;
	return true;
}

/* ---- sums ---- */
/* Why the bins of both do not mean the same; NULL: they do. */
static char *apart(
	const struct profile *a, const char *a_name, const struct profile *b, const char *b_name)
{
	const struct tally_config *c = &a->config, *d = &b->config;
	const char *a_latency = a->latency.name ? a->latency.name : "none",
		   *b_latency = b->latency.name ? b->latency.name : "none";
	const struct {
		const char *what;
		uint64_t a, b;
	} numbers[] = {
		{ "period", c->period, d->period },
		{ "scale", c->scale, d->scale },
		{ "offset", c->offset, d->offset },
		{ "number of counters", a->slots, b->slots },
		{ "jitter", c->jitter, d->jitter },
		{ "mask of privileges", c->privileges, d->privileges },
		{ "lowest address of the code", a->code_lo, b->code_lo },
		{ "end of the code", a->code_hi, b->code_hi },
	};

	if (!firmware_same(a, b))
		return print_text("their ELFs differ (%s, %s)", a->elf_path, b->elf_path);
	if (strcmp(a->core, b->core) != 0)
		return print_text("their cores differ (%s, %s)", a->core, b->core);
	if ((a->end == END_IMPORTED) != (b->end == END_IMPORTED))
		return print_text("only %s was imported from a text",
			a->end == END_IMPORTED ? a_name : b_name);
	if (c->source == d->source && c->lines != d->lines)
		return copy_text("they counted other events");
	if (c->source != d->source)
		return print_text(
			"one counted %s, the other %s", profile_source(a), profile_source(b));
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (numbers[i].a != numbers[i].b)
			return print_text("their %s differs (%" PRIu64 ", %" PRIu64 ")",
				numbers[i].what, numbers[i].a, numbers[i].b);
	if (a->calls.n_nodes && b->calls.n_nodes && a->calls.of_unit != b->calls.of_unit)
		return print_text(
			"only %s has a unit's call tree", a->calls.of_unit ? a_name : b_name);
	if (!a->retired_at != !b->retired_at || a->n_retired_at != b->n_retired_at)
		return print_text(
			"only %s counted instructions too", a->retired_at ? a_name : b_name);
	if (!tasks_same(&a->tasks, &b->tasks))
		return copy_text("their tasks differ, or came in another order");
	if (!a->waits_at != !b->waits_at)
		return print_text("only %s counted causes too", a->waits_at ? a_name : b_name);
	return !strcmp(a_latency, b_latency)
		? NULL
		: print_text("they measured other latencies (%s, %s)", a_latency, b_latency);
}

/* Do the sums of both, and of each pair, have 64 bits? */
static bool sums_fit(const uint64_t *a, const uint64_t *b, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(sum, a[i], &sum)
			|| __builtin_add_overflow(sum, b[i], &sum))
			return false;
	return true;
}

/* Calls; cycles and instructions of trees are within those of their profiles, but for a unit's. */
static bool calls_fit(const struct call_tree *a, const struct call_tree *b)
{
	uint64_t sum = 0, rest, all;

	for (size_t i = 0; i < a->n_nodes; i++)
		sum += a->nodes[i].calls;
	for (size_t i = 0; i < b->n_nodes; i++)
		if (__builtin_add_overflow(sum, b->nodes[i].calls, &sum))
			return false;
	return !__builtin_add_overflow(a->rest.calls, b->rest.calls, &rest)
		&& !__builtin_add_overflow(a->rest.ticks, b->rest.ticks, &rest)
		&& !__builtin_add_overflow(call_tree_cycles(a) + call_rest_ticks(&a->rest),
			call_tree_cycles(b) + call_rest_ticks(&b->rest), &all);
}

/* Without a tree there are no durations, whose paths are in it. */
static void add_calls(struct profile *p, const struct profile *q)
{
	struct call_tree *sum = &p->calls, both = { 0 };
	const struct call_tree *more = &q->calls;
	struct durations durations = { 0 };
	bool known = p->durations.n_worst && q->durations.n_worst;

	if (sum->n_nodes && more->n_nodes) {
		call_tree_open(&both);
		both.has_waits = sum->has_waits && more->has_waits;
		uint32_t *first = call_tree_merge(&both, sum);
		uint32_t *second = call_tree_merge(&both, more);
		call_tree_finish(&both);
		if (known) {
			durations_merge(&durations, &p->durations, first);
			durations_merge(&durations, &q->durations, second);
		}
		free(first);
		free(second);
	}
	call_tree_free(sum);
	durations_free(&p->durations);
	*sum = both;
	p->durations = durations;
}

/* A failure stands before a run that was cut off, and that before one that came to its end. */
static unsigned rank(const struct profile *p)
{
	return profile_failed(p) ? 2 : p->end == END_LIMIT || p->end == END_INTERRUPT;
}

bool merge_add(struct profile *sum, const char *sum_name, const struct profile *more,
	const char *more_name)
{
	uint64_t *const to[] = { &sum->counters.ticks, &sum->counters.hits, &sum->counters.outside,
		&sum->counters.filtered, &sum->counters.idle, &sum->counters.lost,
		&sum->counters.pending, &sum->cycles, &sum->retired };
	const uint64_t from[] = { more->counters.ticks, more->counters.hits, more->counters.outside,
		more->counters.filtered, more->counters.idle, more->counters.lost,
		more->counters.pending, more->cycles, more->retired };
	char *why = apart(sum, sum_name, more, more_name);
	bool fit = !why;

	if (why)
		fail("%s and %s do not belong together: %s", sum_name, more_name, why);
	free(why);
	if (!fit)
		return false;
	for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
		fit &= sums_fit(to[i], &from[i], 1);
	if (!fit || !profile_estimable(sum, sum->counters.ticks + more->counters.ticks)
		|| !sums_fit(sum->bins, more->bins, sum->slots)
		|| !sums_fit(sum->retired_at, more->retired_at, sum->n_retired_at)
		|| !profile_estimable(sum, profile_bin_sum(sum) + profile_bin_sum(more))
		|| !calls_fit(&sum->calls, &more->calls))
		return fail("%s: with the captures before it the counts pass 64 bits", more_name);
	for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
		*to[i] += from[i];
	for (uint32_t i = 0; i < sum->slots; i++)
		sum->bins[i] += more->bins[i];
	for (uint32_t i = 0; i < sum->n_retired_at; i++) {
		sum->retired_at[i] += more->retired_at[i];
		if (sum->waits_at)
			waits_add(&sum->waits_at[i], &more->waits_at[i]);
	}
	sum->sticky |= more->sticky;
	sum->rounds += more->rounds;
	add_calls(sum, more);
	taken_merge(&sum->taken, &more->taken);
	if (sum->accesses.n_objects || more->accesses.n_objects)
		note("loads and stores are not merged: they are left out");
	accesses_free(&sum->accesses);
	if (!sum->waits_at)
		sum->rounds = 0; /* those were of the accesses */
	if (more->stack_bytes > sum->stack_bytes) {
		sum->stack_bytes = more->stack_bytes;
		sum->stack_pc = more->stack_pc;
	}
	latency_merge(&sum->latency, &more->latency);
	if (sum->imported && more->imported) {
		char *both = print_text("%s, %s", sum->imported, more->imported);
		free(sum->imported);
		sum->imported = both;
	}
	/* a capture may keep no ELF: then the sum keeps the one of another capture */
	if (!sum->elf.n && sum->elf_crc == more->elf_crc && sum->elf_size == more->elf_size) {
		packed_copy(&sum->elf, &more->elf);
		packed_copy(&sum->debug, &more->debug);
		sum->elf_time = more->elf_time;
	}
	if (rank(more) > rank(sum)) {
		sum->end = more->end;
		sum->exit_code = more->exit_code;
		sum->pc = more->pc;
		sum->cause = more->cause;
		sum->instruction = more->instruction;
		sum->instruction_known = more->instruction_known;
		memcpy(sum->last, more->last, sizeof sum->last);
		sum->n_last = more->n_last;
	}
	return true;
}

/* SPDX-License-Identifier: ISC
 * merge.c - adds up profiles of several runs of one program; the contract is merge.h.
 */
#include "merge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware.h"
#include "sw/base/error.h"

static bool same_latency(const struct latency *a, const struct latency *b)
{
	return a->name && b->name ? !strcmp(a->name, b->name) : a->name == b->name;
}

/* Do the bins of both mean the same? False: one line was printed. */
static bool belong(const struct profile *a, const char *a_name, const struct profile *b,
	const char *b_name)
{
	const struct tally_config *c = &a->config, *d = &b->config;
	const struct { const char *what; uint64_t a, b; } numbers[] = {
		{ "period", c->period, d->period }, { "scale", c->scale, d->scale },
			{ "offset", c->offset, d->offset },
		{ "number of counters", a->slots, b->slots },
		{ "jitter", c->jitter, d->jitter }, { "mask of privileges", c->privileges,
			d->privileges },
		{ "lowest address of the code", a->code_lo, b->code_lo },
			{ "end of the code", a->code_hi, b->code_hi },
	};

	if (!firmware_same(a, b))
		return fail("%s and %s do not belong together: their ELFs differ (%s, %s)", a_name,
			b_name, a->elf_path, b->elf_path);
	if (strcmp(a->core, b->core) != 0)
		return fail("%s and %s do not belong together: their cores differ (%s, %s)", a_name,
			b_name, a->core, b->core);
	if ((a->end == END_IMPORTED) != (b->end == END_IMPORTED))
		return fail("%s and %s do not belong together: only %s was imported from a text",
			a_name, b_name, a->end == END_IMPORTED ? a_name : b_name);
	if (c->source == d->source && c->lines != d->lines)
		return fail("%s and %s do not belong together: they counted other events", a_name,
			b_name);
	if (c->source != d->source)
		return fail("%s and %s do not belong together: one counted %s, the other %s",
			a_name, b_name, profile_source(a), profile_source(b));
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (numbers[i].a != numbers[i].b)
			return fail("%s and %s do not belong together: their %s differs (%" PRIu64
				", %" PRIu64 ")", a_name, b_name,
				numbers[i].what, numbers[i].a, numbers[i].b);
	if (a->calls.n_nodes && b->calls.n_nodes && a->calls.of_unit != b->calls.of_unit)
		return fail("%s and %s do not belong together: only %s has a unit's call tree",
			a_name, b_name, a->calls.of_unit ? a_name : b_name);
	if (!a->retired_at != !b->retired_at || a->n_retired_at != b->n_retired_at)
		return fail("%s and %s do not belong together: only %s counted instructions too",
			a_name, b_name, !a->retired_at ? b_name : a_name);
	if (!tasks_same(&a->tasks, &b->tasks))
		return fail("%s and %s do not belong together: their tasks differ, or came in "
			"another order", a_name, b_name);
	if (!a->waits_at != !b->waits_at)
		return fail("%s and %s do not belong together: only %s counted causes too",
			a_name, b_name, !a->waits_at ? b_name : a_name);
	if (!same_latency(&a->latency, &b->latency))
		return fail("%s and %s do not belong together: they measured other latencies (%s, "
			"%s)", a_name, b_name, a->latency.name ? a->latency.name : "none",
			b->latency.name ? b->latency.name : "none");
	return true;
}

/* Adds b's numbers to a's. False: a sum exceeds 64 bits. only_ask: changes nothing. */
static bool add(uint64_t *const *a, const uint64_t *b, size_t n, bool only_ask)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t sum;
		if (__builtin_add_overflow(*a[i], b[i], &sum))
			return false;
		if (!only_ask)
			*a[i] = sum;
	}
	return true;
}

static bool bins_fit(const uint64_t *a, const uint64_t *b, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		if (__builtin_add_overflow(sum, a[i], &sum) || __builtin_add_overflow(sum, b[i],
			&sum))
			return false;
	return true;
}

/* The sum of imported profiles names all their texts. */
static void add_imported(struct profile *sum, const struct profile *more)
{
	char *both;

	if (!sum->imported || !more->imported)
		return;
	both = print_text("%s, %s", sum->imported, more->imported);
	free(sum->imported);
	sum->imported = both;
}

/* A capture may keep no ELF: then the sum keeps the one of another capture. */
static void keep_elf(struct profile *sum, const struct profile *more)
{
	if (sum->elf.n || sum->elf_crc != more->elf_crc || sum->elf_size != more->elf_size)
		return;
	packed_copy(&sum->elf, &more->elf);
	packed_copy(&sum->debug, &more->debug);
	sum->elf_time = more->elf_time;
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

static void add_calls(struct call_tree *sum, const struct call_tree *more)
{
	struct call_tree both = { 0 };

	if (sum->n_nodes && more->n_nodes) {
		call_tree_open(&both);
		both.has_waits = sum->has_waits && more->has_waits;
		call_tree_merge(&both, sum);
		call_tree_merge(&both, more);
		call_tree_finish(&both);
	}
	call_tree_free(sum);
	*sum = both;
}

/* A failure stands before a run that was cut off, and that before one that came to its end. */
static unsigned rank(const struct profile *p)
{
	return profile_failed(p) ? 2 : p->end == END_LIMIT || p->end == END_INTERRUPT;
}

bool merge_add(struct profile *sum, const char *sum_name, const struct profile *more,
	const char *more_name)
{
	struct tally_counters *c = &sum->counters;
	const struct tally_counters *d = &more->counters;
	uint64_t *const to[] = { &c->ticks, &c->hits, &c->outside, &c->filtered, &c->idle, &c->lost,
		&c->pending, &sum->cycles, &sum->retired };
	const uint64_t from[] = { d->ticks, d->hits, d->outside, d->filtered, d->idle, d->lost,
		d->pending, more->cycles, more->retired };
	const size_t n = sizeof to / sizeof to[0];

	if (!belong(sum, sum_name, more, more_name))
		return false;
	if (!add(to, from, n, true) || !profile_estimable(sum, c->ticks + d->ticks)
	    || !bins_fit(sum->bins, more->bins, sum->slots)
	    || (sum->retired_at && !bins_fit(sum->retired_at, more->retired_at, sum->n_retired_at))
	    || !profile_estimable(sum, profile_bin_sum(sum) + profile_bin_sum(more))
	    || !calls_fit(&sum->calls, &more->calls))
		return fail("%s: with the captures before it the counts pass 64 bits", more_name);
	add(to, from, n, false);
	for (uint32_t i = 0; i < sum->slots; i++)
		sum->bins[i] += more->bins[i];
	for (uint32_t i = 0; i < sum->n_retired_at; i++)
		sum->retired_at[i] += more->retired_at[i];
	for (uint32_t i = 0; sum->waits_at && i < sum->n_retired_at; i++)
		waits_add(&sum->waits_at[i], &more->waits_at[i]);
	sum->sticky |= more->sticky;
	sum->rounds += more->rounds;
	add_calls(&sum->calls, &more->calls);
	taken_merge(&sum->taken, &more->taken);
	if (sum->accesses.n_objects || more->accesses.n_objects)
		note("loads and stores are not merged: they are left out");
	accesses_free(&sum->accesses);
	if (!sum->waits_at)
		sum->rounds = 0;	/* those were of the accesses */
	if (more->stack_bytes > sum->stack_bytes) {
		sum->stack_bytes = more->stack_bytes;
		sum->stack_pc = more->stack_pc;
	}
	latency_merge(&sum->latency, &more->latency);
	add_imported(sum, more);
	keep_elf(sum, more);
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

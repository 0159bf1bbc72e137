/* SPDX-License-Identifier: ISC
 * counts.c - what a run counts beside its counters: causes, loads and stores, latencies, branches,
 * tasks; the contracts are their headers.
 */
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "sw/base/base.h"

/* ---- causes ---- */
const char *const cause_names[] = { "flow", "fetch", "data", "hazard", "exec", NULL };
const char *const cause_frames[] = { "[FLOW]", "[FETCH]", "[DATA]", "[HAZARD]", "[EXEC]" };

/* ---- loads and stores ---- */
void accesses_free(struct accesses *a)
{
	for (size_t i = 0; i < a->n_objects; i++)
		free(a->objects[i].name);
	free(a->objects);
	free(a->at);
	*a = (struct accesses){ 0 };
}

static int by_pc_and_object(const void *a, const void *b)
{
	const struct access_cell *x = a, *y = b;

	return x->pc != y->pc           ? (x->pc < y->pc ? -1 : 1)
		: x->object < y->object ? -1
					: x->object > y->object;
}

void accesses_sort(struct accesses *a)
{
	if (a->n)
		qsort(a->at, a->n, sizeof a->at[0], by_pc_and_object);
}

/* ---- latencies ---- */
void latency_free(struct latency *l)
{
	free(l->name);
	free(l->times);
}

void latency_add(struct latency *l, uint64_t cycles, uint64_t count)
{
	size_t at;

	BISECT(at, l->n, l->times[at].cycles < cycles);
	if (at < l->n && l->times[at].cycles == cycles) {
		l->times[at].count += count;
		return;
	}
	GROW(l->times, l->n, l->room);
	memmove(&l->times[at + 1], &l->times[at], (l->n++ - at) * sizeof *l->times);
	l->times[at] = (struct latency_time){ cycles, count };
}

uint64_t latency_count(const struct latency *l)
{
	uint64_t count = 0;

	for (size_t i = 0; i < l->n; i++)
		count += l->times[i].count;
	return count;
}

uint64_t latency_sum(const struct latency *l)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		sum += l->times[i].cycles * l->times[i].count;
	return sum;
}

uint64_t latency_longest(const struct latency *l)
{
	return l->n ? l->times[l->n - 1].cycles : 0;
}

uint64_t latency_quantile(const struct latency *l, unsigned permille)
{
	uint64_t all = latency_count(l), below = 0;
	uint64_t rank = all / 1000 * permille + (all % 1000 * permille + 999) / 1000;
	size_t i = 0;

	while (i < l->n - 1 && (below += l->times[i].count) < rank)
		i++;
	return l->times[i].cycles;
}

void latency_merge(struct latency *sum, const struct latency *more)
{
	if (!sum->n || latency_longest(more) > latency_longest(sum))
		sum->longest = more->longest;
	for (size_t i = 0; i < more->n; i++)
		latency_add(sum, more->times[i].cycles, more->times[i].count);
	sum->open = more->open > sum->open ? more->open : sum->open;
}

/* ---- branches ---- */
void taken_free(struct taken *t)
{
	free(t->at);
	*t = (struct taken){ 0 };
}

int taken_by_pc(const void *a, const void *b)
{
	const struct taken_branch *x = a, *y = b;

	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

size_t taken_find(const struct taken *t, uint32_t pc)
{
	size_t at;

	BISECT(at, t->n, t->at[at].pc < pc);
	return at;
}

uint64_t taken_at(const struct taken *t, uint32_t pc)
{
	size_t i = taken_find(t, pc);

	return i < t->n && t->at[i].pc == pc && !t->at[i].to ? t->at[i].count : 0;
}

void taken_merge(struct taken *sum, const struct taken *more)
{
	struct taken both = { .counted = sum->counted && more->counted };
	size_t i = 0, j = 0;

	while (((sum->n && more->n) || both.counted) && (i < sum->n || j < more->n)) {
		int order = i == sum->n ? 1
			: j == more->n  ? -1
					: taken_by_pc(&sum->at[i], &more->at[j]);
		struct taken_branch b = order > 0 ? more->at[j++] : sum->at[i++];
		if (!order)
			b.count += more->at[j++].count;
		GROW(both.at, both.n, both.room);
		both.at[both.n++] = b;
	}
	taken_free(sum);
	*sum = both;
}

/* ---- tasks ---- */
void tasks_free(struct tasks *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->at[i].name);
	free(t->at);
	*t = (struct tasks){ 0 };
}

size_t tasks_named(const struct tasks *t, const char *name)
{
	size_t i = 0;

	while (i < t->n && strcmp(t->at[i].name, name) != 0)
		i++;
	return i;
}

bool tasks_same(const struct tasks *a, const struct tasks *b)
{
	if (a->n != b->n || a->word != b->word)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].value != b->at[i].value || strcmp(a->at[i].name, b->at[i].name) != 0)
			return false;
	return true;
}

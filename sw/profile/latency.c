/* SPDX-License-Identifier: ISC
 * latency.c - the cycles from one point of a run to another; the contract is latency.h.
 */
#include "latency.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

void latency_free(struct latency *l)
{
	free(l->name);
	free(l->times);
}

/* The first that is not shorter. */
static size_t place_of(const struct latency *l, uint64_t cycles)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (l->times[middle].cycles < cycles)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void latency_add(struct latency *l, uint64_t cycles, uint64_t count)
{
	size_t at = place_of(l, cycles);

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
	if (latency_longest(more) > latency_longest(sum)) {
		sum->end = more->end;
		memcpy(sum->last, more->last, sizeof sum->last);
		sum->n_last = more->n_last;
	}
	for (size_t i = 0; i < more->n; i++)
		latency_add(sum, more->times[i].cycles, more->times[i].count);
	sum->open = more->open > sum->open ? more->open : sum->open;
}

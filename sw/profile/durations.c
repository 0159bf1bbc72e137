/* SPDX-License-Identifier: ISC
 * durations.c - how long the calls of each function took; the contract is counts.h.
 */
#include "counts.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define SUB 64u /* buckets of an octave; what is shorter has a bucket for each length */

void durations_free(struct durations *d)
{
	free(d->at);
	free(d->worst);
	intern_free(&d->buckets);
	intern_free(&d->functions);
	*d = (struct durations){ 0 };
}

/* The mean of calls that are alike is in their bucket. */
static uint32_t bucket_of(const struct duration *d)
{
	uint64_t cycles = d->cycles / d->calls;
	unsigned last = 63u - (unsigned)__builtin_clzll(cycles | 1);

	return cycles < SUB ? (uint32_t)cycles
			    : (last - 5) * SUB + (uint32_t)(cycles >> (last - 6) & (SUB - 1));
}

int durations_by_bucket(const void *a, const void *b)
{
	const struct duration *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (int)bucket_of(x) - (int)bucket_of(y);
}

static int by_function(const void *a, const void *b)
{
	const struct worst *x = a, *y = b;

	return x->call.function < y->call.function ? -1 : x->call.function > y->call.function;
}

static void add(struct duration *to, const struct duration *d)
{
	to->calls += d->calls;
	to->cycles += d->cycles;
	to->preempted += d->preempted;
	to->below += d->below;
	to->retired += d->retired;
	waits_add(&to->waits, &d->waits);
}

/* Of two that are as long the first stays. */
static void add_worst(struct worst *to, const struct worst *w)
{
	const struct worst before = *to;

	if (w->call.calls && (!to->call.calls || w->call.cycles > to->call.cycles))
		*to = *w;
	to->open = before.open + w->open;
	to->rest = before.rest + w->rest;
	to->elapsed = w->elapsed > before.elapsed ? w->elapsed : before.elapsed;
}

void durations_add(struct durations *d, const struct worst *w)
{
	struct duration one = w->call;
	bool fresh;
	size_t at = intern(&d->functions, &one.function, sizeof one.function, &fresh);

	if (fresh) {
		GROW(d->worst, d->n_worst, d->worst_room);
		d->worst[d->n_worst++] = (struct worst){ .call.function = one.function };
	}
	add_worst(&d->worst[at], w);
	if (!one.calls)
		return;
	one.calls = 1;
	const uint32_t key[] = { one.function, bucket_of(&one) };
	at = intern(&d->buckets, key, sizeof key, &fresh);
	if (fresh) {
		GROW(d->at, d->n, d->room);
		d->at[d->n++] = (struct duration){ .function = one.function };
	}
	add(&d->at[at], &one);
}

/* In order, equal ones as one. */
void durations_finish(struct durations *d)
{
	size_t n = 0, n_worst = 0;

	intern_free(&d->buckets);
	intern_free(&d->functions);
	if (d->n_worst)
		qsort(d->worst, d->n_worst, sizeof *d->worst, by_function);
	if (d->n)
		qsort(d->at, d->n, sizeof *d->at, durations_by_bucket);
	for (size_t i = 0; i < d->n_worst; i++)
		if (n_worst && !by_function(&d->worst[n_worst - 1], &d->worst[i]))
			add_worst(&d->worst[n_worst - 1], &d->worst[i]);
		else
			d->worst[n_worst++] = d->worst[i];
	for (size_t i = 0; i < d->n; i++)
		if (n && !durations_by_bucket(&d->at[n - 1], &d->at[i]))
			add(&d->at[n - 1], &d->at[i]);
		else
			d->at[n++] = d->at[i];
	d->n = n;
	d->n_worst = n_worst;
}

void durations_merge(struct durations *sum, const struct durations *more, const uint32_t *to)
{
	size_t n = sum->n_worst;

	for (size_t i = 0; i < more->n; i++) {
		GROW(sum->at, sum->n, sum->room);
		sum->at[sum->n++] = more->at[i];
	}
	for (size_t i = 0; i < more->n_worst; i++) {
		GROW(sum->worst, sum->n_worst, sum->worst_room);
		sum->worst[sum->n_worst++] = more->worst[i];
	}
	for (struct worst *w = sum->worst + n; w < sum->worst + sum->n_worst; w++) {
		w->node = to[w->node];
		for (size_t i = 0; i < DURATION_CHAIN; i++)
			w->chain[i].node = to[w->chain[i].node];
	}
	durations_finish(sum);
}

struct durations_of durations_of(const struct durations *d, uint32_t function)
{
	const struct worst key = { .call.function = function };
	struct durations_of of = { .worst = d->n_worst
			? bsearch(&key, d->worst, d->n_worst, sizeof key, by_function)
			: NULL };
	size_t at;

	BISECT(at, d->n, d->at[at].function < function);
	for (of.at = d->at + at; at < d->n && d->at[at].function == function; at++, of.n++)
		add(&of.all, &d->at[at]);
	return of;
}

const struct duration *duration_quantile(const struct durations_of *of, unsigned permille)
{
	uint64_t all = of->all.calls, below = 0;
	uint64_t rank = all / 1000 * permille + (all % 1000 * permille + 999) / 1000;
	size_t i = 0;

	while (i + 1 < of->n && (below += of->at[i].calls) < rank)
		i++;
	return &of->at[i];
}

/* SPDX-License-Identifier: ISC
 * ranges.c - which of many overlapping address ranges holds an address; the contract is image.h.
 *
 * Sweeps over the starts and keeps the open ranges in a heap by rank. A range that has ended leaves
 * the heap when it reaches the top.
 */
#include "image.h"

#include <stdbool.h>
#include <stdlib.h>

#include "sw/base/base.h"

void ranges_add(struct ranges *r, uint64_t lo, uint64_t hi, uint64_t rank, size_t value)
{
	if (hi <= lo)
		return;
	GROW(r->at, r->n, r->room);
	r->at[r->n++] = (struct range){ lo, hi, rank, value };
}

static int by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

static int below(const struct range *a, const struct range *b)
{
	if (a->rank != b->rank)
		return a->rank < b->rank;
	return a->lo != b->lo ? a->lo < b->lo : a->value < b->value;
}

static void heap_push(const struct range **heap, size_t n, const struct range *item)
{
	while (n && below(heap[(n - 1) / 2], item)) {
		heap[n] = heap[(n - 1) / 2];
		n = (n - 1) / 2;
	}
	heap[n] = item;
}

static void heap_pop(const struct range **heap, size_t n)
{
	const struct range *last = heap[n - 1];
	size_t i = 0, child;

	for (n--; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && below(heap[child], heap[child + 1]))
			child++;
		if (!below(last, heap[child]))
			break;
		heap[i] = heap[child];
	}
	heap[i] = last;
}

static bool is_disjoint(const struct ranges *r)
{
	for (size_t i = 1; i < r->n; i++)
		if (r->at[i].lo < r->at[i - 1].hi)
			return false;
	return true;
}

/* Joins adjacent ranges with the same value, in place. */
static void join(struct ranges *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		struct range *last = n ? &r->at[n - 1] : NULL;
		if (last && last->hi == r->at[i].lo && last->value == r->at[i].value)
			last->hi = r->at[i].hi;
		else
			r->at[n++] = r->at[i];
	}
	r->n = n;
	if (n && n < r->room / 2)
		r->at = reallocate(r->at, r->room = n, sizeof *r->at);
}

void ranges_build(struct ranges *r)
{
	if (is_disjoint(r)) {
		join(r);
		return;
	}
	struct ranges out = { 0 };
	const struct range **heap = allocate(r->n, sizeof *heap);
	size_t open = 0, i = 0;
	uint64_t at = 0;

	if (r->n)
		qsort(r->at, r->n, sizeof *r->at, by_start);
	for (;;) {
		while (open && heap[0]->hi <= at)
			heap_pop(heap, open--);
		if (!open) {
			if (i == r->n)
				break;
			if (r->at[i].lo > at)
				at = r->at[i].lo;
		}
		while (i < r->n && r->at[i].lo <= at)
			heap_push(heap, open++, &r->at[i++]);
		while (open && heap[0]->hi <= at)
			heap_pop(heap, open--);
		if (!open)
			continue;
		uint64_t end = i < r->n && r->at[i].lo < heap[0]->hi ? r->at[i].lo : heap[0]->hi;
		struct range *last = out.n ? &out.at[out.n - 1] : NULL;
		if (last && last->hi == at && last->value == heap[0]->value)
			last->hi = end;
		else
			ranges_add(&out, at, end, heap[0]->rank, heap[0]->value);
		at = end;
	}
	free(heap);
	free(r->at);
	*r = out;
}

const struct range *ranges_next(const struct ranges *r, uint64_t address)
{
	size_t at;

	BISECT(at, r->n, r->at[at].hi <= address);
	return at < r->n ? &r->at[at] : NULL;
}

const struct range *ranges_next_near(const struct ranges *r, uint64_t address, size_t *at)
{
	for (size_t i = *at; i < r->n && i < *at + 3; i++)
		if (r->at[i].hi > address && (i == 0 || r->at[i - 1].hi <= address)) {
			*at = i;
			return &r->at[i];
		}
	const struct range *next = ranges_next(r, address);
	*at = next ? (size_t)(next - r->at) : 0;
	return next;
}

const struct range *ranges_find(const struct ranges *r, uint64_t address)
{
	const struct range *next = ranges_next(r, address);

	return next && next->lo <= address ? next : NULL;
}

void ranges_free(struct ranges *r)
{
	free(r->at);
	*r = (struct ranges){ 0 };
}

/* SPDX-License-Identifier: ISC
 * accesses.c - loads and stores by what they reached; the contract is accesses.h.
 */
#include "accesses.h"

#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "sw/base/error.h"

#define NAME_MOST (1u << 16)		/* bytes */

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

	return x->pc != y->pc ? (x->pc < y->pc ? -1 : 1) : x->object < y->object ? -1
		: x->object > y->object;
}

void accesses_sort(struct accesses *a)
{
	if (a->n)
		qsort(a->at, a->n, sizeof a->at[0], by_pc_and_object);
}

uint8_t *accesses_encode(const struct accesses *a, size_t *n)
{
	size_t names = 0;
	uint32_t pc = 0;

	for (size_t i = 0; i < a->n_objects; i++)
		names += strlen(a->objects[i].name);
	uint8_t *all = allocate((2 + 3 * a->n_objects + 4 * a->n) * NUMBER_BYTES + names, 1);
	uint8_t *to = numbers_put(numbers_put(all, a->n_objects), a->n);
	for (size_t i = 0; i < a->n_objects; i++) {
		const struct reached *o = &a->objects[i];
		to = numbers_put(numbers_put(to, o->lo), o->hi - o->lo);
		to = numbers_put_text(to, o->name);
	}
	for (size_t i = 0; i < a->n; i++) {
		const struct access_cell *x = &a->at[i];
		to = numbers_put(numbers_put(to, x->pc - pc), x->object);
		to = numbers_put(numbers_put(to, x->count), x->waits);
		pc = x->pc;
	}
	*n = (size_t)(to - all);
	return all;
}

static bool take_object(struct reached *o, struct numbers *from)
{
	o->lo = (uint32_t)numbers_take(from, UINT32_MAX);
	o->hi = o->lo + numbers_take(from, (1ull << 32) - o->lo);
	o->name = numbers_take_text(from, NAME_MOST);
	return o->name;
}

/* The next in order, its sums within 64 bits. */
static bool take_access(struct accesses *a, struct numbers *from, struct access_cell *sum)
{
	struct access_cell *x = &a->at[a->n];
	const struct access_cell *before = a->n ? x - 1 : NULL;
	uint32_t pc = before ? before->pc : 0;

	x->pc = pc + (uint32_t)numbers_take(from, UINT32_MAX - pc);
	x->object = (uint32_t)numbers_take(from, UINT32_MAX);
	x->count = numbers_take(from, UINT64_MAX);
	x->waits = numbers_take(from, UINT64_MAX);
	a->n++;
	return !from->bad && x->object < a->n_objects && (x->count || x->waits)
		&& (!before || by_pc_and_object(before, x) < 0)
		&& !__builtin_add_overflow(sum->count, x->count, &sum->count)
		&& !__builtin_add_overflow(sum->waits, x->waits, &sum->waits);
}

bool accesses_decode(struct accesses *a, const uint8_t *bytes, size_t size)
{
	struct numbers from = { bytes, bytes + size, false };
	struct access_cell sum = { 0 };
	size_t objects = numbers_take(&from, size / 4), n = numbers_take(&from, size / 4);

	a->objects = allocate(objects, sizeof *a->objects);
	a->at = allocate(n, sizeof *a->at);
	for (; a->n_objects < objects; a->n_objects++)
		if (!take_object(&a->objects[a->n_objects], &from))
			return false;
	while (a->n < n)
		if (!take_access(a, &from, &sum))
			return false;
	return !from.bad && !numbers_left(&from) && objects;
}

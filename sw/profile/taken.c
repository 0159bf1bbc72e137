/* SPDX-License-Identifier: ISC
 * taken.c - how often each conditional branch was taken
 */
#include "taken.h"

#include <stdlib.h>

#include "numbers.h"
#include "sw/base/error.h"

void taken_free(struct taken *t)
{
	free(t->at);
	*t = (struct taken){ 0 };
}

int taken_by_pc(const void *a, const void *b)
{
	const struct taken_branch *x = a, *y = b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

uint64_t taken_at(const struct taken *t, uint32_t pc)
{
	const struct taken_branch key = { .pc = pc }, *found = t->n
		? bsearch(&key, t->at, t->n, sizeof key, taken_by_pc) : NULL;

	return found ? found->count : 0;
}

void taken_merge(struct taken *sum, const struct taken *more)
{
	struct taken both = { 0 };
	size_t i = 0, j = 0;

	while (sum->n && more->n && (i < sum->n || j < more->n)) {
		bool first = j == more->n || (i < sum->n && sum->at[i].pc <= more->at[j].pc);
		struct taken_branch b = first ? sum->at[i++] : more->at[j++];
		if (first && j < more->n && more->at[j].pc == b.pc)
			b.count += more->at[j++].count;
		GROW(both.at, both.n, both.room);
		both.at[both.n++] = b;
	}
	taken_free(sum);
	*sum = both;
}

uint8_t *taken_encode(const struct taken *t, size_t *n)
{
	uint8_t *all = allocate(1 + 2 * t->n, NUMBER_BYTES), *to = numbers_put(all, t->n);
	uint32_t pc = 0;

	for (size_t i = 0; i < t->n; i++) {
		to = numbers_put(numbers_put(to, t->at[i].pc - pc), t->at[i].count);
		pc = t->at[i].pc;
	}
	*n = (size_t)(to - all);
	return all;
}

bool taken_decode(struct taken *t, const uint8_t *bytes, size_t size)
{
	struct numbers from = { bytes, bytes + size, false };
	uint64_t n = numbers_take(&from, size / 2), sum = 0;
	uint32_t pc = 0;

	for (t->at = allocate(n, sizeof *t->at); t->n < n && !from.bad; t->n++) {
		uint32_t step = (uint32_t)numbers_take(&from, UINT32_MAX - pc);
		struct taken_branch b = { pc += step, numbers_take(&from, UINT64_MAX) };
		if (!b.count || (t->n && !step) || __builtin_add_overflow(sum, b.count, &sum))
			return false;
		t->at[t->n] = b;
	}
	return !from.bad && !numbers_left(&from) && t->n;
}

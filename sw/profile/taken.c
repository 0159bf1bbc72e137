/* SPDX-License-Identifier: ISC
 * taken.c - how often each conditional branch was taken
 */
#include "taken.h"

#include <stdlib.h>

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

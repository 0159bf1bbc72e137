/* SPDX-License-Identifier: ISC
 * accesses.c - loads and stores by what they reached; the contract is accesses.h.
 */
#include "accesses.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

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

/* SPDX-License-Identifier: ISC
 * above.c - which nodes of a tree lie below a node of their own kind; the contract is above.h.
 */
#include "above.h"

#include <stdlib.h>

#include "sw/base/error.h"

/* A walk that knows of each kind the innermost node on the way; trees can be too deep for
 * recursion. */
uint32_t *above_of_kind(const uint32_t *parent, const uint32_t *kind, size_t n, size_t kinds)
{
	uint32_t *first = allocate(n, sizeof *first), *next = allocate(n, sizeof *next);
	uint32_t *above = allocate(n, sizeof *above), *on_way = allocate(kinds + 1, sizeof *on_way);

	for (size_t i = n; i-- > 1;) {
		next[i] = first[parent[i]];
		first[parent[i]] = (uint32_t)i;
	}
	for (uint32_t at = first[0]; at;) {
		above[at] = on_way[kind[at]];
		on_way[kind[at]] = at;
		if (first[at]) {
			at = first[at];
			continue;
		}
		for (; at; at = parent[at]) {
			on_way[kind[at]] = above[at];
			if (next[at])
				break;
		}
		at = at ? next[at] : 0;
	}
	free(first);
	free(next);
	free(on_way);
	return above;
}

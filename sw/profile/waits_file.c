/* SPDX-License-Identifier: ISC
 * waits_file.c - waits by cause as bytes, for a capture; the contract is waits_file.h.
 */
#include "waits_file.h"

#include <stdlib.h>

#include "numbers.h"
#include "sw/base/error.h"

static uint8_t *put(uint8_t *to, const struct waits *w)
{
	for (unsigned i = 0; i < CAUSES; i++)
		to = numbers_put(to, w->of[i]);
	return to;
}

/* Sums that pass 64 bits are no counts. */
static struct waits take(struct numbers *from, uint64_t *sum)
{
	struct waits w;

	for (unsigned i = 0; i < CAUSES; i++) {
		w.of[i] = numbers_take(from, UINT64_MAX);
		from->bad = from->bad || __builtin_add_overflow(*sum, w.of[i], sum);
	}
	return w;
}

uint8_t *waits_encode(const struct waits *w, uint32_t n, size_t *bytes)
{
	uint32_t used = 0, last = 0;

	for (uint32_t i = 0; i < n; i++)
		used += waits_sum(&w[i]) != 0;
	uint8_t *all = allocate(1 + used * (size_t)(1 + CAUSES), NUMBER_BYTES),
		*to = numbers_put(all, n);
	for (uint32_t i = 0; i < n; i++)
		if (waits_sum(&w[i])) {
			to = put(numbers_put(to, i - last), &w[i]);
			last = i;
		}
	*bytes = (size_t)(to - all);
	return all;
}

bool waits_decode(struct waits **w, uint32_t *n, uint32_t most, const uint8_t *bytes, size_t size)
{
	struct numbers from = { bytes, bytes + size, false };
	uint64_t at = 0, sum = 0, before = 0;

	*n = (uint32_t)numbers_take(&from, most);
	*w = allocate(*n, sizeof **w);
	for (bool first = true; numbers_left(&from) && !from.bad; first = false) {
		uint64_t step = numbers_take(&from, *n);
		at += step;
		if (at >= *n || (!first && !step))
			return false;
		(*w)[at] = take(&from, &sum);
		if (sum == before)
			return false;
		before = sum;
	}
	return !from.bad;
}

uint8_t *waits_encode_tree(const struct call_tree *t, size_t *bytes)
{
	uint8_t *all = allocate(1 + t->n_cells * CAUSES, NUMBER_BYTES), *to = all;

	for (size_t i = 0; i < t->n_cells; i++)
		to = put(to, &t->cells[i].waits);
	*bytes = (size_t)(to - all);
	return all;
}

bool waits_decode_tree(struct call_tree *t, const uint8_t *bytes, size_t size)
{
	struct numbers from = { bytes, bytes + size, false };
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n_cells && !from.bad; i++) {
		struct call_cell *cell = &t->cells[i];
		cell->waits = take(&from, &sum);
		waits_add(&t->nodes[cell->node].waits, &cell->waits);
		if (waits_sum(&cell->waits) > cell->cycles)
			return false;
	}
	t->has_waits = true;
	return !from.bad && !numbers_left(&from) && t->n_nodes;
}

/* SPDX-License-Identifier: ISC
 * unit_tree_file.c - a unit's call tree as bytes; the contract is unit_tree_file.h.
 */
#include "unit_tree_file.h"

#include <stdlib.h>
#include <string.h>

#include "call_tree_file.h"
#include "numbers.h"
#include "sw/base/error.h"

#define REST_NUMBERS 7u

static uint8_t *put_mixed(uint8_t *to, const struct call_tree *t)
{
	size_t before = 0, n = 0;

	for (size_t i = 1; i < t->n_nodes; i++)
		n += t->nodes[i].mixed;
	to = numbers_put(to, n);
	for (size_t i = 1; i < t->n_nodes; i++)
		if (t->nodes[i].mixed) {
			to = numbers_put(to, i - before);
			before = i;
		}
	return to;
}

uint8_t *unit_tree_encode(const struct call_tree *t, size_t *n)
{
	const struct call_rest *r = &t->rest;
	const uint64_t rest[REST_NUMBERS] = { r->filtered, r->idle, r->lost, r->pending, r->calls,
		r->ticks, r->dropped };
	uint8_t *tree = call_tree_encode(t, n);

	if (!tree)
		return NULL;
	uint8_t *bytes = allocate((REST_NUMBERS + t->n_nodes) * NUMBER_BYTES + *n, 1), *to = bytes;
	for (size_t i = 0; i < REST_NUMBERS; i++)
		to = numbers_put(to, rest[i]);
	to = put_mixed(to, t);
	memcpy(to, tree, *n);
	free(tree);
	*n += (size_t)(to - bytes);
	return bytes;
}

static void take_rest(struct call_rest *r, struct numbers *s)
{
	uint64_t *const ticks[] = { &r->filtered, &r->idle, &r->lost, &r->pending };
	uint64_t sum = 0;

	for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
		*ticks[i] = numbers_take(s, UINT64_MAX);
		s->bad = s->bad || __builtin_add_overflow(sum, *ticks[i], &sum);
	}
	r->calls = numbers_take(s, UINT64_MAX);
	r->ticks = numbers_take(s, UINT64_MAX);
	r->dropped = numbers_take(s, 1);
}

static bool take_mixed(struct call_tree *t, struct numbers steps, uint64_t n)
{
	size_t at = 0;

	for (; n; n--) {
		size_t step = numbers_take(&steps, t->n_nodes - 1 - at);
		if (!step)
			return false;
		at += step;
		t->nodes[at].mixed = true;
	}
	return true;
}

bool unit_tree_decode(struct call_tree *t, const uint8_t *bytes, size_t n)
{
	struct numbers s = { bytes, bytes + n, false };
	struct call_rest rest = { 0 };

	take_rest(&rest, &s);
	uint64_t mixed = numbers_take(&s, n);
	const struct numbers steps = s;
	for (uint64_t i = 0; i < mixed && !s.bad; i++)
		numbers_take(&s, UINT64_MAX);
	if (s.bad || !call_tree_decode(t, s.at, numbers_left(&s)))
		return false;
	t->of_unit = true;
	t->rest = rest;
	return take_mixed(t, steps, mixed);
}

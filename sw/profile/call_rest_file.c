/* SPDX-License-Identifier: ISC
 * call_rest_file.c - what only a unit's call tree has, as bytes; the contract is call_rest_file.h.
 */
#include "call_rest_file.h"

#include "numbers.h"
#include "sw/base/error.h"

#define REST_NUMBERS 6u

uint8_t *call_rest_encode(const struct call_tree *t, size_t *n)
{
	const struct call_rest *r = &t->rest;
	const uint64_t rest[REST_NUMBERS] = { r->filtered, r->idle, r->lost, r->pending, r->calls,
		r->dropped };
	uint8_t *bytes = allocate(REST_NUMBERS + t->n_nodes, NUMBER_BYTES), *to = bytes;
	size_t before = 0;

	for (size_t i = 0; i < REST_NUMBERS; i++)
		to = numbers_put(to, rest[i]);
	for (size_t i = 1; i < t->n_nodes; i++)
		if (t->nodes[i].mixed) {
			to = numbers_put(to, i - before);
			before = i;
		}
	*n = (size_t)(to - bytes);
	return bytes;
}

bool call_rest_decode(struct call_tree *t, const uint8_t *bytes, size_t n)
{
	struct numbers s = { bytes, bytes + n, false };
	struct call_rest *r = &t->rest;
	uint64_t *const ticks[] = { &r->filtered, &r->idle, &r->lost, &r->pending };
	uint64_t sum = 0;
	size_t at = 0;

	for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
		*ticks[i] = numbers_take(&s, UINT64_MAX);
		s.bad = s.bad || __builtin_add_overflow(sum, *ticks[i], &sum);
	}
	r->calls = numbers_take(&s, UINT64_MAX);
	r->dropped = numbers_take(&s, 1);
	while (numbers_left(&s) && !s.bad && t->n_nodes) {
		size_t step = numbers_take(&s, t->n_nodes - 1 - at);
		at += step;
		s.bad = s.bad || !step;
		t->nodes[at].mixed = !s.bad;
	}
	t->of_unit = true;
	return !s.bad && t->n_nodes;
}

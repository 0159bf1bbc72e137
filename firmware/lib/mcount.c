/* SPDX-License-Identifier: ISC
 * mcount.c - _mcount(). gcc's -pg calls it at the start of each function, with that function's
 * return address.
 *
 * Compile this file without -pg. The function's own address is known only to within its prologue;
 * gprof takes the symbol around it.
 */
#include "mcount.h"

struct arcs arcs;

void arcs_begin(struct arc *table, uint32_t n, uint32_t low, uint32_t high)
{
	uint32_t entries = 1;

	while (entries <= n / 2)
		entries *= 2;
	arcs = (struct arcs){ .mask = entries - 1, .low = low, .high = high };
	arcs.table = n ? table : 0;
}

static void count(uint32_t from, uint32_t self)
{
	uint32_t at = (from >> 1) * 0x9E3779B1u ^ self >> 1;

	at ^= at >> 16;
	for (uint32_t tries = 0; tries <= arcs.mask; tries++, at++) {
		struct arc *a = &arcs.table[at & arcs.mask];
		if (a->count && (a->from != from || a->self != self))
			continue;
		if (!a->count) {
			/* a search in a full table would be long */
			if (arcs.used >= arcs.mask - arcs.mask / 8)
				break;
			arcs.used++;
			a->from = from;
			a->self = self;
		}
		a->count++;
		return;
	}
	arcs.full++;
}

void _mcount(uint32_t from);

__attribute__((noinline)) void _mcount(uint32_t from)
{
	uint32_t self = (uint32_t)__builtin_return_address(0);

	if (!arcs.table || self < arcs.low || self >= arcs.high)
		return;
	if (arcs.busy) {
		arcs.lost++;
		return;
	}
	arcs.busy = 1;
	count(from, self);
	arcs.busy = 0;
}

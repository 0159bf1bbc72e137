/* SPDX-License-Identifier: ISC
 * code.c - the function that a pc is in; the contract is code.h.
 */
#include "code.h"

/* What other functions leave to this one: __riscv_save_N end in one another. Of code without a
 * symbol the address that was entered stands for the function, as far as no symbol is. */
static struct code find_code(const struct code_cache *c, uint32_t pc)
{
	const struct ranges *map = &c->symbols->map;
	const struct range *next = ranges_next(map, pc);
	const struct range *end = next ? next : map->at + map->n;
	uint64_t lo = end > map->at ? end[-1].hi : 0;

	if (next && pc >= next->lo)
		return (struct code){ pc, (uint32_t)next->lo, (uint32_t)(next->hi - 1),
			(uint32_t)c->symbols->functions[next->value].lo };
	return (struct code){ pc, (uint32_t)lo, next ? (uint32_t)(next->lo - 1) : UINT32_MAX, pc };
}

const struct code *code_at(struct code_cache *c, uint32_t pc)
{
	struct code *at = &c->at[(pc >> 1) % CODE_CACHED];

	if (at->pc != pc || !pc)
		*at = find_code(c, pc);
	return at;
}

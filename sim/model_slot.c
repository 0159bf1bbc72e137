/* SPDX-License-Identifier: ISC
 * model_slot.c - reference model: the mapping of rtl/DESIGN.md 4, by one 64-bit expression.
 */
#include "model.h"

int64_t model_slot(const struct model_mapping *map, uint32_t pc)
{
	if (pc < map->offset || map->scale == 0)
		return -1;
	uint64_t delta = pc - map->offset;
	uint64_t slot = ((delta * map->scale >> 16) + map->round) >> 1;

	return slot < map->size / map->width ? (int64_t)slot : -1;
}

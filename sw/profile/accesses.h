/* SPDX-License-Identifier: ISC
 * accesses.h - loads and stores by what they reached, and what they waited.
 *
 * A cycle that waits for DATA falls on the access that retires next, as a unit counts it whose
 * value is an access's address (SOURCE EVENT). So all of them together are the run's DATA cycles,
 * but those after the last access.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A variable of the ELF, a device's register, or a kind of memory: then its addresses are 0. */
struct reached {
	char *name;		/* "table", "[.rodata]", "[UART+0x4]", "[stack]", "[heap]" */
	uint32_t lo;
	uint64_t hi;		/* exclusive; <= 2^32 */
};

struct access_cell {
	uint32_t pc, object;	/* of the instruction; index in objects */
	uint64_t count, waits;	/* accesses; cycles */
};

struct accesses {
	struct reached *objects;
	size_t n_objects, objects_room;
	/* no two have the same pc and object; in a capture by both, rising */
	struct access_cell *at;
	size_t n, room;
};

void accesses_free(struct accesses *a);
void accesses_sort(struct accesses *a);

/* SPDX-License-Identifier: ISC
 * places.h - cycles summed by where they are to be saved, each sum with its hottest instruction.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct place {
	uint64_t key;		/* what is summed up, as its user likes */
	double cycles;
	uint64_t times;
	uint32_t pc;		/* the instruction or call with most of these cycles, */
	double most;		/* so many, */
	const char *what;	/* and what its user says of it */
};

struct places {
	struct place *at;	/* in the order in which keys came */
	size_t n, room;
	size_t last;		/* keys often come in runs */
};

void places_add(struct places *s, uint64_t key, uint32_t pc, double cycles, uint64_t times,
	const char *what);
void places_close(struct places *s);

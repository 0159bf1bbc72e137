/* SPDX-License-Identifier: ISC
 * taken.h - how often each conditional branch was taken.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct taken_branch {
	uint32_t pc;
	uint64_t count;			/* not 0 */
};

struct taken {
	struct taken_branch *at;	/* by pc; none: they were not counted */
	size_t n, room;
};

/* The order of two struct taken_branch, for qsort. */
int taken_by_pc(const void *a, const void *b);

void taken_free(struct taken *t);
uint64_t taken_at(const struct taken *t, uint32_t pc);	/* 0: never */

/* Sums fit in 64 bits. If one of them was not counted, neither is the sum. */
void taken_merge(struct taken *sum, const struct taken *more);

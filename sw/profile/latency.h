/* SPDX-License-Identifier: ISC
 * latency.h - the cycles from one point of a run to another, each time: a distribution.
 *
 * Times do not overlap, so few of a run differ, and all values are kept. What was observed is no
 * bound.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LATENCY_LAST 16

struct latency_time {
	uint64_t cycles, count;		/* both at least 1 */
};

struct latency {
	char *name;			/* "from:to"; NULL: not measured */
	struct latency_time *times;	/* cycles rise */
	size_t n, room;
	uint64_t open;			/* cycles of the one that the run's end cut off; 0: none */
	/* of the longest, the first of them: the cycle that it ended in, and the pcs retired last
	 * before that, the oldest first */
	uint64_t end;
	uint32_t last[LATENCY_LAST];
	unsigned n_last;
};

void latency_free(struct latency *l);
void latency_add(struct latency *l, uint64_t cycles, uint64_t count);

uint64_t latency_count(const struct latency *l);
uint64_t latency_sum(const struct latency *l);		/* of all cycles */
uint64_t latency_longest(const struct latency *l);	/* 0: there is none */

/* The shortest that `permille` of all do not exceed; l->n > 0. */
uint64_t latency_quantile(const struct latency *l, unsigned permille);

/* Adds those of another run, of the same name. */
void latency_merge(struct latency *sum, const struct latency *more);

/* SPDX-License-Identifier: ISC
 * spans.h - calls in time: when each began and ended, and what passed in it.
 *
 * A span is one call of a function, on one stack. Its chain is the call and its callers, as the
 * call tree has them: a trap handler at the root, a thread, and what a function runs for another
 * task begin chains of their own. Only the chain that runs gets cycles. So what a call took is the
 * difference of its chain's totals, without handlers and other threads; and the calls at a node of
 * the tree together took its inclusive cycles. Each event takes constant time; memory is that of
 * the calls that have not ended.
 *
 * stacks.c and calls.c begin and end spans. Others listen (calls_listen): each span is handed out
 * once, at its end, callees before their callers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/base/base.h"
#include "sw/profile/counts.h"

struct totals {
	uint64_t awake, asleep; /* cycles */
	uint64_t retired; /* instructions */
	struct waits waits; /* of cycles awake, if the causes are known */
};

/* A span that has ended. Slices of one stack nest. */
struct slice {
	uint64_t begin; /* the clock edge of its first cycle; that of the run's is 0 */
	uint64_t length; /* in cycles, whoever ran: own.awake + own.asleep + preempted */
	uint64_t preempted; /* by handlers, threads and tasks outside of its chain */
	struct totals own; /* with its callees */
	uint64_t below, callees; /* cycles awake in what it called, which was so many calls */
	/* the longest of these calls, of that one's the longest ...; node 0: no more */
	struct callee longest[DURATION_CHAIN];
	uint32_t node; /* of the call tree */
	/* of the function's calls in the order of their begins, from 1. 0: it is no call of it, but
	 * code that runs on from another function's or jumps into the midst of it, or that runs
	 * for another task than the one that entered it */
	uint64_t number;
	size_t stack; /* its number, from 0; one that is forgotten gives its number to a new one */
	bool trap; /* lies on what it interrupted, which did not call it */
	bool open; /* it had not returned when the run ended, or its stack was forgotten */
};

struct span_listener {
	void (*ended)(void *ctx, const struct slice *s);
	/* NULL: not of interest. From clock edge `at` on instructions run on stack `to`, not
	 * `from`. */
	void (*switched)(void *ctx, uint64_t at, size_t from, size_t to);
	void *ctx;
};

/* Adds each to the durations; `tree` is that of the calls. */
struct span_measure {
	struct call_tree *tree;
	struct durations *durations;
};
struct span_listener span_measure(struct span_measure *m);

/* ---- for stacks.c and calls.c: spans by their numbers; 0 is none ---- */
#define SPAN_LISTENERS 2u

struct span {
	struct slice slice; /* own: its chain's totals at the begin */
	uint32_t chain;
	uint32_t beside; /* what the frame runs for another task */
	/* not 0: goes on for this one on another stack, and is handed to nobody */
	uint32_t original;
};

struct chain {
	struct totals totals;
	uint32_t users; /* spans; of one without any, the next such */
};

struct spans {
	const struct call_tree *tree;
	struct span_listener listeners[SPAN_LISTENERS];
	size_t n_listeners;
	uint64_t edge; /* of the cycle that comes */
	size_t stack; /* that runs */
	uint32_t running; /* chain */
	struct span *at;
	size_t n, room;
	struct chain *chains;
	size_t n_chains, chains_room;
	uint32_t free_span, free_chain; /* the first; 0: none */
	struct sums calls; /* by the function's first address */
};

void spans_open(struct spans *s, const struct call_tree *tree);
void spans_free(struct spans *s);

/* A call begins with the cycle that comes; returns its span. by: the caller's, in whose chain it
 * is; 0: it begins a chain. entered: at the function's beginning. */
uint32_t spans_begin(struct spans *s, uint32_t by, uint32_t node, bool entered);
/* What runs on another stack now goes on as part of that span. */
uint32_t spans_copy(struct spans *s, uint32_t span);
/* What a span's frame runs for another task, whose node for the function that is. */
uint32_t spans_beside(struct spans *s, uint32_t span, uint32_t node);
/* below: the span of the frame below it on its stack; 0: there is none. */
void spans_end(struct spans *s, uint32_t span, uint32_t below, bool open);
void spans_switch(struct spans *s, size_t to);

static inline void spans_sleep(struct spans *s, uint64_t cycles)
{
	s->edge += cycles;
	s->chains[s->running].totals.asleep += cycles;
}

/* `span` runs: cycles awake. */
static inline void spans_add(struct spans *s, uint32_t span, uint64_t cycles, uint64_t retired,
	const struct waits *waits)
{
	struct totals *t = &s->chains[s->running = s->at[span].chain].totals;

	s->edge += cycles;
	t->awake += cycles;
	t->retired += retired;
	if (waits)
		waits_add(&t->waits, waits);
}

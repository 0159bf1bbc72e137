/* SPDX-License-Identifier: ISC
 * fuzz_watch.h - what must hold in every cycle, judged by the RTL's own registers and the bus alone, without the
 * model. (lockstep_guard.c says in which region a write may lie.)
 */
#ifndef FUZZ_WATCH_H
#define FUZZ_WATCH_H

#include "sim/lockstep.h"

enum watch_field {
	WATCH_TICKS, WATCH_HITS, WATCH_OUTSIDE, WATCH_FILTERED, WATCH_IDLE, WATCH_LOST, WATCH_PENDING, WATCH_USER, WATCH_SYSTEM,
	WATCH_IDLE_CLASS, WATCH_CLEARING, WATCH_INSIDE_0, WATCH_INSIDE_1, WATCH_FIELDS
};

enum { WATCH_POKES = 5 };	/* cycles from a bin write's slot until it lands */

struct watch {
	const struct rtl *rtl;
	const struct state_field *field[MODEL_CHANNELS][WATCH_FIELDS], *write, *word, *data;
	uint32_t *memory;		/* as the writes seen at its port left it */
	unsigned sweeping;		/* cycles in which a zero of CLEAR may still be written */
	struct { bool on; uint32_t word, data; } landing;	/* lands at the end of the coming cycle */
	uint32_t poked[WATCH_POKES];	/* word + 1 of the bin writes of the last cycles */
	unsigned now;
	unsigned asked;			/* cycles the present access has waited, */
	bool we, bin;			/* a write, of a bin */
	unsigned slowest;		/* longest wait */
	uint64_t writes[2];		/* by samples and CLEAR, the bus */
};

/* memory: the RTL's present one; false: out of memory. */
bool watch_open(struct watch *w, const struct rtl *rtl, void *handle);
void watch_close(struct watch *w);

/* After an edge: the cycle's inputs, and what the RTL shows in the next cycle. Returns NULL, or the error. */
const char *watch_edge(struct watch *w, const struct model_in *in, const struct wires *got);

/* A word that differs from what its writes left, or -1. */
int64_t watch_memory(const struct watch *w, void *handle);

#endif

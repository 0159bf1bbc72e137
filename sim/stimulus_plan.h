/* SPDX-License-Identifier: ISC
 * stimulus_plan.h - what the bus master's plans share: stimulus_bus.c has the short ones and
 * chooses among all, stimulus_begin.c those round a configuration.
 */
#ifndef STIMULUS_PLAN_H
#define STIMULUS_PLAN_H

#include "stimulus.h"

enum {
	MANY_WORDS = 128,	/* presets and sweeps: at most */
	LONG_CLEAR = 0x1000,	/* bytes whose sweep takes too long to be frequent */
};

void plan_begin_anew(struct stimulus *s);
void plan_reconfigure(struct stimulus *s);
void plan_crowd(struct stimulus *s);
void plan_dense(struct stimulus *s);
void plan_vast(struct stimulus *s);
void plan_near_full(struct stimulus *s);
void plan_tags(struct stimulus *s);
void plan_new_tags(struct stimulus *s, unsigned n);
void plan_commit_illegal(struct stimulus *s);
void plan_clear(struct stimulus *s);

/* A small memory repeats in the window, and the registers below it. */
static inline uint32_t bin_address(struct stimulus *s, uint32_t word)
{
	uint32_t window = model_window(&s->m->p), bytes = 4u << s->m->p.bins_log2;

	if (one_in(s, 32))
		word += below(s, window / bytes) * (bytes / 4);
	return window + 4 * word;
}

static inline void command(struct stimulus *s, uint32_t bit)
{
	tell(s, TALLY_CTRL, bit);
}

#endif

/* SPDX-License-Identifier: ISC
 * small_model.h - reference model of the smallest unit (rtl/tally_small.v), written from
 * rtl/CONTRACT.md, "Smallest".
 *
 * One call is one clock edge. Acknowledges are exact to the clock. What a read gives
 * is exact but for the segment in which the engine changes it: then either value is right.
 */
#ifndef SMALL_MODEL_H
#define SMALL_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "model.h"		/* struct model_in, model_mapping, model_slot */

enum { SMALL_BINS = 1024, SMALL_REGS = 128, SMALL_BASE = 0x80000000 };

struct small_memory {		/* what the bus reads */
	uint32_t reg[SMALL_REGS];	/* by offset / 4 */
	uint16_t bin[SMALL_BINS];
};

struct small_model {
	uint64_t now;
	unsigned segment;
	struct small_memory is, was;	/* was: before this segment's changes */
	/* tap */
	struct model_tap t;
	bool armed, have, take, running;
	uint64_t tick_at, tick_before;
	uint32_t pc;			/* charged */
	uint8_t priv;
	bool waits, loses, sleeps;	/* the tick of this frame */
	/* active configuration */
	struct model_mapping map;
	uint32_t period, offset, left;	/* left: clocks from the next frame's load to the tick, with whole frames */
	uint8_t mask;
	bool stepping, dead, drained_then;
	unsigned clear_at, clear_end;	/* bins */
	/* commands */
	uint32_t mirror[SMALL_REGS];
	bool clr, cm, ap, rk, half, waited, starting, stopping, refused, swept;
	uint32_t command;
	/* bus */
	bool served, posted, asked, acted, ack;
	uint64_t seen_hits, seen_outside, seen_filtered, seen_lost, seen_idle, seen_commits, seen_refused, seen_kills;
};

void small_init(struct small_model *m);
void small_step(struct small_model *m, const struct model_in *in);
/* May a read of this address give this word now? */
bool small_may_read(const struct small_model *m, uint32_t adr, uint32_t word);

#endif

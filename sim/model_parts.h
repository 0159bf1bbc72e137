/* SPDX-License-Identifier: ISC
 * model_parts.h - inside of the reference model: what one cycle decides.
 *
 * Each part first looks (registers as they are in this cycle, results into
 * struct cycle), then all parts take the clock edge. No part sees another's new state.
 */
#ifndef MODEL_PARTS_H
#define MODEL_PARTS_H

#include "model.h"

/* Weight that leaves PENDING in this cycle, at the front (E) or the end (U4) of the pipeline. */
struct resolved {
	uint32_t w, wi;
	bool user;
	uint32_t hit, lost, outside, filtered;
};

struct cycle {
	/* bus */
	bool ack;
	bool grant;			/* an access to a bin enters the updater: */
	uint32_t grant_word;
	bool load;			/* dat_o is loaded with: */
	uint32_t dat;
	bool reg_write;			/* a register write takes effect */
	uint32_t reg, value;
	uint32_t set_errors, clear_errors;

	/* commands: the bit of CTRL that acts; a refused one does not */
	uint32_t command;
	uint32_t set_sticky, clear_sticky;
	bool apply;			/* a COMMIT is applied */

	/* sampler */
	bool event, tick, idle_tick, t_add, t_lost;
	struct model_emission emit;

	/* mapper and updater */
	bool u0_busy;			/* a sample */
	bool zero;			/* the sweep has U0 */
	bool enter;			/* the sample in E enters the mapper */
	bool full;
	struct { bool on, known; uint32_t word; } left;	/* what leaves U3 */
	struct { bool on; uint32_t word, value; } write;	/* decided in U3 */
	struct resolved front, end;
};

/* The word as it is with all that left U3 before this cycle. */
uint32_t word_now(const struct model *m, uint32_t word);

void flight_look(struct model *m, struct cycle *c);
void flight_edge(struct model *m, const struct cycle *c);
void flight_reset(struct model *m);

void bus_look(struct model *m, const struct model_in *in, struct cycle *c);
void bus_edge(struct model *m, const struct model_in *in, const struct cycle *c);

uint32_t regs_read(const struct model *m, uint32_t offset);
void regs_look(struct model *m, struct cycle *c);
void regs_edge(struct model *m, const struct cycle *c);
void regs_reset(struct model *m);

static inline void saw(struct model *m, enum model_event e)
{
	m->seen[e]++;
}

static inline bool drained(const struct model *m)
{
	return !m->running && m->law.pending == 0;
}

/* End of the histogram's whole counters, a byte address. */
static inline uint32_t mapping_end(const struct model_mapping *map)
{
	return map->base + map->size / map->width * map->width;
}

#endif

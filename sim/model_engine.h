/* SPDX-License-Identifier: ISC
 * model_engine.h - inside of the reference model's engine: the head's job, and its states.
 */
#ifndef MODEL_ENGINE_H
#define MODEL_ENGINE_H

#include "model_parts.h"

#define NOTHING MODEL_EVENT_COUNT	/* no event */

/* The head's sample and configuration. */
struct job {
	const struct model_sample *s;
	const struct model_mapping *map;
	bool symbol, ring, divides, system, four;
	uint32_t mask;
	uint32_t entries8;	/* ENTRIES * 8 */
	uint32_t address;
	bool high;
};

struct job job_of(struct model *m);		/* a sample is at the head */
bool probes(const struct model_engine *e, const struct job *j);

/* One cycle: registers but full and fault, which are 0 before; the next state. event: what to count unless the channel is dead. */
enum model_state engine_state(struct model *m, const struct model_in *in, const struct cycle *c,
			      const struct job *j, enum model_event *event);

#endif

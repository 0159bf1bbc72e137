/* SPDX-License-Identifier: ISC
 * model_parts.h - inside of the reference model: what one cycle decides.
 *
 * Each part first looks (registers as they are in this cycle, results into
 * struct cycle), then all parts take the clock edge. No part sees another's new state.
 */
#ifndef MODEL_PARTS_H
#define MODEL_PARTS_H

#include "model.h"

enum { STOP, SATURATE, WRAP };				/* POLICY */
enum { MODE_PROFIL, MODE_INTERVAL, MODE_SYMBOL, MODE_RING };
enum { SOURCE_CLK, SOURCE_RETIRE, SOURCE_EVENT, SOURCE_EXT };
enum { ENGINE_QUEUE = 2 };				/* samples */

/* Weight that leaves PENDING in this cycle, at the front (E) or the end of the pipeline. w 0: none. */
struct resolved {
	uint32_t w, wi;
	bool user;
	uint32_t hit, lost, outside, filtered;
};

/* What happens to one channel. */
struct part {
	uint32_t command;		/* the bit of CTRL that acts; a refused one does not */
	uint32_t set_sticky, clear_sticky;
	bool event, tick, idle_tick, t_add, t_lost;
	struct model_emission emit;
	bool enter;			/* the sample in E enters queue or mapper */
	bool full;			/* decided in U3 */
	bool engine_full, engine_fault;
	bool stolen;
	struct resolved front, end;
};

struct cycle {
	/* bus */
	bool ack;
	bool fetch;			/* a register is read: */
	uint32_t fetched;
	bool grant;			/* an access to a bin enters the updater: */
	uint32_t grant_word;
	bool load;			/* dat_o is loaded with: */
	uint32_t dat;
	bool write_seen;		/* a register write will take effect in the next cycle */
	bool reg_write;			/* a register write takes effect: */
	uint32_t reg, value;		/* reg as that of channel 0 */
	unsigned channel;
	uint32_t set_errors, clear_errors;

	/* COMMIT */
	bool walking, verdict;
	unsigned walker;		/* whose */

	/* queues, mapper and updater */
	bool pop[2];			/* a fast [0], a slow [1] sample leaves its queue */
	unsigned popped[2];		/* channel */
	bool u0_mapper;			/* a sample of the mapper has U0, else perhaps: */
	bool map_taken;			/* one of the engine, or */
	bool zero;			/* the sweep */
	unsigned sweeper;
	struct { bool on, known; uint32_t word; } left;	/* what leaves U3 */
	struct { bool on; uint32_t word, value; } write;	/* decided in U3 */
	const struct model_update *end;			/* in U4, or NULL */

	/* engine */
	const struct model_sample *head;		/* or NULL */
	bool end_taken, ring_we;
	uint32_t ring_pos;

	struct part ch[MODEL_CHANNELS];
};

/* The mapping under which a sample was charged. */
static inline const struct model_mapping *mapping_of(const struct model *m, const struct model_sample *s)
{
	return &m->ch[s->channel].mapping[s->bank];
}

/* The word as it is with all that left U3 before this cycle. */
uint32_t word_now(const struct model *m, uint32_t word);

void arbiter_look(struct model *m, struct cycle *c, bool clearing);	/* clearing: any channel is */
void flight_look(struct model *m, struct cycle *c);
void flight_edge(struct model *m, const struct cycle *c);
void flight_reset(struct model *m);

void engine_look(struct model *m, const struct model_in *in, struct cycle *c);
void engine_edge(struct model *m, const struct model_in *in, const struct cycle *c);
void engine_reset(struct model *m);
void engine_outputs(struct model *m);

void bus_look(struct model *m, const struct model_in *in, struct cycle *c);
void bus_edge(struct model *m, const struct model_in *in, const struct cycle *c);

uint32_t regs_read(const struct model *m, uint32_t offset);
void regs_look(struct model *m, struct cycle *c);
void regs_edge(struct model *m, const struct cycle *c);
void regs_reset(struct model *m);

void walk_look(struct model *m, struct cycle *c);
bool is_shadow(uint32_t reg);	/* of channel 0 */
void commit_edge(struct model *m, struct model_channel *ch, uint32_t *sticky);	/* the verdict; *sticky: bits to be set */
void shadows_reset(struct model_channel *ch);

/* Fields of registers. */
#define FIELD(value, name) (((value) & name##_MASK) >> name##_LSB)
#define PUT(value, name) ((uint32_t)(value) << name##_LSB & name##_MASK)

static inline void saw(struct model *m, enum model_event e)
{
	m->seen[e]++;
}

static inline bool drained(const struct model_channel *ch)
{
	return !ch->running && ch->empty;
}

static inline unsigned fill(const struct model_queue *q)
{
	return q->tail - q->head;
}

static inline struct model_sample *head(struct model_queue *q)
{
	return &q->at[q->head % MODEL_QUEUE];
}

static inline void put_in(struct model_queue *q, const struct model_sample *s)
{
	q->at[q->tail++ % MODEL_QUEUE] = *s;
}

/* The engine takes the samples of such a mapping. */
static inline bool slow(const struct model_mapping *map)
{
	return map->mode != MODE_PROFIL || map->sink;
}

/* End of the histogram's whole counters, a byte address. */
static inline uint32_t mapping_end(const struct model_mapping *map)
{
	return map->base + map->size / map->width * map->width;
}

#endif

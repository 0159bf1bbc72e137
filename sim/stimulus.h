/* SPDX-License-Identifier: ISC
 * stimulus.h - constrained random stimulus for the unit: a core at the tap, the
 * pins, a bus master and system memory, all in phases of changing temper.
 *
 * All of it follows from the seed and the model's answers, so a run is
 * replayed by its seed. The master looks at the model for four things: where the
 * active mappings lie, the shadows, and whether a channel is drained or a counter full.
 */
#ifndef STIMULUS_H
#define STIMULUS_H

#include "driver/tally_regs.h"
#include "model.h"

enum access_wait { WAIT_NOTHING, WAIT_DRAINED, WAIT_CLEARED };	/* of the access's channel; CLEARED: no COMMIT waits, too */

/* One bus access to come. */
struct access {
	uint32_t adr, dat;
	uint16_t gap;		/* idle cycles before it */
	uint8_t sel;
	uint8_t abandon;	/* dropped after so many cycles; 0: never */
	uint8_t wait;		/* enum access_wait, before it */
	uint8_t channel;
	uint16_t turns;		/* bit n: after n cycles it is of the other kind, read or write; 15: from then on */
	bool we;
	bool glance;		/* nobody planned it: what the next one waited for goes on */
};

#define STIMULUS_QUEUE 1024u	/* > a preset or sweep of bins, and a configuration of each channel */

enum long_kind { LONG_WEIGHT, LONG_JITTER, LONG_PERIOD, LONG_COUNT };
enum retire_shape { RETIRE_ALWAYS, RETIRE_MOSTLY, RETIRE_GAPS, RETIRE_STEADY, RETIRE_NEVER, RETIRE_SHAPES };
enum pc_shape { PC_LOOP, PC_HOT, PC_WALK, PC_INSIDE, PC_EDGE, PC_ALIAS, PC_FAR, PC_SHAPES };

/* A word as old counts leave it. */
enum old_count {
	OLD_WIDE,		/* a counter of 4 bytes just below its maximum, */
	OLD_FULL,		/* at it or above, */
	OLD_WRAPS,		/* about to wrap */
	OLD_NARROW,		/* two of 2 bytes just below theirs, */
	OLD_MIXED,		/* one about to wrap, one just full */
	OLD_WIDE_BUT,		/* full but for one bit or two */
	OLD_NARROW_BUT,
	OLD_ANY,
	OLD_KINDS
};

enum { FARS = 8, TAGS = 4, SYSTEM_WORDS = 4096 };

struct pin {
	unsigned rate;		/* a change every so many cycles, */
	bool steady;		/* exactly; 0: never */
	unsigned left;
	bool level;
};

struct stimulus {
	uint64_t rng;
	const struct model *m;

	/* core */
	uint64_t phase_left, phases;
	enum retire_shape retire;
	enum pc_shape where;
	unsigned gap, steady, gap_left;
	unsigned sleep_rate, priv_rate, run_rate, tag_rate;	/* a change every so many cycles; 0 never */
	bool sleep, run;
	uint8_t priv;
	uint32_t tags[TAGS], tag;	/* those in use, the core's */
	uint32_t low, bytes;		/* text of an active mapping */
	uint32_t step;			/* bytes of text a counter */
	uint32_t hot[8];
	uint32_t far[FARS];
	unsigned hots, turn;
	uint32_t pc;
	unsigned rst_left;
	struct pin event, ext;

	/* bus */
	unsigned pause;			/* mean idle cycles between accesses of this phase */
	struct access queue[STIMULUS_QUEUE];
	unsigned head, tail;
	bool active, acked;
	unsigned held, gap_done, waited;
	bool meddles;			/* commands while the engine may stop */
	unsigned glances;		/* one idle cycle in so many begins one; 0: none */
	unsigned channel;		/* that the plan is about */
	uint32_t base, size;		/* of the private histogram last written */
	bool slow;			/* the mapping last written is the engine's */
	bool fast;			/* the next mapping shall not be */
	bool undisturbed;		/* this phase: no new accesses, no reset */

	/* What the master does next, when the queue is empty: stimulus_plan, or another's. */
	void (*plan)(struct stimulus *s);
	void *owner;			/* whose plan it is */
	bool brief;			/* short programs: no long phases, no command only because the engine may stop */

	/* system memory */
	struct { uint32_t addr, value; bool used; } word[SYSTEM_WORDS];
	unsigned sys_wait, sys_error, sys_spoil;	/* of this phase: longest wait; one in so many; 0: none */
	bool sys_near;			/* old counts there are near their ends */
	unsigned sys_stolen;
	bool sys_busy;
	unsigned sys_left;
};

void stimulus_init(struct stimulus *s, uint64_t seed, const struct model *m);

/* Inputs of the coming cycle. */
void stimulus_next(struct stimulus *s, struct model_in *in);

/* Shared by its parts. */
void stimulus_bus_next(struct stimulus *s, struct model_in *in);
void stimulus_plan(struct stimulus *s);		/* queues accesses; the queue is empty */
void stimulus_configure(struct stimulus *s, bool all);	/* legal values into shadows of s->channel, no COMMIT */
unsigned stimulus_most_jitter(uint32_t period);	/* the greatest J with 2^(J-1) < period, at most 16 */
/* A COMMIT of any mapping, with samples that reach it one after the other; heavy: a tick at every clock. */
void stimulus_dense(struct stimulus *s, bool heavy);
/* A COMMIT of a symbol table or ring as long as memory, or longer. */
void stimulus_vast(struct stimulus *s);
/* A COMMIT of a tag filter for this value and any mask, before a mapping that is not the engine's. */
void stimulus_tags(struct stimulus *s, uint32_t value);
/* A COMMIT of private memory, at s->base, for samples at every clock, none filtered. */
void stimulus_near_full(struct stimulus *s, bool wide);
/* A COMMIT of samples that come in every clock or two; slow: that the engine maps, for private memory. */
void stimulus_crowd(struct stimulus *s, bool slow, uint32_t offset);
void stimulus_spoil(struct stimulus *s);	/* one illegal value */
void stimulus_long(struct stimulus *s, enum long_kind kind);
void stimulus_count_on(struct stimulus *s, unsigned cycles);	/* every channel counts so long; then snapshots, and all is read */
void stimulus_busy_core(struct stimulus *s);	/* a phase in which the core retires in every clock */
uint32_t stimulus_glance(struct stimulus *s);	/* address of a register to be read while the bus idles */
void stimulus_memory_phase(struct stimulus *s);
void stimulus_memory_next(struct stimulus *s, struct model_in *in);
uint32_t stimulus_tag(struct stimulus *s);	/* for the core's pin or software to write */
uint32_t stimulus_within(const struct stimulus *s, uint32_t pc);	/* pc with the upper bits of those that are mapped */
uint32_t stimulus_count(struct stimulus *s, enum old_count kind);	/* a word of old counts */

static inline uint32_t rnd32(struct stimulus *s)
{
	uint64_t z = s->rng += 0x9e3779b97f4a7c15u;	/* splitmix64 */

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (uint32_t)(z >> 32);
}

/* 0 .. n-1 */
static inline uint32_t below(struct stimulus *s, uint32_t n)
{
	return (uint32_t)((uint64_t)rnd32(s) * n >> 32);
}

static inline bool one_in(struct stimulus *s, uint32_t n)
{
	return below(s, n) == 0;
}

static inline bool full_queue(const struct stimulus *s, unsigned n)
{
	return s->tail - s->head + n > STIMULUS_QUEUE;
}

static inline struct access *push(struct stimulus *s, bool we, uint32_t adr, uint32_t dat)
{
	struct access *a = &s->queue[s->tail++ % STIMULUS_QUEUE];

	*a = (struct access){ .we = we, .adr = adr, .dat = dat, .sel = 0xf, .channel = (uint8_t)s->channel };
	return a;
}

/* A register of the plan's channel, by the name that channel 0's has. */
static inline struct access *tell(struct stimulus *s, uint32_t reg, uint32_t dat)
{
	return push(s, true, reg + s->channel * TALLY_CH_STRIDE, dat);
}

static inline struct access *ask(struct stimulus *s, uint32_t reg)
{
	return push(s, false, reg + s->channel * TALLY_CH_STRIDE, 0);
}

static inline const struct model_channel *planned(const struct stimulus *s)
{
	return &s->m->ch[s->channel];
}

/* A shadow of the plan's channel, as it is before the plan's writes. */
static inline uint32_t shadow(const struct stimulus *s, uint32_t reg)
{
	return planned(s)->shadow[(reg - TALLY_PERIOD) / 4];
}

static inline uint32_t bin_bytes(const struct stimulus *s)
{
	return 4u << s->m->p.bins_log2;
}

/* The active mapping of the plan's channel. */
static inline const struct model_mapping *planned_mapping(const struct stimulus *s)
{
	return &planned(s)->mapping[planned(s)->bank];
}

#endif

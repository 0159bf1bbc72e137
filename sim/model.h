/* SPDX-License-Identifier: ISC
 * model.h - reference model of the Tally unit in C, cycle-accurate.
 *
 * Written from SPEC.md and rtl/CONTRACT.md, never from the RTL: a sample is
 * mapped by one 64-bit expression, its way through mapper and updater is a
 * list of dates, and its counter is added to at the date of its fate. One call
 * of model_step is one clock edge; afterwards the struct holds every register
 * as the unit has it in the next cycle, `out` the outputs.
 *
 * One channel, private bin memory. The caller gives the memory.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum model_mapper { MODEL_MUL, MODEL_SERIAL, MODEL_SHIFT };

/* The parameters of tally.v. */
struct model_params {
	enum model_mapper mapper;
	unsigned bins_log2;	/* 2 .. 28: 2^n words of bin memory */
	unsigned weight_w;	/* 1 .. 16 */
	unsigned period_w;	/* 1 .. 32 */
	unsigned queue_log2;	/* 0 .. 5, serial mapper */
	unsigned cnt_w;		/* 8 .. 32, at least weight_w + 5 */
};

/* Inputs of tally_wb.v in one cycle; adr is a byte address. */
struct model_in {
	uint32_t tap_pc;
	uint32_t adr, dat;
	uint8_t sel;
	uint8_t tap_priv;
	bool rst, run;
	bool tap_valid, tap_sleep;
	bool cyc, stb, we;
};

struct model_out {
	uint32_t dat;
	bool ack, err, irq;
};

/* Sampler configuration that COMMIT makes active. */
struct model_sampling {
	uint32_t period;
	uint16_t seed;
	uint8_t source, jitter;
	uint8_t priv_mask;
	bool last;		/* ATTRIBUTION: LAST instead of NEXT */
	bool count_idle;
};

/* Mapping that COMMIT makes active in the other bank. */
struct model_mapping {
	uint32_t offset, scale, base, size;
	uint8_t width;		/* bytes: 2 or 4 */
	uint8_t round;
	uint8_t policy;		/* 0 STOP, 1 SATURATE, 2 WRAP */
};

/* What software wrote and reads back: configuration before COMMIT. */
struct model_shadows {
	struct model_sampling sampling;
	struct model_mapping mapping;
	uint32_t limit;
	uint8_t mode, sink;
	bool ring_wrap;
};

struct model_law {
	uint32_t ticks, hits, outside, filtered, idle, lost, pending;
	uint32_t user, system, idle_class;
};

/* Newest values at the tap (T of the contract), and the newest retirement before it (L). */
struct model_tap {
	uint32_t pc;
	uint8_t priv;
	bool valid, sleep, run;
};

struct model_last {
	uint32_t pc;
	uint8_t priv;
	bool have;
};

/* A sample between sampler and mapper (E). Fields mean nothing while !valid; pc nothing when lost. */
struct model_emission {
	uint32_t pc, w, wi;
	bool valid, bank, user, lost, filtered;
};

/* A sample that the mapper has taken. */
struct model_sample {
	uint64_t pop;		/* cycle in which it leaves the queue (serial) */
	uint64_t u0;		/* cycle in which the updater's read port is its own */
	int64_t slot;		/* -1: outside */
	uint32_t w, wi;
	uint32_t hit, lost, outside, filtered;	/* its fate, known after cycle u0 + 3 */
	bool bank, user;
	bool refused;		/* by the filter */
};

#define MODEL_FLIGHT 64u	/* > the most samples in mapper and updater */

/* Counts of what happened, for coverage. FORWARD_n: two updates of one word n cycles apart. */
#define MODEL_EVENTS(X) \
	X(TICK) X(JITTERED_TICK) X(WIDE_JITTER_TICK) X(LONG_RELOAD) X(RETIRE_TICK) X(IDLE) X(SLEEP_SAMPLE) X(LONG_SLEEP_SAMPLE) \
	X(HIT) X(LAST_SAMPLE) \
	X(OUTSIDE_BELOW) X(OUTSIDE_ABOVE) X(OUTSIDE_SCALE_0) X(FILTERED) \
	X(WEIGHT_FULL) X(KILLED) X(QUEUE_DROP) X(LOST_BEHIND) \
	X(FULL_REACHED) X(FULL_FOUND) X(SATURATED) X(SATURATED_FOUND) X(WRAPPED_16) X(WRAPPED_32) \
	X(FORWARD_1) X(FORWARD_2) X(FORWARD_3) X(FORWARD_4) X(FORWARD_5) \
	X(FORWARD_HALF) X(UPDATE_16) X(UPDATE_32) \
	X(START) X(START_REFUSED) X(START_AT_FULL) X(STOP) X(RESET) X(RESET_KILLS) X(RESET_AT_FULL) \
	X(CLEAR) X(CLEAR_REFUSED) X(CLEAR_PART_WORD) X(RESET_CLEARING) X(CMD_MALFORMED) \
	X(COMMIT) X(COMMIT_WAITED) X(COMMIT_RUNNING) X(COMMIT_RESTART) X(COMMIT_REFUSED) \
	X(WRITE_WAITED) X(STICKY_RACE) X(IRQ_RISE) X(PARTIAL_WRITE) X(ABANDONED) \
	X(BIN_READ) X(BIN_READ_WAITED) X(BIN_MISS) X(BIN_READ_NOW) X(BIN_READ_FORWARDED) X(BIN_WRITE) X(BIN_WRITE_REFUSED) X(BIN_WRITE_ABANDONED) \
	X(READ_TURNED_WAITING) X(READ_TURNED_GRANTED) X(READ_TURNED_RUNNING) X(WRITE_TURNED_GRANTED) X(SLOT_OF_ANOTHER_WORD) \
	X(RST_IN_FLIGHT) X(DRAINED)

enum model_event {
#define X(name) MODEL_##name,
	MODEL_EVENTS(X)
#undef X
	MODEL_EVENT_COUNT
};

struct model {
	struct model_params p;
	struct model_out out;

	struct model_tap t;
	struct model_last l;

	uint32_t div;		/* events before the one that ticks */
	uint16_t lfsr;
	bool phase;

	uint32_t waiting, waiting_idle;	/* W and WI */
	struct model_emission e;
	bool running, dead;

	struct model_law law;

	struct model_shadows shadow;
	struct model_sampling sampling;
	struct model_mapping mapping[2];
	bool bank;
	bool commit_busy;
	bool restart;		/* PERIOD or SEED was written since the last applied COMMIT */
	bool restarting;	/* the tick clock begins anew at the end of this cycle */
	bool clearing;
	uint32_t clear_word;	/* the next to be zeroed while clearing */
	/* Entered the updater in that cycle, modulo 4: a zero of the sweep, or an access of the bus. */
	struct { bool on, zero; uint32_t word, keep; } guest[4];
	uint8_t sticky, irq_enable, errors;

	uint64_t now;		/* cycles since model_init; rst does not touch it */
	unsigned in_flight[2];	/* by bank: in E, mapper or updater */
	struct model_sample flight[MODEL_FLIGHT];
	unsigned tail;		/* where the next sample enters; these run freely, modulo MODEL_FLIGHT */
	unsigned at_queue, at_u0, at_fate, at_end;	/* the oldest sample that still has to pass there */
	uint64_t next_pop;	/* serial engine: first cycle in which it can take another sample */

	uint32_t *bins;		/* as a read port finds them */
	struct { bool on; uint32_t word, value; } write;	/* lands in bins at the end of this cycle (U4) */
	struct { bool on; uint32_t word; } newest;	/* that left U3: its word, if it was read */
	uint32_t recent[8];	/* word + 1 updated in that cycle, modulo 8: coverage only */

	unsigned tried;		/* access to a bin: cycles of it that had no grant */
	unsigned granted;	/* access to a bin: 1, 2, ... in the cycles after the grant */
	uint32_t granted_word, granted_value;
	bool access;		/* an access waits for its ack since an earlier cycle */
	bool writing;		/* it wrote in the cycle before */

	uint64_t seen[MODEL_EVENT_COUNT];
};

/* bins: 2^bins_log2 words that live as long as the model; content is kept. False: a parameter is out of range. */
bool model_init(struct model *m, const struct model_params *p, uint32_t *bins);

/* What an edge with rst_i does: everything but the bin memory. */
void model_reset(struct model *m);

/* One cycle with these inputs and the clock edge that ends it. */
void model_step(struct model *m, const struct model_in *in);

/* The counter of pc, or -1: outside. */
int64_t model_slot(const struct model_mapping *map, uint32_t pc);

/* STATUS as a read in this cycle would give it. */
uint32_t model_status(const struct model *m);

/* With a queue before the mapper the sample in E is dropped there when lost or filtered. */
static inline bool front_drops(const struct model *m)
{
	return m->p.mapper == MODEL_SERIAL && (m->e.lost || m->e.filtered);
}

uint32_t model_window(const struct model_params *p);	/* byte address of the bin window */
extern const char *const model_event_name[MODEL_EVENT_COUNT];

#endif

/* SPDX-License-Identifier: ISC
 * model.h - reference model of the Tally unit in C, cycle-accurate.
 *
 * Written from rtl/DESIGN.md and rtl/CONTRACT.md, never from the RTL: a sample is
 * mapped by one 64-bit expression, its way through mapper and updater is a
 * list of dates, and its counter is added to at the date of its fate; the
 * engine alone is a table of states. One call of model_step is one clock edge;
 * afterwards the struct holds every register as the unit has it in the next
 * cycle, `out` the outputs. The caller gives the bin memory.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum model_mapper { MODEL_MUL, MODEL_SERIAL, MODEL_SHIFT };

enum { MODEL_CHANNELS = 4 };

/* The parameters of tally.v. */
struct model_params {
	enum model_mapper mapper;
	unsigned bins_log2;	/* 2 .. 28: 2^n words of bin memory */
	unsigned weight_w;	/* 1 .. 16 */
	unsigned period_w;	/* 1 .. 32 */
	unsigned queue_log2;	/* 0 .. 5, of each channel, where there are queues */
	unsigned cnt_w;		/* 8 .. 32, at least weight_w + 5 */
	unsigned channels;	/* 1 .. 4 */
	unsigned snapshot;
	unsigned tag;		/* 0 none, 1 register TAG, 2 tap_tag */
	unsigned event, ext;
	unsigned system;
	unsigned interval, symbol, ring;	/* symbol and ring only with system */
	unsigned pc_w;		/* 16 .. 32 */
	uint32_t pc_high;	/* its low pc_w bits mean nothing */
};

/* Inputs of tally_wb.v in one cycle; adr is a byte address. */
struct model_in {
	uint32_t tap_pc, tap_tag;
	uint32_t adr, dat;
	uint32_t sys_data;
	uint8_t sel;
	uint8_t tap_priv;
	bool rst, run;
	bool tap_valid, tap_sleep;
	bool event, ext;
	bool cyc, stb, we;
	bool sys_done, sys_err, sys_stolen;
};

/* sys_sel, sys_addr mean something with sys_req, the bytes of sys_data that sys_sel names with sys_we too; else they are 0. */
struct model_out {
	uint32_t dat;
	bool ack, err, irq;
	bool sys_req, sys_lock, sys_we;
	uint8_t sys_sel;
	uint32_t sys_addr, sys_data;
};

/* Sampler configuration that COMMIT makes active. */
struct model_sampling {
	uint32_t period;
	uint32_t tag_value, tag_mask;
	uint16_t seed;
	uint8_t source, jitter;
	uint8_t priv_mask;
	bool last;		/* ATTRIBUTION: LAST instead of NEXT */
	bool count_idle;
};

/* Mapping that COMMIT makes active in the other bank. */
struct model_mapping {
	uint32_t offset, scale, base, size;
	uint32_t interval, limit, entries;
	uint8_t width;		/* bytes: 2 or 4 */
	uint8_t round;
	uint8_t policy;		/* 0 STOP, 1 SATURATE, 2 WRAP */
	uint8_t mode;		/* 0 profil, 1 interval, 2 symbol, 3 ring */
	bool ring_wrap, sink;
};

/* Shadows PERIOD .. ENTRIES of a channel, one 32-bit word each; the first has address[6:2] = 4. */
enum { MODEL_SHADOWS = 14, MODEL_SHADOW_FIRST = 0x10 };

struct model_law {
	uint32_t ticks, hits, outside, filtered, idle, lost, pending;
	uint32_t user, system, idle_class;
	uint32_t stolen;
};

/* Newest values at the tap (T of the contract), and the newest retirement before it (L). */
struct model_tap {
	uint32_t pc, tag;
	uint8_t priv;
	bool elsewhere;		/* pc has PC_BASE's upper bits all the same */
	bool valid, sleep, run;
	bool event, ext;
};

struct model_last {
	uint32_t pc, tag;
	uint8_t priv;
	bool elsewhere, have;
};

/* A sample between sampler and mapper or queue (E). Fields mean nothing while !valid; pc nothing when lost. */
struct model_emission {
	uint32_t pc, w, wi;
	bool valid, bank, user, lost, filtered, elsewhere;
};

/* A sample in a queue. */
struct model_sample {
	uint32_t pc, w, wi;
	uint8_t channel;
	bool bank, user, elsewhere;
	bool refused;		/* by the filter: only where there is no queue */
};

/* What is in mapper or updater: a sample, a zero of the sweep, or an access of the bus. */
enum model_guest { MODEL_NOBODY, MODEL_SAMPLE, MODEL_ZERO, MODEL_ACCESS };

struct model_update {
	enum model_guest guest;
	struct model_sample s;
	uint64_t u0;		/* cycle in which the updater's read port is its own */
	bool inside;
	uint32_t address;	/* of the counter, in bytes, when inside; of the word */
	uint32_t keep;		/* a zero: bits it leaves */
	uint32_t hit, lost, outside, filtered;	/* a sample's fate, known after cycle u0 + 3 */
};

#define MODEL_QUEUE 32u		/* samples of a queue, at most */
#define MODEL_FLIGHT 8u		/* > the cycles in mapper (pipelined), and those in updater */

/* head and tail run freely; entry i is at i modulo the number of entries. */
struct model_queue {
	struct model_sample at[MODEL_QUEUE];
	unsigned head, tail;
};

/* All of one channel. */
struct model_channel {
	uint32_t div;		/* events before the one that ticks */
	uint16_t lfsr;
	bool phase;

	uint32_t waiting, waiting_idle;	/* W and WI */
	struct model_emission e;
	struct model_queue queue;
	bool running, dead;
	bool filled;		/* a counter was full in U3 in the cycle before */

	struct model_law law, snap;

	uint32_t shadow[MODEL_SHADOWS];	/* as reads give them */
	uint16_t written;	/* bit i: shadow[i] was written since reset */
	struct model_sampling sampling;
	struct model_mapping mapping[2];	/* the other one means something only while in_flight */
	bool bank;
	bool commit_busy;
	bool empty;		/* in the cycle before: stopped, PENDING 0 */
	bool other_free;	/* in the cycle before no sample of the other bank was in flight */
	bool restart;		/* PERIOD or SEED was written since the last applied COMMIT */
	bool restarting;	/* the tick clock begins anew at the end of this cycle */
	bool clearing;
	uint32_t clear_word;	/* the next to be zeroed while clearing */
	uint8_t sticky, irq_enable;
	uint32_t ring_pos;
	unsigned in_flight[2];	/* by bank: in E, queue, mapper, engine or updater */
	unsigned in_engine;	/* of these, in the engine */
	unsigned ahead;		/* of these, in mapper or updater */
};

/* States of the engine in the order of the contract's table. */
enum model_state {
	ENGINE_IDLE, ENGINE_FIRST, ENGINE_DELTA, ENGINE_MULTIPLY, ENGINE_DIVIDE, ENGINE_SHIFT, ENGINE_FETCH, ENGINE_LOAD, ENGINE_INSIDE, ENGINE_EXISTS,
	ENGINE_FILL, ENGINE_TRY, ENGINE_SKIP, ENGINE_ADDRESS, ENGINE_READ, ENGINE_TAKE, ENGINE_ADD, ENGINE_CHECK, ENGINE_WRITE,
	ENGINE_NEXT, ENGINE_MAP, ENGINE_END,
};

/* Registers by the names of the contract. With the queue empty they mean nothing but state, full, fault. */
struct model_engine {
	struct model_queue queue;
	enum model_state state;
	bool late;		/* the second cycle of a state that has two */
	uint32_t q;
	uint64_t r;		/* 33 bits */
	uint32_t m;		/* bits 1:0 are 0 */
	uint32_t position;	/* the ring's, as it was fetched */
	bool below;		/* what DELTA found */
	unsigned step;
	uint32_t hit;
	bool over, negative, scaled, first, take, again, maxed, carried, fills, outside;
	bool full, fault;	/* full_o, fault_o */
};

/* Counts of what happened, for coverage. FORWARD_n: two updates of one word n cycles apart. ALIAS: elsewhere, else inside. */
#define MODEL_EVENTS(X) \
	X(TICK) X(JITTERED_TICK) X(WIDE_JITTER_TICK) X(LONG_RELOAD) X(RETIRE_TICK) X(EVENT_TICK) X(EXT_TICK) \
	X(IDLE) X(SLEEP_SAMPLE) X(LONG_SLEEP_SAMPLE) X(HIT) X(LAST_SAMPLE) \
	X(OUTSIDE_BELOW) X(OUTSIDE_ABOVE) X(OUTSIDE_SCALE_0) X(OUTSIDE_ELSEWHERE) X(OUTSIDE_ALIAS) X(FILTERED) X(TAG_FILTERED) X(TAG_WRITTEN) \
	X(WEIGHT_FULL) X(KILLED) X(QUEUE_DROP) X(LOST_BEHIND) \
	X(CHOICE) X(CHOICE_TURNED) X(POP_BOTH) X(SLOW_BLOCKED) X(SWEEP_WAITED) X(YIELD_SWEEP) X(YIELD_ENGINE) X(ENGINE_BLOCKED) X(ENGINE_QUEUE_FULL) \
	X(FULL_REACHED) X(FULL_FOUND) X(SATURATED) X(SATURATED_FOUND) X(WRAPPED_16) X(WRAPPED_32) \
	X(FORWARD_1) X(FORWARD_2) X(FORWARD_3) X(FORWARD_4) X(FORWARD_5) \
	X(FORWARD_HALF) X(UPDATE_16) X(UPDATE_32) \
	X(START) X(START_REFUSED) X(START_AT_FULL) X(STOP) X(RESET) X(RESET_KILLS) X(RESET_AT_FULL) \
	X(CLEAR) X(CLEAR_REFUSED) X(CLEAR_PART_WORD) X(CLEAR_SYSTEM) X(CLEAR_TWO) X(RESET_CLEARING) X(CMD_MALFORMED) \
	X(SNAPSHOT) X(SNAPSHOT_REFUSED) X(ABSENT_CHANNEL) \
	X(COMMIT) X(COMMIT_WAITED) X(COMMIT_QUEUED) X(COMMIT_RUNNING) X(COMMIT_RESTART) X(COMMIT_CLEARING) X(COMMIT_REFUSED) \
	X(ILLEGAL_PERIOD) X(ILLEGAL_LONG_PERIOD) X(ILLEGAL_SOURCE) X(ILLEGAL_JITTER) X(ILLEGAL_PERIOD_JITTER) \
	X(ILLEGAL_SCALE) X(ILLEGAL_SHIFT) X(ILLEGAL_POLICY) X(ILLEGAL_MODE) X(ILLEGAL_SINK) X(ILLEGAL_PRIVATE_MODE) \
	X(ILLEGAL_INTERVAL) X(ILLEGAL_BASE) X(ILLEGAL_SIZE) \
	X(WRITE_WAITED) X(READ_WAITED) X(STICKY_RACE) X(IRQ_RISE) X(PARTIAL_WRITE) X(SHADOW_KEPT) X(ABANDONED) \
	X(BIN_READ) X(BIN_READ_WAITED) X(BIN_MISS) X(BIN_READ_NOW) X(BIN_READ_FORWARDED) X(BIN_WRITE) X(BIN_WRITE_REFUSED) X(BIN_WRITE_ABANDONED) \
	X(READ_TURNED_WAITING) X(READ_TURNED_GRANTED) X(READ_TURNED_RUNNING) X(WRITE_TURNED_GRANTED) X(SLOT_OF_ANOTHER_WORD) \
	X(SYSTEM_HIT) X(SYSTEM_OUTSIDE) X(SYSTEM_16_LOW) X(SYSTEM_16_HIGH) X(SYSTEM_32) \
	X(SYSTEM_FULL_REACHED) X(SYSTEM_FULL_FOUND) X(SYSTEM_SATURATED) X(SYSTEM_SATURATED_FOUND) X(SYSTEM_WRAPPED) X(STOLEN) \
	X(INTERVAL_MAPPED) X(INTERVAL_OUTSIDE) X(INTERVAL_SYSTEM_HIT) X(INTERVAL_SYSTEM_OUTSIDE) X(MAP_WAITED) X(MAPPED_DEAD) \
	X(SYMBOL_HIT) X(SYMBOL_OUTSIDE) X(SYMBOL_EMPTY) X(SYMBOL_LAST) \
	X(RING_STORED) X(RING_HEAVY) X(RING_FULL) X(RING_FULL_FOUND) X(RING_WRAPPED) X(RING_NO_ROOM) X(RING_POS_WRITTEN) X(RING_POS_RACE) \
	X(SYSTEM_ELSEWHERE) X(INTERVAL_ELSEWHERE) X(SYMBOL_ELSEWHERE) X(RING_ELSEWHERE) \
	X(FAULT_LIMIT) X(FAULT_ADDRESS) X(FAULT_TABLE) X(FAULT_POSITION) X(FAULT_READ) X(FAULT_PROBE) X(FAULT_WRITE) X(FAULT_RING) \
	X(ENGINE_DEAD) X(ENGINE_DEAD_LATER) X(ENGINE_END_WAITED) X(TWO_ENDS) X(START_AT_ENGINE) X(RESET_AT_ENGINE) \
	X(RST_IN_FLIGHT) X(RST_IN_ACCESS) X(DRAINED)

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
	bool event0;			/* p0 */
	bool ext0, ext1, ext2;		/* x0, x1, x2 */
	uint32_t tag;			/* register TAG */

	struct model_channel ch[MODEL_CHANNELS];

	/* The walk of COMMIT: 0 in its first cycle v and when there is none, n in v + n, 15 in the last. */
	unsigned walk, walker;		/* walker: whose */

	unsigned last[2];		/* arbiter: channel served last, of a fast [0] and of a slow [1] sample */
	unsigned turn;
	struct model_engine engine;
	uint8_t errors;

	uint64_t now;		/* cycles since model_init; rst does not touch it */
	struct model_update mapper[MODEL_FLIGHT];	/* by mapper_head, mapper_tail, which run freely */
	unsigned mapper_head, mapper_tail;
	uint64_t next_pop;	/* serial: first cycle in which it can take another sample */
	struct model_update updater[MODEL_FLIGHT];	/* entered U0 in that cycle, modulo MODEL_FLIGHT */

	uint32_t *bins;		/* as a read port finds them */
	struct { bool on; uint32_t word, value; } write;	/* lands in bins at the end of this cycle (U4) */
	struct { bool on; uint32_t word; } newest;	/* that left U3: its word, if it was read */
	uint32_t recent[8];	/* word + 1 updated in that cycle, modulo 8: coverage only */

	unsigned tried;		/* access to a bin: cycles of it that had no grant */
	unsigned granted;	/* access to a bin: 1, 2, ... in the cycles after the grant */
	uint32_t granted_word, granted_value;
	bool fetching;		/* register read: its second cycle, */
	uint32_t fetched;	/* and the value of the first */
	bool write_due;		/* register write: its second cycle, in which it takes effect */
	uint32_t write_reg, write_value;
	bool access;		/* an access waits for its ack since an earlier cycle */
	bool writing;		/* it wrote in the cycle before */

	uint64_t seen[MODEL_EVENT_COUNT];
};

/* bins: 2^bins_log2 words that live as long as the model; content is kept. False: a parameter is out of range. */
bool model_init(struct model *m, const struct model_params *p, uint32_t *bins);

/* Whether a counter will be full under STOP, so that this channel stops in the cycle after the next edge: for a stimulus that wants to meet it. */
bool model_fills(const struct model *m, unsigned channel);

/* What an edge with rst_i does: everything but the bin memory. */
void model_reset(struct model *m);

/* One cycle with these inputs and the clock edge that ends it. */
void model_step(struct model *m, const struct model_in *in);

/* Bits of a pc that are kept. */
uint32_t model_pc_mask(const struct model_params *p);

/* PC_BASE */
static inline uint32_t model_pc_base(const struct model_params *p)
{
	return p->pc_high & ~model_pc_mask(p);
}

/* The counter of pc, or -1: outside. */
int64_t model_slot(const struct model_mapping *map, uint32_t pc);

/* STATUS of a channel as a read in this cycle would give it. */
uint32_t model_status(const struct model *m, unsigned channel);

/* Can this build show the event in a run that looks for it? */
bool model_can(const struct model_params *p, enum model_event e);

static inline bool model_has_engine(const struct model_params *p)
{
	return p->system || p->interval;
}

/* A queue stands behind each channel's sampler. */
static inline bool model_queued(const struct model_params *p)
{
	return p->mapper == MODEL_SERIAL || p->channels > 1 || model_has_engine(p);
}

/* With a queue the sample in E is dropped before it when lost or filtered. */
static inline bool front_drops(const struct model *m, unsigned channel)
{
	return model_queued(&m->p) && (m->ch[channel].e.lost || m->ch[channel].e.filtered);
}

uint32_t model_window(const struct model_params *p);	/* byte address of the bin window */
extern const char *const model_event_name[MODEL_EVENT_COUNT];

#endif

/* SPDX-License-Identifier: ISC
 * model.h - the unit as rtl/unit/CONTRACT.md says it: ports and architectural registers, nothing
 * inside.
 *
 * model_edge takes what stood at the ports in one cycle and moves to the next. The model predicts
 * everything but what the contract leaves open: when a window read gets its slot, when what is
 * under way has landed, and how long CLEARING lasts. These are accepted within the bounds below.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "seen.h"

enum {
	LANDS_WITHIN = 12,	/* cycles from the sampler to the memory */
	/* with the engine, whose additions to the outcomes wait for each other */
	SETTLES_WITHIN = 24,
	/* more than engine and STOLEN ever take before a read of the window */
	FREE_SLOTS = 60,
	ANSWERS_WITHIN = 12,	/* cycles from a free slot to the answer */
	CLEARS_WITHIN = 20,	/* cycles of CLEARING more than there are words */
	OUTCOMES = 16,
	MOST_PENDING = 1 << 16,
};

struct model_params {
	unsigned mapper, bins_log2, pc_w, event, kind, system;
	uint32_t pc_high;
};

struct inputs {
	bool rst, run, valid, sleep, cyc, stb, we;
	unsigned priv, sel, event;
	uint32_t pc, adr, dat;
	bool sys_ack, sys_err, sys_stolen;
	uint32_t sys_dat;
};

/* An access to system memory. */
struct sys {
	bool cyc, stb, we;
	unsigned sel;
	uint32_t adr, dat;
};

struct outputs {
	bool ack, irq;
	uint32_t dat;
	struct sys sys;
	/* inside: a sample joins the queue, is taken by the engine, leaves; FULL or FAULT of the
	 * engine stops the unit */
	bool joins, taken, leaves, full, fault;
};

#define NOTHING UINT32_MAX	/* no word */

enum maybe { NO, YES, MAYBE };

/* Words by their distance from the first outcome. */
enum { OUTSIDE = 0, FILTERED = 2, LOST = 4, IDLE = 6, HITS = 8, STOLEN = 10 };

enum access { NONE, WRITTEN, READING, READ, WINDOW };

/* Counters in system memory. */
struct engine {
	/* leaving: the sampler */
	struct sample { uint32_t pc, weight; bool user; } queue[4], leaving;
	unsigned held;
	bool taken, ended;		/* of the first sample */
	bool dead;			/* until START all is LOST */
	struct sys next, now;		/* expected; under way */
	/* that of a counter: the bus stays the unit's between its read and its write */
	bool counts;
	uint64_t slot, step, behind;	/* of the search in a table */
	uint32_t left, excess;		/* of the weight; of it, what a counter cannot hold */
	uint32_t outside, lost;		/* when ended: where the weight went; the rest is HITS */
	bool full, fault;
	int fulls, faults;		/* predicted, but not shown yet */
	uint64_t left_at;		/* when the last sample left */
	uint32_t settled[OUTCOMES];	/* the outcomes, when the engine last had nothing */
	uint32_t stolen, additions;	/* cycles not yet added; additions before them */
	/* more cycles than are kept were stolen while no slot was free */
	bool stolen_open;
};

struct model {
	struct model_params p;
	uint64_t cycle;
	uint64_t seen[SEEN];

	/* registers; reg holds the configuration as written */
	uint32_t reg[32], ticks, pending, left, held;	/* held: the word of an idle or lost tick */
	uint16_t lfsr;
	bool running, restarts;		/* restarts: the divider, after this cycle's event */
	bool refused, stopped;		/* stopped: in the cycle before */
	uint32_t command;		/* of CTRL, accepted in the cycle before */
	/* bits 7:4 of STATUS, and those of them that are not known */
	uint32_t sticky, unsure;

	/* tap, one cycle late; event: a line was 1 that SETUP.EVENTS asked for then */
	struct inputs tap;
	bool event;

	/* what is under way */
	bool landed;
	/* BUSY is 1 in this span, and may be until lands_by */
	uint64_t busy_from, busy_until, lands_by;
	bool full_at[16];		/* by cycle modulo 16 */

	/* memory; while not known, words are what is read */
	uint32_t *words, base, learned;
	bool known;
	bool clearing;
	uint64_t clear_from;
	struct addition { unsigned word; uint32_t weight; } late[8];	/* by cycle modulo 8 */
	struct engine engine;

	/* access on the bus */
	enum access access;
	enum maybe drained;		/* when the cycle began */
	bool begins, waits;		/* waits: RUNNING or PENDING, when STATUS was taken */
	bool open;			/* the engine adds to the outcomes while one is read */
	unsigned free_slots;
	uint64_t since, answered, first_free, second_multiple;
	/* TICKS when it began, and 3 cycles later */
	uint32_t adr, value, mask, ticks_then, ticks_late;
	uint32_t ticks_was;		/* in the cycle before */
	uint32_t may[64];		/* what a window read may return */
	unsigned mays;
	/* was the last write refused? The next access reads STATUS. */
	bool doubt;
	unsigned doubt_reg;
	uint32_t doubt_old;

	/* the first thing that was wrong: "" none */
	char wrong[160];
};

void model_open(struct model *m, const struct model_params *p);
void model_close(struct model *m);
void model_edge(struct model *m, const struct inputs *in, const struct outputs *out);
void model_wrong(struct model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline uint32_t model_words(const struct model_params *p)
{
	return 1u << p->bins_log2;
}

static inline uint32_t model_pc_mask(const struct model_params *p)
{
	return p->pc_w < 32 ? (1u << p->pc_w) - 1 : UINT32_MAX;
}

/* words.c; words_wait: something is under way that will have landed within so many cycles */
void words_wait(struct model *m, unsigned within);
void words_add(struct model *m, unsigned word, uint32_t weight);
struct addition *words_late(struct model *m, unsigned ago);
void words_clear(struct model *m);
void words_full(struct model *m);
uint32_t words_sum(const struct model *m);
enum maybe model_busy(const struct model *m);
enum maybe model_clearing(const struct model *m);
enum maybe model_drained(const struct model *m);

/* mapping.c: the word of a sample; how far a pc is behind OFFSET, false: before it or elsewhere;
 * its slot by SCALE */
unsigned mapping_word(struct model *m, const struct inputs *tap);
bool mapping_filters(const struct model *m, const struct inputs *tap);
bool mapping_elsewhere(const struct model *m, uint32_t pc);
bool mapping_delta(const struct model *m, uint32_t pc, uint32_t *delta);
uint64_t mapping_slot(const struct model *m, uint32_t delta);

/* engine.c: a sample for it; what it shows and does in this cycle; may a read of an outcome give
 * dat? */
bool engine_used(const struct model *m);
bool engine_quiet(const struct model *m);
void engine_sample(struct model *m, const struct inputs *tap, uint32_t weight);
void engine_edge(struct model *m, const struct inputs *in, const struct outputs *out);
bool engine_may_read(struct model *m, uint32_t dat, bool miss);

/* sampler.c */
void divider_restart(struct model *m);
void sampler_edge(struct model *m);

/* registers.c: what a read shows and which bits of it are certain; a write; what of it acts in the
 * next cycle; what a read of STATUS tells */
uint32_t registers_read(const struct model *m, unsigned reg, uint32_t *mask);
void registers_write(struct model *m, uint32_t adr, unsigned sel, uint32_t dat);
void registers_edge(struct model *m);
void registers_learn(struct model *m, uint32_t status);

/* bus.c: outputs against state; then, after the sampler's edge, the access */
void bus_check(struct model *m, const struct inputs *in, const struct outputs *out);
void bus_edge(struct model *m, const struct inputs *in);

#endif

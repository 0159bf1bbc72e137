/* SPDX-License-Identifier: ISC
 * model.h - the units as rtl/unit/CONTRACT.md and rtl/context/CONTEXT.md say it: ports and
 * architectural registers, nothing inside.
 *
 * model_edge takes what stood at the ports in one cycle and moves to the next. The model says of
 * each output what it is in each cycle; of the engine and of the walker of calls, whose pace the
 * contracts leave open, in which order things happen.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "context.h"
#include "seen.h"

enum { OUTCOMES = 16, MOST_PENDING = 1 << 16, PLACES = 4 }; /* PLACES: of the queue */

struct model_params {
	unsigned mapper, bins_log2, pc_w, event, kind, system;
	uint32_t pc_high;
	unsigned nodes, places, xlen; /* not 0: mapper and bins_log2 follow from it */
};

struct inputs {
	bool rst, run, valid, sleep, cyc, stb, we;
	unsigned priv, sel, event;
	uint32_t pc, adr, dat;
	bool sys_ack, sys_err, sys_stolen;
	uint32_t sys_dat;
	/* of the call tree: the first instruction of a handler */
	bool handler;
	uint32_t insn;
	/* what is known of it at once: a line was 1 that SETUP.LINES asks for; a beginning */
	bool line, begins;
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
	/* inside: a sample is taken by the engine, leaves; the engine has an addition to an
	 * category; its FULL or FAULT stops the unit */
	bool taken, leaves, adds, full, fault;
	/* of the call tree: an event joins the queue; the walker rests, takes an event, has an
	 * operation on a word, is done and so at this node */
	bool joins, idle, begins, operates, pops, lumped;
	struct event event;
	uint32_t current;
};

#define NOTHING UINT32_MAX /* no word */

/* Counters by their distance from the first category. */
enum { OUTSIDE = 0, FILTERED = 2, LOST = 4, IDLE = 6, HITS = 8, STOLEN = 10 };

enum access { NONE, WRITING, REGISTER, WINDOW, ROW };

/* Counters in system memory. */
struct engine {
	/* leaving: the sampler */
	struct sample {
		uint32_t pc, weight;
		bool user;
	} queue[PLACES], leaving;
	unsigned held;
	bool taken, ended; /* of the first sample */
	bool dead; /* until START all is LOST */
	struct sys next, now; /* expected; under way */
	/* that of a counter: the bus stays the unit's between its read and its write */
	bool counts;
	uint64_t slot, step, behind; /* of the search in a table */
	uint32_t left, excess; /* of the weight; of it, what a counter cannot hold */
	uint32_t outside, lost; /* when ended: where the weight went; the rest is HITS */
	bool full, fault;
	int fulls, faults; /* predicted, but not shown yet */
	uint64_t left_at; /* when the last sample left */
	/* of the sample that left, what the categories still lack; cycles that STOLEN lacks */
	struct addition {
		unsigned word;
		uint32_t weight;
	} add[2];
	unsigned adds;
	uint32_t stolen;
};

struct model {
	struct model_params p;
	uint64_t cycle;
	uint64_t seen[SEEN];

	/* registers; reg holds the configuration as written */
	uint32_t reg[32], ticks, pending, left, held; /* held: the word of an idle or lost tick */
	uint16_t lfsr;
	bool running, clearing, drained, drains; /* drains: drained in the next cycle */
	uint64_t drained_since;
	bool restarts, refused; /* restarts: the divider, after this cycle's event */
	uint32_t sticky; /* bits 7:4 of STATUS */
	uint32_t command; /* of CTRL, accepted in the cycle before */
	bool pos_open; /* a reset came while the engine wrote RING_POS */

	/* tap, one cycle late; that of the call tree two more */
	struct inputs tap, behind[2];
	bool sampled; /* a sample left in this cycle */

	/* memory; slots: by cycle modulo 8, the word that passed and what it was before */
	uint32_t *words, base;
	struct slot {
		unsigned word;
		uint32_t old;
	} slots[8];
	uint64_t busy_until;
	bool full_at[16]; /* by cycle modulo 16 */
	struct engine engine;
	struct context context;

	/* access on the bus; answer: the cycle of it, 0 while nobody knows */
	enum access access;
	bool begins, one_passed;
	uint64_t since, answer, answered;
	uint32_t adr, value, mask, ticks_before;

	/* the first thing that was wrong: "" none */
	char wrong[240];
};

void model_open(struct model *m, const struct model_params *p);
void model_close(struct model *m);
void model_edge(struct model *m, const struct inputs *in, const struct outputs *out);
void model_wrong(struct model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline uint32_t model_words(const struct model_params *p)
{
	return 1u << p->bins_log2;
}

/* Is it the unit that keeps a call tree? */
static inline bool model_calls(const struct model *m)
{
	return m->p.nodes;
}

static inline uint32_t model_pc_mask(const struct model_params *p)
{
	return p->pc_w < 32 ? (1u << p->pc_w) - 1 : UINT32_MAX;
}

/* words.c; ago: the slot of so many cycles before; a word takes a value; BUSY is 1 until then; does
 * the invariant count it? */
struct slot *words_slot(struct model *m, unsigned ago);
void words_add(struct model *m, unsigned word, uint32_t weight, unsigned ago);
void words_pass(struct model *m, unsigned word, uint32_t value, unsigned ago);
void words_behind(struct model *m, uint64_t until);
bool words_read(struct model *m, unsigned word, uint32_t *value, uint64_t *answer);
bool words_busy(const struct model *m);
bool words_counts(const struct model *m, uint32_t word);
void words_edge(struct model *m);
void words_clear(struct model *m);
void words_reset(struct model *m);
void words_full(struct model *m);

/* mapping.c: the word of a sample; how far a pc is behind OFFSET, false: before it or elsewhere;
 * its slot by SCALE */
unsigned mapping_word(struct model *m, const struct inputs *tap);
bool mapping_filters(const struct model *m, const struct inputs *tap);
bool mapping_elsewhere(const struct model *m, uint32_t pc);
bool mapping_delta(const struct model *m, uint32_t pc, uint32_t *delta);
uint64_t mapping_slot(const struct model *m, uint32_t delta);

/* engine.c: a sample for it; what it shows and does in this cycle */
bool engine_used(const struct model *m);
bool engine_busy(const struct model *m);
void engine_sample(struct model *m, const struct inputs *tap, uint32_t weight);
void engine_edge(struct model *m, const struct inputs *in, const struct outputs *out);

/* sampler.c */
void divider_restart(struct model *m);
void sampler_edge(struct model *m);

/* registers.c: what a read shows and which bits of it are certain; a write; what of it acts in the
 * next cycle */
uint32_t registers_read(const struct model *m, unsigned reg, uint32_t *mask);
void registers_write(struct model *m, uint32_t adr, unsigned sel, uint32_t dat);
void registers_edge(struct model *m);

/* bus.c: outputs against state, and reads; after the registers' edge, writes */
void bus_check(struct model *m, const struct inputs *in, const struct outputs *out);
void bus_edge(struct model *m, const struct inputs *in);

#endif

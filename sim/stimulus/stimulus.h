/* SPDX-License-Identifier: ISC
 * stimulus.h - what a core, a pin and software do to a unit, at random from a seed.
 *
 * Each cycle: stimulus_drive, memory_drive if the unit has the bus, stimulus_saw, then the clock
 * edge. Software obeys no rule of the unit.
 */
#ifndef STIMULUS_H
#define STIMULUS_H

#include "random.h"
#include "sim/model/model.h"

enum pcs { PCS_HOT, PCS_EDGES, PCS_REGION, PCS_ANYWHERE, PCS };

/* A phase of the core: what it does for some cycles. Odds are one in n; 0: never. */
struct core {
	uint64_t until;
	uint32_t retires, sleeps, halts, pin;
	enum pcs pcs;
	uint32_t pc[5], kinds, turn;
	unsigned priv;		/* 4: any */
	/* until so many ticks wait software only reads; 0: it does not stall */
	uint32_t stalls;
};

/* System memory: one word for many addresses, as the lowest bits say. Odds as above. */
struct memory {
	/* waits: cycles until the next answer */
	uint32_t words[4096], waits, slow, errors, corrupted;
};

struct request {
	/* patience: given up after so many cycles; 0: never */
	uint32_t adr, dat, sel, patience;
	bool we;
};

enum step {
	STOP,
	POLL,
	POSITION,
	CONFIGURE,
	CLEAR,
	SWEPT,
	START,
	RUN,
	FINAL_TICKS,
	FINAL_PENDING,
	FINAL_WORDS,
	DONE
};

struct script {
	enum step step;
	unsigned left, polls, gaps, zeros;	/* zeros: SEED is written so often */
	uint32_t word;
};

struct stimulus {
	uint64_t random;
	const struct model *m;
	/* clears: CLEAR may come; finish: stop, drain, read all */
	bool clears, finish;
	struct core core;
	struct script script;
	struct memory memory;

	struct request now;	/* the access on the bus */
	bool busy;
	unsigned gap, waited, resets;

	uint32_t ticks, pending, sum;	/* what the final reading found */
};

void stimulus_open(struct stimulus *s, const struct model *m, uint64_t seed);
void stimulus_drive(struct stimulus *s, struct inputs *in);
void stimulus_saw(struct stimulus *s, const struct inputs *in, const struct outputs *out);

/* core.c */
void core_drive(struct stimulus *s, struct inputs *in);

/* memory.c: what the table or the counters are before START; the answers; what a write leaves */
uint32_t *memory_word(struct stimulus *s, uint64_t adr);
void memory_fill(struct stimulus *s);
void memory_drive(struct stimulus *s, struct inputs *in, const struct sys *sys);
void memory_saw(struct stimulus *s, const struct inputs *in, const struct sys *sys);

/* script.c: the next access, chosen in the cycle in which it begins; what the last one answered */
struct request script_next(struct stimulus *s);
void script_answer(struct stimulus *s, const struct request *r, uint32_t dat);

/* traffic.c: any access at all; a value that suits a register */
struct request traffic_any(struct stimulus *s);
uint32_t traffic_value(struct stimulus *s, unsigned reg);

#endif

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
	unsigned priv; /* 4: any */
	/* until so many ticks wait software only reads; 0: it does not stall */
	uint32_t stalls;
};

/* Where a task returns to. */
struct flow {
	uint32_t stack[4096];
	unsigned depth, nested;
	struct {
		uint32_t pc;
		unsigned priv, depth;
	} trap[8];
};

enum { FLOWS = 12 };

/* A core that calls, returns, is interrupted and goes on with another task at random. */
struct calls {
	uint32_t pc, stall;
	unsigned priv, functions, gap, calm, climb, deep, wild, traps, sleeps, halts, lines;
	unsigned on, next, tasks, switches; /* next: the task that a return leads to */
	unsigned hurries; /* one phase in so many is fast */
	bool handler, sleeping, full; /* full: its stall is to fill the count */
	uint64_t until;
	struct flow flow[FLOWS];
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
	READ_TICKS,
	READ_PENDING,
	READ_WORDS,
	READ_ROWS,
	DONE
};

struct script {
	enum step step;
	unsigned left, polls, gaps;
	uint32_t word;
};

struct stimulus {
	uint64_t random;
	const struct model *m;
	/* clears: CLEAR may come; finish: stop, drain, read all */
	bool clears, finish;
	struct core core;
	struct calls calls;
	struct script script;
	struct memory memory;

	struct request now; /* the access on the bus */
	bool busy;
	unsigned gap, waited, resets;

	/* what was read of a drained unit; whole: all of it */
	uint32_t ticks, pending, sum;
	bool whole;
};

/* 0 .. n - 1; one in n, 0: never */
static inline uint32_t below(struct stimulus *s, uint32_t n)
{
	return random_below(&s->random, n);
}

static inline bool odds(struct stimulus *s, uint32_t n)
{
	return n && random_one_in(&s->random, n);
}

void stimulus_open(struct stimulus *s, const struct model *m, uint64_t seed);
void stimulus_drive(struct stimulus *s, struct inputs *in);
void stimulus_saw(struct stimulus *s, const struct inputs *in, const struct outputs *out);

/* core.c; does every cycle tick, so that 2^16 cycles without an instruction fill the count of those
 * that wait? */
void core_drive(struct stimulus *s, struct inputs *in);
bool core_may_stall(const struct stimulus *s);

/* calls.c, in place of core.c beside a call tree; insn.c: what it retires */
void calls_open(struct stimulus *s);
void calls_drive(struct stimulus *s, struct inputs *in);
uint32_t calls_function(struct stimulus *s);
uint32_t insn_call(struct stimulus *s);
uint32_t insn_return(struct stimulus *s);
uint32_t insn_jump(struct stimulus *s);
uint32_t insn_other(struct stimulus *s);
uint32_t insn_length(uint32_t insn);

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

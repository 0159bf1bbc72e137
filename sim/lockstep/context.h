/* SPDX-License-Identifier: ISC
 * context.h - the RTL of the context mapper beside its model.
 */
#ifndef LOCKSTEP_CONTEXT_H
#define LOCKSTEP_CONTEXT_H

#include "sim/model/context.h"
#include "sim/stimulus/random.h"

struct context_in {
	bool rst, cyc, stb, we;
	unsigned sel;
	uint32_t adr, dat;
	struct context_tap tap;
};

struct context_out {
	bool ack, irq, joins, pops, frozen, running;
	bool differs;		/* a netlist's outputs from the RTL's */
	uint32_t dat, current;	/* current: the node of the context that runs */
	bool lumped;
	struct context_observed observed;
	struct context_event event;
};

/* A Verilated unit. */
struct context_build {
	const char *name;
	struct context_params params;
	void *(*open)(void);
	void (*close)(void *handle);
	void (*settle)(void *handle, const struct context_in *in, struct context_out *out);
	void (*clock)(void *handle);
};

extern const struct context_build *context_builds[];
void context_enlist(const struct context_build *build);

/* Where a task returns to. */
struct flow {
	uint32_t stack[4096];
	unsigned depth, nested;
	struct { uint32_t pc; unsigned priv, depth; } trap[8];
};

enum { FLOWS = 12 };

/* A core that calls, returns, is interrupted and goes on with another task at random. */
struct core {
	uint32_t pc, idle, stall;
	unsigned priv, functions, gap, calm, climb, deep, wild, traps, sleeps, halts, lines;
	unsigned on, next, tasks, switches;	/* next: the task that a return leads to */
	bool handler, sleeping;
	uint64_t until;
	struct flow flow[FLOWS];
};

struct request {
	uint32_t adr, dat;
	unsigned sel, patience;
	bool we;
};

enum host_step {
	RUN, STOP, POLL, READ_TICKS, READ_PENDING, READ_WORDS, READ_ROWS, BEGIN, CLEAR, SWEPT,
	CONFIGURE, START,
};

struct host {
	enum host_step step;
	struct request now;
	bool busy, first, sure, drained, erred, faulted;
	unsigned gap, left, waited, polls, index;
	uint32_t ticks, pending, sum, low;
	bool owed;		/* a word read is to be a value of the event that is walked */
	uint32_t owed_dat;
	uint64_t owed_at, started, drain_by;
};

/* What a read of a register shows: the cycle before. */
struct shown {
	uint32_t ticks, pending;
	bool running, clearing, busy, settled, fault, error;
};

struct bench {
	const struct context_build *build;
	uint64_t seed, cycles, from, random;
	void *rtl;
	struct context model;
	struct core core;
	struct host host;
	struct shown shown;
	uint32_t outcomes[CONTEXT_SETTLES][C_OUTCOMES];
	bool finish, done;
	unsigned resets, hurries;	/* hurries: one phase in so many is fast */
	uint64_t laws, clears, words, rows;
	char wrong[200];
};

bool bench_run(struct bench *b);
void bench_wrong(struct bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

void core_open(struct bench *b);
void core_drive(struct bench *b, struct context_in *in);

uint32_t insn_call(struct bench *b);
uint32_t insn_return(struct bench *b);
uint32_t insn_jump(struct bench *b);
uint32_t insn_other(struct bench *b);
uint32_t insn_length(uint32_t insn);

void host_open(struct bench *b);
void host_drive(struct bench *b, struct context_in *in);
/* In this order in each cycle. */
void host_saw(struct bench *b, const struct context_out *out);
void host_show(struct bench *b, const struct context_out *out);
void host_accept(struct bench *b);

struct request ask_next(struct bench *b);
struct request ask_row_write(struct bench *b);

void check_read(struct bench *b, uint32_t adr, uint32_t dat);
void check_walked(struct bench *b);
void check_law(struct bench *b);

/* Where the words begin. */
static inline uint32_t host_words(const struct bench *b)
{
	return 8 * context_nodes(&b->model);
}

static inline uint32_t bench_below(struct bench *b, uint32_t n)
{
	return random_below(&b->random, n);
}

static inline bool bench_odds(struct bench *b, uint32_t n)
{
	return n && random_one_in(&b->random, n);
}

#endif

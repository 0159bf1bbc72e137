/* SPDX-License-Identifier: ISC
 * context.h - the unit with the calling context as its mapper, as rtl/context/CONTEXT.md says it.
 *
 * context_edge takes a cycle of the core, and gives the event that joins the queue, if any. When
 * the queue is almost full and when an event is processed depend on how fast a unit is; the
 * contract leaves them open, and the model observes them (struct context_observed).
 */
#ifndef MODEL_CONTEXT_H
#define MODEL_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

enum context_kind { TIME, CALL, RET, MRET, TAIL, TRAP, UNWIND = 7 };

enum {
	CONTEXT_FRAMES = 512,
	CONTEXT_DEPTH = 2048,	/* frames are counted up to here */
	CONTEXT_QUEUE = 1024,	/* more than the unit's */
	CONTEXT_LATE = 3,	/* cycles from the core to the front */
	CONTEXT_SETTLES = 16,	/* ... from an outcome to its word, at most */
};

/* Outcomes by their distance from the first; LOST_QUEUE: with an event, the rest: by themselves */
enum {
	C_FILTERED = 2, C_LOST = 4, C_LOST_QUEUE = 5, C_IDLE = 6, C_CALLS = 12, C_STRAY = 13,
	C_OUTCOMES = 16,
};

struct context_params {
	unsigned nodes, pc_w, places, event;
};

/* The core in one cycle. */
struct context_tap {
	bool run, valid, handler, sleep;
	unsigned priv, event;
	uint32_t pc, insn;
	bool begins, line;	/* a beginning; a line that LINES asks for: known at once */
};

struct context_observed {
	bool full, mark, clearing;
};

struct context_event {
	enum context_kind kind;
	unsigned code;		/* C_FILTERED, C_LOST_QUEUE and user mode; below: of a node */
	bool trapped, hot;
	uint32_t weight, target, link;
};

struct context_node {
	bool taken, mixed;
	unsigned kids, heat;
	uint32_t parent, callee;
};

struct context_frame {
	bool trap, lumped;
	enum context_kind pend;
	uint32_t node, link;
};

struct context {
	struct context_params p;

	/* registers by their numbers; what a command does in the next cycle */
	uint32_t reg[32], ticks, command;
	bool running, discarded, restarts;
	/* divider and sampler; spare: the outcome that is held, 0: none */
	uint32_t left, waits;
	uint16_t lfsr;
	unsigned spare;
	uint64_t cycle, outcome_at;	/* when an outcome last left by itself */

	/* front; loaded: the ticks of the event that is held have not left */
	struct context_tap tap[CONTEXT_LATE];
	uint32_t *beginnings;
	struct context_event held;
	bool holds, loaded, dropped, mark, urgent;
	bool sp_fixed;			/* to a constant since the last trap */
	unsigned mode_before;

	/* queue, and how many of its events have ticks */
	struct context_event queue[CONTEXT_QUEUE];
	unsigned head, queued, ticking;

	/* walker */
	struct context_node *node;
	struct context_frame frame[CONTEXT_FRAMES];
	uint32_t current, depth;
	bool lumped, frozen;
	enum context_kind pend;

	/* the memory; each value that the watched word took */
	uint32_t *words, watch, may[64];
	unsigned mays;

	uint64_t events, folds, lumps, unmatched, skips, losses, trapped, tails, heats, over,
		deepest, resumed, many, stalls, idle, discards, filtered, strays,
		unwound;
};

void context_open(struct context *c, const struct context_params *p);
void context_close(struct context *c);
void context_reset(struct context *c);

/* One cycle; true: *e joins the queue. */
bool context_edge(struct context *c, const struct context_tap *in,
	const struct context_observed *observed, struct context_event *e);
/* A write that is accepted in this cycle: to a register, after the edge; to a row. */
void context_write(struct context *c, unsigned reg, uint32_t dat);
void context_begin(struct context *c, uint32_t dat);
/* The first event of the queue is walked. frozen: nothing is counted */
void context_walk(struct context *c, bool frozen);
void context_forget(struct context *c);
void context_clear(struct context *c);
void context_add(struct context *c, uint32_t word, uint32_t weight);

static inline uint32_t context_nodes(const struct context *c)
{
	return 1u << c->p.nodes;
}

static inline uint32_t context_root(const struct context *c)
{
	return context_nodes(c) - 9;
}

static inline uint32_t context_outcome(const struct context *c, unsigned outcome)
{
	return 2 * context_nodes(c) - C_OUTCOMES + outcome;
}

/* Half an address in PC_W bits. */
static inline uint32_t context_half(const struct context *c, uint32_t address)
{
	return address >> 1 & ((1u << (c->p.pc_w - 1)) - 1);
}

#endif

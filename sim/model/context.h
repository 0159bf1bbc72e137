/* SPDX-License-Identifier: ISC
 * context.h - the calling context as the unit's mapper, as rtl/context/CONTEXT.md says it: the
 * front's events, their queue, and the walker of the tree.
 *
 * How long the walker takes is open. So the unit tells when it rests, begins with an event, has an
 * operation on a word and is done; which event, which operations and what comes of them is
 * predicted.
 */
#ifndef MODEL_CONTEXT_H
#define MODEL_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct model;
struct inputs;
struct outputs;

enum kind { TIME, CALL, RET, MRET, TAIL, TRAP, UNWIND = 7 };

enum {
	FRAMES = 512, /* that are kept */
	DEPTH = 2048, /* frames are counted up to here */
	EVENTS = 512, /* more than the queue holds */
	OPERATIONS = 32, /* more than an event's */
};

/* Outcomes by their distance from the first, beside model.h's. LOST_EVENT: with an event */
enum { LOST_EVENT = 5, NO_OUTCOME = 10, FOLDED_CALLS = 12, STRAY = 13 };

struct event {
	enum kind kind;
	unsigned code; /* FILTERED, LOST_EVENT and user mode; below: of a node */
	bool trapped, hot;
	uint32_t weight, target, link;
};

struct node {
	bool taken, mixed;
	unsigned kids, heat;
	uint32_t parent, callee;
};

struct frame {
	bool trap, lumped;
	enum kind pend;
	uint32_t node, link;
};

/* On a word: adds; keeps what it finds; adds that; zeroes. */
struct operation {
	enum { ADD, KEEP, ADD_KEPT, ZERO } what;
	uint32_t word, weight;
};

struct context {
	uint32_t *beginnings;

	/* front; loaded: the ticks of the event that is held have not left, late: a cycle ago */
	struct event held;
	bool holds, loaded, late, dropped, mark, urgent, discarded;
	bool sp_fixed; /* to a constant since the last trap */
	unsigned mode_before;
	/* this cycle's: an event comes, does not find the queue full; that before joins it; the
	 * walker would not be dirty, many ticks wait, in the next one */
	enum kind found;
	struct event joined;
	bool comes, goes, joins, rests, urges;

	/* queue; empty and full show a cycle later */
	struct event queue[EVENTS];
	unsigned head, queued;
	bool empty, full;

	/* walker; known: words and tree are, since CLEAR; dirty: it has not rested since an event
	 * came */
	struct node *node;
	struct frame frame[FRAMES];
	uint32_t current, depth, kept;
	bool known, lumped, frozen, dirty, walks;
	enum kind pend;
	struct operation operation[OPERATIONS];
	unsigned operations, done;
	uint64_t walks_by;
};

void context_open(struct model *m);
void context_close(struct model *m);
void context_reset(struct model *m);
void context_clear(struct model *m);
/* Frames, and all events. */
void context_forget(struct model *m);
/* What a read of a row shows and which bits of it are certain. */
uint32_t context_row(const struct model *m, uint32_t row, uint32_t *mask);

/* A write to a row: a beginning, or none any more; is the function of this pc one? */
void context_begin(struct model *m, unsigned sel, uint32_t dat);
bool context_begins(const struct model *m, uint32_t pc);

/* In this order in each cycle: the walker's part; does an event leave? its ticks, which may be 0;
 * the rest. */
void context_walk(struct model *m, const struct inputs *in, const struct outputs *out);
bool context_leaves(struct model *m);
void context_charge(struct model *m, uint32_t weight);
void context_edge(struct model *m, const struct outputs *out);
/* Of this the walker's state alone, in a cycle of rst_i, too. */
void context_rest(struct model *m, const struct outputs *out);

#endif

/* SPDX-License-Identifier: ISC
 * counts.h - what a profile counts beside cycles of addresses.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/base/base.h"

/* ---- Why a core retired nothing: cycles by cause (rtl/tap/CAUSES.md).
 *
 * A cycle in which the core neither retires nor sleeps has exactly one cause, and falls on the
 * instruction that retires next, as in the unit. So an instruction's cycles are its retirements
 * (WORK) and its waits. Where several retire in a cycle, the oldest alone has it: WORK are cycles.
 */
/* In the order of the tap's lines, which captures keep. */
enum cause { CAUSE_FLOW, CAUSE_FETCH, CAUSE_DATA, CAUSE_HAZARD, CAUSE_EXEC, CAUSES };

extern const char *const cause_names[]; /* "flow", ...; NULL at the end */
extern const char *const cause_frames[]; /* "[FLOW]", ... */

struct waits {
	uint64_t of[CAUSES];
};

static inline void waits_add(struct waits *to, const struct waits *more)
{
	for (unsigned i = 0; i < CAUSES; i++)
		to->of[i] += more->of[i];
}

static inline uint64_t waits_sum(const struct waits *w)
{
	return w->of[CAUSE_FLOW] + w->of[CAUSE_FETCH] + w->of[CAUSE_DATA] + w->of[CAUSE_HAZARD]
		+ w->of[CAUSE_EXEC];
}

/* WORK of cycles in which so many retired: at most one each. */
static inline uint64_t waits_work(uint64_t cycles, uint64_t retired, const struct waits *w)
{
	uint64_t waited = waits_sum(w);

	return cycles < waited || cycles - waited > retired ? retired : cycles - waited;
}

/* ---- The calling contexts of a run and the cycles spent in each.
 *
 * A node is a function called from one place of its parent's context; nodes[0] is the root, which
 * is no function. A parent stands before its children, so sums over subtrees need no recursion:
 * however deep a stack was, one pass backwards does. A cell counts one instruction in one node.
 * Together the cells hold every cycle of the run, but those asleep and those after the last
 * instruction.
 *
 * Recursion can make more contexts than any memory holds. In a full tree a new context is the
 * nearest one above it of the same function, or else that function at the root.
 */
#define CALL_TREE_NODES (1u << 20) /* a tree is full with these, */
#define CALL_TREE_CELLS (3u << 20) /* or with these, */
/* and takes no more new cells with these, but at the root */
#define CALL_TREE_MORE ((4u << 20) - (1u << 18)) /* those at the root fit beside them */
#define CALL_TREE_MAX (1u << 23) /* cells of a capture */

/* A thread is a child of the root and the parent of the function that it began with. Its number is
 * the sp that it began with, made odd: no code has an odd address. */
#define CALL_TREE_THREAD 1u
/* Of a unit's tree, which has no threads: what was running when a board's unit began to count. */
#define CALL_TREE_RUNNING CALL_TREE_THREAD

struct call_node {
	uint32_t parent;
	/* pc of the call in the parent; 0: entered by a trap, or the first of its stack */
	uint32_t site;
	/* its first address, or the address that was entered where no symbol is; a thread's
	 * number */
	uint32_t function;
	uint64_t cycles, retired; /* its own, without its callees' */
	struct waits waits; /* of cycles, if the tree has_waits */
	uint64_t calls; /* how often it was entered */
	/* of a unit's tree: some of its own cycles may be those of functions that it called */
	bool mixed;
};

struct call_cell {
	uint32_t node, pc;
	uint64_t cycles;
	uint64_t retired; /* 0 in a unit's tree, which does not know it */
	struct waits waits;
};

/* Of a tree that a unit kept (collect.h): what is in none of its nodes. */
struct call_rest {
	uint64_t filtered, idle, lost, pending; /* ticks */
	uint64_t calls; /* of nodes that were given up, or had no row */
	uint64_t ticks; /* TICKS of that unit: of all nodes and these */
	bool dropped; /* events, or returns strayed: callers may be wrong */
};

static inline uint64_t call_rest_ticks(const struct call_rest *r)
{
	return r->filtered + r->idle + r->lost + r->pending;
}

struct call_tree {
	struct call_node *nodes;
	size_t n_nodes, nodes_room;
	uint32_t *children; /* hash table: node number; 0: free */
	size_t n_children; /* a power of two */
	/* hash table until call_tree_finish, then n_cells of them by node and pc */
	struct call_cell *cells;
	size_t n_cells, cells_room;
	bool has_waits;
	bool shut; /* call_tree_add does nothing */
	uint64_t folded; /* how often a full tree was asked for more */
	/* It is a unit's: a node's cycles are in one cell, at its function's first address; sites
	 * are unknown, and 0. */
	bool of_unit;
	struct call_rest rest;
};

void call_tree_open(struct call_tree *t);
void call_tree_free(struct call_tree *t);

static inline uint32_t call_tree_thread(uint32_t sp)
{
	return sp | CALL_TREE_THREAD;
}
static inline bool call_tree_is_thread(uint32_t function)
{
	return function & CALL_TREE_THREAD;
}

/* The number of that child; it is made if it is new and the tree is not full. Functions at the root
 * are always made. A full tree has the root in place of a new thread. */
uint32_t call_tree_child(struct call_tree *t, uint32_t parent, uint32_t site, uint32_t function);

/* Cycles that ended with `retired` retirements of the instruction at pc, not both 0; waits: why
 * they passed, NULL: unknown. Not after call_tree_finish. */
void call_tree_add(struct call_tree *t, uint32_t node, uint32_t pc, uint64_t cycles,
	uint64_t retired, const struct waits *waits);

/* Sorts the cells and sums them up in their nodes. */
void call_tree_finish(struct call_tree *t);

/* The same for nodes and cells that were read, which are in order. False: they are no tree. */
bool call_tree_settle(struct call_tree *t);

uint64_t call_tree_cycles(const struct call_tree *t); /* of all nodes */
uint64_t call_tree_mixed(const struct call_tree *t); /* own ones of mixed nodes */
uint64_t call_tree_retired(const struct call_tree *t);

/* Adds all of `from`, which is finished, to `t`, which is not. Returns t's node for each of from's;
 * free() it. */
uint32_t *call_tree_merge(struct call_tree *t, const struct call_tree *from);

/* Leaves of a finished tree the nodes that count something, and those above them. Returns the new
 * number of each, to be freed. */
uint32_t *call_tree_prune(struct call_tree *t);

/* Of a finished tree the part below the root's child `function`, with it, in the same order. */
struct call_tree call_tree_part(const struct call_tree *all, uint32_t function);

/* ---- The tasks of an RTOS, identified by a word of memory: its pointer to the current one.
 *
 * In the call tree of such a run every node at the root is a task: a thread's node (counts.h)
 * whose number is the task's place here. In a full tree functions may stand beside them.
 */
#define TASKS_MAX 4096u /* of a run; the last stands for all others */
#define TASKS_UNKNOWN "%s: has no tasks; `tally run --task VARIABLE -o FILE` identifies them"
#define TASK_NAME_MAX 255u /* bytes */

struct task {
	uint32_t value; /* of the word while it runs; 0: before the first task */
	char *name; /* not empty; no two are the same */
};

struct tasks {
	uint32_t word; /* its address */
	struct task *at; /* as they came; none: the run had no such word */
	size_t n, room;
};

void tasks_free(struct tasks *t);

/* A task's node at the root, by its place. */
static inline uint32_t task_function(size_t place)
{
	return call_tree_thread(2 * (uint32_t)place);
}
static inline size_t task_place(uint32_t function)
{
	return function / 2;
}

/* The place of the task of that name; t->n: there is none. */
size_t tasks_named(const struct tasks *t, const char *name);

bool tasks_same(const struct tasks *a, const struct tasks *b);

/* ---- Loads and stores by what they reached, and what they waited.
 *
 * A cycle that waits for DATA falls on the access that retires next, as a unit counts it whose
 * value is an access's address (SOURCE EVENT). So all of them together are the run's DATA cycles,
 * but those after the last access.
 */
/* A variable of the ELF, a device's register, or a kind of memory: then its addresses are 0. */
struct reached {
	char *name; /* "table", "[.rodata]", "[UART+0x4]", "[stack]", "[heap]" */
	uint32_t lo;
	uint64_t hi; /* exclusive; <= 2^32 */
};

struct access_cell {
	uint32_t pc, object; /* of the instruction; index in objects */
	uint64_t count, waits; /* accesses; cycles */
};

struct accesses {
	struct reached *objects;
	size_t n_objects, objects_room;
	/* no two have the same pc and object; in a capture by both, rising */
	struct access_cell *at;
	size_t n, room;
};

void accesses_free(struct accesses *a);
void accesses_sort(struct accesses *a);

/* ---- The cycles from one point of a run to another, each time: a distribution.
 *
 * Times do not overlap, so few of a run differ, and all values are kept. What was observed is no
 * bound.
 */
#define LATENCY_LAST 16

struct latency_time {
	uint64_t cycles, count; /* both at least 1 */
};

struct latency {
	char *name; /* "from:to"; NULL: not measured */
	struct latency_time *times; /* cycles rise */
	size_t n, room;
	uint64_t open; /* cycles after the start that the run's end cut off; 0: none */
	/* the first of the longest: the cycle that it ended in; why its cycles passed in which
	 * nothing retired; the pcs retired last before its end, the oldest first */
	struct longest {
		uint64_t end;
		uint64_t start; /* :N of --after for its start; 0: there is none */
		struct waits waits;
		uint32_t last[LATENCY_LAST];
		unsigned n_last;
	} longest;
};

void latency_free(struct latency *l);
void latency_add(struct latency *l, uint64_t cycles, uint64_t count);

uint64_t latency_count(const struct latency *l);
uint64_t latency_sum(const struct latency *l); /* of all cycles */
uint64_t latency_longest(const struct latency *l); /* 0: there is none */

/* The shortest that `permille` of all do not exceed; l->n > 0. */
uint64_t latency_quantile(const struct latency *l, unsigned permille);

/* Adds those of another run, of the same name. */
void latency_merge(struct latency *sum, const struct latency *more);

/* ---- How long the calls of each function took, and the longest of them.
 *
 * A duration is in cycles awake, with callees, without handlers, other threads and tasks
 * (sw/run/spans.h); of a log without cycles, in instructions. Calls of nearly the same one, within
 * 1/64 of an octave, are kept as their sums: a quantile is the mean of such, at most 1.6% off.
 */
#define DURATION_CHAIN 4u

/* The sums of calls that are alike. */
struct duration {
	uint32_t function; /* its first address */
	uint64_t calls, cycles;
	uint64_t preempted; /* cycles of what ran meanwhile */
	uint64_t below; /* cycles in callees */
	uint64_t retired; /* instructions, with those of callees */
	struct waits waits; /* of cycles */
};

/* The longest call of a function; all are counted in its durations but the open ones. */
struct worst {
	/* calls: its number, in the order in which they began, from 1; 0: none has ended */
	struct duration call;
	uint64_t begin; /* cycle of the run */
	uint64_t elapsed; /* the most from a begin to its end, with whatever ran meanwhile */
	/* calls that had not returned at the end; their cycles, and those of its code that was not
	 * called (struct slice's number 0) */
	uint64_t open, rest;
	uint32_t node;
	/* its longest callee, that one's longest ...; node 0: no more */
	struct callee {
		uint64_t cycles;
		uint32_t node;
	} chain[DURATION_CHAIN];
};

struct durations {
	/* from durations_finish on by function; `at` then by duration, rising */
	struct duration *at;
	struct worst *worst; /* each function */
	size_t n, room, n_worst, worst_room;
	struct intern buckets, functions;
};

void durations_free(struct durations *d);
/* A call that has ended; or, with call.calls 0, open and rest of one that has not. */
void durations_add(struct durations *d, const struct worst *w);
void durations_finish(struct durations *d);
/* to: the sum's node for each of more's; both are finished. */
void durations_merge(struct durations *sum, const struct durations *more, const uint32_t *to);
int durations_by_bucket(const void *a, const void *b); /* the order of `at`; calls are not 0 */

/* Those of one function. */
struct durations_of {
	const struct duration *at;
	size_t n;
	struct duration all; /* their sum */
	const struct worst *worst; /* NULL: it was never entered */
};
struct durations_of durations_of(const struct durations *d, uint32_t function);
/* Calls as long as the shortest that `permille` of all do not exceed; of->n > 0. */
const struct duration *duration_quantile(const struct durations_of *of, unsigned permille);

/* ---- How often each conditional branch was taken, and where each jump by a register led. */
struct taken_branch {
	uint32_t pc;
	uint32_t to; /* of a jump; 0: a branch */
	uint64_t count; /* not 0 */
};

struct taken {
	struct taken_branch *at; /* by pc and to; of branches none: they were not counted */
	size_t n, room;
	bool counted; /* of jumps, of which a program may have none */
};

/* The order of two struct taken_branch, for qsort. */
int taken_by_pc(const void *a, const void *b);

void taken_free(struct taken *t);
/* The number of the first that belongs to pc or lies behind it. */
size_t taken_find(const struct taken *t, uint32_t pc);
uint64_t taken_at(const struct taken *t, uint32_t pc); /* of a branch; 0: never */

/* Sums fit in 64 bits. If one of them was not counted, neither is the sum. */
void taken_merge(struct taken *sum, const struct taken *more);

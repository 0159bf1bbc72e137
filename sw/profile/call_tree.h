/* SPDX-License-Identifier: ISC
 * call_tree.h - the calling contexts of a run and the cycles spent in each.
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
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "waits.h"

#define CALL_TREE_NODES (1u << 20)	/* a tree is full with these, */
#define CALL_TREE_CELLS (3u << 20)	/* or with these, */
/* and takes no more new cells with these, but at the root */
#define CALL_TREE_MORE ((4u << 20) - (1u << 18))	/* those at the root fit beside them */
#define CALL_TREE_MAX (1u << 23)	/* cells of a capture */

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
	uint64_t cycles, retired;	/* its own, without its callees' */
	struct waits waits;	/* of cycles, if the tree has_waits */
	uint64_t calls;		/* how often it was entered */
	/* of a unit's tree: some of its own cycles may be those of functions that it called */
	bool mixed;
};

struct call_cell {
	uint32_t node, pc;
	uint64_t cycles;
	uint64_t retired;	/* 0 in a unit's tree, which does not know it */
	struct waits waits;
};

/* Of a tree that a unit kept (unit_tree.h): what is in none of its nodes. */
struct call_rest {
	uint64_t filtered, idle, lost, pending;		/* ticks */
	uint64_t calls;		/* of nodes that were given up, or had no row */
	uint64_t ticks;		/* TICKS of that unit: of all nodes and these */
	bool dropped;		/* events, or returns strayed: callers may be wrong */
};

static inline uint64_t call_rest_ticks(const struct call_rest *r)
{
	return r->filtered + r->idle + r->lost + r->pending;
}

struct call_tree {
	struct call_node *nodes;
	size_t n_nodes, nodes_room;
	uint32_t *children;	/* hash table: node number; 0: free */
	size_t n_children;	/* a power of two */
	/* hash table until call_tree_finish, then n_cells of them by node and pc */
	struct call_cell *cells;
	size_t n_cells, cells_room;
	bool has_waits;
	uint64_t folded;	/* how often a full tree was asked for more */
	/* It is a unit's: a node's cycles are in one cell, at its function's first address; sites
	 * are unknown, and 0. */
	bool of_unit;
	struct call_rest rest;
};

void call_tree_open(struct call_tree *t);
void call_tree_free(struct call_tree *t);

static inline uint32_t call_tree_thread(uint32_t sp) { return sp | CALL_TREE_THREAD; }
static inline bool call_tree_is_thread(uint32_t function) { return function & CALL_TREE_THREAD; }

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

uint64_t call_tree_cycles(const struct call_tree *t);	/* of all nodes */
uint64_t call_tree_mixed(const struct call_tree *t);	/* own ones of mixed nodes */
uint64_t call_tree_retired(const struct call_tree *t);

/* Adds all of `from`, which is finished, to `t`, which is not. */
void call_tree_merge(struct call_tree *t, const struct call_tree *from);

/* Of a finished tree the part below the root's child `function`, with it, in the same order. */
struct call_tree call_tree_part(const struct call_tree *all, uint32_t function);

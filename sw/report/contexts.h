/* SPDX-License-Identifier: ISC
 * contexts.h - a profile's calling contexts by function, as the views show them.
 *
 * The call tree without its call sites: a context is a function with the functions that led to it.
 * Contexts[0] is the root, "all". Ticks that the tree has no place for, [IDLE], [PENDING], and of a
 * unit's tree [FILTERED] and [LOST], are contexts below the root, so that the root's inclusive
 * cycles are TICKS. A parent stands before its children.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/base/intern.h"
#include "sw/profile/firmware.h"
#include "sw/profile/profile.h"

struct context {
	uint32_t parent;
	/* its first child, its next sibling, those with most inclusive cycles first; 0: none */
	uint32_t first, next;
	/* the nearest context above of the same function: inclusive there already; 0: none */
	uint32_t same;
	uint32_t depth;		/* 0 of the root */
	/* its lowest address; a thread's number; 0 of the root and of ticks in no bin */
	uint32_t function;
	const char *name;	/* lives in the symbols or here */
	const char *source;	/* of a function: the same, or what it is a clone of; else NULL */
	uint64_t cycles, retired, calls;	/* its own; retired: beside cycles, else 0 */
	struct waits waits;	/* of its own cycles */
	uint64_t inclusive;	/* cycles with those of all below it */
	bool mixed;		/* of a unit's tree: own cycles may be those of functions called */
};

struct contexts {
	struct context *at;
	size_t n, room;
	struct intern keys, names;
	bool has_waits;		/* their waits are known */
	bool of_unit;		/* of a unit's tree: instructions are unknown */
	/* of the counts: "cycles", or "instructions" where the profile has only those */
	const char *unit;
};

/* False: the profile has no call tree; *c is empty. */
bool contexts_open(struct contexts *c, const struct profile *p, const struct firmware *f);
/* With causes as contexts: "[FETCH]" below its function has the cycles that waited for it. */
bool contexts_open_why(struct contexts *c, const struct profile *p, const struct firmware *f);
void contexts_close(struct contexts *c);

/* Is it a function? Else it is a thread, a cause, [IDLE] or [PENDING]. */
bool context_is_code(const struct context *x);

/* Another tree of contexts, from its root down: the child of that function, which has no name yet
 * if it is new. Then link sums up from the leaves and finds first and next. */
void contexts_root(struct contexts *c, const char *unit, const char *name, uint32_t function);
uint32_t contexts_child(struct contexts *c, uint32_t parent, uint32_t function);
void contexts_link(struct contexts *c);

/* The next in the order of print: children below their parent, the heaviest first. 0: there is
 * none. */
uint32_t contexts_after(const struct contexts *c, uint32_t at);

/* Inclusive counts are summed up at those only that lie below none of their own kind: for each of n
 * nodes of a tree the nearest one above it of the same kind, or 0: none. Node 0 is the root and has
 * no kind; of the others parent[i] < i and kind[i] < kinds. free() it. */
uint32_t *above_of_kind(const uint32_t *parent, const uint32_t *kind, size_t n, size_t kinds);
/* The same of contexts. */
uint32_t *contexts_below_own(const struct contexts *c, const uint32_t *kind, size_t kinds);

/* Does the profile have a call tree? If not, one line says how to get one; `name` is the capture in
 * it. */
bool contexts_known(const struct profile *p, const char *name);

/* "[thread idle_stack]", "[thread stacks+0x400]" if sp pointed into that object or at its end when
 * the thread began, else "[thread 0x80003400]"; where the profile has tasks, "[task NAME]"; of
 * a unit's tree "[running at the start]". `thread` is a node's function. Returns buffer. */
const char *thread_name(const struct profile *p, const struct symbols *s, uint32_t thread,
	char *buffer, size_t size);

/* The call tree bottom up: a function's callers, theirs, and so on. Contexts[0] is the function, a
 * child called its parent; inclusive cycles are the function's under that path of calls, own cycles
 * those whose path ends there. Recursion is counted once: of each function on the way the outermost
 * call stands for all. Calls that a function makes to itself, directly or not, are in the child
 * callers_recursion, with no cycles.
 *
 * False: the function is in no context; *up is empty. Names live as long as those of `c`. */
bool callers_open(struct contexts *up, const struct contexts *c, uint32_t function);
extern const char callers_recursion[];

/* Contexts summed by caller and callee, or by callee alone. Own cycles of all pairs add up to
 * TICKS. Inclusive cycles count recursion once: they are those under the outermost contexts of the
 * pair. */
struct pair {
	const char *caller;	/* its name; NULL: no function, or not asked for */
	const char *name;
	uint32_t from, function;	/* the caller's lowest address, the callee's */
	bool code;		/* false: [IDLE], [PENDING] */
	uint64_t cycles, retired, calls, inclusive;
};

struct pairs {
	struct pair *at;	/* by function, then by own cycles, the most first */
	size_t n, room;
};

/* BY_CLONE: by function, but inclusive cycles only of contexts that are below no other clone of its
 * source: those of all clones add up. */
enum pairs_by { BY_CALLER, BY_FUNCTION, BY_CLONE };

/* Names live as long as those of `c`. */
void pairs_open(struct pairs *s, const struct contexts *c, enum pairs_by by);
void pairs_close(struct pairs *s);

/* The number of the function's first pair, and in *end the one after its last. */
size_t pairs_find(const struct pairs *s, uint32_t function, size_t *end);

/* Who called it, by the share of the function's own cycles: "fft 91%, main 9%"; to be freed. NULL:
 * no function did. */
char *pairs_callers(const struct pairs *s, uint32_t function, uint64_t *calls);

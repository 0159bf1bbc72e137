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

/* For each context its parent; free() it. */
uint32_t *contexts_parents(const struct contexts *c);

/* Does the profile have a call tree? If not, one line says how to get one; `name` is the capture in
 * it. */
bool contexts_known(const struct profile *p, const char *name);

/* "[thread idle_stack]", "[thread stacks+0x400]" if sp pointed into that object or at its end when
 * the thread began, else "[thread 0x80003400]"; where the profile has tasks, "[task NAME]"; of
 * a unit's tree "[running at the start]". `thread` is a node's function. Returns buffer. */
const char *thread_name(const struct profile *p, const struct symbols *s, uint32_t thread,
	char *buffer, size_t size);

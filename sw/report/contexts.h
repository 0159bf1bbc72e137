/* SPDX-License-Identifier: ISC
 * contexts.h - calling contexts, and what is said of them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emit.h"
#include "sw/base/base.h"
#include "sw/profile/capture.h"
#include "sw/profile/counts.h"
#include "sw/profile/profile.h"
#include "table.h"

/* ---- A profile's calling contexts by function, as the views show them.
 *
 * The call tree without its call sites: a context is a function with the functions that led to it.
 * Contexts[0] is the root, "all". Ticks that the tree has no place for, [IDLE], [PENDING], and of a
 * unit's tree [FILTERED] and [LOST], are contexts below the root, so that the root's inclusive
 * cycles are TICKS. A parent stands before its children.
 */
struct context {
	uint32_t parent;
	/* its first child, its next sibling, those with most inclusive cycles first; 0: none */
	uint32_t first, next;
	/* the nearest context above of the same function: inclusive there already; 0: none */
	uint32_t same;
	uint32_t depth; /* 0 of the root */
	/* its lowest address; a thread's number; 0 of the root and of ticks in no bin */
	uint32_t function;
	const char *name; /* lives in the symbols or here */
	const char *source; /* of a function: the same, or what it is a clone of; else NULL */
	uint64_t cycles, retired, calls; /* its own; retired: beside cycles, else 0 */
	struct waits waits; /* of its own cycles */
	uint64_t inclusive; /* cycles with those of all below it */
	bool mixed; /* of a unit's tree: own cycles may be those of functions called */
};

struct contexts {
	struct context *at;
	size_t n, room;
	struct intern keys, names;
	bool has_waits; /* their waits are known */
	bool of_unit; /* of a unit's tree: instructions are unknown */
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
	const char *caller; /* its name; NULL: no function, or not asked for */
	const char *name;
	uint32_t from, function; /* the caller's lowest address, the callee's */
	bool code; /* false: [IDLE], [PENDING] */
	uint64_t cycles, retired, calls, inclusive;
};

struct pairs {
	struct pair *at; /* by function, then by own cycles, the most first */
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

/* ---- Who called whom in a profile's call tree, by the place of the call.
 *
 * The inclusive cycles of an arc are those under its outermost calls: where caller and callee are
 * on the stack as such already, the cycles are counted there. Handlers at the root have no caller.
 */
struct arc {
	uint32_t caller, site, callee; /* functions as in struct call_node; site 0: a trap */
	uint64_t calls;
	uint64_t cycles, retired; /* inclusive */
};

struct arcs {
	struct arc *at; /* by caller, site, callee */
	size_t n;
};

void arcs_open(struct arcs *a, const struct call_tree *t);
void arcs_close(struct arcs *a);

/* For each node the nearest one above it where the same caller, if by_site from the same place,
 * called the same; 0: none. */
uint32_t *arcs_nested(const struct call_tree *t, bool by_site);

/* ---- Which contexts of a tree a view shows, and which of them share a line. */
#define TREE_HIDDEN 0xFFFFFFFFu

struct tree_choice {
	uint32_t *head; /* of each context the first of its line; TREE_HIDDEN: not shown */
	uint32_t *then; /* the next one of the same line; 0: none */
	uint32_t *level; /* of a head: lines above it; those below the root have 0 */
	uint32_t deepest; /* level */
	size_t n_hidden;
	uint64_t hidden, hidden_retired; /* own cycles, and beside them */
	struct waits hidden_waits;
};

/* folds: may contexts share a line? */
void tree_choice_open(
	struct tree_choice *t, const struct contexts *c, const struct view *v, bool folds);
void tree_choice_close(struct tree_choice *t);

/* The names of the line that begins at `at`, equal ones one after the other as one: "main > down
 * (1000 times)". Of more than `most` names the first and the last half. free() it. */
char *tree_choice_line(const struct tree_choice *t, const struct contexts *c, uint32_t at,
	const char *arrow, size_t most, const char *(*number)(uint64_t n));

/* ---- A tree of contexts as rows: in text, CSV or JSON.
 *
 * Shown are contexts that have at least --min percent of the root's cycles, lie no deeper than
 * --depth, and match or lead to one that matches; then the --top heaviest lines of them. Own cycles
 * of what is shown and of what is not add up to the root's. For people, a call whose caller did
 * next to nothing else stands on its caller's line, as does recursion that does not branch, to its
 * end even where that is below --min. CSV and JSON have a row for each context, and show all unless
 * an option chooses.
 */
enum tree_way { TREE_DOWN, TREE_UP }; /* contexts_open, callers_open */

/* ticks: what shares are of. JSON: the member "tree". */
void tree_rows_put(struct emit *e, const struct contexts *c, enum tree_way way, uint64_t ticks,
	const struct view *v);

/* The numbers at the left of the call views, in text: two shares, inclusive counts, calls. */
struct columns {
	uint64_t whole; /* what is 100% */
	const char *unit; /* "cycles" or "instructions" */
	int cycles, calls; /* widths; 0: left out */
};

/* In a line of `width` columns names come before numbers. 0: no limit. */
struct columns columns_of(const char *unit, uint64_t whole, uint64_t most_calls, size_t width);

/* inclusive NULL: of a sum, which has no first share. `heading`: what the second share is of,
 * "self" or "of it". */
void columns_put(struct emit *e, const struct columns *c, const uint64_t *inclusive,
	const char *heading, struct emit_value second, uint64_t cycles, uint64_t calls);

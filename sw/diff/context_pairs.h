/* SPDX-License-Identifier: ISC
 * context_pairs.h - the calling contexts of two profiles, matched by their paths of function names
 * in the source: clones of a function are one.
 *
 * Every cycle of both is in exactly one pair. Pair 0 is the root; a parent stands before its
 * children.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "sw/report/contexts.h"
#include "sw/base/intern.h"

struct context_pair {
	uint32_t parent, name;		/* its number in names */
	const struct context *in_a, *in_b;	/* NULL: only the other one has it */
	uint64_t a, b;			/* its own cycles in each */
	uint64_t inclusive_a, inclusive_b;
};

struct context_pairs {
	struct context_pair *at;
	size_t n, room;
	struct intern names, keys;
};

/* `a` and `b` must live as long as the pairs. */
void context_pairs_open(struct context_pairs *p, const struct contexts *a,
	const struct contexts *b);
void context_pairs_close(struct context_pairs *p);

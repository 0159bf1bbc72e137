/* SPDX-License-Identifier: ISC
 * arcs.h - who called whom in a profile's call tree, by the place of the call.
 *
 * The inclusive cycles of an arc are those under its outermost calls: where caller and callee are
 * on the stack as such already, the cycles are counted there. Handlers at the root have no caller.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/profile/call_tree.h"

struct arc {
	uint32_t caller, site, callee;	/* functions as in struct call_node; site 0: a trap */
	uint64_t calls;
	uint64_t cycles, retired;	/* inclusive */
};

struct arcs {
	struct arc *at;		/* by caller, site, callee */
	size_t n;
};

void arcs_open(struct arcs *a, const struct call_tree *t);
void arcs_close(struct arcs *a);

/* For each node the nearest one above it where the same caller, if by_site from the same place,
 * called the same; 0: none. */
uint32_t *arcs_nested(const struct call_tree *t, bool by_site);

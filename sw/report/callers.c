/* SPDX-License-Identifier: ISC
 * callers.c - a function's callers, theirs, and so on; the contract is callers.h.
 */
#include "callers.h"

#include <stdlib.h>

#include "sw/base/error.h"

#define NO_FUNCTION 0xFFFFFFFFu		/* no code has an odd address */

const char callers_recursion[] = "[recursion]";

/* One way from an outermost context of the function up to the root. */
static void add_path(struct contexts *up, const struct contexts *c, const uint32_t *outermost,
	uint32_t from)
{
	uint32_t to = 0;

	for (uint32_t at = outermost[c->at[from].parent]; at; at = outermost[c->at[at].parent]) {
		to = contexts_child(up, to, c->at[at].function);
		up->at[to].name = c->at[at].name;
		up->at[to].calls += c->at[from].calls;
	}
	up->at[to].cycles += c->at[from].inclusive;
}

static void add_recursion(struct contexts *up, uint64_t calls)
{
	uint32_t at = contexts_child(up, 0, NO_FUNCTION);

	up->at[at].name = callers_recursion;
	up->at[at].calls += calls;
}

bool callers_open(struct contexts *up, const struct contexts *c, uint32_t function)
{
	uint32_t *outermost = allocate(c->n, sizeof *outermost);

	*up = (struct contexts){ 0 };
	for (uint32_t i = 1; i < c->n; i++) {
		const struct context *x = &c->at[i];
		outermost[i] = x->same ? outermost[x->same] : i;
		if (x->function != function || !context_is_code(x))
			continue;
		if (!up->n)
			contexts_root(up, c->unit, x->name, function);
		up->at[0].calls += x->calls;
		if (!x->same)
			add_path(up, c, outermost, i);
		else if (x->calls)
			add_recursion(up, x->calls);
	}
	free(outermost);
	if (up->n)
		contexts_link(up);
	return up->n;
}

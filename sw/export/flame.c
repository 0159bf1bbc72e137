/* SPDX-License-Identifier: ISC
 * flame.c - the contexts of a flame graph, their names and how hot they are; the contract is
 * sites.h.
 */
#include "sites.h"

#include <stdlib.h>

#include "sw/base/base.h"

enum { MOST_INLINED = 64 }; /* calls around one address; those further in count there */

/* What is no function has numbers that no function, thread or task has: no memory ends there. */
#define CAUSE_NUMBER(cause) (UINT32_MAX - 2 * (uint32_t)(cause))
#define REST_NUMBER(context) (UINT32_MAX - 2 * CAUSES - 2 * (context))

/* The child of a context that number; a new one gets the name. */
static uint32_t child(
	struct flame *f, uint32_t parent, uint32_t function, const char *name, bool inlined)
{
	uint32_t at = contexts_child(&f->contexts, parent, function);

	if (!f->contexts.at[at].name) {
		f->contexts.at[at].name = name;
		GROW(f->inlined, at, f->inlined_room);
		f->inlined[at] = inlined;
	}
	return at;
}

/* Where the code at pc counts: in the context of its function, or in an inlined call on it, whose
 * number is odd, as that of no function. */
static uint32_t context_at(struct flame *f, const struct export *e, uint32_t function, uint32_t pc)
{
	const char *names[MOST_INLINED];
	size_t n = e->profile->calls.of_unit || !pc
		? 0
		: lines_calls(&e->firmware->lines, pc, names, MOST_INLINED);

	for (size_t i = 0; i < n; i++) {
		size_t name = intern_text(&f->contexts.names, names[i], NULL);
		function = child(f, function, 2 * (uint32_t)name + 1,
			f->contexts.names.keys[name].bytes, true);
	}
	return function;
}

static void add_tree(struct flame *f, const struct export *e)
{
	const struct call_tree *t = &e->profile->calls;
	uint32_t *call = allocate(t->n_nodes, sizeof *call), *to = allocate(t->n_nodes, sizeof *to);

	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *node = &t->nodes[i];
		call[i] = contexts_child(&f->calls, call[node->parent], node->function);
		to[i] = child(f, context_at(f, e, to[node->parent], node->site), node->function,
			f->calls.at[call[i]].name, false);
		f->contexts.at[to[i]].calls += node->calls;
	}
	for (size_t i = 0; i < t->n_cells; i++) {
		const struct call_cell *cell = &t->cells[i];
		uint32_t at = context_at(f, e, to[cell->node], cell->pc);
		struct context *c = &f->contexts.at[at];
		c->cycles += cell->cycles;
		c->retired += e->profile->config.source == TALLY_SOURCE_CLK ? cell->retired : 0;
		waits_add(&c->waits, &cell->waits);
	}
	free(call);
	free(to);
}

static void add_causes(struct flame *f)
{
	for (uint32_t i = 1, n = (uint32_t)f->contexts.n; i < n; i++)
		for (unsigned cause = 0; cause < CAUSES; cause++) {
			uint64_t cycles = f->contexts.at[i].waits.of[cause];
			if (!cycles)
				continue;
			uint32_t at = child(f, i, CAUSE_NUMBER(cause), cause_frames[cause], false);
			f->contexts.at[at].cycles = cycles;
			f->contexts.at[i].cycles -= cycles;
		}
}

/* Ticks that are in no function: [IDLE] ... */
static void add_rest(struct flame *f)
{
	for (uint32_t i = f->calls.at[0].first; i; i = f->calls.at[i].next)
		if (!f->calls.at[i].function && !context_is_code(&f->calls.at[i])) {
			uint32_t at = child(f, 0, REST_NUMBER(i), f->calls.at[i].name, false);
			f->contexts.at[at].function = 0;
			f->contexts.at[at].cycles = f->calls.at[i].cycles;
		}
}

static void number_names(struct flame *f)
{
	const struct contexts *c = &f->contexts;
	size_t room = 0;

	f->name = allocate(c->n, sizeof *f->name);
	for (size_t i = 0; i < c->n; i++) {
		bool fresh;
		size_t name = intern_text(&f->names, c->at[i].name, &fresh);
		if (fresh) {
			GROW(f->own, name, room);
			f->own[name] = 0;
		}
		f->name[i] = (uint32_t)name;
		f->own[name] += c->at[i].cycles;
	}
	for (size_t name = 0; name < f->names.n; name++)
		f->most = f->own[name] > f->most ? f->own[name] : f->most;
}

bool flame_of(struct flame *f, const struct export *e)
{
	const struct call_rest rest = profile_call_rest(e->profile);

	*f = (struct flame){ 0 };
	if (!(e->why ? contexts_open_why : contexts_open)(&f->calls, e->profile, e->firmware)
		|| f->calls.at[0].inclusive != rest.ticks) {
		flame_close(f);
		return false;
	}
	contexts_root(&f->contexts, f->calls.unit, f->calls.at[0].name, 0);
	GROW(f->inlined, (size_t)0, f->inlined_room);
	f->inlined[0] = false;
	add_tree(f, e);
	if (e->why)
		add_causes(f);
	add_rest(f);
	contexts_link(&f->contexts);
	number_names(f);
	return true;
}

void flame_close(struct flame *f)
{
	contexts_close(&f->calls);
	contexts_close(&f->contexts);
	intern_free(&f->names);
	free(f->inlined);
	free(f->name);
	free(f->own);
	*f = (struct flame){ 0 };
}

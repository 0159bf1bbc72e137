/* SPDX-License-Identifier: ISC
 * context_pairs.c - the calling contexts of two profiles; the contract is context_pairs.h.
 */
#include "context_pairs.h"

#include <stdlib.h>

#include "sw/base/error.h"

static uint32_t name_of(struct context_pairs *p, const char *name)
{
	return (uint32_t)intern_text(&p->names, name, NULL);
}

static void add(struct context_pairs *p, uint32_t parent, uint32_t name)
{
	GROW(p->at, p->n, p->room);
	p->at[p->n++] = (struct context_pair){ .parent = parent, .name = name };
}

static uint32_t child(struct context_pairs *p, uint32_t parent, uint32_t name)
{
	const uint32_t key[] = { parent, name };
	bool fresh;
	size_t at = intern(&p->keys, key, sizeof key, &fresh);

	if (fresh)
		add(p, parent, name);
	return (uint32_t)at + 1;
}

/* The pair of each context. Functions of one name may share one. */
static uint32_t *pairs_of(struct context_pairs *p, const struct contexts *c)
{
	uint32_t *to = allocate(c->n, sizeof *to);

	for (size_t i = 1; i < c->n; i++)
		to[i] = child(p, to[c->at[i].parent], name_of(p, c->at[i].source ? c->at[i].source
			: c->at[i].name));
	return to;
}

static void add_side(struct context_pairs *p, const struct contexts *c, bool b)
{
	uint32_t *of = pairs_of(p, c);

	for (size_t i = 0; i < c->n; i++) {
		struct context_pair *pair = &p->at[of[i]];
		*(b ? &pair->in_b : &pair->in_a) = &c->at[i];
		*(b ? &pair->b : &pair->a) += c->at[i].cycles;
		*(b ? &pair->inclusive_b : &pair->inclusive_a) += c->at[i].inclusive;
	}
	free(of);
}

void context_pairs_open(struct context_pairs *p, const struct contexts *a, const struct contexts *b)
{
	*p = (struct context_pairs){ 0 };
	add(p, 0, name_of(p, a->at[0].name));
	add_side(p, a, false);
	add_side(p, b, true);
}

void context_pairs_close(struct context_pairs *p)
{
	free(p->at);
	intern_free(&p->names);
	intern_free(&p->keys);
	*p = (struct context_pairs){ 0 };
}

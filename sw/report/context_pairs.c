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

/* The pair of each context. */
static uint32_t *pairs_of(struct context_pairs *p, const struct contexts *c)
{
	uint32_t *to = allocate(c->n, sizeof *to);

	for (size_t i = 1; i < c->n; i++)
		to[i] = child(p, to[c->at[i].parent], name_of(p, c->at[i].name));
	return to;
}

void context_pairs_open(struct context_pairs *p, const struct contexts *a, const struct contexts *b)
{
	*p = (struct context_pairs){ 0 };
	add(p, 0, name_of(p, a->at[0].name));
	uint32_t *of_a = pairs_of(p, a), *of_b = pairs_of(p, b);

	for (size_t i = 0; i < a->n; i++)
		p->at[of_a[i]].a += a->at[i].cycles;
	for (size_t i = 0; i < b->n; i++)
		p->at[of_b[i]].b += b->at[i].cycles;
	free(of_a);
	free(of_b);
}

void context_pairs_close(struct context_pairs *p)
{
	free(p->at);
	intern_free(&p->names);
	intern_free(&p->keys);
	*p = (struct context_pairs){ 0 };
}

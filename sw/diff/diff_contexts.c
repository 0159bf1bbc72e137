/* SPDX-License-Identifier: ISC
 * diff_contexts.c - two call trees, context by context; the contracts are diff.h and
 * diff.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "sw/base/base.h"

#define NAMED 32u /* functions that a path names */

static void add(struct context_pairs *p, uint32_t parent, const char *name)
{
	GROW(p->at, p->n, p->room);
	p->at[p->n++] = (struct context_pair){ .parent = parent,
		.name = (uint32_t)intern_text(&p->names, name, NULL) };
}

/* Functions of one name may share a pair. */
static void add_side(struct context_pairs *p, const struct contexts *c, bool b)
{
	uint32_t *of = allocate(c->n, sizeof *of);

	for (size_t i = 0; i < c->n; i++) {
		const struct context *x = &c->at[i];
		const char *name = x->source ? x->source : x->name;
		const uint32_t key[] = { of[x->parent],
			(uint32_t)intern_text(&p->names, name, NULL) };
		bool fresh = false;
		if (i)
			of[i] = (uint32_t)intern(&p->keys, key, sizeof key, &fresh) + 1;
		if (fresh)
			add(p, key[0], name);
		struct context_pair *pair = &p->at[of[i]];
		*(b ? &pair->in_b : &pair->in_a) = x;
		*(b ? &pair->b : &pair->a) += x->cycles;
		*(b ? &pair->inclusive_b : &pair->inclusive_a) += x->inclusive;
	}
	free(of);
}

void context_pairs_open(struct context_pairs *p, const struct contexts *a, const struct contexts *b)
{
	*p = (struct context_pairs){ 0 };
	add(p, 0, a->at[0].name);
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

/* A context's name, how often the function called itself down to it, and the context that called it
 * first. */
struct way {
	const char *name;
	uint32_t n, caller;
};

/* A parent stands before its children. */
static struct way *ways_of(const struct context_pairs *p)
{
	struct way *ways = allocate(p->n, sizeof *ways);

	for (uint32_t i = 1; i < p->n; i++) {
		uint32_t parent = p->at[i].parent;
		bool again = p->at[i].name == p->at[parent].name && parent;
		ways[i].name = p->names.keys[p->at[i].name].bytes;
		ways[i].n = again ? ways[parent].n + 1 : 1;
		ways[i].caller = again ? ways[parent].caller : parent;
	}
	return ways;
}

/* Rows are sorted by now: `id` says whose they are. */
static void name_rows(struct diff *d, const struct context_pairs *p, uint64_t top)
{
	struct way *ways = ways_of(p);

	for (size_t i = 0; i < diff_shown(d, top); i++) {
		struct change *c = &d->rows[i];
		uint32_t at = c->id;
		size_t size;
		FILE *f = stream_open(&c->path, &size);
		for (unsigned n = 0; at && n < NAMED; n++, at = ways[at].caller)
			fprintf(f, ways[at].n > 1 ? "%s%s x%" PRIu32 : "%s%s", n ? " < " : "",
				ways[at].name, ways[at].n);
		fputs(at ? " < ..." : "", f);
		stream_close(f);
		c->name = c->path;
	}
	free(ways);
}

struct diff diff_contexts(const struct contexts *a, const struct contexts *b, uint64_t top)
{
	struct diff d = { .by = "context",
		.word = "context",
		.unit = a->unit,
		.has_inclusive = true,
		.ticks_a = a->at[0].inclusive,
		.ticks_b = b->at[0].inclusive };
	struct context_pairs pairs;

	context_pairs_open(&pairs, a, b);
	d.rows = allocate(pairs.n, sizeof *d.rows);
	/* the root has no cycles of its own: it is no row */
	for (uint32_t i = 1; i < pairs.n; i++) {
		const struct context_pair *p = &pairs.at[i];
		const struct context *x = p->in_b ? p->in_b : p->in_a;
		bool clones = p->in_a && p->in_b && strcmp(p->in_a->name, p->in_b->name) != 0;
		d.rows[d.n++] = (struct change){ .name = pairs.names.keys[p->name].bytes,
			.clones = clones ? print_text("%s -> %s", p->in_a->name, p->in_b->name)
					 : NULL,
			.lo = x->function,
			.id = i,
			.in_a = p->in_a,
			.in_b = p->in_b,
			.a = p->a,
			.b = p->b,
			.inclusive_a = p->inclusive_a,
			.inclusive_b = p->inclusive_b };
	}
	diff_settle(&d);
	name_rows(&d, &pairs, top);
	context_pairs_close(&pairs);
	return d;
}

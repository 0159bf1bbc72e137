/* SPDX-License-Identifier: ISC
 * diff_contexts.c - two call trees context by context; the contract is diff_contexts.h.
 */
#include "diff_contexts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_pairs.h"
#include "sw/base/error.h"

#define NAMED 32u		/* functions that a path names */

/* The root has no cycles of its own: it is no row. */
static void add_rows(struct diff *d, const struct context_pairs *pairs)
{
	d->rows = allocate(pairs->n, sizeof *d->rows);
	for (uint32_t i = 1; i < pairs->n; i++) {
		const struct context_pair *p = &pairs->at[i];
		const struct context *x = p->in_b ? p->in_b : p->in_a;
		bool clones = p->in_a && p->in_b && strcmp(p->in_a->name, p->in_b->name) != 0;
		d->rows[d->n++] = (struct change){ .name = pairs->names.keys[p->name].bytes,
			.clones = clones ? print_text("%s -> %s", p->in_a->name, p->in_b->name)
			: NULL, .lo = x->function, .id = i,
			.in_a = p->in_a, .in_b = p->in_b,
			.a = p->a, .b = p->b, .inclusive_a = p->inclusive_a,
			.inclusive_b = p->inclusive_b };
	}
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

static char *path_of(const struct way *ways, uint32_t at)
{
	char *text = NULL;
	size_t size;
	FILE *f = stream_open(&text, &size);

	for (unsigned n = 0; at && n < NAMED; n++, at = ways[at].caller)
		fprintf(f, ways[at].n > 1 ? "%s%s x%" PRIu32 : "%s%s", n ? " < " : "",
			ways[at].name, ways[at].n);
	fputs(at ? " < ..." : "", f);
	stream_close(f);
	return text;
}

/* Rows are sorted by now: `id` says whose they are. */
static void name_rows(struct diff *d, const struct context_pairs *p, uint64_t top)
{
	struct way *ways = ways_of(p);

	d->n_paths = diff_shown(d, top);
	d->paths = allocate(d->n_paths, sizeof *d->paths);
	for (size_t i = 0; i < d->n_paths; i++)
		d->rows[i].name = d->paths[i] = path_of(ways, d->rows[i].id);
	free(ways);
}

struct diff diff_contexts(const struct contexts *a, const struct contexts *b, uint64_t top)
{
	struct diff d = { .by = "context", .word = "context", .unit = a->unit,
		.has_inclusive = true };
	struct context_pairs pairs;

	context_pairs_open(&pairs, a, b);
	add_rows(&d, &pairs);
	d.ticks_a = a->at[0].inclusive;
	d.ticks_b = b->at[0].inclusive;
	diff_settle(&d);
	name_rows(&d, &pairs, top);
	context_pairs_close(&pairs);
	return d;
}

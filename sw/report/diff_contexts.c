/* SPDX-License-Identifier: ISC
 * diff_contexts.c - two call trees context by context; the contract is diff_contexts.h.
 */
#include "diff_contexts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

#define NAMED 32u		/* functions that a path names */

/* The contexts of both: a row of the diff and a parent for each. Row 0 is the root. */
struct both {
	struct diff *d;
	size_t rows_room, parents_room;
	uint32_t *parents;
	struct intern names, keys;
};

static struct change *row_of(struct both *s, uint32_t parent, const struct context *x, uint32_t *at)
{
	const uint32_t key[] = { parent, (uint32_t)intern_text(&s->names, x->name, NULL) };
	bool fresh;

	*at = (uint32_t)intern(&s->keys, key, sizeof key, &fresh);
	if (fresh) {
		GROW(s->d->rows, s->d->n, s->rows_room);
		GROW(s->parents, s->d->n, s->parents_room);
		s->parents[s->d->n] = parent;
		s->d->rows[s->d->n++] = (struct change){ .id = *at };
	}
	return &s->d->rows[*at];
}

static void add(struct both *s, const struct contexts *c, bool b)
{
	uint32_t *at = allocate(c->n, sizeof *at);

	for (size_t i = 0; i < c->n; i++) {
		const struct context *x = &c->at[i];
		struct change *row = row_of(s, i ? at[x->parent] : 0, x, &at[i]);
		row->name = x->name;
		row->lo = x->function;
		*(b ? &row->in_b : &row->in_a) = true;
		*(b ? &row->b : &row->a) += x->cycles;
		*(b ? &row->inclusive_b : &row->inclusive_a) += x->inclusive;
	}
	free(at);
}

/* A context's name, how often the function called itself down to it, and the context that called it first. */
struct way {
	const char *name;
	uint32_t n, caller;
};

/* A parent stands before its children. Rows are sorted by now: `id` says which they were. */
static struct way *ways_of(const struct both *s)
{
	struct way *ways = allocate(s->d->n + 1, sizeof *ways);

	for (size_t i = 0; i < s->d->n; i++)
		ways[s->d->rows[i].id].name = s->d->rows[i].name;
	for (size_t i = 1; i <= s->d->n; i++) {
		uint32_t parent = s->parents[i];
		bool again = parent && !strcmp(ways[i].name, ways[parent].name);
		ways[i].n = again ? ways[parent].n + 1 : 1;
		ways[i].caller = again ? ways[parent].caller : parent;
	}
	return ways;
}

static char *path_of(const struct way *ways, uint32_t at)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (f) {
		for (unsigned n = 0; at && n < NAMED; n++, at = ways[at].caller)
			fprintf(f, ways[at].n > 1 ? "%s%s x%" PRIu32 : "%s%s", n ? " < " : "", ways[at].name, ways[at].n);
		fputs(at ? " < ..." : "", f);
		if (fclose(f) == 0)
			return text;
	}
	fail("out of memory");
	exit(EXIT_FAILURE);
}

static void name_rows(const struct both *s, uint64_t top)
{
	struct diff *d = s->d;
	struct way *ways = ways_of(s);

	d->n_paths = top && top < d->n ? (size_t)top : d->n;
	d->paths = allocate(d->n_paths, sizeof *d->paths);
	for (size_t i = 0; i < d->n_paths; i++)
		d->rows[i].name = d->paths[i] = path_of(ways, d->rows[i].id);
	free(ways);
}

struct diff diff_contexts(const struct contexts *a, const struct contexts *b, uint64_t top)
{
	struct diff d = { .by = "context", .word = "context", .unit = "cycles", .has_inclusive = true };
	struct both s = { .d = &d };

	add(&s, a, false);
	add(&s, b, true);
	d.ticks_a = a->at[0].inclusive;
	d.ticks_b = b->at[0].inclusive;
	d.rows[0] = d.rows[--d.n];	/* the root has no cycles of its own */
	diff_settle(&d);
	name_rows(&s, top);
	free(s.parents);
	intern_free(&s.names);
	intern_free(&s.keys);
	return d;
}

/* SPDX-License-Identifier: ISC
 * pairs.c - calling contexts summed by caller and callee; the contract is pairs.h.
 */
#include "pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "above.h"
#include "sw/base/error.h"

#define NAMED 3u		/* callers that a line names */

static size_t number_of(struct pairs *s, struct intern *keys, const struct contexts *c, uint32_t i,
	enum pairs_by by)
{
	const struct context *x = &c->at[i];
	uint32_t parent = by == BY_CALLER ? x->parent : 0;
	bool code = context_is_code(x), fresh;
	const uint32_t key[] = { c->at[parent].function, x->function, parent != 0, code ? 0 : i };
	size_t at = intern(keys, key, sizeof key, &fresh);

	if (fresh) {
		GROW(s->at, s->n, s->room);
		s->at[s->n++] = (struct pair){ parent ? c->at[parent].name : NULL, x->name, key[0],
			x->function, code, 0, 0, 0, 0 };
	}
	return at;
}

static void add_inclusive(struct pairs *s, const struct contexts *c, const uint32_t *number,
	const uint32_t *kind, size_t kinds)
{
	uint32_t *parent = contexts_parents(c), *above = above_of_kind(parent, kind, c->n, kinds);

	for (size_t i = 1; i < c->n; i++)
		s->at[number[i]].inclusive += above[i] ? 0 : c->at[i].inclusive;
	free(parent);
	free(above);
}

/* A number for each source that has clones, and for each other function. Returns how many. */
static size_t find_clones(const struct contexts *c, const uint32_t *number, uint32_t *kind)
{
	struct intern sources = { 0 }, kinds = { 0 };
	bool *clones = allocate(c->n, sizeof *clones);
	uint32_t *source = allocate(c->n, sizeof *source);

	for (size_t i = 1; i < c->n; i++) {
		const struct context *x = &c->at[i];
		if (!x->source)
			continue;
		source[i] = (uint32_t)intern_text(&sources, x->source, NULL);
		clones[source[i]] |= strcmp(x->name, x->source) != 0;
	}
	for (size_t i = 1; i < c->n; i++) {
		bool one = c->at[i].source && clones[source[i]];
		const uint32_t key[] = { one, one ? source[i] : number[i] };
		kind[i] = (uint32_t)intern(&kinds, key, sizeof key, NULL);
	}
	size_t n = kinds.n;
	free(clones);
	free(source);
	intern_free(&sources);
	intern_free(&kinds);
	return n;
}

static int by_function(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->code != y->code)
		return x->code ? -1 : 1;
	if (x->cycles != y->cycles)
		return x->cycles > y->cycles ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

void pairs_open(struct pairs *s, const struct contexts *c, enum pairs_by by)
{
	struct intern keys = { 0 };
	uint32_t *number = allocate(c->n, sizeof *number), *kind = allocate(c->n, sizeof *kind);

	*s = (struct pairs){ 0 };
	for (uint32_t i = 1; i < c->n; i++) {
		number[i] = (uint32_t)number_of(s, &keys, c, i, by);
		s->at[number[i]].cycles += c->at[i].cycles;
		s->at[number[i]].retired += c->at[i].retired;
		s->at[number[i]].calls += c->at[i].calls;
	}
	if (s->n) {
		if (by == BY_CLONE)
			add_inclusive(s, c, number, kind, find_clones(c, number, kind));
		else
			add_inclusive(s, c, number, number, s->n);
		qsort(s->at, s->n, sizeof *s->at, by_function);
	}
	free(number);
	free(kind);
	intern_free(&keys);
}

void pairs_close(struct pairs *s)
{
	free(s->at);
	*s = (struct pairs){ 0 };
}

size_t pairs_of(const struct pairs *s, uint32_t function, size_t *end)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		size_t middle = (lo + hi) / 2;
		if (s->at[middle].function < function)
			lo = middle + 1;
		else
			hi = middle;
	}
	for (*end = lo; *end < s->n && s->at[*end].function == function; ++*end)
		;
	return lo;
}

static void put_share(FILE *f, uint64_t part, uint64_t whole)
{
	double percent = 100.0 * (double)part / (double)whole;

	if (percent < 0.5)
		fputs(" <1%", f);
	else
		fprintf(f, " %.0f%%", percent);
}

static void put_callers(FILE *f, const struct pair *at, size_t n, uint64_t whole)
{
	size_t named = n > NAMED + 1 ? NAMED : n;
	uint64_t rest = 0;

	for (size_t i = 0; i < n; i++) {
		if (i >= named) {
			rest += at[i].cycles;
			continue;
		}
		fprintf(f, "%s%s", i ? ", " : "", at[i].caller ? at[i].caller : "no function");
		put_share(f, at[i].cycles, whole);
	}
	if (named < n) {
		fprintf(f, ", %zu others", n - named);
		put_share(f, rest, whole);
	}
}

char *pairs_callers(const struct pairs *s, uint32_t function, uint64_t *calls)
{
	size_t end, first = pairs_of(s, function, &end), size;
	uint64_t whole = 0;
	bool called = false;
	char *text = NULL;

	*calls = 0;
	while (end > first && !s->at[end - 1].code)
		end--;
	for (size_t i = first; i < end; i++) {
		whole += s->at[i].cycles;
		*calls += s->at[i].calls;
		called |= s->at[i].caller != NULL;
	}
	if (!called || !whole)
		return NULL;
	FILE *f = stream_open(&text, &size);
	put_callers(f, s->at + first, end - first, whole);
	stream_close(f);
	return text;
}

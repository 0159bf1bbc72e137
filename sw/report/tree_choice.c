/* SPDX-License-Identifier: ISC
 * tree_choice.c - which contexts of a tree a view shows; the contract is tree_choice.h.
 *
 * A parent has the lower number: backwards, parents learn of their children, forwards children of
 * their parents.
 */
#include "tree_choice.h"

#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"

/* of all cycles: a caller that spent no more besides shares a line with its callee */
#define NEXT_TO_NOTHING 0.001

static bool too_deep(const struct view *v, const struct context *x)
{
	return v->depth && x->depth > v->depth;
}

static bool fits(const struct contexts *c, const struct view *v, const struct context *x)
{
	if (too_deep(v, x))
		return false;
	return x->name == callers_recursion || 100.0 * (double)x->inclusive >= v->min
		* (double)c->at[0].inclusive;
}

/* Marks what is shown as the head of its own line. */
static void choose(struct tree_choice *t, const struct contexts *c, const struct view *v)
{
	for (uint32_t i = (uint32_t)c->n; i--;)
		if (!fits(c, v, &c->at[i]))
			t->head[i] = TREE_HIDDEN;
		else if (!v->match || t->head[i] || view_matches(v, c->at[i].name))
			t->head[i] = t->head[c->at[i].parent] = 1;
		else
			t->head[i] = TREE_HIDDEN;
	for (uint32_t i = 0; i < c->n; i++)
		t->head[i] = t->head[i] == TREE_HIDDEN && i ? TREE_HIDDEN : i;
}

/* Recursion that does not branch has the same number of calls all the way down. */
static bool shares_line(const struct contexts *c, uint32_t at)
{
	const struct context *x = &c->at[at], *caller = &c->at[x->parent];

	if (!x->parent || x->calls != caller->calls || !x->inclusive)
		return false;
	return x->same || (double)(caller->inclusive - x->inclusive) < NEXT_TO_NOTHING
		* (double)c->at[0].inclusive;
}

/* Recursion that goes on below the minimum takes no line of its own, and its line says how deep it
 * went. */
static bool goes_on(const struct tree_choice *t, const struct contexts *c, const struct view *v,
	uint32_t at)
{
	const struct context *x = &c->at[at];

	return t->head[x->parent] != TREE_HIDDEN && x->same && !too_deep(v, x)
		&& (!v->match || view_matches(v, x->name));
}

static void fold(struct tree_choice *t, const struct contexts *c, const struct view *v)
{
	uint32_t *shown = allocate(c->n, sizeof *shown);

	for (uint32_t i = 1; i < c->n; i++)
		shown[c->at[i].parent] += t->head[i] != TREE_HIDDEN;
	for (uint32_t i = 1; i < c->n; i++) {
		uint32_t parent = c->at[i].parent;
		bool hidden = t->head[i] == TREE_HIDDEN;
		if (shown[parent] != !hidden || !shares_line(c, i)
			|| (hidden && !goes_on(t, c, v, i)))
			continue;
		shown[parent] = 1;
		t->head[i] = t->head[parent];
		t->then[parent] = i;
	}
	free(shown);
}

static int by_inclusive(const void *a, const void *b, void *contexts)
{
	const struct contexts *c = contexts;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (c->at[x].inclusive != c->at[y].inclusive)
		return c->at[x].inclusive > c->at[y].inclusive ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Hides all lines but the heaviest. A caller's line is as heavy and has the lower number: it
 * stays. */
static void cut(struct tree_choice *t, const struct contexts *c, uint64_t top)
{
	uint32_t *heads = allocate(c->n, sizeof *heads);
	size_t n = 0;

	for (uint32_t i = 1; i < c->n; i++)
		if (t->head[i] == i)
			heads[n++] = i;
	qsort_r(heads, n, sizeof *heads, by_inclusive, (void *)(uintptr_t)c);
	for (size_t i = (size_t)top; i < n; i++)
		t->head[heads[i]] = TREE_HIDDEN;
	for (uint32_t i = 1; i < c->n; i++)
		if (t->head[i] != TREE_HIDDEN)
			t->head[i] = t->head[t->head[i]];
	free(heads);
}

static void find_levels(struct tree_choice *t, const struct contexts *c)
{
	for (uint32_t i = 1; i < c->n; i++) {
		if (t->head[i] == TREE_HIDDEN) {
			t->n_hidden++;
			t->hidden += c->at[i].cycles;
			t->hidden_retired += c->at[i].retired;
			waits_add(&t->hidden_waits, &c->at[i].waits);
		} else if (t->head[i] == i) {
			uint32_t above = t->head[c->at[i].parent];
			t->level[i] = above ? t->level[above] + 1 : 0;
			t->deepest = t->level[i] > t->deepest ? t->level[i] : t->deepest;
		}
	}
}

void tree_choice_open(struct tree_choice *t, const struct contexts *c, const struct view *v,
	bool folds)
{
	*t = (struct tree_choice){ .head = allocate(c->n, sizeof *t->head),
		.then = allocate(c->n, sizeof *t->then),
		.level = allocate(c->n, sizeof *t->level) };
	choose(t, c, v);
	if (folds)
		fold(t, c, v);
	if (v->top)
		cut(t, c, v->top);
	find_levels(t, c);
}

/* Names of a line, equal ones one after the other as one. */
struct names {
	struct name { const char *text; size_t times; bool mixed; } *at;
	size_t n, room;
};

static struct names names_of(const struct tree_choice *t, const struct contexts *c, uint32_t at)
{
	struct names all = { 0 };

	for (bool more = true; more; at = t->then[at]) {
		const char *text = c->at[at].name;
		if (all.n && !strcmp(all.at[all.n - 1].text, text)) {
			all.at[all.n - 1].times++;
			all.at[all.n - 1].mixed |= c->at[at].mixed;
		} else {
			GROW(all.at, all.n, all.room);
			all.at[all.n++] = (struct name){ text, 1, c->at[at].mixed };
		}
		more = t->then[at] != 0;
	}
	return all;
}

char *tree_choice_line(const struct tree_choice *t, const struct contexts *c, uint32_t at,
	const char *arrow, size_t most, const char *(*number)(uint64_t n))
{
	struct names all = names_of(t, c, at);
	size_t shown = all.n < most ? all.n : most, first = shown / 2, size;
	char *text = NULL;
	FILE *f = stream_open(&text, &size);

	for (size_t i = 0; i < all.n; i++) {
		if (i == first && shown < all.n) {
			fprintf(f, "%s... %s more", i ? arrow : "", number(all.n - shown));
			i += all.n - shown;
		}
		fprintf(f, "%s%s", i ? arrow : "", all.at[i].text);
		if (all.at[i].times > 1)
			fprintf(f, " (%s times)", number(all.at[i].times));
		fputs(all.at[i].mixed ? " ~" : "", f);
	}
	stream_close(f);
	free(all.at);
	return text;
}

void tree_choice_close(struct tree_choice *t)
{
	free(t->head);
	free(t->then);
	free(t->level);
	*t = (struct tree_choice){ 0 };
}

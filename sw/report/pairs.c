/* SPDX-License-Identifier: ISC
 * pairs.c - who called whom: contexts summed by caller and callee, the tables of that, and the call
 * tree by the place of the call; the contracts are contexts.h, table.h and contexts.h.
 */
#include "contexts.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define NAMED 3u /* callers that a line names */

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
		const struct context *x = &c->at[i];
		uint32_t parent = by == BY_CALLER ? x->parent : 0;
		bool code = context_is_code(x), fresh;
		const uint32_t key[] = { c->at[parent].function, x->function, parent != 0,
			code ? 0 : i };
		number[i] = (uint32_t)intern(&keys, key, sizeof key, &fresh);
		if (fresh) {
			GROW(s->at, s->n, s->room);
			s->at[s->n++] = (struct pair){ .name = x->name,
				.from = key[0],
				.caller = parent ? c->at[parent].name : NULL,
				.function = x->function,
				.code = code };
		}
		s->at[number[i]].cycles += x->cycles;
		s->at[number[i]].retired += x->retired;
		s->at[number[i]].calls += x->calls;
	}
	if (s->n) {
		size_t kinds = by == BY_CLONE ? find_clones(c, number, kind) : s->n;
		uint32_t *above = contexts_below_own(c, by == BY_CLONE ? kind : number, kinds);
		for (size_t i = 1; i < c->n; i++)
			s->at[number[i]].inclusive += above[i] ? 0 : c->at[i].inclusive;
		free(above);
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

size_t pairs_find(const struct pairs *s, uint32_t function, size_t *end)
{
	size_t at;

	BISECT(at, s->n, s->at[at].function < function);
	for (*end = at; *end < s->n && s->at[*end].function == function; ++*end)
		;
	return at;
}

static void put_share(FILE *f, uint64_t part, uint64_t whole)
{
	double percent = 100.0 * (double)part / (double)whole;

	fprintf(f, percent < 0.5 ? " <1%%" : " %.0f%%", percent);
}

char *pairs_callers(const struct pairs *s, uint32_t function, uint64_t *calls)
{
	size_t end, first = pairs_find(s, function, &end), size;
	uint64_t whole = 0, rest = 0;
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
	size_t named = end - first > NAMED + 1 ? first + NAMED : end;
	for (size_t i = first; i < named; i++) {
		const struct pair *x = &s->at[i];
		fprintf(f, "%s%s", i > first ? ", " : "", x->caller ? x->caller : "no function");
		put_share(f, x->cycles, whole);
	}
	for (size_t i = named; i < end; i++)
		rest += s->at[i].cycles;
	if (named < end) {
		fprintf(f, ", %zu others", end - named);
		put_share(f, rest, whole);
	}
	stream_close(f);
	return text;
}

struct table table_callers(const struct profile *p, const struct firmware *fw)
{
	struct table t = { 0 };
	struct contexts c;
	struct pairs pairs;

	if (!contexts_open(&c, p, fw))
		return t;
	pairs_open(&pairs, &c, BY_CALLER);
	t.rows = allocate(pairs.n, sizeof *t.rows);
	for (size_t i = 0; i < pairs.n; i++) {
		const struct pair *x = &pairs.at[i];
		const struct function *f = x->code ? symbols_find(&fw->symbols, x->function) : NULL;
		char *callee = table_keep(&t, copy_text(x->name)),
		     *name = !x->code
			? callee
			: table_keep(&t,
				  print_text("%s -> %s", x->caller ? x->caller : "[no caller]",
					  callee));
		t.rows[t.n++] = (struct row){ .name = name,
			.callee = callee,
			.caller = x->caller ? table_keep(&t, copy_text(x->caller)) : NULL,
			.lo = x->function,
			.hi = f ? f->hi : x->function,
			.count = x->cycles,
			.retired = x->retired,
			.inclusive = x->inclusive,
			.calls = x->calls };
		t.sum += x->cycles;
	}
	t.has_calls = true;
	pairs_close(&pairs);
	contexts_close(&c);
	table_sort(&t, NULL, ORDER_INCLUSIVE);
	return t;
}

struct table table_tasks(const struct profile *p)
{
	const struct call_tree *tree = &p->calls;
	uint32_t *row_of = allocate(tree->n_nodes, sizeof *row_of);
	struct table t = { .n = p->tasks.n };

	t.rows = allocate(t.n + 1, sizeof *t.rows);
	for (size_t i = 0; i < t.n; i++) {
		const struct task *task = &p->tasks.at[i];
		t.rows[i] = (struct row){ .name = table_keep(&t, copy_text(task->name)),
			.lo = task->value,
			.hi = task->value };
	}
	t.rows[t.n] = (struct row){ .name = table_keep(&t, copy_text("[no task]")) };
	for (size_t i = 1; i < tree->n_nodes; i++) {
		const struct call_node *n = &tree->nodes[i];
		row_of[i] = n->parent                      ? row_of[n->parent]
			: call_tree_is_thread(n->function) ? (uint32_t)task_place(n->function)
							   : (uint32_t)p->tasks.n;
		struct row *row = &t.rows[row_of[i]];
		row->count += n->cycles;
		row->retired += n->retired;
		waits_add(&row->waits, &n->waits);
		t.sum += n->cycles;
	}
	free(row_of);
	t.n += t.rows[t.n].count != 0;
	for (size_t i = 0; p->task && i < t.n; i++)
		if (!strcmp(t.rows[i].name, p->task)) { /* the rows of the others are empty */
			t.rows[0] = t.rows[i];
			t.n = 1;
		}
	table_sort(&t, NULL, ORDER_COUNT);
	return t;
}

void table_add_calls(struct table *t, const struct profile *p, const struct firmware *fw)
{
	struct contexts c;
	struct pairs functions;

	if (!contexts_open(&c, p, fw))
		return;
	pairs_open(&functions, &c, t->n && t->rows[0].source ? BY_CLONE : BY_FUNCTION);
	for (size_t i = 0; i < t->n; i++) {
		struct row *row = &t->rows[i];
		if (row->straddles)
			continue;
		size_t end, at = pairs_find(&functions, (uint32_t)row->lo, &end);
		if (at == end || !functions.at[at].code || !symbols_find(&fw->symbols, row->lo))
			continue;
		row->inclusive = functions.at[at].inclusive;
		row->calls = functions.at[at].calls;
	}
	t->has_calls = true;
	pairs_close(&functions);
	contexts_close(&c);
}

uint32_t *arcs_nested(const struct call_tree *t, bool by_site)
{
	uint32_t *parent = allocate(t->n_nodes, sizeof *parent),
		 *pair = allocate(t->n_nodes, sizeof *pair), *nested;
	struct intern pairs = { 0 };

	for (size_t i = 1; i < t->n_nodes; i++) {
		const struct call_node *node = &t->nodes[i];
		const uint32_t key[] = { t->nodes[node->parent].function, node->function,
			by_site ? node->site : 0 };
		parent[i] = node->parent;
		pair[i] = (uint32_t)intern(&pairs, key, sizeof key, NULL);
	}
	nested = above_of_kind(parent, pair, t->n_nodes, pairs.n);
	free(parent);
	free(pair);
	intern_free(&pairs);
	return nested;
}

static int by_caller(const void *a, const void *b)
{
	const struct arc *x = a, *y = b;

	if (x->caller != y->caller)
		return x->caller < y->caller ? -1 : 1;
	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return x->callee < y->callee ? -1 : x->callee > y->callee;
}

void arcs_open(struct arcs *a, const struct call_tree *t)
{
	uint64_t *cycles = allocate(t->n_nodes, sizeof *cycles),
		 *retired = allocate(t->n_nodes, sizeof *retired);
	uint32_t *nested = arcs_nested(t, false);

	*a = (struct arcs){ .at = allocate(t->n_nodes, sizeof *a->at) };
	for (uint32_t i = (uint32_t)t->n_nodes; --i;) {
		const struct call_node *node = &t->nodes[i];
		cycles[i] += node->cycles;
		retired[i] += node->retired;
		cycles[node->parent] += cycles[i];
		retired[node->parent] += retired[i];
		if (node->parent && !call_tree_is_thread(t->nodes[node->parent].function))
			a->at[a->n++] = (struct arc){ t->nodes[node->parent].function, node->site,
				node->function, node->calls, nested[i] ? 0 : cycles[i],
				nested[i] ? 0 : retired[i] };
	}
	qsort(a->at, a->n, sizeof *a->at, by_caller);
	size_t n = 0; /* equal ones, which stand together, become one */
	for (size_t i = 0; i < a->n; i++) {
		if (!n || by_caller(&a->at[n - 1], &a->at[i]) != 0) {
			a->at[n++] = a->at[i];
			continue;
		}
		a->at[n - 1].calls += a->at[i].calls;
		a->at[n - 1].cycles += a->at[i].cycles;
		a->at[n - 1].retired += a->at[i].retired;
	}
	a->n = n;
	free(nested);
	free(cycles);
	free(retired);
}

void arcs_close(struct arcs *a)
{
	free(a->at);
	*a = (struct arcs){ 0 };
}

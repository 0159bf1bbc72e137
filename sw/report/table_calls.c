/* SPDX-License-Identifier: ISC
 * table_calls.c - what the call tree adds to tables.
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairs.h"
#include "sw/base/error.h"

#define ARROW " -> "

static char *keep(struct table *t, char *text)
{
	GROW(t->texts, t->n_texts, t->texts_room);
	return t->texts[t->n_texts++] = text;
}

static struct row row_of(struct table *t, const struct pair *pair, const struct symbols *s)
{
	const char *caller = pair->caller ? pair->caller : "[no caller]";
	size_t skip = strlen(caller) + strlen(ARROW), size = skip + strlen(pair->name) + 1;
	const struct function *f = pair->code ? symbols_find(s, pair->function) : NULL;
	char *text = keep(t, allocate(size, 1));
	struct row row = { .name = text, .callee = text + skip, .lo = pair->function,
		.hi = f ? f->hi : pair->function,
		.count = pair->cycles, .retired = pair->retired, .inclusive = pair->inclusive,
		.calls = pair->calls };

	snprintf(text, size, "%s" ARROW "%s", caller, pair->name);
	if (!pair->code)
		row.name = text + skip;
	row.caller = pair->caller ? keep(t, copy_text(pair->caller)) : NULL;
	return row;
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
		t.rows[t.n++] = row_of(&t, &pairs.at[i], &fw->symbols);
		t.sum += pairs.at[i].cycles;
	}
	t.has_calls = true;
	pairs_close(&pairs);
	contexts_close(&c);
	table_sort(&t, NULL, ORDER_INCLUSIVE);
	return t;
}

/* The rows of the other tasks are empty. */
static void keep_task(struct table *t, const char *task)
{
	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->rows[i].name, task))
			t->rows[0] = t->rows[i];
	t->n = 1;
}

struct table table_tasks(const struct profile *p)
{
	const struct call_tree *tree = &p->calls;
	uint32_t *row_of = allocate(tree->n_nodes, sizeof *row_of);
	struct table t = { .n = p->tasks.n };

	t.rows = allocate(t.n + 1, sizeof *t.rows);
	for (size_t i = 0; i < t.n; i++) {
		const struct task *task = &p->tasks.at[i];
		t.rows[i] = (struct row){ .name = keep(&t, copy_text(task->name)),
			.lo = task->value, .hi = task->value };
	}
	t.rows[t.n] = (struct row){ .name = keep(&t, copy_text("[no task]")) };
	for (size_t i = 1; i < tree->n_nodes; i++) {
		const struct call_node *n = &tree->nodes[i];
		row_of[i] = n->parent ? row_of[n->parent] : call_tree_is_thread(n->function)
			? (uint32_t)task_place(n->function) : (uint32_t)p->tasks.n;
		struct row *row = &t.rows[row_of[i]];
		row->count += n->cycles;
		row->retired += n->retired;
		waits_add(&row->waits, &n->waits);
		t.sum += n->cycles;
	}
	free(row_of);
	t.n += t.rows[t.n].count != 0;
	if (p->task)
		keep_task(&t, p->task);
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
		size_t end, at = pairs_of(&functions, (uint32_t)row->lo, &end);
		if (at == end || !functions.at[at].code || !symbols_find(&fw->symbols, row->lo))
			continue;
		row->inclusive = functions.at[at].inclusive;
		row->calls = functions.at[at].calls;
	}
	t->has_calls = true;
	pairs_close(&functions);
	contexts_close(&c);
}

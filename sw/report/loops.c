/* SPDX-License-Identifier: ISC
 * loops.c - rows of loops; the contract is report.h.
 */
#include "sw/flow/loops.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "sw/base/base.h"

#define CALLS_WIDTH 112u /* columns of a line that has room for what loops call, */
#define WHY_WIDTH 160u /* and for waits */

/* Rows as they are found: a loop stands before those nested in it, row 0 is none. */
struct found {
	const struct profile *p;
	struct table t;
	size_t room;
	uint32_t *around; /* per 2 bytes of code: the innermost row */
	unsigned deepest;
};

static void add_loop(struct found *all, const struct firmware *fw, const struct function *function,
	const struct flow *f, const struct loop *l, uint32_t outer)
{
	uint32_t number = (uint32_t)all->t.n;
	struct row row = { .name = table_keep(&all->t, copy_text(function->name)),
		.lo = loop_pc(l, f),
		.count = l->count,
		.retired = l->retired,
		.waits = l->waits,
		.calls = l->entries,
		.loop = {
			l->iterations, outer, l->depth, l->jumps, l->irreducible, l->estimated } };

	const struct line *line = loop_line(f, l, &fw->lines);
	row.file = line ? line->file : NULL;
	row.line = line ? line->number : 0;
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = f->at[l->blocks[i]].first; k < f->at[l->blocks[i]].end; k++)
			all->around[(f->code[k].pc - all->p->config.offset) / 2] = number;
	GROW(all->t.rows, all->t.n, all->room);
	all->t.rows[number] = row;
	all->t.n++;
	all->deepest = l->depth > all->deepest ? l->depth : all->deepest;
	if (l->depth == 1)
		all->t.sum += l->count;
}

/* The row of that depth around the instruction; 0: none. */
static uint32_t around(const struct found *all, uint32_t pc, unsigned depth)
{
	uint32_t at = (pc - all->p->config.offset) / 2,
		 row = at < all->p->n_retired_at ? all->around[at] : 0;

	while (row && all->t.rows[row].loop.depth > depth)
		row = all->t.rows[row].loop.outer;
	return row && all->t.rows[row].loop.depth == depth ? row : 0;
}

/* Cycles in loops with all that they call, of each depth in turn: of the call tree's cells in a
 * loop and of what was called from it those that lie below no other call from it. Cells are leaves
 * behind the nodes. */
static void add_called(struct found *all)
{
	const struct call_tree *t = &all->p->calls;
	size_t n = t->n_nodes + t->n_cells;
	uint64_t *inclusive = allocate(n, sizeof *inclusive);
	uint32_t *parent = allocate(n, sizeof *parent), *loop = allocate(n, sizeof *loop);

	for (size_t i = n; --i;) {
		bool cell = i >= t->n_nodes;
		const struct call_cell *c = &t->cells[cell ? i - t->n_nodes : 0];
		parent[i] = cell ? c->node : t->nodes[i].parent;
		inclusive[i] += cell ? c->cycles : 0;
		inclusive[parent[i]] += inclusive[i];
	}
	for (unsigned depth = 1; depth <= all->deepest; depth++) {
		for (size_t i = 1; i < n; i++)
			loop[i] = around(all,
				i < t->n_nodes ? t->nodes[i].site : t->cells[i - t->n_nodes].pc,
				depth);
		uint32_t *above = above_of_kind(parent, loop, n, all->t.n);
		for (size_t i = 1; i < n; i++)
			if (loop[i] && !above[i])
				all->t.rows[loop[i]].inclusive += inclusive[i];
		free(above);
	}
	free(inclusive);
	free(parent);
	free(loop);
}

struct table loops_table(const struct profile *p, const struct firmware *fw)
{
	struct found all = {
		.p = p, .t.n = 1, .around = allocate(p->n_retired_at, sizeof *all.around)
	};
	struct loops l;
	struct flow f;

	for (size_t i = 0; i < fw->symbols.n_functions; i++) {
		if (!loops_of(&l, &f, &fw->image, &fw->symbols.functions[i], p))
			continue;
		uint32_t first = (uint32_t)all.t.n;
		for (size_t k = 0; k < l.n; k++)
			add_loop(&all, fw, &fw->symbols.functions[i], &f, &l.at[k],
				l.at[k].outer == LOOP_NONE ? 0 : first + (uint32_t)l.at[k].outer);
		loops_close(&l);
		flow_close(&f);
	}
	all.t.has_calls = p->calls.n_nodes && !p->calls.of_unit;
	if (all.t.has_calls && all.t.n > 1)
		add_called(&all);
	free(all.around);
	if (--all.t.n)
		memmove(all.t.rows, all.t.rows + 1, all.t.n * sizeof *all.t.rows);
	table_sort(&all.t, NULL, ORDER_COUNT);
	return all.t;
}

/* A loop has no iteration of which each could have some. */
static struct emit_value each(uint64_t count, uint64_t of)
{
	return as_real(EMIT_RATIO, of ? (double)count / (double)of : -1, "");
}

static char *place_text(const struct row *r)
{
	char number[16], jumps[48] = "";

	snprintf(number, sizeof number, r->line ? ":%d" : "0x%08" PRIx32,
		r->line ? (uint32_t)r->line : (uint32_t)r->lo);
	if (r->loop.jumps)
		snprintf(jumps, sizeof jumps, "  dispatch of %u jump%s", r->loop.jumps,
			r->loop.jumps == 1 ? "" : "s");
	return print_text("%s  %s%s%s%s%s", r->name, r->line ? basename(r->file) : "", number,
		jumps, r->loop.irreducible ? "  several entries" : "",
		r->loop.estimated ? "  estimated" : "");
}

static void put_row(struct emit *e, const struct profile *p, const struct table *t,
	const struct row *r, enum emit_line line, const char *text)
{
	const uint64_t n = r->loop.iterations;
	bool calls = t->has_calls && (!e->width || e->width >= CALLS_WIDTH),
	     why = p->waits_at && (!e->width || e->width >= WHY_WIDTH);

	if (!emit_row(e, line))
		return;
	emit(e, 8, "percent", NULL, NULL, as_percent(r->count, p->counters.ticks));
	emit(e, 8, profile_unit(p), profile_unit(p), "count", as_count(r->count));
	emit(e, 0, NULL, "percent", NULL, as_percent(r->count, p->counters.ticks));
	emit_rows_only(e);
	if (calls)
		emit(e, 8, "+calls", NULL, NULL, as_count(r->inclusive));
	if (t->has_calls)
		emit(e, 0, NULL, "inclusive", "inclusive", as_count(r->inclusive));
	emit(e, 9, "entries", "entries", "entries", as_count(r->calls));
	emit(e, 11, "iterations", "iterations", "iterations", as_count(n));
	emit(e, 10, "per entry", NULL, NULL, each(n, r->calls));
	emit(e, 8, "each", NULL, NULL, each(r->count, n));
	if (calls)
		emit(e, 8, "+calls", NULL, NULL, each(r->inclusive, n));
	if (why) {
		emit(e, 8, "WORK", NULL, NULL,
			each(profile_work(p, r->count, r->retired, &r->waits), n));
		why_each(e, t->causes, n, &r->waits);
	}
	emit(e, 0, NULL, "instructions", "instructions", as_count(r->retired));
	if (p->waits_at)
		why_counts(e, &r->waits);
	emit(e, 0, NULL, "name", "name", as_text(r->name));
	emit(e, 0, NULL, "file", "file", as_text(r->file));
	emit(e, 0, NULL, "line", "line", r->line ? as_count((uint64_t)r->line) : as_null(""));
	emit(e, 0, NULL, "address", "pc", as_hex(r->lo));
	emit(e, 0, NULL, "depth", "depth", as_count(r->loop.depth));
	emit(e, 0, NULL, "jumps", "jumps", as_count(r->loop.jumps));
	emit(e, 0, NULL, "irreducible", "irreducible", as_flag(r->loop.irreducible));
	emit(e, 0, NULL, "estimated", "estimated", as_flag(r->loop.estimated));
	emit_row_end(e, text);
}

void loops_put(struct emit *e, const struct profile *p, const struct table *t, const struct view *v)
{
	size_t shown = view_shown_rows(v, t->n);
	char text[128];

	emit_object(e, "loops");
	emit_member(e, "unit", as_text(profile_unit(p)));
	emit_member(e, "sum", as_count(t->sum));
	emit_member(e, "hidden_rows", as_count(t->n - shown + t->n_hidden));
	emit_array(e, "rows");
	for (size_t i = 0; i < shown && e->form == EMIT_TO_TERM; i++)
		put_row(e, p, t, &t->rows[i], EMIT_MEASURE, NULL);
	put_row(e, p, t, &(struct row){ .name = "" }, EMIT_HEADING, "loop");
	for (size_t i = 0; i < shown; i++) {
		char *place = place_text(&t->rows[i]);
		put_row(e, p, t, &t->rows[i], EMIT_ROW, place);
		free(place);
	}
	emit_end(e);
	emit_end(e);
	if (e->form != EMIT_TO_TERM)
		return;
	if (t->n > shown)
		printf("... %zu more; --top 0 shows all\n", t->n - shown);
	snprintf(text, sizeof text, "in %zu loops, nested ones counted once", t->n + t->n_hidden);
	put_row(e, p, t, &(struct row){ .count = t->sum }, EMIT_SUM, text);
	putchar('\n');
}

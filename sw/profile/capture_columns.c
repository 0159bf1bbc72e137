/* SPDX-License-Identifier: ISC
 * capture_columns.c - the columns of a capture: each function is one description that both writes
 * and reads a part of a profile. CAPTURE.md says what the columns mean.
 */
#include "capture_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture_fits.h"
#include "sw/base/error.h"

#define WORD UINT32_MAX
#define CODE_END (1ull << 32)
#define NODES_MOST (2 * CALL_TREE_NODES)	/* more than full trees have */
#define ROWS_MOST (1u << 24)
#define CAUSE_MOST (UINT64_MAX >> 3)		/* the sum of all causes is within 64 bits */

static void text(struct columns *c, const char *name, char **at, bool optional)
{
	if (!optional || columns_has(c, name, *at))
		columns_texts(c, name, at, 0, 1);
}

static void settings(struct columns *c, struct profile *p)
{
	struct tally_config *s = &p->config;

	text(c, "run.core", &p->core, false);
	text(c, "run.imported", &p->imported, true);
	COLUMNS_ONE(c, "run.source", s->source, TALLY_SOURCE_EVENT);
	COLUMNS_ONE(c, "run.events", s->lines, UINT8_MAX);
	COLUMNS_ONE(c, "run.period", s->period, WORD);
	COLUMNS_ONE(c, "run.start", s->offset, WORD);
	COLUMNS_ONE(c, "run.scale", s->scale, TALLY_SCALE_ONE);
	COLUMNS_ONE(c, "run.code_begin", p->code_lo, WORD);
	COLUMNS_ONE(c, "run.code_end", p->code_hi, CODE_END);
	COLUMNS_ONE(c, "run.jitter", s->jitter, 16);
	COLUMNS_ONE(c, "run.privileges", s->privileges, 15);
	COLUMNS_ONE(c, "run.rounds", p->rounds, WORD);
	if (!c->writing)
		columns_check(c, s->period && s->scale && p->code_lo < p->code_hi
			&& (s->source == TALLY_SOURCE_EVENT) == (s->lines != 0), "run.period");
}

static void ending(struct columns *c, struct profile *p)
{
	struct tally_counters *n = &p->counters;
	size_t last = p->n_last;

	COLUMNS_ONE(c, "run.ticks", n->ticks, UINT64_MAX);
	COLUMNS_ONE(c, "run.hits", n->hits, UINT64_MAX);
	COLUMNS_ONE(c, "run.outside", n->outside, UINT64_MAX);
	COLUMNS_ONE(c, "run.filtered", n->filtered, UINT64_MAX);
	COLUMNS_ONE(c, "run.idle", n->idle, UINT64_MAX);
	COLUMNS_ONE(c, "run.lost", n->lost, UINT64_MAX);
	COLUMNS_ONE(c, "run.pending", n->pending, UINT64_MAX);
	COLUMNS_ONE(c, "run.reason", p->end, END_KINDS - 1);
	COLUMNS_ONE(c, "run.exit_code", p->exit_code, WORD);
	COLUMNS_ONE(c, "run.pc", p->pc, WORD);
	COLUMNS_ONE(c, "run.cause", p->cause, WORD);
	COLUMNS_ONE(c, "run.instruction", p->instruction, WORD);
	COLUMNS_ONE(c, "run.instruction_known", p->instruction_known, 1);
	COLUMNS_ONE(c, "run.sticky", p->sticky, WORD);
	COLUMNS_ONE(c, "run.cycles", p->cycles, UINT64_MAX);
	COLUMNS_ONE(c, "run.instructions", p->retired, UINT64_MAX);
	COLUMNS_ONE(c, "run.stack_bytes", p->stack_bytes, WORD);
	COLUMNS_ONE(c, "run.stack_pc", p->stack_pc, WORD);
	p->n_last = (unsigned)columns_rows(c, "last.pc", last, PROFILE_LAST);
	columns_numbers(c, "last.pc", p->last, 4, 4, p->n_last, PLAIN, WORD);
}

static void elf(struct columns *c, struct profile *p)
{
	text(c, "elf.path", &p->elf_path, false);
	COLUMNS_ONE(c, "elf.size", p->elf_size, UINT64_MAX);
	COLUMNS_ONE(c, "elf.crc", p->elf_crc, WORD);
	COLUMNS_ONE(c, "elf.time", p->elf_time, UINT64_MAX);
	p->build_id_bytes = (uint8_t)columns_rows(c, "build_id.byte", p->build_id_bytes,
		sizeof p->build_id);
	columns_numbers(c, "build_id.byte", p->build_id, 1, 1, p->build_id_bytes, PLAIN, UINT8_MAX);
	if (columns_has(c, "elf.content", p->elf.n))
		columns_packed(c, "elf.content", &p->elf);
	if (columns_has(c, "elf.debug", p->debug.n))
		columns_packed(c, "elf.debug", &p->debug);
}

static void causes(struct columns *c, const char *table, struct waits *at, size_t stride, size_t n)
{
	for (unsigned i = 0; i < CAUSES; i++) {
		char name[32];
		snprintf(name, sizeof name, "%s.%s", table, cause_names[i]);
		columns_numbers(c, name, n ? &at->of[i] : NULL, stride, sizeof at->of[i], n, COUNTS,
			CAUSE_MOST);
	}
}

static void counts(struct columns *c, const char *name, uint64_t **at, uint32_t *n)
{
	*n = (uint32_t)columns_rows(c, name, *n, PROFILE_SLOTS);
	if (!c->writing)
		*at = allocate(*n, sizeof **at);
	columns_numbers(c, name, *at, sizeof **at, sizeof **at, *n, COUNTS, UINT64_MAX);
}

static void addresses(struct columns *c, struct profile *p)
{
	struct taken *t = &p->taken;

	counts(c, "counter.count", &p->bins, &p->slots);
	p->config.size = p->slots * PROFILE_BIN_BYTES;
	columns_check(c, p->slots, "counter.count");
	if (columns_has(c, "code.instructions", p->retired_at))
		counts(c, "code.instructions", &p->retired_at, &p->n_retired_at);
	if (columns_has(c, "code.flow", p->waits_at)) {
		if (!c->writing)
			p->waits_at = allocate(p->n_retired_at, sizeof *p->waits_at);
		causes(c, "code", p->waits_at, sizeof *p->waits_at, p->n_retired_at);
	}
	if (columns_has(c, "branch.pc", t->n)) {
		COLUMNS_TABLE(c, "branch.pc", t->at, t->n, PROFILE_SLOTS);
		COLUMNS_OF(c, "branch.pc", t->at, t->n, pc, STEPS, WORD);
		COLUMNS_OF(c, "branch.taken", t->at, t->n, count, COUNTS, UINT64_MAX);
	}
}

static void unit(struct columns *c, struct call_tree *t)
{
	struct call_rest *r = &t->rest;

	COLUMNS_OF(c, "node.mixed", t->nodes, t->n_nodes, mixed, PLAIN, 1);
	COLUMNS_ONE(c, "unit.ticks", r->ticks, UINT64_MAX);
	COLUMNS_ONE(c, "unit.filtered", r->filtered, UINT64_MAX >> 2);
	COLUMNS_ONE(c, "unit.idle", r->idle, UINT64_MAX >> 2);
	COLUMNS_ONE(c, "unit.lost", r->lost, UINT64_MAX >> 2);
	COLUMNS_ONE(c, "unit.pending", r->pending, UINT64_MAX >> 2);
	COLUMNS_ONE(c, "unit.calls", r->calls, UINT64_MAX);
	COLUMNS_ONE(c, "unit.dropped", r->dropped, 1);
}

static void tree(struct columns *c, struct profile *p)
{
	struct call_tree *t = &p->calls;
	struct tasks *k = &p->tasks;

	COLUMNS_TABLE(c, "node.parent", t->nodes, t->n_nodes, NODES_MOST);
	COLUMNS_OF(c, "node.parent", t->nodes, t->n_nodes, parent, STEPS, WORD);
	COLUMNS_OF(c, "node.site", t->nodes, t->n_nodes, site, PLAIN, WORD);
	COLUMNS_OF(c, "node.function", t->nodes, t->n_nodes, function, PLAIN, WORD);
	COLUMNS_OF(c, "node.calls", t->nodes, t->n_nodes, calls, COUNTS, UINT64_MAX);
	COLUMNS_ONE(c, "run.folded", t->folded, UINT64_MAX);
	COLUMNS_TABLE(c, "cell.node", t->cells, t->n_cells, CALL_TREE_MAX);
	COLUMNS_OF(c, "cell.node", t->cells, t->n_cells, node, STEPS, WORD);
	COLUMNS_OF(c, "cell.pc", t->cells, t->n_cells, pc, STEPS, WORD);
	COLUMNS_OF(c, "cell.cycles", t->cells, t->n_cells, cycles, COUNTS, UINT64_MAX);
	COLUMNS_OF(c, "cell.instructions", t->cells, t->n_cells, retired, COUNTS, UINT64_MAX);
	if ((t->has_waits = columns_has(c, "cell.flow", t->has_waits)))
		causes(c, "cell", &t->cells->waits, sizeof *t->cells, t->n_cells);
	if ((t->of_unit = columns_has(c, "unit.ticks", t->of_unit)))
		unit(c, t);
	if (!columns_has(c, "task.name", k->n))
		return;
	COLUMNS_ONE(c, "run.task_word", k->word, WORD);
	COLUMNS_TABLE(c, "task.name", k->at, k->n, TASKS_MAX);
	columns_texts(c, "task.name", &k->at->name, sizeof *k->at, k->n);
	COLUMNS_OF(c, "task.value", k->at, k->n, value, PLAIN, WORD);
}

static void accesses(struct columns *c, struct accesses *a)
{
	if (!columns_has(c, "object.name", a->n_objects))
		return;
	COLUMNS_TABLE(c, "object.name", a->objects, a->n_objects, ROWS_MOST);
	columns_texts(c, "object.name", &a->objects->name, sizeof *a->objects, a->n_objects);
	COLUMNS_OF(c, "object.begin", a->objects, a->n_objects, lo, PLAIN, WORD);
	COLUMNS_OF(c, "object.end", a->objects, a->n_objects, hi, PLAIN, CODE_END);
	COLUMNS_TABLE(c, "access.pc", a->at, a->n, ROWS_MOST);
	COLUMNS_OF(c, "access.pc", a->at, a->n, pc, STEPS, WORD);
	COLUMNS_OF(c, "access.object", a->at, a->n, object, PLAIN, WORD);
	COLUMNS_OF(c, "access.count", a->at, a->n, count, COUNTS, UINT64_MAX);
	COLUMNS_OF(c, "access.waited", a->at, a->n, waits, COUNTS, UINT64_MAX);
}

static void latency(struct columns *c, struct latency *l)
{
	if (!columns_has(c, "measured.name", l->name))
		return;
	text(c, "measured.name", &l->name, false);
	COLUMNS_ONE(c, "measured.open", l->open, UINT64_MAX);
	COLUMNS_ONE(c, "measured.end", l->end, UINT64_MAX);
	l->n_last = (unsigned)columns_rows(c, "longest.pc", l->n_last, LATENCY_LAST);
	columns_numbers(c, "longest.pc", l->last, 4, 4, l->n_last, PLAIN, WORD);
	COLUMNS_TABLE(c, "latency.cycles", l->times, l->n, ROWS_MOST);
	COLUMNS_OF(c, "latency.cycles", l->times, l->n, cycles, STEPS, UINT64_MAX);
	COLUMNS_OF(c, "latency.count", l->times, l->n, count, COUNTS, UINT64_MAX);
}

static void all(struct columns *c, struct profile *p)
{
	settings(c, p);
	ending(c, p);
	elf(c, p);
	addresses(c, p);
	if (columns_has(c, "node.parent", p->calls.n_nodes))
		tree(c, p);
	accesses(c, &p->accesses);
	latency(c, &p->latency);
}

void capture_put_columns(struct columns *c, const struct profile *p)
{
	struct profile copy = *p;

	if (p->calls.n_nodes > NODES_MOST || p->calls.n_cells > CALL_TREE_MAX) {
		note("the call tree is too large for a capture: it is left out");
		copy.calls = (struct call_tree){ 0 };
		copy.tasks = (struct tasks){ 0 };
	}
	all(c, &copy);
}

bool capture_take_columns(struct columns *c, struct profile *p)
{
	const char *where = "";

	all(c, p);
	if (c->bad)
		return false;
	bool good = capture_sound(p, &where) && capture_fits(p, &where);
	return columns_check(c, good, where);
}

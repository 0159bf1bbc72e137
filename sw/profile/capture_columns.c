/* SPDX-License-Identifier: ISC
 * capture_columns.c - the columns of a capture: each function is one description that both writes
 * and reads a part of a profile. CAPTURE.md says what the columns mean.
 */
#include "columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"

#define WORD UINT32_MAX
#define CODE_END (1ull << 32)
#define NODES_MOST (2 * CALL_TREE_NODES) /* more than full trees have */
#define ROWS_MOST (1u << 24)
#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define CAUSE_MOST (UINT64_MAX >> 3) /* the sum of all causes is within 64 bits */

#define OF_RUN(name, member, most) COLUMN("run." name, struct profile, member, PLAIN, most)
#define CAUSES_OF(table, row, at) \
	COLUMN(table ".flow", row, at[CAUSE_FLOW], COUNTS, CAUSE_MOST), \
		COLUMN(table ".fetch", row, at[CAUSE_FETCH], COUNTS, CAUSE_MOST), \
		COLUMN(table ".data", row, at[CAUSE_DATA], COUNTS, CAUSE_MOST), \
		COLUMN(table ".hazard", row, at[CAUSE_HAZARD], COUNTS, CAUSE_MOST), \
		COLUMN(table ".exec", row, at[CAUSE_EXEC], COUNTS, CAUSE_MOST)

static const struct column_of run[] = {
	OF_RUN("source", config.source, TALLY_SOURCE_EVENT),
	OF_RUN("events", config.lines, UINT8_MAX),
	OF_RUN("period", config.period, WORD),
	OF_RUN("start", config.offset, WORD),
	OF_RUN("scale", config.scale, TALLY_SCALE_ONE),
	OF_RUN("code_begin", code_lo, WORD),
	OF_RUN("code_end", code_hi, CODE_END),
	OF_RUN("jitter", config.jitter, 16),
	OF_RUN("privileges", config.privileges, 15),
	OF_RUN("rounds", rounds, WORD),
	OF_RUN("ticks", counters.ticks, UINT64_MAX),
	OF_RUN("hits", counters.hits, UINT64_MAX),
	OF_RUN("outside", counters.outside, UINT64_MAX),
	OF_RUN("filtered", counters.filtered, UINT64_MAX),
	OF_RUN("idle", counters.idle, UINT64_MAX),
	OF_RUN("lost", counters.lost, UINT64_MAX),
	OF_RUN("pending", counters.pending, UINT64_MAX),
	OF_RUN("reason", end, END_KINDS - 1),
	OF_RUN("exit_code", exit_code, WORD),
	OF_RUN("pc", pc, WORD),
	OF_RUN("cause", cause, WORD),
	OF_RUN("instruction", instruction, WORD),
	OF_RUN("instruction_known", instruction_known, 1),
	OF_RUN("sticky", sticky, WORD),
	OF_RUN("cycles", cycles, UINT64_MAX),
	OF_RUN("instructions", retired, UINT64_MAX),
	OF_RUN("stack_bytes", stack_bytes, WORD),
	OF_RUN("stack_pc", stack_pc, WORD),
};
static const struct column_of window[] = {
	COLUMN("window.after", struct profile_window, after, TEXT, 0),
	COLUMN("window.until", struct profile_window, until, TEXT, 0),
	COLUMN("window.begin", struct profile_window, begin, PLAIN, UINT64_MAX),
};
static const struct column_of elf[] = {
	COLUMN("elf.path", struct profile, elf_path, TEXT, 0),
	COLUMN("elf.size", struct profile, elf_size, PLAIN, UINT64_MAX),
	COLUMN("elf.crc", struct profile, elf_crc, PLAIN, WORD),
	COLUMN("elf.time", struct profile, elf_time, PLAIN, UINT64_MAX),
};
static const struct column_of code[] = { CAUSES_OF("code", struct waits, of) };
static const struct column_of branches[] = {
	COLUMN("branch.pc", struct taken_branch, pc, STEPS, WORD),
	COLUMN("branch.taken", struct taken_branch, count, COUNTS, UINT64_MAX),
};
static const struct column_of jumps[] = {
	COLUMN("jump.pc", struct taken_branch, pc, STEPS, WORD),
	COLUMN("jump.target", struct taken_branch, to, PLAIN, WORD),
	COLUMN("jump.count", struct taken_branch, count, COUNTS, UINT64_MAX),
};
static const struct column_of nodes[] = {
	COLUMN("node.parent", struct call_node, parent, STEPS, WORD),
	COLUMN("node.site", struct call_node, site, PLAIN, WORD),
	COLUMN("node.function", struct call_node, function, PLAIN, WORD),
	COLUMN("node.calls", struct call_node, calls, COUNTS, UINT64_MAX),
};
static const struct column_of cells[] = {
	/* the last ones are optional */
	COLUMN("cell.node", struct call_cell, node, STEPS, WORD),
	COLUMN("cell.pc", struct call_cell, pc, STEPS, WORD),
	COLUMN("cell.cycles", struct call_cell, cycles, COUNTS, UINT64_MAX),
	COLUMN("cell.instructions", struct call_cell, retired, COUNTS, UINT64_MAX),
	CAUSES_OF("cell", struct call_cell, waits.of),
};
static const struct column_of mixed[] = {
	/* of a tree that a unit kept; behind the cells */
	COLUMN("node.mixed", struct call_node, mixed, PLAIN, 1),
};
static const struct column_of unit[] = {
	COLUMN("unit.ticks", struct call_rest, ticks, PLAIN, UINT64_MAX),
	COLUMN("unit.filtered", struct call_rest, filtered, PLAIN, UINT64_MAX >> 2),
	COLUMN("unit.idle", struct call_rest, idle, PLAIN, UINT64_MAX >> 2),
	COLUMN("unit.lost", struct call_rest, lost, PLAIN, UINT64_MAX >> 2),
	COLUMN("unit.pending", struct call_rest, pending, PLAIN, UINT64_MAX >> 2),
	COLUMN("unit.calls", struct call_rest, calls, PLAIN, UINT64_MAX),
	COLUMN("unit.dropped", struct call_rest, dropped, PLAIN, 1),
};
static const struct column_of tasks[] = {
	COLUMN("task.name", struct task, name, TEXT, 0),
	COLUMN("task.value", struct task, value, PLAIN, WORD),
};
static const struct column_of objects[] = {
	COLUMN("object.name", struct reached, name, TEXT, 0),
	COLUMN("object.begin", struct reached, lo, PLAIN, WORD),
	COLUMN("object.end", struct reached, hi, PLAIN, CODE_END),
};
static const struct column_of accesses[] = {
	COLUMN("access.pc", struct access_cell, pc, STEPS, WORD),
	COLUMN("access.object", struct access_cell, object, PLAIN, WORD),
	COLUMN("access.count", struct access_cell, count, COUNTS, UINT64_MAX),
	COLUMN("access.waited", struct access_cell, waits, COUNTS, UINT64_MAX),
};
#define DURATION_OF(table, row, in, number) \
	COLUMN(table ".function", row, in function, STEPS, WORD), \
		COLUMN(table "." number, row, in calls, COUNTS, UINT64_MAX), \
		COLUMN(table ".cycles", row, in cycles, COUNTS, UINT64_MAX), \
		COLUMN(table ".preempted", row, in preempted, COUNTS, UINT64_MAX), \
		COLUMN(table ".below", row, in below, COUNTS, UINT64_MAX), \
		COLUMN(table ".instructions", row, in retired, COUNTS, UINT64_MAX), \
		CAUSES_OF(table, row, in waits.of)
#define CALLEE(nth, i) \
	COLUMN("worst.callee" nth, struct worst, chain[i].node, PLAIN, WORD), \
		COLUMN("worst.callee" nth "_cycles", struct worst, chain[i].cycles, PLAIN, \
			UINT64_MAX)
static const struct column_of durations[] = {
	DURATION_OF("duration", struct duration, , "calls"),
};
static const struct column_of worst[] = {
	DURATION_OF("worst", struct worst, call., "number"),
	COLUMN("worst.begin", struct worst, begin, PLAIN, UINT64_MAX),
	COLUMN("worst.elapsed", struct worst, elapsed, PLAIN, UINT64_MAX),
	COLUMN("worst.open", struct worst, open, COUNTS, UINT64_MAX),
	COLUMN("worst.rest", struct worst, rest, COUNTS, UINT64_MAX),
	COLUMN("worst.node", struct worst, node, PLAIN, WORD),
	CALLEE("1", 0),
	CALLEE("2", 1),
	CALLEE("3", 2),
	CALLEE("4", 3),
};
static const struct column_of measured[] = {
	COLUMN("measured.name", struct latency, name, TEXT, 0),
	COLUMN("measured.open", struct latency, open, PLAIN, UINT64_MAX),
	COLUMN("measured.end", struct latency, longest.end, PLAIN, UINT64_MAX),
};
static const struct column_of longest[] = {
	COLUMN("measured.start", struct latency, longest.start, PLAIN, UINT64_MAX),
	CAUSES_OF("measured", struct latency, longest.waits.of),
};
static const struct column_of times[] = {
	COLUMN("latency.cycles", struct latency_time, cycles, STEPS, UINT64_MAX),
	COLUMN("latency.count", struct latency_time, count, COUNTS, UINT64_MAX),
};

/* At most `most` pcs in an array that is there. */
static void pcs(struct columns *c, const char *name, uint32_t *at, unsigned *n, size_t most)
{
	*n = (unsigned)columns_rows(c, name, *n, most);
	COLUMNS_ARRAY(c, name, at, *n, PLAIN, WORD);
}

static void counts(struct columns *c, const char *name, uint64_t **at, uint32_t *n)
{
	size_t rows = *n;

	COLUMNS_ROOM(c, name, *at, rows, PROFILE_SLOTS);
	*n = (uint32_t)rows;
	COLUMNS_ARRAY(c, name, *at, rows, COUNTS, UINT64_MAX);
}

static void whole_run(struct columns *c, struct profile *p)
{
	const struct tally_config *s = &p->config;

	COLUMNS_ARRAY(c, "run.core", &p->core, 1, TEXT, 0);
	if (columns_has(c, "run.imported", p->imported))
		COLUMNS_ARRAY(c, "run.imported", &p->imported, 1, TEXT, 0);
	if ((p->late = columns_has(c, "run.late", p->late)))
		COLUMNS_ARRAY(c, "run.late", &p->late, 1, PLAIN, 1);
	COLUMNS_OF(c, run, p, 1);
	if (columns_has(c, "window.after", p->window.after))
		COLUMNS_OF(c, window, &p->window, 1);
	columns_check(c, p->end != END_WINDOW || p->window.after, "run.reason");
	columns_check(c,
		c->writing
			|| (s->period && s->scale && p->code_lo < p->code_hi
				&& (s->source == TALLY_SOURCE_EVENT) == (s->lines != 0)),
		"run.period");
	pcs(c, "last.pc", p->last, &p->n_last, PROFILE_LAST);
	COLUMNS_OF(c, elf, p, 1);
	p->build_id_bytes =
		(uint8_t)columns_rows(c, "build_id.byte", p->build_id_bytes, sizeof p->build_id);
	COLUMNS_ARRAY(c, "build_id.byte", p->build_id, p->build_id_bytes, PLAIN, UINT8_MAX);
	if (columns_has(c, "elf.content", p->elf.n))
		columns_packed(c, "elf.content", &p->elf);
	if (columns_has(c, "elf.debug", p->debug.n))
		columns_packed(c, "elf.debug", &p->debug);
}

static void addresses(struct columns *c, struct profile *p)
{
	struct taken *t = &p->taken, *j = &p->jumped;

	counts(c, "counter.count", &p->bins, &p->slots);
	p->config.size = p->slots * PROFILE_BIN_BYTES;
	columns_check(c, p->slots, "counter.count");
	if (columns_has(c, "code.instructions", p->retired_at))
		counts(c, "code.instructions", &p->retired_at, &p->n_retired_at);
	if (columns_has(c, "code.flow", p->waits_at)) {
		if (!c->writing)
			p->waits_at = columns_room(p->n_retired_at, sizeof *p->waits_at);
		COLUMNS_OF(c, code, p->waits_at, p->n_retired_at);
	}
	if (columns_has(c, "branch.pc", t->n)) {
		COLUMNS_ROOM(c, "branch.pc", t->at, t->n, PROFILE_SLOTS);
		COLUMNS_OF(c, branches, t->at, t->n);
	}
	if ((j->counted = columns_has(c, "jump.pc", j->counted))) {
		COLUMNS_ROOM(c, "jump.pc", j->at, j->n, PROFILE_SLOTS);
		COLUMNS_OF(c, jumps, j->at, j->n);
	}
}

static void tree(struct columns *c, struct profile *p)
{
	struct call_tree *t = &p->calls;
	struct tasks *k = &p->tasks;

	COLUMNS_ROOM(c, "node.parent", t->nodes, t->n_nodes, NODES_MOST);
	COLUMNS_OF(c, nodes, t->nodes, t->n_nodes);
	COLUMNS_ARRAY(c, "run.folded", &t->folded, 1, PLAIN, UINT64_MAX);
	COLUMNS_ROOM(c, "cell.node", t->cells, t->n_cells, CALL_TREE_MAX);
	t->has_waits = columns_has(c, "cell.flow", t->has_waits);
	columns_table(c, cells, LENGTH(cells) - (t->has_waits ? 0 : CAUSES), t->cells,
		sizeof *t->cells, t->n_cells);
	if ((t->of_unit = columns_has(c, "unit.ticks", t->of_unit))) {
		COLUMNS_OF(c, mixed, t->nodes, t->n_nodes);
		COLUMNS_OF(c, unit, &t->rest, 1);
	}
	if (!columns_has(c, "task.name", k->n))
		return;
	COLUMNS_ARRAY(c, "run.task_word", &k->word, 1, PLAIN, WORD);
	COLUMNS_ROOM(c, "task.name", k->at, k->n, TASKS_MAX);
	COLUMNS_OF(c, tasks, k->at, k->n);
}

static void calls_took(struct columns *c, struct durations *d)
{
	COLUMNS_ROOM(c, "duration.function", d->at, d->n, ROWS_MOST);
	COLUMNS_OF(c, durations, d->at, d->n);
	COLUMNS_ROOM(c, "worst.function", d->worst, d->n_worst, ROWS_MOST);
	COLUMNS_OF(c, worst, d->worst, d->n_worst);
}

static void reached(struct columns *c, struct accesses *a)
{
	COLUMNS_ROOM(c, "object.name", a->objects, a->n_objects, ROWS_MOST);
	COLUMNS_OF(c, objects, a->objects, a->n_objects);
	COLUMNS_ROOM(c, "access.pc", a->at, a->n, ROWS_MOST);
	COLUMNS_OF(c, accesses, a->at, a->n);
}

static void latency(struct columns *c, struct latency *l)
{
	COLUMNS_OF(c, measured, l, 1);
	if (columns_has(c, "measured.start", true))
		COLUMNS_OF(c, longest, l, 1);
	pcs(c, "longest.pc", l->longest.last, &l->longest.n_last, LATENCY_LAST);
	COLUMNS_ROOM(c, "latency.cycles", l->times, l->n, ROWS_MOST);
	COLUMNS_OF(c, times, l->times, l->n);
}

static void all(struct columns *c, struct profile *p)
{
	whole_run(c, p);
	addresses(c, p);
	if (columns_has(c, "node.parent", p->calls.n_nodes))
		tree(c, p);
	if (columns_has(c, "worst.function", p->durations.n_worst))
		calls_took(c, &p->durations);
	if (columns_has(c, "object.name", p->accesses.n_objects))
		reached(c, &p->accesses);
	if (columns_has(c, "measured.name", p->latency.name))
		latency(c, &p->latency);
}

void capture_put_columns(struct columns *c, const struct profile *p)
{
	struct profile copy = *p;

	if (p->calls.n_nodes > NODES_MOST || p->calls.n_cells > CALL_TREE_MAX) {
		note("the call tree is too large for a capture: it is left out");
		copy.calls = (struct call_tree){ 0 };
		copy.durations = (struct durations){ 0 };
		copy.tasks = (struct tasks){ 0 };
	}
	all(c, &copy);
}

bool capture_take_columns(struct columns *c, struct profile *p)
{
	all(c, p);
	const char *wrong = c->bad ? NULL : capture_wrong(p);

	return columns_check(c, !wrong, wrong) && !c->bad;
}

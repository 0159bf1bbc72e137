/* SPDX-License-Identifier: ISC
 * sites.c - a profile's counts one by one, each with its function, line and inlined calls
 */
#include "sites.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recursion.h"
#include "sw/base/error.h"
#include "sw/report/contexts.h"
#include "sw/report/tree_law.h"

void sites_open(struct sites *s, const struct profile *p, const struct firmware *f)
{
	*s = (struct sites){ .profile = p, .firmware = f, .functions = table_functions(p,
		&f->symbols, &f->lines) };
	for (size_t i = 0; i < s->functions.n; i++) {
		struct extent e;
		for (size_t k = 0; table_extent(&f->symbols, &s->functions.rows[i], k, &e); k++)
			ranges_add(&s->rows, e.lo, e.hi, e.lo, i);
	}
	ranges_build(&s->rows);
	s->cause = CAUSES;
	progress_start(&s->progress, p->slots);
}

bool sites_calls_fit(const struct sites *s)
{
	const struct profile *p = s->profile;
	const struct call_rest rest = profile_call_rest(p);
	const uint64_t all = p->calls.of_unit ? p->counters.ticks - call_rest_ticks(&rest)
		: p->counters.hits + p->counters.outside;
	bool whole = !p->calls.of_unit || profile_law_holds(&p->counters);

	return p->calls.n_nodes && whole && !p->other_period && p->config.period == 1
		&& p->config.scale == TALLY_SCALE_ONE
		&& s->functions.sum == p->counters.hits
		&& call_tree_cycles(&p->calls) == all;
}

/* A unit's tree is all of its own unit's ticks, whatever the bins have. */
static bool stacks_fit(const struct sites *s)
{
	const struct profile *p = s->profile;

	return p->calls.of_unit ? !p->other_period && tree_law_of(p).holds : sites_calls_fit(s);
}

void sites_open_calls(struct sites *s, const struct profile *p, const struct firmware *f)
{
	uint32_t deepest = 0;

	sites_open(s, p, f);
	s->callers = stacks_fit(s);
	if (!s->callers)
		return;
	s->calls = &p->calls;
	if (recursion_fold(&s->shorter, &p->calls)) {
		s->calls = &s->shorter;
		note("recursion is shortened in stacks of more than %u calls: what is further out "
			"already is in a frame [...]; own and inclusive counts are exact",
			RECURSION_DEPTH);
	}
	s->depth = allocate(s->calls->n_nodes, sizeof *s->depth);
	for (size_t i = 1; i < s->calls->n_nodes; i++) {
		s->depth[i] = s->depth[s->calls->nodes[i].parent] + 1;
		deepest = s->depth[i] > deepest ? s->depth[i] : deepest;
	}
	s->way = allocate((size_t)deepest + 1, sizeof *s->way);
}

void sites_close(struct sites *s)
{
	progress_hide(&s->progress);
	table_free(&s->functions);
	ranges_free(&s->rows);
	intern_free(&s->names);
	intern_free(&s->part_keys);
	free(s->parts);
	free(s->part_frames);
	free(s->frames);
	free(s->depth);
	free(s->way);
	call_tree_free(&s->shorter);
}

void sites_rewind(struct sites *s)
{
	s->slot = 0;
	s->rest = 0;
	s->cell = 0;
	s->cause = CAUSES;
	s->last = 0;
}

static const struct row *row_at(const struct sites *s, uint64_t pc)
{
	const struct range *range = ranges_find(&s->rows, pc);

	return range ? &s->functions.rows[range->value] : NULL;
}

/* Rows have only the shown name. */
static const char *linker_name(const struct sites *s, uint32_t pc, const char *shown)
{
	const struct function *f = symbols_find(&s->firmware->symbols, pc);

	return f ? f->linker : shown;
}

static struct frame *add_frame(struct sites *s, struct frame frame)
{
	GROW(s->part_frames, s->n_part_frames, s->part_frames_room);
	s->part_frames[s->n_part_frames] = frame;
	return &s->part_frames[s->n_part_frames++];
}

/* The frames of the code at pc in `function`, whose own place is not yet known; they are found from
 * the inside to the outside. */
static struct part add_part(struct sites *s, uint32_t pc, struct frame function)
{
	const struct lines *l = &s->firmware->lines;
	const struct line *line = lines_find(l, pc);
	/* a cell of a unit's tree is a whole function, with what is inlined in it */
	bool whole = s->callers && s->profile->calls.of_unit;
	const struct call *innermost = whole ? NULL : lines_call(l, pc), *c;
	const char *file = line ? line->file : NULL;
	int number = line ? line->number : 0;
	struct part part = { s->n_part_frames, 1 };

	for (c = innermost; c; c = lines_caller(l, c))
		part.n++;
	for (size_t i = 0; i < part.n; i++)
		add_frame(s, (struct frame){ .pc = pc });
	struct frame *at = &s->part_frames[part.first + part.n];
	for (c = innermost; c; c = lines_caller(l, c)) {
		*--at = (struct frame){ c->name, c->linker, file, number, c->declared, pc,
		.inlined = true };
		file = c->file;
		number = c->number;
	}
	function.file = file;
	function.line = number;
	function.pc = pc;
	*--at = function;
	return part;
}

/* The same part is made once; *make says that it is new. */
static struct part *find_part(struct sites *s, uint32_t function, uint32_t pc, bool *make)
{
	const uint32_t key[] = { function, pc };
	size_t n = s->part_keys.n, at = intern(&s->part_keys, key, sizeof key, make);

	if (*make)
		GROW(s->parts, n, s->parts_room);
	return &s->parts[at];
}

static struct frame frame_of_row(const struct sites *s, const struct row *row)
{
	return (struct frame){ .name = row->name, .linker = linker_name(s, (uint32_t)row->lo,
		row->name),
		.declared = { row->file, row->line }, .lo = row->lo, .hi = row->hi };
}

/* That of a symbol, or the address that was called; bins know no such addresses. */
struct frame sites_function(struct sites *s, uint32_t function)
{
	const struct function *f = symbols_find(&s->firmware->symbols, function);
	const struct row *row = row_at(s, function);
	char text[256];

	if (call_tree_is_thread(function))
		thread_name(s->profile, &s->firmware->symbols, function, text, sizeof text);
	else if (row && (f || !s->callers))
		return frame_of_row(s, row);
	else if (f) {
		struct frame frame = { .name = f->name, .linker = f->linker, .lo = f->lo,
			.hi = f->hi };
		lines_declared(&s->firmware->lines, function, &frame.declared);
		return frame;
	} else
		snprintf(text, sizeof text, "0x%08" PRIx32, function);
	size_t number = intern_text(&s->names, text, NULL);
	const char *name = s->names.keys[number].bytes;
	return (struct frame){ .name = name, .linker = name };
}

static struct part part_of(struct sites *s, uint32_t function, uint32_t pc)
{
	bool make;
	struct part *part = find_part(s, function, pc, &make);

	if (make && function == RECURSION_LEFT_OUT) {
		*part = (struct part){ s->n_part_frames, 1 };
		add_frame(s, (struct frame){ .name = "[...]", .linker = "[...]" });
	} else if (make && call_tree_is_thread(function)) {	/* no code */
		*part = (struct part){ s->n_part_frames, 1 };
		add_frame(s, sites_function(s, function));
	} else if (make) {
		*part = add_part(s, pc, sites_function(s, function));
	}
	return *part;
}

static struct part caller_of(struct sites *s, uint32_t node)
{
	const struct call_node *n = &s->calls->nodes[node];
	uint32_t function = s->calls->nodes[n->parent].function;

	return part_of(s, function, n->site ? n->site : function);
}

static void put_frames(struct sites *s, size_t at, const struct frame *frames, size_t n)
{
	if (at + n > s->frames_room)
		s->frames = reallocate(s->frames, s->frames_room = 2 * (at + n), sizeof *s->frames);
	memcpy(&s->frames[at], frames, n * sizeof *frames);
}

/* Puts the frames above a node, from where its way leaves that of the site before. Returns where
 * that is. */
static size_t put_callers(struct sites *s, uint32_t node)
{
	uint32_t to = s->depth[node], at = to;

	for (; at > s->last || s->way[at].node != node; node = s->calls->nodes[node].parent)
		s->way[at--].node = node;
	size_t known = s->way[at].n;
	for (at++; at <= to; at++) {
		s->way[at].n = s->way[at - 1].n;
		if (at == 1)
			continue;		/* the root is no function */
		struct part part = caller_of(s, s->way[at].node);
		put_frames(s, s->way[at].n, &s->part_frames[part.first], part.n);
		s->way[at].n += part.n;
	}
	s->last = to;
	return known;
}

static void add_stack(struct sites *s, struct site *site, const struct call_cell *cell)
{
	static const struct frame outside = { .name = "[OUTSIDE]", .linker = "[OUTSIDE]" };
	struct part part = part_of(s, s->calls->nodes[cell->node].function, cell->pc);

	site->known = put_callers(s, cell->node);
	site->n = s->way[s->last].n;
	bool known = site->function || s->profile->calls.of_unit;
	if (known)
		put_frames(s, site->n, &s->part_frames[part.first], part.n);
	else
		put_frames(s, site->n, &outside, 1);
	site->n += known ? part.n : 1;
	site->frames = s->frames;
}

static bool next_bin(struct sites *s, struct site *site)
{
	const struct profile *p = s->profile;

	for (; s->slot < p->slots; s->slot++) {
		if (s->slot % 65536 == 0)
			progress_show(&s->progress, "writing", s->slot);
		if (!p->bins[s->slot])
			continue;
		uint64_t lo = profile_bin_pc(p, s->slot), hi = profile_bin_pc(p, s->slot + 1);
		uint64_t pc = symbols_code(&s->firmware->symbols, lo, hi);
		const struct row *row = row_at(s, pc);
		bool make;
		struct part *part = find_part(s, (uint32_t)row->lo, (uint32_t)pc, &make);
		if (make)
			*part = add_part(s, (uint32_t)pc, frame_of_row(s, row));
		*site = (struct site){ .count = p->bins[s->slot++], .lo = lo, .hi = hi,
			.pc = (uint32_t)pc, .function = row, .n = part->n,
			.frames = &s->part_frames[part->first] };
		site->retired = table_retired(p, lo, hi, &site->waits);
		return true;
	}
	return false;
}

/* Cells that the counters do not reach are OUTSIDE here as in the report, but their callers are
 * known. */
static bool next_cell(struct sites *s, struct site *site)
{
	const struct call_tree *t = s->calls;
	const struct call_cell *cell;

	do {
		if (s->cell == t->n_cells)
			return false;
		cell = &t->cells[s->cell++];
	} while (!cell->cycles);
	*site = (struct site){ .count = cell->cycles, .retired = cell->retired,
		.waits = cell->waits, .lo = cell->pc,
		.hi = (uint64_t)cell->pc + 2,
		.pc = cell->pc, .function = row_at(s, cell->pc) };
	if (t->of_unit && call_tree_is_thread(t->nodes[cell->node].function)) {
		site->function = NULL;
		site->pc = 0;
	}
	add_stack(s, site, cell);
	if (!site->function)
		site->lo = site->hi = 0;
	return true;
}

static bool next_rest(struct sites *s, struct site *site)
{
	enum { OUTSIDE };
	static const char *const names[OUTCOMES] =
		/* they outlive the site */
		{ "[OUTSIDE]", "[FILTERED]", "[IDLE]", "[LOST]", "[PENDING]" };
	struct outcome rest[OUTCOMES];
	struct tally_counters c = s->profile->counters;

	if (s->callers && s->profile->calls.of_unit) {
		const struct call_rest *r = &s->profile->calls.rest;
		c = (struct tally_counters){ .filtered = r->filtered, .idle = r->idle,
			.lost = r->lost, .pending = r->pending };
	}
	profile_outcomes(&c, rest);
	for (; s->rest < OUTCOMES; s->rest++)
		if (rest[s->rest].count && !(s->callers && s->rest == OUTSIDE)) {
			const char *name = names[s->rest];
			put_frames(s, 0, &(struct frame){ name, .linker = name }, 1);
			*site = (struct site){ .count = rest[s->rest].count, .n = 1,
				.frames = s->frames };
			s->rest++;
			return true;
		}
	return false;
}

static bool next_whole(struct sites *s, struct site *site)
{
	return (s->callers ? next_cell(s, site) : next_bin(s, site)) || next_rest(s, site);
}

/* The next cause of s->whole. */
static bool next_part(struct sites *s, struct site *site)
{
	while (s->cause < CAUSES && !s->whole.waits.of[s->cause])
		s->cause++;
	if (s->cause == CAUSES)
		return false;
	*site = s->whole;
	site->count = s->whole.waits.of[s->cause];
	site->retired = 0;
	site->known = s->whole.n;
	site->n = s->whole.n + 1;
	const char *name = cause_frames[s->cause++];
	put_frames(s, s->whole.n, &(struct frame){ name, .linker = name }, 1);
	site->frames = s->frames;
	return true;
}

/* A unit that stopped counted less than its waits: such a site stays whole. */
bool sites_next(struct sites *s, struct site *site)
{
	if (s->why && next_part(s, site))
		return true;
	if (!next_whole(s, site))
		return false;
	uint64_t waits = waits_sum(&site->waits);
	if (!s->why || !waits || waits > site->count)
		return true;
	if (site->frames != s->frames)
		put_frames(s, 0, site->frames, site->n);
	s->whole = *site;
	s->cause = 0;
	site->count -= waits;
	return site->count || next_part(s, site);
}

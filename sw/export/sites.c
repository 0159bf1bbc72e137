/* SPDX-License-Identifier: ISC
 * sites.c - a profile's counts one by one, each with its function, line and inlined calls
 */
#include "sites.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/base.h"
#include "sw/report/contexts.h"
#include "sw/report/report.h"

#define DEEPEST 100u /* stack that is whole */
/* The function of a frame "[...]": no code has an odd address, no thread this one. */
#define LEFT_OUT 0xFFFFFFFFu

void sites_open(struct sites *s, const struct profile *p, const struct firmware *f)
{
	*s = (struct sites){
		.profile = p, .firmware = f, .functions = table_functions(p, &f->symbols, &f->lines)
	};
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
	bool whole = !p->calls.of_unit || profile_invariant_holds(&p->counters);

	return p->calls.n_nodes && whole && !p->other_period && p->config.period == 1
		&& p->config.scale == TALLY_SCALE_ONE && s->functions.sum == p->counters.hits
		&& call_tree_cycles(&p->calls) == all;
}

/* Of a stack deeper than DEEPEST calls from a place that is further out on it already are left
 * out: a frame "[...]" stands for those between two that are kept. Each function, and each place
 * of a call, is still on every stack that it was on, so own and inclusive counts are what they
 * were. False: nothing is left out, and *to is empty. */
static bool fold_recursion(struct call_tree *to, const struct call_tree *from)
{
	uint32_t *number = allocate(from->n_nodes, sizeof *number);
	uint32_t *depth = allocate(from->n_nodes, sizeof *depth), *nested = arcs_nested(from, true);
	bool any = false, *out = allocate(from->n_nodes, sizeof *out);

	for (size_t i = 1; i < from->n_nodes; i++) {
		depth[i] = depth[from->nodes[i].parent] + 1;
		out[i] = depth[i] > DEEPEST && nested[i];
		any = any || out[i];
	}
	*to = (struct call_tree){ 0 };
	if (any)
		call_tree_open(to);
	for (size_t i = 1; any && i < from->n_nodes; i++) {
		const struct call_node *node = &from->nodes[i];
		uint32_t above = number[node->parent], further = to->nodes[above].parent;
		/* below a caller; or, if that is shown only for its own cycles, in the frame
		 * above it */
		if (out[i])
			above = to->nodes[further].function == LEFT_OUT
				? further
				: call_tree_child(to, above, 0, LEFT_OUT);
		number[i] = call_tree_child(to, above, out[i] ? 0 : node->site, node->function);
	}
	for (size_t i = 0; any && i < from->n_cells; i++) {
		const struct call_cell *cell = &from->cells[i];
		call_tree_add(to, number[cell->node], cell->pc, cell->cycles, cell->retired,
			&cell->waits);
	}
	if (any)
		call_tree_finish(to);
	free(number);
	free(depth);
	free(nested);
	free(out);
	return any;
}

void sites_open_calls(struct sites *s, const struct profile *p, const struct firmware *f)
{
	uint32_t deepest = 0;

	sites_open(s, p, f);
	/* a unit's tree is all of its own unit's ticks, whatever the bins have */
	s->callers = p->calls.of_unit ? !p->other_period && tree_invariant_of(p).holds
				      : sites_calls_fit(s);
	if (!s->callers)
		return;
	s->calls = &p->calls;
	if (fold_recursion(&s->shorter, &p->calls)) {
		s->calls = &s->shorter;
		note("recursion is shortened in stacks of more than %u calls: what is further out "
		     "already is in a frame [...]; own and inclusive counts are exact",
			DEEPEST);
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

static void put_frames(struct sites *s, size_t at, const struct frame *frames, size_t n)
{
	if (at + n > s->frames_room)
		s->frames = reallocate(s->frames, s->frames_room = 2 * (at + n), sizeof *s->frames);
	memcpy(&s->frames[at], frames, n * sizeof *frames);
}

static struct frame frame_of_row(const struct sites *s, const struct row *row)
{
	const struct function *f = symbols_find(&s->firmware->symbols, row->lo);

	/* rows have only the shown name */
	return (struct frame){ .name = row->name,
		.linker = f ? f->linker : row->name,
		.declared = { row->file, row->line },
		.lo = row->lo,
		.hi = row->hi };
}

/* That of a symbol, or the address that was called; bins know no such addresses. */
struct frame sites_function(struct sites *s, uint32_t function)
{
	const struct function *f = symbols_find(&s->firmware->symbols, function);
	const struct row *row = row_at(s, function);
	char text[256];

	if (call_tree_is_thread(function))
		node_name(s->profile, &s->firmware->symbols, function, text, sizeof text);
	else if (row && (f || !s->callers))
		return frame_of_row(s, row);
	else if (f) {
		struct frame frame = {
			.name = f->name, .linker = f->linker, .lo = f->lo, .hi = f->hi
		};
		lines_declared(&s->firmware->lines, function, &frame.declared);
		return frame;
	} else
		snprintf(text, sizeof text, "0x%08" PRIx32, function);
	size_t number = intern_text(&s->names, text, NULL);
	const char *name = s->names.keys[number].bytes;
	return (struct frame){ .name = name, .linker = name };
}

/* Puts the frames of the code at pc: `function`, whose own place is not yet known, and the calls
 * inlined there, which are found from the inside to the outside. Returns how many. */
static size_t put_code(struct sites *s, size_t at, struct frame function, uint32_t pc)
{
	const struct lines *l = &s->firmware->lines;
	const struct line *line = lines_find(l, pc);
	/* a cell of a unit's tree is a whole function, with what is inlined in it */
	bool whole = s->callers && s->profile->calls.of_unit;
	const struct call *innermost = whole ? NULL : lines_call(l, pc), *c;
	struct line place = { 0 };
	size_t n = 1;

	if (line)
		place = *line;
	for (c = innermost; c; c = lines_caller(l, c))
		n++;
	for (size_t i = 0; i < n; i++)
		put_frames(s, at + i, &function, 1);
	c = innermost;
	for (size_t i = at + n; i-- > at;) {
		if (c)
			s->frames[i] = (struct frame){ .name = c->name,
				.linker = c->linker,
				.declared = c->declared,
				.inlined = true };
		s->frames[i].file = place.file;
		s->frames[i].line = place.number;
		s->frames[i].pc = pc;
		if (!c)
			break;
		place = (struct line){ .file = c->file, .number = c->number };
		c = lines_caller(l, c);
	}
	return n;
}

/* The same for a function's number in the tree; some are no code. */
static size_t put_function(struct sites *s, size_t at, uint32_t function, uint32_t pc)
{
	static const struct frame left_out = { .name = "[...]", .linker = "[...]" };
	bool no_code = function == LEFT_OUT || call_tree_is_thread(function);

	if (!no_code)
		return put_code(s, at, sites_function(s, function), pc);
	const struct frame frame = function == LEFT_OUT ? left_out : sites_function(s, function);
	put_frames(s, at, &frame, 1);
	return 1;
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
			continue; /* the root is no function */
		const struct call_node *n = &s->calls->nodes[s->way[at].node];
		uint32_t function = s->calls->nodes[n->parent].function;
		s->way[at].n +=
			put_function(s, s->way[at].n, function, n->site ? n->site : function);
	}
	s->last = to;
	return known;
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
		*site = (struct site){ .count = p->bins[s->slot++],
			.lo = lo,
			.hi = hi,
			.pc = (uint32_t)pc,
			.function = row,
			.n = put_code(s, 0, frame_of_row(s, row), (uint32_t)pc) };
		site->frames = s->frames; /* which put_code may have moved */
		site->retired = table_retired(p, lo, hi, &site->waits);
		return true;
	}
	return false;
}

/* Cells that the counters do not reach are OUTSIDE here as in the report, but their callers are
 * known. */
static bool next_cell(struct sites *s, struct site *site)
{
	static const struct frame outside = { .name = "[OUTSIDE]", .linker = "[OUTSIDE]" };
	const struct call_tree *t = s->calls;
	const struct call_cell *cell;

	do {
		if (s->cell == t->n_cells)
			return false;
		cell = &t->cells[s->cell++];
	} while (!cell->cycles);
	*site = (struct site){ .count = cell->cycles,
		.retired = cell->retired,
		.waits = cell->waits,
		.lo = cell->pc,
		.hi = (uint64_t)cell->pc + 2,
		.pc = cell->pc,
		.function = row_at(s, cell->pc) };
	if (t->of_unit && call_tree_is_thread(t->nodes[cell->node].function)) {
		site->function = NULL;
		site->pc = 0;
	}
	site->known = put_callers(s, cell->node);
	site->n = s->way[s->last].n;
	if (site->function || t->of_unit) {
		site->n += put_function(s, site->n, t->nodes[cell->node].function, cell->pc);
	} else {
		put_frames(s, site->n++, &outside, 1);
	}
	site->frames = s->frames;
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
		c = (struct tally_counters){ .filtered = r->filtered,
			.idle = r->idle,
			.lost = r->lost,
			.pending = r->pending };
	}
	profile_outcomes(&c, rest);
	for (; s->rest < OUTCOMES; s->rest++)
		if (rest[s->rest].count && !(s->callers && s->rest == OUTSIDE)) {
			const char *name = names[s->rest];
			put_frames(s, 0, &(struct frame){ name, .linker = name }, 1);
			*site = (struct site){
				.count = rest[s->rest].count, .n = 1, .frames = s->frames
			};
			s->rest++;
			return true;
		}
	return false;
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
	if (!(s->callers ? next_cell(s, site) : next_bin(s, site)) && !next_rest(s, site))
		return false;
	uint64_t waits = waits_sum(&site->waits);
	if (!s->why || !waits || waits > site->count)
		return true;
	s->whole = *site;
	s->cause = 0;
	site->count -= waits;
	if (!site->count && next_part(s, site))
		site->known = s->whole.known; /* nobody saw the whole one's frames */
	return true;
}

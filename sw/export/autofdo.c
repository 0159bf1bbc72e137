/* SPDX-License-Identifier: ISC
 * autofdo.c - a profile as compilers take it; the contract is autofdo.h.
 */
#include "autofdo.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/elf/clone.h"
#include "sw/report/arcs.h"

/* LLVM packs three numbers into a discriminator, each in 1, 7 or 14 bits: a block of the line, by
 * how much its code was multiplied (an unrolled loop), and one that is of no use here. */
static unsigned first_part(unsigned d)
{
	if (d & 1)
		return 0;
	d >>= 1;
	return d & 0x20 ? ((d >> 1) & 0xfe0) | (d & 0x1f) : d & 0x1f;
}

static unsigned multiplied(unsigned d)
{
	unsigned factor = first_part(d & 1 ? d >> 1 : d >> (d & 0x40 ? 14 : 7));

	return factor ? factor : 1;
}

static struct autofdo_row *row_at(struct autofdo *a, const struct autofdo_place *at)
{
	bool fresh;
	size_t i = intern(&a->places, at, sizeof *at, &fresh);

	if (fresh) {
		GROW(a->rows, i, a->rows_room);
		a->rows[i] = (struct autofdo_row){ .at = *at };
		a->n_rows++;
	}
	return &a->rows[i];
}

static uint32_t name_of(struct autofdo *a, const char *name)
{
	return (uint32_t)intern_text(&a->names, name, NULL);
}

static uint32_t add_copy(struct autofdo *a, uint32_t name, uint32_t outer)
{
	GROW(a->copies, a->n_copies, a->copies_room);
	a->copies[a->n_copies] = (struct autofdo_copy){ .name = name, .outer = outer };
	return (uint32_t)a->n_copies++;
}

/* The copy of a function that was inlined at a place of the copy around it. */
static uint32_t copy_at(struct autofdo *a, struct autofdo_place at, const char *function)
{
	at.kind = AUTOFDO_COPY;
	at.name = name_of(a, function);
	struct autofdo_row *row = row_at(a, &at);
	if (!row->copy)
		row->copy = add_copy(a, at.name, at.copy);
	return row->copy;
}

static uint32_t name_of_function(struct autofdo *a, const struct function *f)
{
	return name_of(a, clone_source(f->linker));
}

static uint32_t copy_of_function(struct autofdo *a, const struct function *f)
{
	return copy_at(a, (struct autofdo_place){ 0 }, autofdo_name(a, name_of_function(a, f)));
}

static struct autofdo_place place_in(const struct autofdo *a, uint32_t copy, int line,
	int declared, unsigned discriminator)
{
	return (struct autofdo_place){ .copy = copy, .offset = (uint32_t)(line - declared) & 0xffff,
		.discriminator = a->discriminators ? first_part(discriminator) : 0 };
}

/* The copy that an inlined call is, in a function declared in a line. */
static uint32_t copy_of_call(struct autofdo *a, const struct call *c, const struct function *f,
	int declared)
{
	if (!c)
		return copy_of_function(a, f);
	const struct call *outer = lines_caller(&a->firmware->lines, c);
	uint32_t copy = copy_of_call(a, outer, f, declared);
	return copy_at(a, place_in(a, copy, c->number, outer ? outer->declared.number : declared,
		c->discriminator), c->linker);
}

/* The place of the code at pc. False: the debug information does not say it. */
static bool place_of(struct autofdo *a, uint32_t pc, struct autofdo_place *at, unsigned *factor)
{
	const struct lines *l = &a->firmware->lines;
	const struct function *f = symbols_find(&a->firmware->symbols, pc);
	const struct line *line = lines_find(l, pc);
	const struct call *inner = lines_call(l, pc);
	struct line declared;

	if (!f || !line || !line->number || !lines_declared(l, pc, &declared))
		return false;
	for (const struct call *c = inner; c; c = lines_caller(l, c))
		if (!c->number || !c->declared.number)
			return false;
	*factor = a->discriminators ? multiplied(line->discriminator) : 1;
	*at = place_in(a, copy_of_call(a, inner, f, declared.number), line->number,
		inner ? inner->declared.number : declared.number, line->discriminator);
	return true;
}

static uint64_t count_at(const struct autofdo *a, uint64_t pc)
{
	return pc >= a->offset && (pc - a->offset) / 2 < a->n_counts
		? a->counts[(pc - a->offset) / 2] : 0;
}

static uint64_t count_in(const struct autofdo *a, const struct extent *e)
{
	uint64_t sum = 0;

	for (uint64_t pc = e->lo; pc < e->hi; pc += 2)
		sum += count_at(a, pc);
	return sum;
}

/* Adds places of the function. Returns the instructions that have one. The second half of an
 * instruction has its place, too, and counts nothing. */
static uint64_t add_extent(struct autofdo *a, const struct function *f, const struct extent *e)
{
	uint64_t end = a->offset + 2ull * a->n_counts, placed = 0;
	uint64_t lo = e->lo > a->offset ? e->lo : a->offset, hi = e->hi < end ? e->hi : end;
	struct autofdo_place at;
	unsigned factor;

	for (uint64_t pc = lo; pc < hi; pc += 2) {
		if (symbols_find(&a->firmware->symbols, pc) != f
			|| !place_of(a, (uint32_t)pc, &at, &factor))
			continue;
		struct autofdo_row *row = row_at(a, &at);
		uint64_t count = count_at(a, pc) * factor;
		row->count = count > row->count ? count : row->count;
		a->copies[at.copy].total += count;
		placed += count / factor;
	}
	return placed;
}

/* Those of a function that ran. */
static uint64_t add_function(struct autofdo *a, const struct function *f)
{
	uint64_t sum = 0, placed = 0;
	struct extent e;

	for (size_t i = 0; function_extent(f, i, &e); i++)
		sum += count_in(a, &e);
	for (size_t i = 0; sum && function_extent(f, i, &e); i++)
		placed += add_extent(a, f, &e);
	return placed;
}

/* Calls of a function, by whatever way. */
static void add_head(struct autofdo *a, uint32_t pc, uint64_t calls)
{
	const struct function *f = symbols_find(&a->firmware->symbols, pc);
	struct line declared;

	if (f && f->lo == pc && calls && lines_declared(&a->firmware->lines, pc, &declared))
		a->copies[copy_of_function(a, f)].head += calls;
}

/* Without a call tree a function was called as often as its first instruction ran. */
static void add_heads(struct autofdo *a, const struct call_tree *t)
{
	const struct symbols *s = &a->firmware->symbols;

	for (size_t i = 1; i < t->n_nodes; i++)
		if (!call_tree_is_thread(t->nodes[i].function))
			add_head(a, t->nodes[i].function, t->nodes[i].calls);
	for (size_t i = 0; !t->n_nodes && i < s->n_functions; i++)
		add_head(a, (uint32_t)s->functions[i].lo, count_at(a, s->functions[i].lo));
}

static void add_targets(struct autofdo *a, const struct call_tree *t)
{
	struct arcs arcs;
	struct autofdo_place at;
	unsigned factor;

	arcs_open(&arcs, t);
	for (size_t i = 0; i < arcs.n; i++) {
		const struct arc *arc = &arcs.at[i];
		const struct function *f = symbols_find(&a->firmware->symbols, arc->callee);
		if (!f || !arc->calls || !count_at(a, arc->site)
			|| !place_of(a, arc->site, &at, &factor))
			continue;
		at.kind = AUTOFDO_TARGET;
		at.name = name_of_function(a, f);
		row_at(a, &at)->count += arc->calls;
	}
	arcs_close(&arcs);
}

static int by_place(const void *a, const void *b)
{
	const struct autofdo_place *x = &((const struct autofdo_row *)a)->at;
	const struct autofdo_place *y = &((const struct autofdo_row *)b)->at;
	const uint32_t of_x[] = { x->copy, x->offset, x->discriminator, x->kind, x->name };
	const uint32_t of_y[] = { y->copy, y->offset, y->discriminator, y->kind, y->name };

	for (size_t i = 0; i < sizeof of_x / sizeof *of_x; i++)
		if (of_x[i] != of_y[i])
			return of_x[i] < of_y[i] ? -1 : 1;
	return 0;
}

/* Sorts the rows and sums up the copies: one stands behind that around it. */
static void finish(struct autofdo *a)
{
	if (a->n_rows)
		qsort(a->rows, a->n_rows, sizeof *a->rows, by_place);
	for (size_t i = a->n_rows; i--; ) {
		struct autofdo_copy *copy = &a->copies[a->rows[i].at.copy];
		copy->first = i;
		copy->n++;
	}
	for (size_t i = a->n_copies; i-- > 1; )
		a->copies[a->copies[i].outer].total += a->copies[i].total;
}

/* Which counts of the capture are those of instructions, one by one. */
static bool find_counts(struct autofdo *a, const struct profile *p, const char *format)
{
	bool whole = p->config.period == 1 && p->config.scale == TALLY_SCALE_ONE
		&& !p->counters.lost && !(p->sticky & PROFILE_FULL);

	if (profile_in_turns(p))
		return fail("export: %s needs exact counts, and those of instructions were "
			"measured in turns here; take it again with `tally run`", format);
	if (p->config.source == TALLY_SOURCE_RETIRE && whole) {
		a->counts = p->bins;
		a->n_counts = p->slots;
	} else if (p->config.source != TALLY_SOURCE_RETIRE && p->retired_at) {
		a->counts = p->retired_at;
		a->n_counts = p->n_retired_at;
	} else {
		return fail("export: %s needs how often each instruction ran, and this capture "
			"counted %s only; take it again with `tally run`, without "
			"--no-cpi and --calls=unit", format, profile_unit(p));
	}
	a->offset = p->config.offset;
	return true;
}

bool autofdo_open(struct autofdo *a, const struct export *e, const char *format,
	bool discriminators)
{
	const struct symbols *s = &e->firmware->symbols;
	uint64_t sum = 0, placed = 0;

	*a = (struct autofdo){ .firmware = e->firmware, .discriminators = discriminators };
	if (!find_counts(a, e->profile, format))
		return false;
	if (!lines_known(&e->firmware->lines))
		return fail("export: %s needs source lines: give the ELF with debug information "
			"(-g)", format);
	name_of(a, "");
	add_copy(a, 0, 0);
	for (uint32_t i = 0; i < a->n_counts; i++)
		sum += a->counts[i];
	for (size_t i = 0; i < s->n_functions; i++)
		placed += add_function(a, &s->functions[i]);
	add_heads(a, &e->profile->calls);
	if (e->profile->calls.n_nodes)
		add_targets(a, &e->profile->calls);
	finish(a);
	if (!placed) {
		autofdo_close(a);
		return fail("export: %s: no function with source lines ran, so there is nothing to "
			"tell a compiler", format);
	}
	if (placed < sum)
		note("of %" PRIu64 " instructions %" PRIu64 " have no source line, so no place in "
			"%s", sum, sum - placed, format);
	return true;
}

void autofdo_close(struct autofdo *a)
{
	intern_free(&a->names);
	intern_free(&a->places);
	free(a->rows);
	free(a->copies);
}

/* SPDX-License-Identifier: ISC
 * afdo.c - AutoFDO's text: clang -fprofile-sample-use=FILE, Clang 14 and later.
 *
 * How often each place of the source ran: a line counted from its function's declaration, with
 * LLVM's base discriminator. Code that was inlined has the places of its own function, in a copy
 * for the call. The count of a place is the highest of its instructions: an instruction may be
 * moved away or shared, so lower ones say less. A function that ran has all its places, with 0
 * where nothing ran. Functions of one name are one, and GCC's clones ("f.part.0") are the function
 * that they were made of.
 *
 * The text: "function:total:head", then, one blank further in for each level of inlining, "line:
 * count target:calls ..." and "line: inlined function:total". A line with a discriminator is
 * "line.discriminator".
 */
#include <inttypes.h>
#include <stdlib.h>

#include "export.h"
#include "sw/base/base.h"
#include "sw/elf/symbols.h"
#include "sw/report/contexts.h"

enum place_kind { PLACE_COUNT, PLACE_TARGET, PLACE_COPY };

struct place {
	uint32_t copy; /* the number of the copy that it is in */
	uint32_t offset; /* in lines, 16 bits */
	uint32_t discriminator; /* 0: none */
	uint32_t kind; /* enum place_kind */
	uint32_t name; /* of the function that is called or inlined here; COUNT: 0 */
};

struct place_row {
	struct place at;
	uint64_t count; /* of a TARGET its calls */
	uint32_t copy; /* COPY: its number */
};

/* A function, or one call of it that was inlined. */
struct copy {
	uint32_t name, outer; /* outer: the copy around it */
	uint64_t head; /* how often it was called; 0 of an inlined one */
	uint64_t total; /* instructions executed, with all inlined ones */
	size_t first, n; /* its rows */
};

struct afdo {
	struct intern names, places;
	struct place_row *rows; /* by copy and place */
	size_t n_rows, rows_room;
	struct copy *copies; /* [0] is no function: the functions are its copies */
	size_t n_copies, copies_room;
	/* the capture's counts of instructions, one every 2 bytes from `offset` */
	const uint64_t *counts;
	uint32_t n_counts, offset;
	const struct firmware *firmware;
};

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

static struct place_row *row_at(struct afdo *a, const struct place *at)
{
	bool fresh;
	size_t i = intern(&a->places, at, sizeof *at, &fresh);

	if (fresh) {
		GROW(a->rows, i, a->rows_room);
		a->rows[i] = (struct place_row){ .at = *at };
		a->n_rows++;
	}
	return &a->rows[i];
}

/* The copy of a function that was inlined at a place of the copy around it. */
static uint32_t copy_at(struct afdo *a, struct place at, const char *function)
{
	at.kind = PLACE_COPY;
	at.name = (uint32_t)intern_text(&a->names, function, NULL);
	struct place_row *row = row_at(a, &at);
	if (!row->copy) {
		GROW(a->copies, a->n_copies, a->copies_room);
		a->copies[a->n_copies] = (struct copy){ .name = at.name, .outer = at.copy };
		row->copy = (uint32_t)a->n_copies++;
	}
	return row->copy;
}

static struct place place_in(uint32_t copy, int line, int declared, unsigned discriminator)
{
	return (struct place){ .copy = copy,
		.offset = (uint32_t)(line - declared) & 0xffff,
		.discriminator = first_part(discriminator) };
}

/* The copy that an inlined call is, in a function declared in a line. */
static uint32_t copy_of_call(
	struct afdo *a, const struct call *c, const struct function *f, int declared)
{
	if (!c)
		return copy_at(a, (struct place){ 0 }, clone_source(f->linker));
	const struct call *outer = lines_caller(&a->firmware->lines, c);
	uint32_t copy = copy_of_call(a, outer, f, declared);
	return copy_at(a,
		place_in(copy, c->number, outer ? outer->declared.number : declared,
			c->discriminator),
		c->linker);
}

/* The place of the code at pc. False: the debug information does not say it. */
static bool place_of(struct afdo *a, uint32_t pc, struct place *at, unsigned *factor)
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
	*factor = multiplied(line->discriminator);
	*at = place_in(copy_of_call(a, inner, f, declared.number), line->number,
		inner ? inner->declared.number : declared.number, line->discriminator);
	return true;
}

static uint64_t count_at(const struct afdo *a, uint64_t pc)
{
	return pc >= a->offset && (pc - a->offset) / 2 < a->n_counts
		? a->counts[(pc - a->offset) / 2]
		: 0;
}

/* Adds the places of a function, if it ran. Returns the instructions that have one. The second half
 * of an instruction has its place, too, and counts nothing. */
static uint64_t add_function(struct afdo *a, const struct function *f)
{
	uint64_t end = a->offset + 2ull * a->n_counts, sum = 0, placed = 0;
	struct extent e;
	struct place at;
	unsigned factor;

	for (size_t i = 0; function_extent(f, i, &e); i++)
		for (uint64_t pc = e.lo; pc < e.hi; pc += 2)
			sum += count_at(a, pc);
	for (size_t i = 0; sum && function_extent(f, i, &e); i++) {
		uint64_t lo = e.lo > a->offset ? e.lo : a->offset, hi = e.hi < end ? e.hi : end;
		for (uint64_t pc = lo; pc < hi; pc += 2) {
			if (symbols_find(&a->firmware->symbols, pc) != f
				|| !place_of(a, (uint32_t)pc, &at, &factor))
				continue;
			struct place_row *row = row_at(a, &at);
			uint64_t count = count_at(a, pc) * factor;
			row->count = count > row->count ? count : row->count;
			a->copies[at.copy].total += count;
			placed += count / factor;
		}
	}
	return placed;
}

/* Calls of a function, by whatever way. */
static void add_head(struct afdo *a, uint32_t pc, uint64_t calls)
{
	const struct function *f = symbols_find(&a->firmware->symbols, pc);
	struct line declared;

	if (!f || f->lo != pc || !calls || !lines_declared(&a->firmware->lines, pc, &declared))
		return;
	uint32_t copy = copy_of_call(a, NULL, f, 0); /* first: it may move the copies */
	a->copies[copy].head += calls;
}

/* Without a call tree a function was called as often as its first instruction ran. */
static void add_heads(struct afdo *a, const struct call_tree *t)
{
	const struct symbols *s = &a->firmware->symbols;

	for (size_t i = 1; i < t->n_nodes; i++)
		if (!call_tree_is_thread(t->nodes[i].function))
			add_head(a, t->nodes[i].function, t->nodes[i].calls);
	for (size_t i = 0; !t->n_nodes && i < s->n_functions; i++)
		add_head(a, (uint32_t)s->functions[i].lo, count_at(a, s->functions[i].lo));
}

static void add_targets(struct afdo *a, const struct call_tree *t)
{
	struct arcs arcs;
	struct place at;
	unsigned factor;

	arcs_open(&arcs, t);
	for (size_t i = 0; i < arcs.n; i++) {
		const struct arc *arc = &arcs.at[i];
		const struct function *f = symbols_find(&a->firmware->symbols, arc->callee);
		if (!f || !arc->calls || !count_at(a, arc->site)
			|| !place_of(a, arc->site, &at, &factor))
			continue;
		at.kind = PLACE_TARGET;
		at.name = (uint32_t)intern_text(&a->names, clone_source(f->linker), NULL);
		row_at(a, &at)->count += arc->calls;
	}
	arcs_close(&arcs);
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = &((const struct place_row *)a)->at;
	const struct place *y = &((const struct place_row *)b)->at;
	const uint32_t of_x[] = { x->copy, x->offset, x->discriminator, x->kind, x->name };
	const uint32_t of_y[] = { y->copy, y->offset, y->discriminator, y->kind, y->name };

	for (size_t i = 0; i < sizeof of_x / sizeof *of_x; i++)
		if (of_x[i] != of_y[i])
			return of_x[i] < of_y[i] ? -1 : 1;
	return 0;
}

/* Sorts the rows and sums up the copies: one stands behind that around it. */
static void finish(struct afdo *a)
{
	if (a->n_rows)
		qsort(a->rows, a->n_rows, sizeof *a->rows, by_place);
	for (size_t i = a->n_rows; i--;) {
		struct copy *copy = &a->copies[a->rows[i].at.copy];
		copy->first = i;
		copy->n++;
	}
	for (size_t i = a->n_copies; i-- > 1;)
		a->copies[a->copies[i].outer].total += a->copies[i].total;
}

/* Which counts of the capture are those of instructions, one by one. */
static bool find_counts(struct afdo *a, const struct profile *p)
{
	bool whole = p->config.period == 1 && p->config.scale == TALLY_SCALE_ONE
		&& !p->counters.lost && !(p->sticky & PROFILE_FULL);

	if (profile_in_turns(p))
		return fail("export: afdo needs exact counts, and those of instructions were "
			    "measured in time slices here; take it again with `tally run`");
	if (p->config.source == TALLY_SOURCE_RETIRE && whole) {
		a->counts = p->bins;
		a->n_counts = p->slots;
	} else if (p->config.source != TALLY_SOURCE_RETIRE && p->retired_at) {
		a->counts = p->retired_at;
		a->n_counts = p->n_retired_at;
	} else {
		return fail("export: afdo needs how often each instruction ran, and this capture "
			    "counted %s only; take it again with `tally run`, without "
			    "--no-cpi and --calls=unit",
			profile_unit(p));
	}
	a->offset = p->config.offset;
	return true;
}

static void afdo_close(struct afdo *a)
{
	intern_free(&a->names);
	intern_free(&a->places);
	free(a->rows);
	free(a->copies);
}

/* False: the capture or the ELF does not say it; one line was printed. A note says how many
 * instructions have no place. Name 0 is "". */
static bool afdo_open(struct afdo *a, const struct export *e)
{
	const struct symbols *s = &e->firmware->symbols;
	uint64_t sum = 0, placed = 0;

	*a = (struct afdo){ .firmware = e->firmware };
	if (!find_counts(a, e->profile))
		return false;
	if (!lines_known(&e->firmware->lines))
		return fail("export: afdo needs source lines: give the ELF with debug information "
			    "(-g)");
	intern_text(&a->names, "", NULL);
	GROW(a->copies, a->n_copies, a->copies_room);
	a->copies[a->n_copies++] = (struct copy){ 0 };
	for (uint32_t i = 0; i < a->n_counts; i++)
		sum += a->counts[i];
	for (size_t i = 0; i < s->n_functions; i++)
		placed += add_function(a, &s->functions[i]);
	add_heads(a, &e->profile->calls);
	if (e->profile->calls.n_nodes)
		add_targets(a, &e->profile->calls);
	finish(a);
	if (!placed) {
		afdo_close(a);
		return fail("export: afdo: no function with source lines ran, so there is nothing "
			    "to tell a compiler");
	}
	if (placed < sum)
		note("of %" PRIu64 " instructions %" PRIu64 " have no source line, so no place in "
		     "afdo",
			sum, sum - placed);
	return true;
}

static void put_name(FILE *f, const struct afdo *a, uint32_t name)
{
	char *plain = text_plain(a->names.keys[name].bytes, " ");

	fputs(plain, f);
	free(plain);
}

/* The count of a place, and behind it the functions called there; or the copy that is there. */
static void put_rows(FILE *f, const struct afdo *a, const struct copy *copy, int level)
{
	const struct place_row *row = a->rows + copy->first, *end = row + copy->n;

	while (row < end) {
		fprintf(f, "%*s%" PRIu32, level, "", row->at.offset);
		if (row->at.discriminator)
			fprintf(f, ".%" PRIu32, row->at.discriminator);
		fputs(": ", f);
		if (row->at.kind == PLACE_COPY) {
			const struct copy *inner = &a->copies[row++->copy];
			put_name(f, a, inner->name);
			fprintf(f, ":%" PRIu64 "\n", inner->total);
			put_rows(f, a, inner, level + 1);
			continue;
		}
		fprintf(f, "%" PRIu64, row->count);
		while (++row < end && row->at.kind == PLACE_TARGET) {
			putc(' ', f);
			put_name(f, a, row->at.name);
			fprintf(f, ":%" PRIu64, row->count);
		}
		putc('\n', f);
	}
}

static bool write_afdo(const struct export *e)
{
	struct afdo a;

	if (!afdo_open(&a, e))
		return false;
	for (size_t i = 0; i < a.copies->n; i++) {
		const struct copy *function = &a.copies[a.rows[a.copies->first + i].copy];
		put_name(e->to, &a, function->name);
		fprintf(e->to, ":%" PRIu64 ":%" PRIu64 "\n", function->total, function->head);
		put_rows(e->to, &a, function, 1);
	}
	afdo_close(&a);
	return true;
}

const struct export_format export_afdo = { "afdo", "AutoFDO text: clang -fprofile-sample-use=FILE",
	false, false, false, write_afdo,
	UINT64_MAX >> 12 }; /* a line counts up to 2^12 times: multiplied */

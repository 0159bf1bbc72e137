/* SPDX-License-Identifier: ISC
 * lines.c - source lines and inlined calls of an ELF, by address; the contract is symbols.h.
 *
 * A unit with ranges in code that no other unit shares is read when it is needed. All other units
 * are read at once, into unit 0, where the ranks of rows and calls decide which unit an address
 * belongs to.
 */
#include "symbols.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "sw/base/base.h"
#include "sw/base/term.h"

#define MAX_RANGES 65536 /* of one unit */

struct lines_index {
	Dwarf *dwarf;
	struct debug_sections sections;
	struct unit_origin origin;
	struct unit *units;
	size_t n_units, units_room;
	struct ranges map; /* value: index in units */
	/* as in image.h: where the last address was found */
	size_t near, near_row, near_call;
	bool damaged, known;
	/* units have their calls in .dwo files, and no note has said so yet */
	bool split;
};

static void warn(struct lines_index *x)
{
	if (!x->damaged)
		note("%s: damaged debug information: source lines may be missing",
			x->sections.path);
	x->damaged = true;
}

static void build(struct lines_index *x, struct unit *u)
{
	ranges_build(&u->row_map);
	ranges_build(&u->call_map);
	ranges_build(&u->function_map);
	if (u->damaged)
		warn(x);
}

/* Adds the ranges that a unit covers. False: unknown, none of it is code, or too many. */
static bool add_ranges(struct lines_index *x, struct ranges *all, size_t unit)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0, begin = (unsigned)all->n;

	while ((at = dwarf_ranges(&x->units[unit].die, at, &base, &lo, &hi)) > 0) {
		if (++n == MAX_RANGES)
			return false;
		/* else the linker has removed it */
		if (hi > lo && ranges_find(x->origin.survivors.code, lo))
			ranges_add(all, lo, hi, unit, unit);
	}
	return at == 0 && all->n > begin;
}

static int by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return x->lo != y->lo ? (x->lo < y->lo ? -1 : 1) : 0;
}

/* Sets shared[i] if a range of unit i overlaps one of another unit. */
static void find_overlaps(struct ranges *all, bool *shared)
{
	size_t widest = 0;

	if (all->n)
		qsort(all->at, all->n, sizeof *all->at, by_start);
	for (size_t i = 1; i < all->n; i++) {
		if (all->at[i].lo < all->at[widest].hi && all->at[i].value != all->at[widest].value)
			shared[all->at[i].value] = shared[all->at[widest].value] = true;
		if (all->at[i].hi > all->at[widest].hi)
			widest = i;
	}
}

/* Reads what is not read yet: functions and inlined calls, else rows. */
static void read_unit(struct lines_index *x, struct unit *u, bool dies)
{
	bool *done = dies ? &u->dies_read : &u->rows_read;

	if (*done)
		return;
	*done = true;
	if (dies)
		unit_add_dies(u, &u->die, &x->origin);
	else
		unit_add_rows(u, &u->die, &x->origin);
	build(x, u);
}

static void read_shared(struct lines_index *x, const bool *shared)
{
	struct unit *u = &x->units[0];
	struct progress progress;

	progress_start(&progress, x->n_units);
	u->rows_read = u->dies_read = true;
	for (size_t i = 1; i < x->n_units; i++)
		if (shared[i]) {
			progress_show(&progress, "reading debug information", i);
			unit_add_dies(u, &x->units[i].die, &x->origin);
			unit_add_rows(u, &x->units[i].die, &x->origin);
		}
	build(x, u);
	progress_hide(&progress);
}

static void read_units(struct lines_index *x)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, sub;
	uint8_t type;
	int more;

	while ((more = dwarf_get_units(x->dwarf, unit, &unit, NULL, &type, &die, &sub)) == 0) {
		if (type != DW_UT_compile && type != DW_UT_partial && type != DW_UT_skeleton)
			continue;
		GROW(x->units, x->n_units, x->units_room);
		x->units[x->n_units++] = (struct unit){ .die = die };
		x->known |= x->origin.has_lines && dwarf_hasattr(&die, DW_AT_stmt_list);
		x->split |= type == DW_UT_skeleton;
	}
	if (more < 0)
		warn(x);
}

void lines_read(struct lines *l, const struct image *im, struct symbols *symbols,
	const struct texts *prefixes)
{
	struct lines_index *x = allocate(1, sizeof *x);
	struct ranges all = { 0 };

	*l = (struct lines){ 0 };
	x->dwarf = debug_sections_open(&x->sections, im);
	if (!x->dwarf) {
		debug_sections_close(&x->sections);
		free(x);
		return;
	}
	l->index = symbols->lines = x;
	x->origin = (struct unit_origin){ .survivors = { &im->code, symbols },
		.has_lines = x->sections.lines };
	names_prefer_source(symbols, x->dwarf);
	if (x->sections.lines)
		discarded_lines(&x->origin.survivors, x->dwarf, x->sections.lines,
			x->sections.line_data->d_size);
	if (prefixes)
		x->origin.prefixes = *prefixes;
	GROW(x->units, x->n_units, x->units_room);
	x->units[x->n_units++] = (struct unit){ 0 };
	read_units(x);
	bool *shared = allocate(x->n_units, sizeof *shared);
	for (size_t i = 1; i < x->n_units; i++) {
		size_t begin = all.n;
		if (!add_ranges(x, &all, i)) {
			all.n = begin;
			shared[i] = true;
		}
	}
	find_overlaps(&all, shared);
	for (size_t i = 0; i < all.n; i++)
		if (!shared[all.at[i].value])
			ranges_add(&x->map, all.at[i].lo, all.at[i].hi, 0, all.at[i].value);
	ranges_build(&x->map);
	ranges_free(&all);
	read_shared(x, shared);
	free(shared);
}

void lines_free(struct lines *l)
{
	struct lines_index *x = l->index;

	*l = (struct lines){ 0 };
	if (!x)
		return;
	for (size_t i = 0; i < x->n_units; i++)
		unit_free(&x->units[i]);
	ranges_free(&x->map);
	unit_origin_free(&x->origin);
	free(x->units);
	dwarf_end(x->dwarf);
	debug_sections_close(&x->sections);
	free(x);
}

bool lines_known(const struct lines *l)
{
	return l->index && l->index->known;
}

/* The unit that covers pc, or unit 0, which holds all units without ranges of their own. */
static struct unit *unit_at(const struct lines *l, uint32_t pc)
{
	const struct range *r = ranges_next_near(&l->index->map, pc, &l->index->near);

	return &l->index->units[r && r->lo <= pc ? r->value : 0];
}

static uint64_t end_of(const struct range *r, uint32_t pc)
{
	return !r ? UINT64_MAX : r->lo <= pc ? r->hi : r->lo;
}

/* Looks up pc in one of *owner's maps, the one at map_offset in struct unit. If it has nothing
 * there, looks in unit 0 and sets *owner. NULL: neither has. *until: the answer holds for pc ...
 * *until - 1. */
static const struct range *look_up(struct lines_index *x, struct unit **owner, size_t map_offset,
	uint32_t pc, size_t *near, uint64_t *until)
{
	const struct range *r = ranges_next_near(&x->map, pc, &x->near);
	const void *map = (const char *)*owner + map_offset;
	uint64_t end;

	*until = end_of(r, pc);
	r = ranges_next_near(map, pc, near);
	end = end_of(r, pc);
	if (!(r && r->lo <= pc) && *owner != x->units) {
		*until = end < *until ? end : *until;
		*owner = x->units;
		map = (const char *)*owner + map_offset;
		r = ranges_next(map, pc);
		end = end_of(r, pc);
	}
	*until = end < *until ? end : *until;
	return r && r->lo <= pc ? r : NULL;
}

const struct line *lines_find_until(const struct lines *l, uint32_t pc, uint64_t *until)
{
	*until = UINT64_MAX;
	if (!l->index)
		return NULL;
	struct unit *u = unit_at(l, pc);
	read_unit(l->index, u, false);
	const struct range *r = look_up(
		l->index, &u, offsetof(struct unit, row_map), pc, &l->index->near_row, until);
	return r ? &u->rows[r->value] : NULL;
}

const struct line *lines_find(const struct lines *l, uint32_t pc)
{
	uint64_t until;

	return lines_find_until(l, pc, &until);
}

const struct call *lines_call_until(const struct lines *l, uint32_t pc, uint64_t *until)
{
	*until = UINT64_MAX;
	if (!l->index)
		return NULL;
	/* nothing relocates a .dwo file: with linker relaxation, as on RISC-V, its addresses are
	 * wrong */
	if (l->index->split)
		note("%s: inlined calls in .dwo files are not read, so they count as their "
		     "callers: compile without -gsplit-dwarf to see them",
			l->index->sections.path);
	l->index->split = false;
	struct unit *u = unit_at(l, pc);
	read_unit(l->index, u, true);
	const struct range *r = look_up(
		l->index, &u, offsetof(struct unit, call_map), pc, &l->index->near_call, until);
	return r ? &u->calls[r->value] : NULL;
}

const struct call *lines_call(const struct lines *l, uint32_t pc)
{
	uint64_t until;

	return lines_call_until(l, pc, &until);
}

/* The function around pc; NULL: unknown. */
static const struct declared *function_at(const struct lines *l, uint32_t pc)
{
	struct unit *u = l->index ? unit_at(l, pc) : NULL;
	const struct range *r;

	if (!u)
		return NULL;
	read_unit(l->index, u, true);
	r = ranges_find(&u->function_map, pc);
	if (!r && u != l->index->units)
		r = ranges_find(&(u = l->index->units)->function_map, pc);
	return r ? &u->declared[r->value] : NULL;
}

bool lines_declared(const struct lines *l, uint32_t pc, struct line *line)
{
	const struct declared *d = function_at(l, pc);

	if (d)
		*line = d->line;
	return d;
}

const char *lines_producer(const struct lines *l, uint32_t pc)
{
	const struct declared *d = function_at(l, pc);

	return d ? d->producer : NULL;
}

struct line lines_function(const struct lines *l, uint32_t pc)
{
	struct line line = { 0 };
	const struct line *first;

	if (!lines_declared(l, pc, &line) && (first = lines_find(l, pc)))
		line = *first;
	return line;
}

const struct call *lines_caller(const struct lines *l, const struct call *c)
{
	(void)l;
	return c->parent != SIZE_MAX ? &c->unit->calls[c->parent] : NULL;
}

size_t lines_calls(const struct lines *l, uint32_t pc, const char **names, size_t room)
{
	const struct call *innermost = lines_call(l, pc);
	size_t n = 0, depth = 0;

	for (const struct call *c = innermost; c; c = lines_caller(l, c))
		depth++;
	for (const struct call *c = innermost; c; c = lines_caller(l, c), n++)
		if (depth - 1 - n < room)
			names[depth - 1 - n] = c->name;
	return depth < room ? depth : room;
}

size_t lines_inlined(struct lines_index *x, const char *name, struct line *places, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; x && i < x->n_units; i++) {
		const struct unit *u = &x->units[i];
		read_unit(x, &x->units[i], true);
		for (size_t j = 0; j < u->n_calls && n < room; j++) {
			const struct call *c = &u->calls[j];
			size_t k = 0;
			if (!c->file || !symbols_means(name, c->linker, c->name))
				continue;
			while (k < n
				&& (strcmp(places[k].file, c->file) != 0
					|| places[k].number != c->number))
				k++;
			if (k == n)
				places[n++] = (struct line){ c->file, c->number, 0 };
		}
	}
	return n;
}

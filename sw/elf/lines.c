/* SPDX-License-Identifier: ISC
 * lines.c - source lines and inlined calls of an ELF, by address; the contract is lines.h.
 *
 * A unit with ranges in code that no other unit shares is read when it is needed. All other units are read at once,
 * into unit 0, where the ranks of rows and calls decide which unit an address belongs to.
 */
#include "lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "sw/base/progress.h"
#include "dwarf_unit.h"

#define MAX_RANGES 65536	/* of one unit */
#define SEARCHES 2	/* searches for single rows in a unit before all its rows become a map */
#define REREAD 2	/* how often the rows of a unit are freed, and read again */
#define READ_MOST 200000u	/* calls that one reader reads, some 50 bytes each */

struct lines_index {
	Dwarf *dwarf, *reader;		/* dwarf has the units' own DIEs; reader reads single units */
	size_t read;			/* calls read by `reader` */
	Elf *elf;
	uint8_t *copy;		/* the bytes of `elf` if it is not the image itself */
	const char *path;
	struct unit_origin origin;
	struct unit *units;
	size_t n_units, units_room;
	struct ranges map;		/* value: index in units */
	size_t near, near_row, near_call;	/* as in ranges.h: where the last address was found */
	size_t passing;			/* the unit of the last lines_find_until */
	bool damaged, known;
	bool split;			/* units have their calls in .dwo files, and no note has said so yet */
};

static void warn(struct lines_index *x)
{
	if (!x->damaged)
		note("%s: damaged debug information: source lines may be missing", x->path);
	x->damaged = true;
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
		if (hi > lo && ranges_find(&x->origin.code, lo))	/* else the linker has removed it */
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

static void read_shared(struct lines_index *x, const bool *shared)
{
	struct unit *u = &x->units[0];
	struct progress progress;

	progress_start(&progress, x->n_units);
	u->rows_read = u->calls_read = u->functions_read = true;
	for (size_t i = 1; i < x->n_units; i++)
		if (shared[i]) {
			progress_show(&progress, "reading debug information", i);
			unit_add_calls(u, &x->units[i].die, &x->origin);
			unit_add_rows(u, &x->units[i].die, &x->origin);
			unit_add_functions(u, &x->units[i].die, &x->origin);
		}
	ranges_build(&u->row_map);
	ranges_build(&u->call_map);
	ranges_build(&u->function_map);
	progress_hide(&progress);
	if (u->damaged)
		warn(x);
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
		x->known |= dwarf_hasattr(&die, DW_AT_stmt_list);
		x->split |= type == DW_UT_skeleton;
	}
	if (more < 0)
		warn(x);
}

static bool has_compressed(Elf *elf)
{
	size_t names;
	GElf_Shdr h;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return false;
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		if (!gelf_getshdr(s, &h))
			continue;
		const char *name = elf_strptr(elf, names, h.sh_name);
		if (h.sh_flags & SHF_COMPRESSED || (name && !strncmp(name, ".zdebug", 7)))
			return true;
	}
	return false;
}

/* libdw decompresses sections in place and changes their headers. Such an image it gets as a copy, so that others see
 * the file as it is. */
static Elf *elf_for_libdw(const struct image *im, uint8_t **copy)
{
	*copy = NULL;
	if (!has_compressed(im->elf))
		return im->elf;
	*copy = allocate(im->size, 1);
	memcpy(*copy, im->bytes, im->size);
	return elf_memory((char *)*copy, im->size);
}

void lines_read(struct lines *l, const struct image *im, const struct texts *prefixes)
{
	uint8_t *copy;
	Elf *elf = elf_for_libdw(im, &copy);
	Dwarf *dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;

	*l = (struct lines){ 0 };
	if (!dwarf) {
		if (copy)
			elf_end(elf);
		free(copy);
		return;
	}
	struct lines_index *x = l->index = allocate(1, sizeof *x);
	struct ranges all = { 0 };
	*x = (struct lines_index){ .dwarf = dwarf, .path = im->path, .elf = elf, .copy = copy };
	x->origin = (struct unit_origin){ .code = im->code, .sections = line_sections_of(elf) };
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

	for (size_t i = 0; x && i < x->n_units; i++)
		unit_free(&x->units[i]);
	if (x) {
		ranges_free(&x->map);
		free(x->units);
		dwarf_end(x->reader);
		dwarf_end(x->dwarf);
		if (x->copy)
			elf_end(x->elf);
		free(x->copy);
		free(x);
	}
	*l = (struct lines){ 0 };
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

/* Finds the DIE of u in `reader`. libdw keeps all it has decoded: a new reader now and then bounds its memory. Names
 * stay valid: they live in the ELF. */
static bool reader_die(struct lines_index *x, const struct unit *u, Dwarf_Die *die)
{
	if (x->reader && x->read > READ_MOST) {
		dwarf_end(x->reader);
		x->reader = NULL;
		x->read = 0;
	}
	if (!x->reader)
		x->reader = dwarf_begin_elf(x->elf, DWARF_C_READ, NULL);
	Dwarf_Die own = u->die;
	return x->reader && dwarf_offdie(x->reader, dwarf_dieoffset(&own), die);
}

static void read_rows(struct lines_index *x, struct unit *u)
{
	u->rows_read = true;
	unit_add_rows(u, &u->die, &x->origin);
	ranges_build(&u->row_map);
	if (u->damaged)
		warn(x);
}

static void read_calls(struct lines_index *x, struct unit *u)
{
	Dwarf_Die die;

	u->calls_read = true;
	if (reader_die(x, u, &die))
		unit_add_calls(u, &die, &x->origin);
	x->read += u->call_map.n;
	ranges_build(&u->call_map);
	if (u->damaged)
		warn(x);
}

static void read_functions(struct lines_index *x, struct unit *u)
{
	Dwarf_Die die;

	u->functions_read = true;
	if (reader_die(x, u, &die))
		unit_add_functions(u, &die, &x->origin);
	x->read += u->n_declared;
	ranges_build(&u->function_map);
	if (u->damaged)
		warn(x);
}

/* Looks up pc in one of *owner's maps, the one at map_offset in struct unit. If it has nothing there, looks in unit 0
 * and sets *owner. NULL: neither has. *until: the answer holds for pc ... *until - 1. */
static const struct range *look_up(struct lines_index *x, struct unit **owner, size_t map_offset, uint32_t pc, size_t *near, uint64_t *until)
{
	const struct range *covered = ranges_next_near(&x->map, pc, &x->near);
	const struct range *r = ranges_next_near((const struct ranges *)(const void *)((const char *)*owner + map_offset), pc, near);

	*until = covered ? (covered->lo <= pc ? covered->hi : covered->lo) : UINT64_MAX;
	if (r && r->lo <= pc) {
		*until = r->hi < *until ? r->hi : *until;
		return r;
	}
	*until = r && r->lo < *until ? r->lo : *until;
	if (*owner == x->units)
		return NULL;
	*owner = x->units;
	r = ranges_next((const struct ranges *)(const void *)((const char *)*owner + map_offset), pc);
	if (r && r->lo > pc)
		*until = r->lo < *until ? r->lo : *until;
	else if (r)
		*until = r->hi < *until ? r->hi : *until;
	return r && r->lo <= pc ? r : NULL;
}

static const struct line *find_line(const struct lines *l, struct unit *u, uint32_t pc, uint64_t *until)
{
	if (!u->rows_read)
		read_rows(l->index, u);
	const struct range *r = look_up(l->index, &u, offsetof(struct unit, row_map), pc, &l->index->near_row, until);
	return r ? &u->rows[r->value] : NULL;
}

const struct line *lines_find_until(const struct lines *l, uint32_t pc, uint64_t *until)
{
	struct lines_index *x = l->index;

	*until = UINT64_MAX;
	if (!x)
		return NULL;
	struct unit *u = unit_at(l, pc), *last = &x->units[x->passing];
	/* if the linker has mixed the code of units, do not read the same unit again and again */
	if (u != last && last != x->units && last->rows_read && last->forgotten < REREAD)
		unit_forget_rows(last);
	x->passing = (size_t)(u - x->units);
	return find_line(l, u, pc, until);
}

const struct line *lines_find(const struct lines *l, uint32_t pc)
{
	uint64_t until;

	return l->index ? find_line(l, unit_at(l, pc), pc, &until) : NULL;
}

const struct call *lines_call_until(const struct lines *l, uint32_t pc, uint64_t *until)
{
	*until = UINT64_MAX;
	if (!l->index)
		return NULL;
	/* nothing relocates a .dwo file: with linker relaxation, as on RISC-V, its addresses are wrong */
	if (l->index->split)
		note("%s: inlined calls in .dwo files are not read, so they count as their callers: compile without -gsplit-dwarf to see them", l->index->path);
	l->index->split = false;
	struct unit *u = unit_at(l, pc);
	if (!u->calls_read)
		read_calls(l->index, u);
	const struct range *r = look_up(l->index, &u, offsetof(struct unit, call_map), pc, &l->index->near_call, until);
	return r ? &u->calls[r->value] : NULL;
}

const struct call *lines_call(const struct lines *l, uint32_t pc)
{
	uint64_t until;

	return lines_call_until(l, pc, &until);
}

bool lines_place(const struct lines *l, uint32_t pc, struct line *line)
{
	struct unit *u = l->index ? unit_at(l, pc) : NULL;

	if (u && !u->rows_read && u->asked++ < SEARCHES) {
		if (unit_row_at(u, &u->die, &l->index->origin, pc, line))
			return true;
	}
	const struct line *known = lines_find(l, pc);
	*line = known ? *known : (struct line){ 0 };
	return known;
}

bool lines_declared(const struct lines *l, uint32_t pc, struct line *line)
{
	struct lines_index *x = l->index;
	struct unit *u = x ? unit_at(l, pc) : NULL;
	const struct range *r;

	if (!u)
		return false;
	if (!u->functions_read)
		read_functions(x, u);
	r = ranges_find(&u->function_map, pc);
	if (!r && u != x->units)
		r = ranges_find(&(u = x->units)->function_map, pc);
	if (r)
		*line = u->declared[r->value];
	return r;
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

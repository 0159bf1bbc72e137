/* SPDX-License-Identifier: ISC
 * dwarf_unit.c - lines, inlined calls and functions of one unit of the debug information; the contract is dwarf_unit.h.
 *
 * The rows of functions that --gc-sections removed (dead ones) are at address 0, where live code may be, too. There
 * only the row with the line of the function at 0 counts. Limit: a dead sequence that is not empty (assembly) looks
 * like live code at 0.
 */
#include "dwarf_unit.h"

#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "sw/base/error.h"
#include "source_path.h"

#define MAX_DEPTH 256		/* of a DIE tree; deeper ones are damaged */
#define MAX_RANGES 65536	/* of one call or function; more are damage */

/* What it takes to name the files of a unit. */
struct naming {
	struct unit *unit;
	const struct line_table *table;
	size_t first;		/* its files are unit->files[first ...] */
	const char *directory;
	const struct texts *prefixes;
};

/* The offset of the unit's line table. False: it has none. */
static bool table_offset(Dwarf_Die *die, Dwarf_Word *offset)
{
	Dwarf_Attribute attribute;

	return dwarf_formudata(dwarf_attr(die, DW_AT_stmt_list, &attribute), offset) == 0;
}

/* Frees what was read of an unusable line table; marks the unit damaged if it should have one. Returns false. */
static bool no_table(struct unit *u, Dwarf_Die *die, struct line_table *t)
{
	line_table_free(t);
	u->damaged |= dwarf_hasattr(die, DW_AT_stmt_list);
	return false;
}

static struct naming begin_naming(struct unit *u, Dwarf_Die *die, const struct line_table *t, const struct unit_origin *from)
{
	Dwarf_Attribute attribute;
	struct naming names = { u, t, u->n_files, dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attribute)), &from->prefixes };

	for (size_t i = 0; i < t->n_files; i++) {
		GROW(u->files, u->n_files, u->files_room);
		u->files[u->n_files++] = NULL;
	}
	return names;
}

static const char *shown_file(struct naming *names, size_t i)
{
	const struct line_file *f = i < names->table->n_files ? &names->table->files[i] : NULL;
	char **file = f ? &names->unit->files[names->first + i] : NULL, *raw = NULL;

	if (!f || !f->name)
		return NULL;
	if (!*file && f->directory && f->name[0] != '/') {
		raw = allocate(strlen(f->directory) + strlen(f->name) + 2, 1);
		stpcpy(stpcpy(stpcpy(raw, f->directory), "/"), f->name);
	}
	if (!*file)
		*file = source_path(names->directory, raw ? raw : f->name, names->prefixes);
	free(raw);
	return *file;
}

/* Does the row at address 0 belong to live code, or to a function that --gc-sections removed? */
static bool alive_at_0(const struct unit *u, int number, bool dead_rows)
{
	return u->zero_line ? number == u->zero_line : !dead_rows;
}

/* Index of a row for this line: the newest one if it fits, as neighbours often share a line, else a new one. */
static size_t row_of(struct unit *u, const char *file, int number)
{
	struct line *last = u->n_rows ? &u->rows[u->n_rows - 1] : NULL;

	number = number > 0 ? number : 0;
	if (last && last->file == file && last->number == number)
		return u->n_rows - 1;
	GROW(u->rows, u->n_rows, u->rows_room);
	u->rows[u->n_rows] = (struct line){ file, number };
	return u->n_rows++;
}

/* A line table's rows, and what distinguishes live and dead rows at address 0. */
struct rows {
	struct line_table t;
	uint64_t above;			/* lowest address above 0 */
	bool dead_at_0;			/* there is an empty sequence at 0 */
	const struct range *section;	/* of the row looked at last */
};

static bool read_rows(struct unit *u, Dwarf_Die *die, const struct unit_origin *from, struct rows *r)
{
	Dwarf_Word offset;

	*r = (struct rows){ .above = UINT64_MAX };
	if (!table_offset(die, &offset) || !line_table_read(&r->t, &from->sections, offset))
		return no_table(u, die, &r->t);
	for (size_t i = 0; i < r->t.n && r->above == UINT64_MAX; i++) {
		r->dead_at_0 |= r->t.rows[i].end && r->t.rows[i].address == 0;
		r->above = r->t.rows[i].address ? r->t.rows[i].address : r->above;
	}
	return true;
}

/* The code of row i, cut at the end of its section. False: none. Needs row i + 1. */
static bool row_range(const struct unit *u, const struct unit_origin *from, struct rows *r, size_t i, uint64_t *lo, uint64_t *hi)
{
	const struct line_row *row = &r->t.rows[i];

	*lo = row->address;
	*hi = *lo == 0 && u->zero_line ? r->above : row[1].address;
	if (row->end || *hi <= *lo || (*lo == 0 && !alive_at_0(u, (int)row->number, r->dead_at_0)))
		return false;
	if (!r->section || *lo < r->section->lo || *lo >= r->section->hi)
		r->section = ranges_find(&from->code, *lo);
	if (r->section && r->section->hi < *hi)
		*hi = r->section->hi;
	return r->section;
}

void unit_add_rows(struct unit *u, Dwarf_Die *die, const struct unit_origin *from)
{
	struct rows r;
	uint64_t lo, hi;
	const char *file;

	if (!read_rows(u, die, from, &r))
		return;
	struct naming names = begin_naming(u, die, &r.t, from);
	ranges_room(&u->row_map, r.t.n);
	for (size_t i = 0; i + 1 < r.t.n; i++)
		if (row_range(u, from, &r, i, &lo, &hi) && (file = shown_file(&names, r.t.rows[i].file)))
			ranges_add(&u->row_map, lo, hi, 2 * lo + (lo == 0 && u->zero_line), row_of(u, file, (int)r.t.rows[i].number));
	line_table_free(&r.t);
}

bool unit_row_at(struct unit *u, Dwarf_Die *die, const struct unit_origin *from, uint64_t pc, struct line *line)
{
	struct line_search search = { .address = pc };
	struct line_table t = { 0 };
	Dwarf_Word offset;

	*line = (struct line){ 0 };
	if (!table_offset(die, &offset) || !line_table_search(&t, &from->sections, offset, &search))
		return no_table(u, die, &t);
	struct naming names = begin_naming(u, die, &t, from);
	const struct range *section = ranges_find(&from->code, pc);
	/* a row at address 0 may be dead: only all rows together tell */
	if (search.found && search.followed && !search.row.end && search.row.address && section && search.row.address >= section->lo)
		*line = (struct line){ shown_file(&names, search.row.file), (int)search.row.number > 0 ? (int)search.row.number : 0 };
	line_table_free(&t);
	return line->file;
}

/* The function's name for the linker, if the debug information has it, else its plain name. */
static const char *linker_name(const struct unit *u, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = u->linkage ? dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute)) : NULL;

	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
	return name && name[0] ? name : "[inlined]";
}

/* The value of an attribute, at most INT_MAX; else, or without the attribute, 0. */
static size_t number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 && value <= INT_MAX ? (size_t)value : 0;
}

/* A file from another unit's table. libdw reads that table, and keeps it in memory. */
static const char *foreign_file(struct naming *names, Dwarf_Die *die)
{
	struct unit *u = names->unit;
	const char *file = dwarf_decl_file(die);

	if (!file)
		return NULL;
	GROW(u->files, u->n_files, u->files_room);
	return u->files[u->n_files++] = source_path(names->directory, file, names->prefixes);
}

/* Where a function is declared. If it lacks an attribute, its specification or abstract origin has it, with link-time
 * optimization even in another unit. */
static struct line declaration(struct naming *names, Dwarf_Die *die)
{
	Dwarf_Attribute line, file;
	Dwarf_Word number, at;

	if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_line, &line), &number) != 0 || !number || number > INT_MAX)
		return (struct line){ 0 };
	if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &file), &at) != 0)
		return (struct line){ 0 };
	const char *path = file.cu == die->cu ? shown_file(names, at) : foreign_file(names, die);
	return (struct line){ path, path ? (int)number : 0 };
}

static void add_call(struct unit *u, struct naming *names, Dwarf_Die *die, size_t parent, uint64_t depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;
	int number = (int)number_of(die, DW_AT_call_line);
	const char *name = linker_name(u, die);

	GROW(u->calls, u->n_calls, u->calls_room);
	const char *file = number ? shown_file(names, number_of(die, DW_AT_call_file)) : NULL;
	u->calls[u->n_calls] = (struct call){ demangled(name), name, parent, file, number, declaration(names, die), u };
	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES)
		if (hi <= 1ull << 32)
			ranges_add(&u->call_map, lo, hi, depth, u->n_calls);
	u->n_calls++;
}

/* Notes the line of the function at address 0, if the unit has one: it tells live rows at 0 from dead ones. */
static void note_zero(struct unit *u, Dwarf_Die *function)
{
	Dwarf_Addr lo, hi;
	int number;

	if (dwarf_lowpc(function, &lo) == 0 && lo == 0 && dwarf_highpc(function, &hi) == 0 && hi > 0 && dwarf_decl_line(function, &number) == 0)
		u->zero_line = number;
}

/* On a walk through an intact tree, offsets only grow. Otherwise links are damaged, and the walk might never end. */
static bool goes_on(struct unit *u, Dwarf_Die *die)
{
	Dwarf_Off offset = dwarf_dieoffset(die);
	bool good = offset > u->walked;

	u->damaged |= !good;
	u->walked = good ? offset : u->walked;
	return good;
}

/* Adds the inlined calls below die. call: index of the inlined call around them, or SIZE_MAX. */
static void add_calls(struct unit *u, struct naming *names, Dwarf_Die *die, size_t call, unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		if (!goes_on(u, &child))
			return;
		switch (dwarf_tag(&child)) {
		case DW_TAG_inlined_subroutine:
			add_call(u, names, &child, call, depth);
			add_calls(u, names, &child, u->n_calls - 1, depth + 1);
			break;
		case DW_TAG_subprogram:
			note_zero(u, &child);
			/* fall through */
		case DW_TAG_lexical_block:
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			add_calls(u, names, &child, call, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

static bool has_linkage_names(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler:
		return false;
	default:
		return true;
	}
}

/* Prepares a walk through the unit's tree: reads its table of files into t. */
static struct naming begin_walk(struct unit *u, Dwarf_Die *die, struct line_table *t, const struct unit_origin *from)
{
	Dwarf_Word offset;

	if (!table_offset(die, &offset) || !line_table_files(t, &from->sections, offset))
		no_table(u, die, t);
	u->walked = dwarf_dieoffset(die);
	return begin_naming(u, die, t, from);
}

void unit_add_calls(struct unit *u, Dwarf_Die *die, const struct unit_origin *from)
{
	struct line_table t = { 0 };
	struct naming names = begin_walk(u, die, &t, from);

	u->zero_line = 0;
	u->linkage = has_linkage_names(die);
	add_calls(u, &names, die, SIZE_MAX, 0);
	line_table_free(&t);
}

static void add_function(struct unit *u, struct naming *names, Dwarf_Die *die, const struct unit_origin *from,
	unsigned depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;

	if (!dwarf_hasattr(die, DW_AT_low_pc) && !dwarf_hasattr(die, DW_AT_ranges))
		return;
	GROW(u->declared, u->n_declared, u->declared_room);
	u->declared[u->n_declared] = declaration(names, die);
	while (u->declared[u->n_declared].file && (at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES)
		if (lo && hi <= 1ull << 32 && ranges_find(&from->code, lo))	/* at 0 there are dead ones, too */
			ranges_add(&u->function_map, lo, hi, depth, u->n_declared);
	u->n_declared++;
}

/* Only units, namespaces, types and functions contain functions: skips the rest, which is most of the tree. */
static void add_functions(struct unit *u, struct naming *names, Dwarf_Die *die, const struct unit_origin *from,
	unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		if (!goes_on(u, &child))
			return;
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
			add_function(u, names, &child, from, depth);
			/* fall through */
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			add_functions(u, names, &child, from, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

void unit_add_functions(struct unit *u, Dwarf_Die *die, const struct unit_origin *from)
{
	struct line_table t = { 0 };
	struct naming names = begin_walk(u, die, &t, from);

	add_functions(u, &names, die, from, 0);
	line_table_free(&t);
}

void unit_forget_rows(struct unit *u)
{
	ranges_free(&u->row_map);
	free(u->rows);
	u->rows = NULL;
	u->n_rows = u->rows_room = 0;
	u->rows_read = false;
	u->forgotten++;
}

void unit_free(struct unit *u)
{
	ranges_free(&u->row_map);
	ranges_free(&u->call_map);
	ranges_free(&u->function_map);
	for (size_t i = 0; i < u->n_files; i++)
		free(u->files[i]);
	free(u->files);
	free(u->rows);
	free(u->calls);
	free(u->declared);
}

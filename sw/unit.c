/* SPDX-License-Identifier: ISC
 * unit.c - the lines and inlined calls of one unit of the debug information; the contract is unit.h.
 *
 * Dead functions (--gc-sections) have their rows at address 0, where code may live as
 * well: there only the row with the line of the function at 0 counts. Limit: a dead
 * sequence that is not empty (assembly) is told from living code at 0 by nothing.
 */
#include "unit.h"

#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "error.h"
#include "source_path.h"

#define MAX_DEPTH 256		/* of a DIE tree, and ranges of one call: more is damage, not code */
#define MAX_RANGES 65536

/* Where the files of a unit are being named. */
struct naming {
	struct unit *unit;
	Dwarf_Files *table;
	size_t n, first;	/* its files are unit->files[first ...] */
	const char *directory;
	const struct texts *prefixes;
};

static struct naming begin_naming(struct unit *u, Dwarf_Die *die, Dwarf_Files *table, size_t n, const struct texts *prefixes)
{
	Dwarf_Attribute attribute;
	struct naming names = { u, table, n, u->n_files, dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attribute)), prefixes };

	for (size_t i = 0; i < n; i++) {
		GROW(u->files, u->n_files, u->files_room);
		u->files[u->n_files++] = NULL;
	}
	return names;
}

static const char *shown_file(struct naming *names, size_t i)
{
	const char *raw = i < names->n ? dwarf_filesrc(names->table, i, NULL, NULL) : NULL;
	char **file = i < names->n ? &names->unit->files[names->first + i] : NULL;

	if (!raw)
		return NULL;
	if (!*file)
		*file = source_path(names->directory, raw, names->prefixes);
	return *file;
}

/* Is the row at address 0 one of living code? With --gc-sections the rows of dead functions stand there too. */
static bool alive_at_0(const struct unit *u, int number, bool dead_rows)
{
	return u->zero_line ? number == u->zero_line : !dead_rows;
}

/* One row more, or the newest one again: rows beside each other are often of one line. */
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

void unit_add_rows(struct unit *u, Dwarf_Die *die, const struct ranges *code, const struct texts *prefixes)
{
	Dwarf_Lines *table;
	Dwarf_Files *files = NULL;
	size_t n = 0, n_files = 0;
	Dwarf_Addr above = UINT64_MAX;		/* the lowest address that is not 0 */
	bool dead_rows = false;			/* an empty sequence at 0 */

	if (dwarf_getsrclines(die, &table, &n) != 0) {
		u->damaged |= dwarf_hasattr(die, DW_AT_stmt_list);
		return;
	}
	if (dwarf_getsrcfiles(die, &files, &n_files) != 0)
		n_files = 0;
	struct naming names = begin_naming(u, die, files, n_files, prefixes);
	for (size_t i = 0; i < n && above == UINT64_MAX; i++) {
		Dwarf_Addr lo;
		bool end;
		if (dwarf_lineaddr(dwarf_onesrcline(table, i), &lo) == 0 && dwarf_lineendsequence(dwarf_onesrcline(table, i), &end) == 0) {
			dead_rows |= end && lo == 0;
			above = lo ? lo : above;
		}
	}
	for (size_t i = 0; i + 1 < n; i++) {
		Dwarf_Line *row = dwarf_onesrcline(table, i), *next = dwarf_onesrcline(table, i + 1);
		Dwarf_Addr lo, hi;
		bool end;
		int number;
		size_t index;
		const char *file;
		const struct range *section;
		if (!row || !next || dwarf_lineendsequence(row, &end) != 0 || end
		    || dwarf_lineaddr(row, &lo) != 0 || dwarf_lineaddr(next, &hi) != 0 || dwarf_lineno(row, &number) != 0)
			continue;
		if (lo == 0 && !alive_at_0(u, number, dead_rows))
			continue;
		if (lo == 0 && u->zero_line)
			hi = above;
		if (hi <= lo || !(section = ranges_find(code, lo)) || dwarf_line_file(row, &files, &index) != 0 || !(file = shown_file(&names, index)))
			continue;
		ranges_add(&u->row_map, lo, hi < section->hi ? hi : section->hi, 2 * lo + (lo == 0 && u->zero_line), row_of(u, file, number));
	}
}

static const char *name_of(const struct unit *u, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = u->linkage ? dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute)) : NULL;

	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
	return name && name[0] ? demangled(name) : "[inlined]";
}

/* A small number that an attribute holds; 0 without it. */
static size_t number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 && value <= INT_MAX ? (size_t)value : 0;
}

static void add_call(struct unit *u, struct naming *names, Dwarf_Die *die, size_t parent, uint64_t depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;
	int number = (int)number_of(die, DW_AT_call_line);

	GROW(u->calls, u->n_calls, u->calls_room);
	u->calls[u->n_calls] = (struct call){ name_of(u, die), parent, number ? shown_file(names, number_of(die, DW_AT_call_file)) : NULL, number, u };
	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES)
		if (hi <= 1ull << 32)
			ranges_add(&u->call_map, lo, hi, depth, u->n_calls);
	u->n_calls++;
}

/* The line of the function at address 0, if the unit has one: it tells its rows from those of dead functions. */
static void note_zero(struct unit *u, Dwarf_Die *function)
{
	Dwarf_Addr lo, hi;
	int number;

	if (dwarf_lowpc(function, &lo) == 0 && lo == 0 && dwarf_highpc(function, &hi) == 0 && hi > 0 && dwarf_decl_line(function, &number) == 0)
		u->zero_line = number;
}

/* Walks the children of die; `call` is the inlined call around them. Offsets of a proper tree only grow
 * on such a walk; where they don't, links are damaged and could lead in circles. */
static void add_calls(struct unit *u, struct naming *names, Dwarf_Die *die, size_t call, unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		if (dwarf_dieoffset(&child) <= u->walked) {
			u->damaged = true;
			return;
		}
		u->walked = dwarf_dieoffset(&child);
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

void unit_add_calls(struct unit *u, Dwarf_Die *die, const struct texts *prefixes)
{
	Dwarf_Files *files = NULL;
	size_t n_files = 0;

	if (dwarf_getsrcfiles(die, &files, &n_files) != 0)
		n_files = 0;
	struct naming names = begin_naming(u, die, files, n_files, prefixes);
	u->zero_line = 0;
	u->linkage = has_linkage_names(die);
	u->walked = dwarf_dieoffset(die);
	add_calls(u, &names, die, SIZE_MAX, 0);
}

void unit_free(struct unit *u)
{
	ranges_free(&u->row_map);
	ranges_free(&u->call_map);
	for (size_t i = 0; i < u->n_files; i++)
		free(u->files[i]);
	free(u->files);
	free(u->rows);
	free(u->calls);
}

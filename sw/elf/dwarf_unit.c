/* SPDX-License-Identifier: ISC
 * dwarf_unit.c - lines, inlined calls and functions of one unit of the debug information; the
 * contract is debug_info.h.
 */
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "symbols.h"
#include "sw/base/base.h"

#define MAX_DEPTH 256 /* of a DIE tree; deeper ones are damaged */
#define MAX_SCOPES 64 /* namespaces and types around a function */
/* added to the depth, which ranks ranges, in functions that reports name */
#define SHOWN MAX_DEPTH
#define MAX_RANGES 65536 /* of one call or function; more are damage */
#define UNKNOWN_FILE "???" /* libdw's name for it */
#define DW_AT_GNU_discriminator 0x2136 /* dwarf.h lacks it */

static const char *text_of(Dwarf_Die *die, unsigned attribute)
{
	Dwarf_Attribute a;

	return dwarf_formstring(dwarf_attr(die, attribute, &a));
}

/* What all of the unit shares. Only LLVM's discriminators have parts that name a block
 * (sw/export/afdo.c). */
static void begin_unit(struct unit *u, Dwarf_Die *die)
{
	const char *producer = text_of(die, DW_AT_producer);

	u->directory = text_of(die, DW_AT_comp_dir);
	u->producer = producer;
	u->llvm = producer && (strstr(producer, "clang") || strstr(producer, "LLVM"));
}

/* The name of a file as reports show it. raw: libdw's, which lives as long as the debug
 * information. */
static const char *shown_file(struct unit_origin *from, const char *directory, const char *raw)
{
	const char *const key[] = { directory, raw };
	bool fresh;

	if (!raw || !raw[0] || !strcmp(raw, UNKNOWN_FILE))
		return NULL;
	size_t i = intern(&from->files, key, sizeof key, &fresh);
	if (fresh) {
		GROW(from->shown, i, from->shown_room);
		from->shown[i] = source_path(directory, raw, &from->prefixes);
	}
	return from->shown[i];
}

/* Adds the code of a row, cut at the end of its section. *section: of the row before. */
static void add_row(struct unit *u, Dwarf_Line *row, uint64_t lo, uint64_t hi,
	struct unit_origin *from, const struct range **section)
{
	struct line line = { 0 }, *last = u->n_rows ? &u->rows[u->n_rows - 1] : NULL;

	if (!*section || lo < (*section)->lo || lo >= (*section)->hi)
		*section = ranges_find(from->survivors.code, lo);
	if (!*section || dwarf_lineno(row, &line.number) != 0)
		return;
	line.file = shown_file(from, u->directory, dwarf_linesrc(row, NULL, NULL));
	line.number = line.number > 0 ? line.number : 0;
	if (u->llvm)
		dwarf_linediscriminator(row, &line.discriminator);
	if (!line.file)
		return;
	/* neighbours often share a line */
	if (!last || last->file != line.file || last->number != line.number
		|| last->discriminator != line.discriminator) {
		GROW(u->rows, u->n_rows, u->rows_room);
		u->rows[u->n_rows++] = line;
	}
	ranges_add(&u->row_map, lo, hi < (*section)->hi ? hi : (*section)->hi, lo, u->n_rows - 1);
}

void unit_add_rows(struct unit *u, Dwarf_Die *die, struct unit_origin *from)
{
	const struct range *section = NULL;
	Dwarf_Addr lo = 0, hi;
	Dwarf_Lines *rows;
	bool end = true;
	size_t n;

	if (!from->has_lines || !dwarf_hasattr(die, DW_AT_stmt_list))
		return;
	if (dwarf_getsrclines(die, &rows, &n) != 0) {
		u->damaged = true;
		return;
	}
	begin_unit(u, die);
	for (size_t i = 0; i < n; i++, lo = hi) {
		Dwarf_Line *row = dwarf_onesrcline(rows, i);
		dwarf_lineaddr(row, &hi);
		if (i && !end && hi > lo)
			add_row(u, dwarf_onesrcline(rows, i - 1), lo, hi, from, &section);
		dwarf_lineendsequence(row, &end);
	}
}

const char *unit_linker_name(Dwarf_Die *function, bool linkage)
{
	static const unsigned names[] = { DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name };
	const char *name = NULL;
	Dwarf_Attribute a;

	for (size_t i = linkage ? 0 : 2; !name && i < 3; i++)
		name = dwarf_formstring(dwarf_attr_integrate(function, names[i], &a));
	return name && name[0] ? name : NULL;
}

/* What two attributes say, the file's and the line's. With link-time optimization they may be
 * another unit's. */
static struct line place_of(
	struct unit *u, struct unit_origin *from, Dwarf_Attribute *file, Dwarf_Attribute *line)
{
	Dwarf_Word number, i;
	Dwarf_Files *files;
	Dwarf_Die unit;
	size_t n;

	if (dwarf_formudata(line, &number) != 0 || !number || number > INT_MAX
		|| dwarf_formudata(file, &i) != 0
		|| !dwarf_cu_die(file->cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL)
		|| dwarf_getsrcfiles(&unit, &files, &n) != 0)
		return (struct line){ 0 };
	const char *name = shown_file(from, u->directory, dwarf_filesrc(files, i, NULL, NULL));
	return (struct line){ name, name ? (int)number : 0, 0 };
}

/* Where a function is declared. If it lacks an attribute, its specification or abstract origin has
 * it. */
static struct line declaration(struct unit *u, struct unit_origin *from, Dwarf_Die *die)
{
	Dwarf_Attribute file, line;

	return place_of(u, from, dwarf_attr_integrate(die, DW_AT_decl_file, &file),
		dwarf_attr_integrate(die, DW_AT_decl_line, &line));
}

static void add_call(
	struct unit *u, struct unit_origin *from, Dwarf_Die *die, size_t parent, uint64_t depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;
	Dwarf_Attribute file, line, number;
	Dwarf_Word discriminator = 0;
	const char *name = unit_linker_name(die, u->linkage);
	struct line place = place_of(u, from, dwarf_attr(die, DW_AT_call_file, &file),
		dwarf_attr(die, DW_AT_call_line, &line));

	GROW(u->calls, u->n_calls, u->calls_room);
	name = name ? name : "[inlined]";
	if (u->llvm)
		dwarf_formudata(dwarf_attr(die, DW_AT_GNU_discriminator, &number), &discriminator);
	u->calls[u->n_calls] = (struct call){ demangled(name), name, parent, place.file,
		place.number, (unsigned)discriminator, declaration(u, from, die), u };
	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES)
		if (hi <= 1ull << 32)
			ranges_add(&u->call_map, lo, hi, depth, u->n_calls);
	u->n_calls++;
}

/* Adds a function's ranges. False: the linker has dropped it. *depth: what is below it has that
 * plus one. */
static bool add_function(struct unit *u, struct unit_origin *from, Dwarf_Die *die, unsigned *depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;
	bool kept = false;
	Dwarf_Attribute a;
	Dwarf_Die origin, unit;

	if (!dwarf_hasattr(die, DW_AT_low_pc) && !dwarf_hasattr(die, DW_AT_ranges))
		return true; /* it has no code of its own */
	struct line declared = declaration(u, from, die);
	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES) {
		if (hi > 1ull << 32 || discarded_function(&from->survivors, die, lo, hi))
			continue;
		if (!kept && discarded_shows(&from->survivors, die, lo))
			*depth += SHOWN;
		kept = true;
		if (declared.file)
			ranges_add(&u->function_map, lo, hi, *depth, u->n_declared);
	}
	GROW(u->declared, u->n_declared, u->declared_room);
	/* a function of link-time optimisation stands in a unit of the linker's, and says from
	 * which compiler's unit it came */
	const char *producer =
		dwarf_formref_die(dwarf_attr(die, DW_AT_abstract_origin, &a), &origin)
			&& dwarf_diecu(&origin, &unit, NULL, NULL)
		? text_of(&unit, DW_AT_producer)
		: u->producer;
	u->declared[u->n_declared++] = (struct declared){ declared, producer };
	return kept;
}

/* Is it a namespace, or a type with functions? */
static bool has_functions(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type
		|| tag == DW_TAG_module;
}

static void visit(
	Dwarf_Die *die, void (*found)(void *to, Dwarf_Die *function), void *to, unsigned depth)
{
	Dwarf_Die child;
	Dwarf_Off last = dwarf_dieoffset(die);

	for (int end = dwarf_child(die, &child); !end && dwarf_dieoffset(&child) > last;
		end = dwarf_siblingof(&child, &child)) {
		last = dwarf_dieoffset(&child);
		if (dwarf_tag(&child) == DW_TAG_subprogram)
			found(to, &child);
		else if (depth < MAX_SCOPES && has_functions(&child))
			visit(&child, found, to, depth + 1);
	}
}

void unit_functions(Dwarf_Die *die, void (*found)(void *to, Dwarf_Die *function), void *to)
{
	visit(die, found, to, 0);
}

/* Adds the functions and inlined calls below die. call: index of the inlined call around them, or
 * SIZE_MAX. */
static void add_below(
	struct unit *u, struct unit_origin *from, Dwarf_Die *die, size_t call, unsigned depth)
{
	Dwarf_Die child;

	if (depth % SHOWN == MAX_DEPTH - 1 || dwarf_child(die, &child) != 0)
		return;
	do {
		unsigned below = depth;
		/* In an intact tree, offsets only grow. Otherwise links are damaged, and the walk
		 * might never end. */
		if (dwarf_dieoffset(&child) <= u->walked) {
			u->damaged = true;
			return;
		}
		u->walked = dwarf_dieoffset(&child);
		switch (dwarf_tag(&child)) {
		case DW_TAG_inlined_subroutine:
			add_call(u, from, &child, call, depth);
			add_below(u, from, &child, u->n_calls - 1, depth + 1);
			break;
		case DW_TAG_subprogram:
			if (!add_function(u, from, &child, &below))
				break;
			/* fall through */
		case DW_TAG_lexical_block: add_below(u, from, &child, call, below + 1); break;
		default:
			if (has_functions(&child))
				add_below(u, from, &child, call, below + 1);
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

void unit_add_dies(struct unit *u, Dwarf_Die *die, struct unit_origin *from)
{
	begin_unit(u, die);
	u->walked = dwarf_dieoffset(die);
	switch (dwarf_srclang(die)) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler: u->linkage = false; break;
	default: u->linkage = true;
	}
	add_below(u, from, die, SIZE_MAX, 0);
}

void unit_free(struct unit *u)
{
	ranges_free(&u->row_map);
	ranges_free(&u->call_map);
	ranges_free(&u->function_map);
	free(u->rows);
	free(u->calls);
	free(u->declared);
}

void unit_origin_free(struct unit_origin *from)
{
	for (size_t i = 0; i < from->files.n; i++)
		free(from->shown[i]);
	free(from->shown);
	intern_free(&from->files);
}

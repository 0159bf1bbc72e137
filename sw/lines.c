/* SPDX-License-Identifier: ISC
 * lines.c - source lines and inlined calls of an ELF, by address; the contract is lines.h.
 *
 * Limit: rows of discarded functions that are not empty (tools other than GNU
 * ld) and code linked at address 0 in the same unit cannot be told apart.
 */
#include "lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

#define MAX_DEPTH 256		/* of a DIE tree, and ranges of one call: more is damage, not code */
#define MAX_RANGES 65536

static void add_rows(struct lines *l, const struct image *im, Dwarf_Die *unit)
{
	Dwarf_Lines *table;
	size_t n = 0;

	if (dwarf_getsrclines(unit, &table, &n) != 0) {
		l->damaged |= dwarf_hasattr(unit, DW_AT_stmt_list);
		return;
	}
	for (size_t i = 0; i + 1 < n; i++) {
		Dwarf_Line *row = dwarf_onesrcline(table, i), *next = dwarf_onesrcline(table, i + 1);
		Dwarf_Addr lo, hi;
		bool end;
		int number;
		const char *file;
		const struct range *code;
		if (!row || !next || dwarf_lineendsequence(row, &end) != 0 || end
		    || dwarf_lineaddr(row, &lo) != 0 || dwarf_lineaddr(next, &hi) != 0 || hi <= lo
		    || !(code = ranges_find(&im->code, lo))
		    || dwarf_lineno(row, &number) != 0 || !(file = dwarf_linesrc(row, NULL, NULL)))
			continue;
		GROW(l->rows, l->n_rows, l->rows_room);
		ranges_add(&l->row_map, lo, hi < code->hi ? hi : code->hi, lo, l->n_rows);
		l->rows[l->n_rows++] = (struct line){ file, number > 0 ? number : 0 };
	}
}

static const char *name_of(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));

	if (!name)
		name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
	return name && name[0] ? name : "[inlined]";
}

static void add_call(struct lines *l, Dwarf_Die *die, size_t parent, uint64_t depth)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;
	unsigned n = 0;

	GROW(l->calls, l->n_calls, l->calls_room);
	l->calls[l->n_calls] = (struct call){ name_of(die), parent };
	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0 && n++ < MAX_RANGES)
		if (hi <= 1ull << 32)
			ranges_add(&l->call_map, lo, hi, depth, l->n_calls);
	l->n_calls++;
}

/* Walks the children of die; `call` is the inlined call around them. Offsets of a proper tree only grow
 * on such a walk; where they don't, links are damaged and could lead in circles. */
static void add_calls(struct lines *l, Dwarf_Die *die, size_t call, unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		size_t around = call;
		if (dwarf_dieoffset(&child) <= l->walked) {
			l->damaged = true;
			return;
		}
		l->walked = dwarf_dieoffset(&child);
		switch (dwarf_tag(&child)) {
		case DW_TAG_inlined_subroutine:
			add_call(l, &child, call, depth);
			around = l->n_calls - 1;
			/* fall through */
		case DW_TAG_subprogram:
		case DW_TAG_lexical_block:
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			add_calls(l, &child, around, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

void lines_read(struct lines *l, const struct image *im)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, sub;
	uint8_t type;
	int more;

	*l = (struct lines){ 0 };
	l->dwarf = dwarf_begin_elf(im->elf, DWARF_C_READ, NULL);
	if (!l->dwarf)
		return;
	while ((more = dwarf_get_units(l->dwarf, unit, &unit, NULL, &type, &die, &sub)) == 0) {
		if (type != DW_UT_compile && type != DW_UT_partial && type != DW_UT_skeleton)
			continue;
		add_rows(l, im, &die);
		l->walked = dwarf_dieoffset(&die);
		add_calls(l, &die, SIZE_MAX, 0);
	}
	if (more < 0 || l->damaged)
		note("%s: damaged debug information: source lines may be missing", im->path);
	ranges_build(&l->row_map);
	ranges_build(&l->call_map);
}

void lines_free(struct lines *l)
{
	ranges_free(&l->row_map);
	ranges_free(&l->call_map);
	free(l->rows);
	free(l->calls);
	if (l->dwarf)
		dwarf_end(l->dwarf);
	*l = (struct lines){ 0 };
}

const struct line *lines_find(const struct lines *l, uint32_t pc)
{
	const struct range *r = ranges_find(&l->row_map, pc);

	return r ? &l->rows[r->value] : NULL;
}

size_t lines_calls(const struct lines *l, uint32_t pc, const char **names, size_t room)
{
	const struct range *r = ranges_find(&l->call_map, pc);
	size_t n = 0, depth = 0;

	for (size_t i = r ? r->value : SIZE_MAX; i != SIZE_MAX; i = l->calls[i].parent)
		depth++;
	for (size_t i = r ? r->value : SIZE_MAX; i != SIZE_MAX; i = l->calls[i].parent, n++)
		if (depth - 1 - n < room)
			names[depth - 1 - n] = l->calls[i].name;
	return depth < room ? depth : room;
}

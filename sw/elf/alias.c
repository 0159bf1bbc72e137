/* SPDX-License-Identifier: ISC
 * alias.c - which of several names of a function is that of its source; the contract is alias.h.
 *
 * Functions with several names are few, so it looks only into the units around them.
 */
#include "alias.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "dwarf_unit.h"
#include "sw/base/error.h"

#define MAX_DEPTH 16

static struct function *function_at(const struct symbols *s, uint64_t address)
{
	const struct function *f = symbols_find(s, address);

	return f && f->lo == address && f->also ? &s->functions[f - s->functions] : NULL;
}

static bool is_around(const struct symbols *s, Dwarf_Die *unit)
{
	const struct range *end = s->map.at + s->map.n;
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(unit, at, &base, &lo, &hi)) > 0)
		for (const struct range *r = ranges_next(&s->map, lo); r && r < end && r->lo < hi;
			r++)
			if (s->functions[r->value].also)
				return true;
	return false;
}

/* Of several folded functions the first one gives the name. named: which functions have theirs. */
static void name_function(struct symbols *s, Dwarf_Die *die, bool *named)
{
	Dwarf_Addr address;
	struct function *f = dwarf_lowpc(die, &address) == 0 ? function_at(s, address) : NULL;

	/* assembly has one for each name */
	if (!f || named[f - s->functions] || !dwarf_hasattr_integrate(die, DW_AT_decl_line))
		return;
	const char *name = unit_linker_name(die, true);

	const struct symbol *x = name ? symbols_from(s, address) : NULL;
	for (; x && x->address == address; x = symbols_next(s, x)) {
		if (x->shadowed || strcmp(x->name, name) != 0)
			continue;
		named[f - s->functions] = true;
		if (x->name == f->linker)
			return;
		size_t k = 0;
		while (k + 1 < f->n_also && strcmp(f->also[k], demangled(x->name)) != 0)
			k++;
		f->also[k] = f->name;
		function_name(f, x);
	}
}

/* Visits functions and namespaces in `die`. A damaged tree ends where its offsets do not rise. */
static void visit(struct symbols *s, Dwarf_Die *die, bool *named, unsigned depth)
{
	Dwarf_Die child;
	Dwarf_Off last = dwarf_dieoffset(die);

	for (int end = dwarf_child(die, &child); !end && dwarf_dieoffset(&child) > last;
	     end = dwarf_siblingof(&child, &child)) {
		last = dwarf_dieoffset(&child);
		if (dwarf_tag(&child) == DW_TAG_subprogram)
			name_function(s, &child, named);
		else if (dwarf_tag(&child) == DW_TAG_namespace && depth < MAX_DEPTH)
			visit(s, &child, named, depth + 1);
	}
}

void alias_prefer_source(struct symbols *s, Dwarf *dwarf)
{
	bool several = false;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, sub;

	for (size_t i = 0; i < s->n_functions && !several; i++)
		several = s->functions[i].also;
	bool *named = allocate(s->n_functions, sizeof *named);
	while (several && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, &sub) == 0)
		if (is_around(s, &die))
			visit(s, &die, named, 0);
	free(named);
}

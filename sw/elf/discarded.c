/* SPDX-License-Identifier: ISC
 * discarded.c - debug information of code that the linker discarded or folded; the contract is discarded.h.
 */
#include "discarded.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf_unit.h"
#include "sequences.h"

#define MAX_DEPTH 64		/* of namespaces and types around a function */

/* GCC's clones have the function's name and a suffix: "f.part.0", "f.constprop.1". */
static bool is_name_of(const char *symbol, Dwarf_Die *function)
{
	const char *name = unit_linker_name(function, true);
	size_t n = name ? strlen(name) : 0;

	return n && !strncmp(symbol, name, n) && (!symbol[n] || symbol[n] == '.');
}

bool discarded_function(const struct survivors *s, Dwarf_Die *function, uint64_t lo, uint64_t hi)
{
	if (!ranges_find(s->code, lo))
		return true;
	if (lo || !s->symbols->n_names)
		return false;
	for (size_t i = 0; i < s->symbols->n_names && s->symbols->names[i].address == 0; i++) {
		const struct symbol *symbol = &s->symbols->names[i];
		if ((!symbol->size || symbol->size == hi) && is_name_of(symbol->name, function))
			return false;
	}
	return true;
}

bool discarded_shows(const struct survivors *s, Dwarf_Die *function, uint64_t lo)
{
	const struct function *shown = symbols_find(s->symbols, lo);

	return shown && shown->lo == lo && is_name_of(shown->linker, function);
}

/* The functions of a unit that claim an address. */
struct claims {
	const struct survivors *survivors;
	uint64_t at;
	bool any;
	uint64_t end;		/* of the one whose code it is; 0: none is */
	int line;		/* where that one is declared; 0: unknown */
};

static void look_at_claim(struct claims *c, Dwarf_Die *function)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(function, at, &base, &lo, &hi)) > 0) {
		if (lo != c->at)
			continue;
		c->any = true;
		if (c->end || (lo ? !discarded_shows(c->survivors, function, lo) : discarded_function(c->survivors, function, lo, hi)))
			continue;
		c->end = hi;
		dwarf_decl_line(function, &c->line);
	}
}

static void find_claims(struct claims *c, Dwarf_Die *die, unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
			look_at_claim(c, &child);
			break;
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			find_claims(c, &child, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

/* Can the sequence [0, end) be that of the code at 0? It ends where a section or a function does,
 * and has the whole function that begins it. */
static bool fits(const struct claims *c, uint64_t end)
{
	const struct range *section = ranges_find(c->survivors->code, 0);
	const struct function *last = end ? symbols_find(c->survivors->symbols, end - 1) : NULL;

	if (!section || !end || end > section->hi || (c->any && !c->end))
		return false;
	return end >= c->end && !(last && end < last->hi);
}

/* How far the sequence's first line is below the declaration of the function whose code it is. */
static int64_t distance(const struct claims *c, const struct sequence *s)
{
	return c->end && c->line && s->first_line >= c->line ? s->first_line - c->line : INT64_MAX;
}

static void move_away(const struct sequence *s)
{
	memset(s->begin, 0xff, s->begin_size);
	if (s->begin_size == 8)
		s->begin[7] = 0x7f;	/* so that no sum wraps around to 0 */
}

/* Of the sequences that begin at one address, leaves the one whose function has the address: the
 * one that begins nearest below the function's declaration. */
static void choose(const struct survivors *survivors, const struct sequence *s, size_t n)
{
	struct claims claims = { 0 };
	const struct sequence *best = NULL;
	int64_t least = 0;
	bool equal = false;

	for (size_t i = 0; i < n; i++) {
		if (i == 0 || s[i].unit.addr != s[i - 1].unit.addr) {
			Dwarf_Die unit = s[i].unit;
			claims = (struct claims){ .survivors = survivors, .at = s[i].first };
			find_claims(&claims, &unit, 0);
		}
		int64_t own = distance(&claims, &s[i]);
		if (s[i].first ? s[i].address <= s[i].first : !fits(&claims, s[i].address)) {
			move_away(&s[i]);
			continue;
		}
		bool better = !best || own < least;
		equal = !better && (equal || own == least);
		if (best)
			move_away(better ? best : &s[i]);
		best = better ? &s[i] : best;
		least = better ? own : least;
	}
	if (best && best->first == 0 && equal)		/* rather no line than a wrong one */
		move_away(best);
}

void discarded_lines(const struct survivors *survivors, Dwarf *dwarf, uint8_t *lines, size_t size)
{
	struct sequences all = sequences_read(dwarf, lines, size);

	for (size_t i = 0, next; i < all.n; i = next) {
		for (next = i + 1; next < all.n && all.at[next].first == all.at[i].first; next++)
			;
		if (next > i + 1 || all.at[i].first == 0)
			choose(survivors, &all.at[i], next - i);
	}
	free(all.at);
}

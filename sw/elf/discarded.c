/* SPDX-License-Identifier: ISC
 * discarded.c - debug information of code that the linker discarded or folded
 */
#include "discarded.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf_unit.h"
#include "sequences.h"
#include "sw/base/error.h"
#include "sw/base/intern.h"

#define MAX_DEPTH 64		/* of namespaces and types around a function */

/* Linkers and link-time optimizers put names of their own in the place of a source's. */
static bool is_source(const char *file)
{
	size_t n = file ? strlen(file) : 0;

	return n > 2 && file[0] != '<' && strcmp(file + n - 2, ".o");
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/'), *back = strrchr(path, '\\');

	return slash && slash > back ? slash + 1 : back ? back + 1 : path;
}

/* Local functions of one name may stand in several files. */
static bool is_of_file(const struct symbol *symbol, Dwarf_Die *function)
{
	Dwarf_Die unit;
	const char *name = dwarf_diecu(function, &unit, NULL, NULL) ? dwarf_diename(&unit) : NULL;

	return symbol->bind != STB_LOCAL || !name || !is_source(symbol->file)
		|| !strcmp(last_part(symbol->file), last_part(name));
}

/* GCC's clones have the function's name and a suffix: "f.part.0", "f.constprop.1". */
static bool is_name_of(const char *symbol, Dwarf_Die *function)
{
	const char *name = unit_linker_name(function, true);
	size_t n = name ? strlen(name) : 0;

	return n && !strncmp(symbol, name, n) && (!symbol[n] || symbol[n] == '.');
}

bool discarded_function(const struct survivors *s, Dwarf_Die *function, uint64_t lo, uint64_t hi)
{
	bool lives = false, hidden = false;

	if (!ranges_find(s->code, lo))
		return true;
	for (const struct symbol *x = symbols_from(s->symbols, lo); x && x->address == lo;
		x = symbols_next(s->symbols, x))
		if ((lo || !x->size || x->size == hi) && is_name_of(x->name, function)
			&& is_of_file(x, function)) {
			lives |= !x->shadowed;
			hidden |= x->shadowed;
		}
	return lo || !s->symbols->n_names ? hidden && !lives : !lives;
}

bool discarded_shows(const struct survivors *s, Dwarf_Die *function, uint64_t lo)
{
	const struct function *shown = symbols_find(s->symbols, lo);

	return shown && shown->lo == lo && is_name_of(shown->linker, function);
}

/* What a function says of the address where it begins. */
struct claim {
	uint64_t lo, hi;
	int line;		/* where it is declared; 0: unknown */
	bool lives, shown;
};

struct claims {
	struct claim *at;	/* by lo */
	size_t n, room;
};

static void add_claims(struct claims *c, const struct survivors *s, Dwarf_Die *function)
{
	struct claim claim = { 0 };
	Dwarf_Addr base;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(function, at, &base, &claim.lo, &claim.hi)) > 0) {
		dwarf_decl_line(function, &claim.line);
		claim.lives = !discarded_function(s, function, claim.lo, claim.hi);
		claim.shown = claim.lives && discarded_shows(s, function, claim.lo);
		GROW(c->at, c->n, c->room);
		c->at[c->n++] = claim;
	}
}

static void find_claims(struct claims *c, const struct survivors *s, Dwarf_Die *die, unsigned depth)
{
	Dwarf_Die child;

	if (depth == MAX_DEPTH || dwarf_child(die, &child) != 0)
		return;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
			add_claims(c, s, &child);
			break;
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			find_claims(c, s, &child, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

static int by_lo(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* The claims of a unit, read when they are asked for. */
struct judge {
	const struct survivors *survivors;
	struct intern units;
	struct claims *claims;
	size_t room;
};

static const struct claims *claims_of(struct judge *j, Dwarf_Die unit)
{
	bool fresh;
	size_t i = intern(&j->units, &unit.addr, sizeof unit.addr, &fresh);

	GROW(j->claims, i, j->room);
	if (fresh) {
		j->claims[i] = (struct claims){ 0 };
		find_claims(&j->claims[i], j->survivors, &unit, 0);
		if (j->claims[i].n)
			qsort(j->claims[i].at, j->claims[i].n, sizeof *j->claims[i].at, by_lo);
	}
	return &j->claims[i];
}

/* All claims of a unit to one address: the best of them, shown before alive. *any: there is one. */
static struct claim best_claim(const struct claims *c, uint64_t lo, bool *any)
{
	struct claim best = { 0 };
	size_t from = 0, to = c->n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;
		if (c->at[mid].lo < lo)
			from = mid + 1;
		else
			to = mid;
	}
	*any = from < c->n && c->at[from].lo == lo;
	for (; from < c->n && c->at[from].lo == lo; from++)
		if (c->at[from].shown > best.shown || (c->at[from].lives && !best.lives))
			best = c->at[from];
	return best;
}

/* Can the sequence be that of its code? Not if the unit's functions there are discarded. At 0 it
 * also ends where a section or a function does, and has the whole function that begins it. */
static bool fits(const struct survivors *survivors, const struct sequence *s,
	const struct claim *claim, bool any)
{
	const struct range *section = ranges_find(survivors->code, s->first);
	const struct function *last = s->address ? symbols_find(survivors->symbols, s->address - 1)
		: NULL;

	if ((any && !claim->lives) || s->address <= s->first)
		return false;
	if (s->first)
		return true;
	return section && s->address <= section->hi && s->address >= claim->hi
		&& !(last && s->address < last->hi);
}

/* How far the sequence's first line is below the declaration of the function whose code it is. */
static int64_t distance(const struct claim *c, const struct sequence *s)
{
	bool own = c->shown || (c->lives && !s->first);

	return own && c->line && s->first_line >= c->line ? s->first_line - c->line : INT64_MAX;
}

static void move_away(const struct sequence *s)
{
	memset(s->begin, 0xff, s->begin_size);
	if (s->begin_size == 8)
		s->begin[7] = 0x7f;	/* so that no sum wraps around to 0 */
}

/* Of the sequences that begin at one address, leaves the one whose function has the address: the
 * one that begins nearest below the function's declaration. */
static void choose(struct judge *j, const struct sequence *s, size_t n)
{
	const struct sequence *best = NULL;
	int64_t least = 0;
	bool equal = false, any;

	for (size_t i = 0; i < n; i++) {
		struct claim claim = best_claim(claims_of(j, s[i].unit), s[i].first, &any);
		int64_t own = distance(&claim, &s[i]);
		if (!fits(j->survivors, &s[i], &claim, any)) {
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
	struct judge j = { .survivors = survivors };
	bool overlays = false;

	for (size_t i = 0; i < survivors->symbols->n_names; i++)
		overlays |= survivors->symbols->names[i].shadowed;
	for (size_t i = 0, next; i < all.n; i = next) {
		for (next = i + 1; next < all.n && all.at[next].first == all.at[i].first; next++)
			;
		if (overlays || next > i + 1 || all.at[i].first == 0)
			choose(&j, &all.at[i], next - i);
	}
	for (size_t i = 0; i < j.units.n; i++)
		free(j.claims[i].at);
	free(j.claims);
	intern_free(&j.units);
	free(all.at);
}

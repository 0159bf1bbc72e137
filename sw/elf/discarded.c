/* SPDX-License-Identifier: ISC
 * discarded.c - debug information of code that the linker discarded or folded; the contract is
 * debug_info.h.
 *
 * libdw sorts the rows of a line table, which mixes sequences that begin at the same address. So
 * line programs are followed here before libdw reads them, only as far as it takes to know each
 * sequence's begin and end.
 */
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "debug_info.h"
#include "sw/base/base.h"

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/'), *back = strrchr(path, '\\');

	return slash && slash > back ? slash + 1 : back ? back + 1 : path;
}

/* Local functions of one name may stand in several files. Linkers and link-time optimizers put
 * names of their own in the place of a source's. */
static bool is_of_file(const struct symbol *symbol, Dwarf_Die *function)
{
	Dwarf_Die unit;
	const char *name = dwarf_diecu(function, &unit, NULL, NULL) ? dwarf_diename(&unit) : NULL;
	const char *file = symbol->file;
	size_t n = file ? strlen(file) : 0;

	return symbol->bind != STB_LOCAL || !name || n < 3 || file[0] == '<'
		|| !strcmp(file + n - 2, ".o") || !strcmp(last_part(file), last_part(name));
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

/* ---- line programs (DWARF 5, section 6.2) */

struct bytes {
	uint8_t *at, *end;
};

static uint64_t take(struct bytes *b, size_t n)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n && b->at < b->end; i++, b->at++)
		value |= i < 8 ? (uint64_t)*b->at << (8 * i) : 0;
	return value;
}

static uint64_t take_leb(struct bytes *b, bool is_signed)
{
	uint64_t value = 0;
	uint8_t byte = 0x80;
	unsigned bits = 0;

	for (; b->at < b->end && (byte & 0x80); bits += 7) {
		byte = *b->at++;
		value |= bits < 64 ? (uint64_t)(byte & 0x7f) << bits : 0;
	}
	return is_signed && bits < 64 && (byte & 0x40) ? value | ~(uint64_t)0 << bits : value;
}

struct program {
	struct bytes code;
	unsigned min_length, line_range, opcode_base;
	int line_base;
	const uint8_t *operands; /* operands[i]: how many the standard opcode i has */
};

static bool read_header(struct program *p, struct bytes b)
{
	uint64_t length = take(&b, 4);
	size_t offset_size = length == UINT32_MAX ? 8 : 4;

	if (offset_size == 8)
		length = take(&b, 8);
	if (length > (uint64_t)(b.end - b.at))
		return false;
	b.end = b.at + length;
	unsigned version = (unsigned)take(&b, 2);
	take(&b, version >= 5 ? 2 : 0); /* sizes of addresses and segment selectors */
	length = take(&b, offset_size);
	if (version < 2 || version > 5 || length > (uint64_t)(b.end - b.at))
		return false;
	*p = (struct program){ .code = { b.at + length, b.end } };
	p->min_length = (unsigned)take(&b, 1);
	take(&b, version >= 4 ? 2 : 1); /* operations an instruction: VLIW; is_stmt */
	p->line_base = (int8_t)take(&b, 1);
	p->line_range = (unsigned)take(&b, 1);
	p->opcode_base = (unsigned)take(&b, 1);
	p->operands = b.at - 1;
	return p->line_range && p->opcode_base && p->opcode_base <= (uint64_t)(b.end - b.at) + 1;
}

struct sequence {
	struct table *table;
	uint8_t *begin; /* where its first address stands; NULL: nowhere */
	size_t begin_size;
	uint64_t first, address; /* address: at its end the first one behind it */
	int64_t first_line; /* of its first row; 0: there is none */
};

/* An extended operation. True: it ends the sequence. */
static bool extended(struct bytes *code, struct sequence *s)
{
	uint64_t n = take_leb(code, false);
	uint8_t *next = n < (uint64_t)(code->end - code->at) ? code->at + n : code->end;
	uint64_t opcode = n ? take(code, 1) : 0;

	if (opcode == DW_LNE_set_address) {
		uint8_t *at = code->at;
		s->address = take(code, (size_t)(next - at));
		if (!s->begin) {
			s->begin = at;
			s->begin_size = (size_t)(next - at);
			s->first = s->address;
		}
	}
	code->at = next;
	return opcode == DW_LNE_end_sequence;
}

/* Runs to the end of the next sequence. False: there is no more. */
static bool next_sequence(struct program *p, struct sequence *s)
{
	struct bytes *code = &p->code;
	int64_t line = 1;

	*s = (struct sequence){ .table = s->table };
	while (code->at < code->end) {
		unsigned opcode = *code->at++, special = opcode - p->opcode_base;
		bool row = opcode >= p->opcode_base || opcode == DW_LNS_copy;
		switch (opcode < p->opcode_base ? opcode : UINT_MAX) {
		case UINT_MAX:
			s->address += p->min_length * (special / p->line_range);
			line += p->line_base + (int)(special % p->line_range);
			break;
		case 0:
			if (extended(code, s))
				return true;
			break;
		case DW_LNS_copy: break;
		case DW_LNS_advance_pc: s->address += p->min_length * take_leb(code, false); break;
		case DW_LNS_advance_line: line += (int64_t)take_leb(code, true); break;
		case DW_LNS_const_add_pc:
			s->address += p->min_length * ((255 - p->opcode_base) / p->line_range);
			break;
		case DW_LNS_fixed_advance_pc: s->address += take(code, 2); break;
		default:
			for (unsigned i = 0; i < p->operands[opcode]; i++)
				take_leb(code, false);
		}
		if (row && !s->first_line)
			s->first_line = line;
	}
	return false;
}

/* ---- which sequence has the lines of the code at its address */

/* What a function says of the address where it begins. */
struct claim {
	uint64_t lo, hi;
	int line; /* where it is declared; 0: unknown */
	bool lives, shown;
};

/* A line table, and the claims of its unit, read when they are asked for. */
struct table {
	struct table *before;
	Dwarf_Die unit;
	const struct survivors *survivors;
	bool read;
	struct claim *claims;
	size_t n, room;
};

static void add_claims(void *to, Dwarf_Die *function)
{
	struct table *t = to;
	struct claim claim = { 0 };
	Dwarf_Addr base;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(function, at, &base, &claim.lo, &claim.hi)) > 0) {
		dwarf_decl_line(function, &claim.line);
		claim.lives = !discarded_function(t->survivors, function, claim.lo, claim.hi);
		claim.shown = claim.lives && discarded_shows(t->survivors, function, claim.lo);
		GROW(t->claims, t->n, t->room);
		t->claims[t->n++] = claim;
	}
}

/* All claims of a unit to one address: the best of them, shown before alive. *any: there is one. */
static struct claim best_claim(struct table *t, uint64_t lo, bool *any)
{
	struct claim best = { 0 };

	if (!t->read)
		unit_functions(&t->unit, add_claims, t);
	t->read = true;
	*any = false;
	for (const struct claim *c = t->claims; c < t->claims + t->n; c++) {
		*any |= c->lo == lo;
		if (c->lo == lo && (c->shown > best.shown || (c->lives && !best.lives)))
			best = *c;
	}
	return best;
}

/* Can the sequence be that of its code? Not if the unit's functions there are discarded. At 0 it
 * also ends where a section or a function does, and has the whole function that begins it. */
static bool fits(const struct survivors *survivors, const struct sequence *s,
	const struct claim *claim, bool any)
{
	const struct range *section = ranges_find(survivors->code, s->first);
	const struct function *last =
		s->address ? symbols_find(survivors->symbols, s->address - 1) : NULL;

	if ((any && !claim->lives) || s->address <= s->first)
		return false;
	if (s->first)
		return true;
	return section && s->address <= section->hi && s->address >= claim->hi
		&& !(last && s->address < last->hi);
}

static void move_away(const struct sequence *s)
{
	memset(s->begin, 0xff, s->begin_size);
	if (s->begin_size == 8)
		s->begin[7] = 0x7f; /* so that no sum wraps around to 0 */
}

/* Of the sequences that begin at one address, leaves the one whose function has the address: the
 * one that begins nearest below the function's declaration. */
static void choose(const struct survivors *survivors, const struct sequence *s, size_t n)
{
	const struct sequence *best = NULL;
	const struct table *asked = NULL;
	struct claim claim = { 0 };
	int64_t least = 0;
	bool equal = false, any = false;

	for (size_t i = 0; i < n; i++) {
		if (s[i].table != asked)
			claim = best_claim(s[i].table, s[i].first, &any);
		asked = s[i].table;
		/* how far its first line is below the declaration of the function whose code it
		 * is */
		bool known = (claim.shown || (claim.lives && !s[i].first)) && claim.line
			&& s[i].first_line >= claim.line;
		int64_t own = known ? s[i].first_line - claim.line : INT64_MAX;
		if (!fits(survivors, &s[i], &claim, any)) {
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
	if (best && best->first == 0 && equal) /* rather no line than a wrong one */
		move_away(best);
}

static int by_first(const void *a, const void *b)
{
	const struct sequence *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

void discarded_lines(const struct survivors *survivors, Dwarf *dwarf, uint8_t *lines, size_t size)
{
	struct table *tables = NULL;
	struct sequence s, *all = NULL;
	struct intern seen = { 0 }; /* offsets: units of types, and parts, may share a table */
	struct program p;
	size_t n = 0, room = 0;
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, sub;
	Dwarf_Attribute a;
	Dwarf_Word offset;
	uint8_t type;
	bool fresh, overlays = false;

	while (dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, &sub) == 0) {
		if (type == DW_UT_type
			|| dwarf_formudata(dwarf_attr(&die, DW_AT_stmt_list, &a), &offset) != 0
			|| offset >= size
			|| !read_header(&p, (struct bytes){ lines + offset, lines + size }))
			continue;
		intern(&seen, &offset, sizeof offset, &fresh);
		if (!fresh)
			continue;
		s.table = allocate(1, sizeof *s.table);
		*s.table = (struct table){ tables, .unit = die, .survivors = survivors };
		tables = s.table;
		while (next_sequence(&p, &s))
			if (s.begin) {
				GROW(all, n, room);
				all[n++] = s;
			}
	}
	if (n)
		qsort(all, n, sizeof *all, by_first);
	for (size_t i = 0; i < survivors->symbols->n_names; i++)
		overlays |= survivors->symbols->names[i].shadowed;
	for (size_t i = 0, next; i < n; i = next) {
		for (next = i + 1; next < n && all[next].first == all[i].first; next++)
			;
		if (overlays || next > i + 1 || all[i].first == 0)
			choose(survivors, &all[i], next - i);
	}
	for (struct table *t = tables, *before; t; t = before) {
		before = t->before;
		free(t->claims);
		free(t);
	}
	intern_free(&seen);
	free(all);
}

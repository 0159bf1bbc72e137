/* SPDX-License-Identifier: ISC
 * discarded.c - debug information of code that the linker discarded or folded; the contract is discarded.h.
 *
 * libdw sorts the rows of a line table, which mixes sequences that begin at the same address. So
 * this file follows the line programs (DWARF 5, section 6.2) as far as it takes to know each
 * sequence's begin and end.
 */
#include "discarded.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf_unit.h"
#include "sw/base/error.h"

#define MAX_DEPTH 64		/* of namespaces and types around a function */

/* ---- functions ---- */

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
	Dwarf_Addr lo, hi;

	if (dwarf_lowpc(function, &lo) != 0 || lo != c->at || dwarf_highpc(function, &hi) != 0)
		return;
	c->any = true;
	if (c->end || (lo ? !discarded_shows(c->survivors, function, lo) : discarded_function(c->survivors, function, lo, hi)))
		return;
	c->end = hi;
	dwarf_decl_line(function, &c->line);
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

/* ---- line programs ---- */

struct bytes {
	uint8_t *at, *end;
};

static uint64_t take(struct bytes *b, size_t n)
{
	uint64_t value = 0;

	if (n > (size_t)(b->end - b->at))
		n = (size_t)(b->end - b->at);
	for (size_t i = 0; i < n && i < 8; i++)
		value |= (uint64_t)b->at[i] << (8 * i);
	b->at += n;
	return value;
}

/* A LEB128; its sign is the caller's business: *bits is its width. */
static uint64_t take_leb(struct bytes *b, unsigned *bits)
{
	uint64_t value = 0;
	uint8_t byte = 0x80;

	for (*bits = 0; b->at < b->end && (byte & 0x80); *bits += 7) {
		byte = *b->at++;
		value |= *bits < 64 ? (uint64_t)(byte & 0x7f) << *bits : 0;
	}
	return value;
}

static uint64_t take_unsigned(struct bytes *b)
{
	unsigned bits;

	return take_leb(b, &bits);
}

static int64_t take_signed(struct bytes *b)
{
	unsigned bits;
	uint64_t value = take_leb(b, &bits);

	return (int64_t)(bits && bits < 64 && value >> (bits - 1) ? value | ~(uint64_t)0 << bits : value);
}

/* A sequence, and what decides whether its code is part of the firmware. */
struct sequence {
	Dwarf_Die unit;
	size_t number;			/* in the order of the file */
	uint8_t *begin;			/* where its first address stands; NULL: nowhere */
	size_t begin_size;
	uint64_t first, address;	/* address: at its end the first one behind it */
	int64_t line, first_line;	/* first_line: of its first row; 0: there is none */
};

struct program {
	struct bytes code;
	unsigned min_length, line_range, opcode_base;
	int line_base;
	const uint8_t *operands;	/* operands[i]: how many the standard opcode i has */
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
	take(&b, version >= 5 ? 2 : 0);		/* sizes of addresses and segment selectors */
	length = take(&b, offset_size);
	if (version < 2 || version > 5 || length > (uint64_t)(b.end - b.at))
		return false;
	*p = (struct program){ .code = { b.at + length, b.end } };
	p->min_length = (unsigned)take(&b, 1);
	take(&b, version >= 4 ? 2 : 1);		/* operations an instruction: VLIW; is_stmt */
	p->line_base = (int8_t)take(&b, 1);
	p->line_range = (unsigned)take(&b, 1);
	p->opcode_base = (unsigned)take(&b, 1);
	p->operands = b.at - 1;
	return p->line_range && p->opcode_base && p->opcode_base <= (uint64_t)(b.end - b.at) + 1;
}

static void row(struct sequence *s)
{
	if (!s->first_line)
		s->first_line = s->line;
}

static void extended(struct program *p, struct sequence *s, bool *ended)
{
	uint64_t n = take_unsigned(&p->code);
	uint8_t *next = n < (uint64_t)(p->code.end - p->code.at) ? p->code.at + n : p->code.end;
	uint64_t opcode = n ? take(&p->code, 1) : 0;

	if (opcode == DW_LNE_set_address) {
		uint8_t *at = p->code.at;
		s->address = take(&p->code, (size_t)(next - at));
		if (!s->begin) {
			s->begin = at;
			s->begin_size = (size_t)(next - at);
			s->first = s->address;
		}
	}
	*ended = opcode == DW_LNE_end_sequence;
	p->code.at = next;
}

static void standard(struct program *p, struct sequence *s, unsigned opcode)
{
	switch (opcode) {
	case DW_LNS_copy: row(s); break;
	case DW_LNS_advance_pc: s->address += p->min_length * take_unsigned(&p->code); break;
	case DW_LNS_advance_line: s->line += take_signed(&p->code); break;
	case DW_LNS_const_add_pc:
		s->address += p->min_length * ((255 - p->opcode_base) / p->line_range);
		break;
	case DW_LNS_fixed_advance_pc: s->address += take(&p->code, 2); break;
	default:
		for (unsigned i = 0; i < p->operands[opcode]; i++)
			take_unsigned(&p->code);
	}
}

/* Runs to the end of the next sequence. False: there is no more. */
static bool next_sequence(struct program *p, struct sequence *s)
{
	bool ended = false;

	*s = (struct sequence){ .unit = s->unit, .number = s->number + 1, .line = 1 };
	while (!ended && p->code.at < p->code.end) {
		unsigned opcode = *p->code.at++;
		if (opcode >= p->opcode_base) {
			opcode -= p->opcode_base;
			s->address += p->min_length * (opcode / p->line_range);
			s->line += p->line_base + (int)(opcode % p->line_range);
			row(s);
		} else if (opcode) {
			standard(p, s, opcode);
		} else {
			extended(p, s, &ended);
		}
	}
	return ended;
}

/* ---- which sequences stay ---- */

struct sequences {
	struct sequence *at;
	size_t n, room;
};

static void collect(struct sequences *all, Dwarf *dwarf, uint8_t *lines, size_t size)
{
	Dwarf_CU *unit = NULL;
	struct sequence s = { 0 };
	struct program p;
	Dwarf_Attribute a;
	Dwarf_Word offset;
	Dwarf_Die sub;

	while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &s.unit, &sub) == 0) {
		if (dwarf_formudata(dwarf_attr(&s.unit, DW_AT_stmt_list, &a), &offset) != 0 || offset >= size
		    || !read_header(&p, (struct bytes){ lines + offset, lines + size }))
			continue;
		while (next_sequence(&p, &s))
			if (s.begin) {
				GROW(all->at, all->n, all->room);
				all->at[all->n++] = s;
			}
	}
}

static int by_first(const void *a, const void *b)
{
	const struct sequence *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
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
		if (s[i].first == 0 && !fits(&claims, s[i].address)) {
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
	struct sequences all = { 0 };

	collect(&all, dwarf, lines, size);
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_first);
	for (size_t i = 0, next; i < all.n; i = next) {
		for (next = i + 1; next < all.n && all.at[next].first == all.at[i].first; next++)
			;
		if (next > i + 1 || all.at[i].first == 0)
			choose(survivors, &all.at[i], next - i);
	}
	free(all.at);
}

/* SPDX-License-Identifier: ISC
 * sequences.c - where the sequences of line tables begin and end; the contract is sequences.h.
 */
#include "sequences.h"

#include <dwarf.h>
#include <stdlib.h>

#include "sw/base/error.h"
#include "sw/base/intern.h"

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

	return (int64_t)(bits && bits < 64 && value >> (bits - 1) ? value | ~(uint64_t)0 << bits
		: value);
}

/* A line program: DWARF 5, section 6.2. */
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

static int by_first(const void *a, const void *b)
{
	const struct sequence *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

struct sequences sequences_read(Dwarf *dwarf, uint8_t *lines, size_t size)
{
	struct sequences all = { 0 };
	Dwarf_CU *unit = NULL;
	struct sequence s = { 0 };
	struct program p;
	Dwarf_Attribute a;
	Dwarf_Word offset;
	/* offsets: units of types, and parts of units, may share a table */
	struct intern seen = { 0 };
	Dwarf_Die sub;
	uint8_t type;
	bool fresh;

	while (dwarf_get_units(dwarf, unit, &unit, NULL, &type, &s.unit, &sub) == 0) {
		if (type == DW_UT_type || dwarf_formudata(dwarf_attr(&s.unit, DW_AT_stmt_list, &a),
			&offset) != 0
		    || offset >= size || !read_header(&p, (struct bytes){ lines + offset,
		lines + size }))
			continue;
		intern(&seen, &offset, sizeof offset, &fresh);
		while (fresh && next_sequence(&p, &s))
			if (s.begin) {
				GROW(all.at, all.n, all.room);
				all.at[all.n++] = s;
			}
	}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_first);
	intern_free(&seen);
	return all;
}

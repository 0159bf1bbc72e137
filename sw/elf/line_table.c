/* SPDX-License-Identifier: ISC
 * line_table.c - runs the program of a DWARF line table; the contract is line_table.h. The names are those of DWARF 5,
 * section 6.2.
 */
#include "line_table.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "line_header.h"

static int64_t take_sleb(struct bytes *b)
{
	uint64_t value = 0;

	for (unsigned shift = 0; b->at < b->end; ) {
		uint8_t byte = *b->at++;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
		if (!(byte & 0x80)) {
			if (shift < 64 && (byte & 0x40))
				value |= ~(uint64_t)0 << shift;
			break;
		}
	}
	return (int64_t)value;
}

struct registers {
	uint64_t address, op_index;
	uint32_t file, line;
};

static void advance(struct registers *r, const struct line_header *h, uint64_t operations)
{
	if (h->max_ops == 1) {
		r->address += h->min_length * operations;
		return;
	}
	operations += r->op_index;
	r->address += h->min_length * (operations / h->max_ops);
	r->op_index = operations % h->max_ops;
}

/* Where rows go: into the table or, if search is not NULL, only to the search. */
struct sink {
	struct line_table *table;
	struct line_search *search;
};

static void look_at(struct line_search *s, const struct line_row *row)
{
	if (row->address > s->address) {
		s->followed = true;
	} else if (!s->found || row->address > s->row.address || (row->address == s->row.address && row->end <= s->row.end)) {
		s->row = *row;
		s->found = true;
	}
}

static inline void add_row(struct sink *to, const struct registers *r, bool end)
{
	struct line_row row = { r->address, r->line, r->file & INT32_MAX, end };
	struct line_table *t = to->table;

	if (to->search) {
		look_at(to->search, &row);
		return;
	}
	GROW(t->rows, t->n, t->rows_room);
	t->rows[t->n++] = row;
}

static void extended(struct sink *to, struct bytes *b, struct registers *r)
{
	uint64_t n = take_uleb(b);
	struct bytes operand = { b->at, n < left(b) ? b->at + n : b->end };

	b->at = operand.end;
	switch (take(&operand, 1)) {
	case DW_LNE_end_sequence:
		add_row(to, r, true);
		*r = (struct registers){ .file = 1, .line = 1 };
		break;
	case DW_LNE_set_address:
		r->address = take(&operand, left(&operand) < 8 ? (unsigned)left(&operand) : 8);
		r->op_index = 0;
		break;
	case DW_LNE_define_file: {
		const char *name = take_text(&operand);
		line_header_add_file(to->table, name, take_uleb(&operand));
		break;
	}
	}
}

static void standard(struct sink *to, struct bytes *b, struct registers *r, const struct line_header *h, uint8_t opcode)
{
	switch (opcode) {
	case DW_LNS_copy: add_row(to, r, false); break;
	case DW_LNS_advance_pc: advance(r, h, take_uleb(b)); break;
	case DW_LNS_advance_line: r->line += (uint32_t)take_sleb(b); break;
	case DW_LNS_set_file: r->file = (uint32_t)take_uleb(b); break;
	case DW_LNS_set_column: take_uleb(b); break;
	case DW_LNS_const_add_pc: advance(r, h, (255 - h->opcode_base) / h->line_range); break;
	case DW_LNS_fixed_advance_pc:
		r->address += take(b, 2);
		r->op_index = 0;
		break;
	default:		/* flags, or an opcode of a later version: skip its operands */
		for (unsigned i = 0; i < h->operands[opcode]; i++)
			take_uleb(b);
	}
}

static void run(struct sink *to, const struct line_header *h)
{
	struct bytes b = h->program;
	struct registers r = { .file = 1, .line = 1 };
	struct { uint32_t address; int32_t line; } special[256] = { { 0 } };
	bool plain = h->max_ops == 1;

	for (unsigned i = h->opcode_base; i < 256; i++) {
		special[i].address = h->min_length * ((i - h->opcode_base) / h->line_range);
		special[i].line = h->line_base + (int)((i - h->opcode_base) % h->line_range);
	}
	while (b.at < b.end) {
		uint8_t opcode = *b.at++;
		if (opcode >= h->opcode_base) {
			if (plain)
				r.address += special[opcode].address;
			else
				advance(&r, h, (opcode - h->opcode_base) / h->line_range);
			r.line += (uint32_t)special[opcode].line;
			add_row(to, &r, false);
		} else if (opcode) {
			standard(to, &b, &r, h, opcode);
		} else {
			extended(to, &b, &r);
		}
	}
}

static int before(const struct line_row *x, const struct line_row *y)
{
	return x->address != y->address ? (x->address < y->address ? -1 : 1) : (int)y->end - (int)x->end;
}

/* Merge sort from the bottom up: sequences are sorted runs already, and equal rows keep their order. */
static void sort(struct line_table *t)
{
	struct line_row *from = t->rows, *to;
	size_t run = 1;

	while (run < t->n && before(&t->rows[run - 1], &t->rows[run]) <= 0)
		run++;
	if (run >= t->n)
		return;
	to = allocate(t->rows_room, sizeof *to);
	for (run = 1; run < t->n; run *= 2) {
		for (size_t lo = 0; lo < t->n; lo += 2 * run) {
			size_t mid = lo + run < t->n ? lo + run : t->n, hi = lo + 2 * run < t->n ? lo + 2 * run : t->n;
			if (mid == hi || before(&from[mid - 1], &from[mid]) <= 0) {
				memcpy(to + lo, from + lo, (hi - lo) * sizeof *to);
				continue;
			}
			for (size_t i = lo, a = lo, b = mid; i < hi; i++)
				to[i] = b == hi || (a < mid && before(&from[a], &from[b]) <= 0) ? from[a++] : from[b++];
		}
		struct line_row *other = from;
		from = to;
		to = other;
	}
	t->rows = from;
	free(to);
}

static bool begin(struct line_table *t, const struct line_sections *s, uint64_t offset, struct line_header *h)
{
	struct bytes b = s->line;

	*t = (struct line_table){ 0 };
	if (offset >= left(&b))
		return false;
	skip(&b, offset);
	return line_header_read(t, b, s, h);
}

bool line_table_read(struct line_table *t, const struct line_sections *s, uint64_t offset)
{
	struct line_header h;

	if (!begin(t, s, offset, &h))
		return false;
	t->rows_room = left(&h.program) / 8 + 64;	/* compilers write some 10 bytes per row */
	t->rows = reallocate(NULL, t->rows_room, sizeof *t->rows);
	run(&(struct sink){ t, NULL }, &h);
	sort(t);
	return true;
}

bool line_table_files(struct line_table *t, const struct line_sections *s, uint64_t offset)
{
	struct line_header h;

	return begin(t, s, offset, &h);
}

bool line_table_search(struct line_table *t, const struct line_sections *s, uint64_t offset, struct line_search *search)
{
	struct line_header h;

	if (!begin(t, s, offset, &h))
		return false;
	*search = (struct line_search){ .address = search->address };
	run(&(struct sink){ t, search }, &h);
	return true;
}

void line_table_free(struct line_table *t)
{
	free(t->rows);
	free(t->files);
	free(t->directories);
	*t = (struct line_table){ 0 };
}

/* SPDX-License-Identifier: ISC
 * line_table.c - one line table of DWARF, decoded; the contract is line_table.h. DWARF 5, section 6.2, has the names used here.
 */
#include "line_table.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

#define MAX_FORMATS 16

/* The header's numbers. */
struct header {
	unsigned version, offset_size, address_size;
	unsigned min_length, max_ops, line_range, opcode_base;
	int line_base;
	const uint8_t *operands;	/* of standard opcodes, from 1 on */
	struct bytes program;
};

static size_t left(const struct bytes *b)
{
	return (size_t)(b->end - b->at);
}

/* Reading beyond the end gives 0, and leaves nothing. */
static inline uint64_t take(struct bytes *b, unsigned n)
{
	uint64_t value = 0;

	if (left(b) < n) {
		b->at = b->end;
		return 0;
	}
	for (unsigned i = 0; i < n; i++)
		value |= (uint64_t)b->at[i] << (8 * i);
	b->at += n;
	return value;
}

static uint64_t take_long_uleb(struct bytes *b)
{
	uint64_t value = 0;

	for (unsigned shift = 0; b->at < b->end; shift += 7) {
		uint8_t byte = *b->at++;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			break;
	}
	return value;
}

static inline uint64_t take_uleb(struct bytes *b)
{
	return b->at < b->end && *b->at < 0x80 ? *b->at++ : take_long_uleb(b);
}

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

static void skip(struct bytes *b, uint64_t n)
{
	b->at = n < left(b) ? b->at + n : b->end;
}

static const char *take_text(struct bytes *b)
{
	const uint8_t *text = b->at, *nul = left(b) ? memchr(text, 0, left(b)) : NULL;

	b->at = nul ? nul + 1 : b->end;
	return nul ? (const char *)text : NULL;
}

static const char *text_at(struct bytes strings, uint64_t offset)
{
	skip(&strings, offset);
	return take_text(&strings);
}

static struct bytes contents(Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);

	if (!data || !data->d_buf)
		return (struct bytes){ 0 };
	return (struct bytes){ data->d_buf, (const uint8_t *)data->d_buf + data->d_size };
}

struct line_sections line_sections_of(Elf *elf)
{
	struct line_sections s = { 0 };
	const struct { const char *name; struct bytes *to; } wanted[] = { { "debug_line", &s.line }, { "debug_line_str", &s.line_str }, { "debug_str", &s.str } };
	Elf_Scn *section = NULL;
	size_t strings;
	GElf_Shdr h;

	if (elf_getshdrstrndx(elf, &strings) != 0)
		return s;
	while ((section = elf_nextscn(elf, section))) {
		const char *name = gelf_getshdr(section, &h) && h.sh_type != SHT_NOBITS ? elf_strptr(elf, strings, h.sh_name) : NULL;
		size_t prefix = !name ? 0 : !strncmp(name, ".zdebug", 7) ? 2 : name[0] == '.';
		for (size_t i = 0; prefix && i < sizeof wanted / sizeof wanted[0]; i++)
			if (!strcmp(name + prefix, wanted[i].name) && !wanted[i].to->at)
				*wanted[i].to = contents(section);
	}
	return s;
}

/* A form that a header of DWARF 5 may use; *text where it is one. False: a form of unknown length. */
static bool take_form(struct bytes *b, const struct line_sections *s, const struct header *h, uint64_t form, const char **text, uint64_t *number)
{
	switch (form) {
	case DW_FORM_string: *text = take_text(b); return true;
	case DW_FORM_line_strp: *text = text_at(s->line_str, take(b, h->offset_size)); return true;
	case DW_FORM_strp: *text = text_at(s->str, take(b, h->offset_size)); return true;
	case DW_FORM_udata: *number = take_uleb(b); return true;
	case DW_FORM_data1: *number = take(b, 1); return true;
	case DW_FORM_data2: *number = take(b, 2); return true;
	case DW_FORM_data4: *number = take(b, 4); return true;
	case DW_FORM_data8: *number = take(b, 8); return true;
	case DW_FORM_data16: skip(b, 16); return true;
	case DW_FORM_block: skip(b, take_uleb(b)); return true;
	case DW_FORM_block1: skip(b, take(b, 1)); return true;
	case DW_FORM_block2: skip(b, take(b, 2)); return true;
	case DW_FORM_block4: skip(b, take(b, 4)); return true;
	case DW_FORM_strx: take_uleb(b); return true;
	case DW_FORM_strx1: skip(b, 1); return true;
	case DW_FORM_strx2: skip(b, 2); return true;
	case DW_FORM_strx3: skip(b, 3); return true;
	case DW_FORM_strx4: skip(b, 4); return true;
	default: return false;
	}
}

static void add_directory(struct line_table *t, const char *name)
{
	GROW(t->directories, t->n_directories, t->directories_room);
	t->directories[t->n_directories++] = name;
}

static void add_file(struct line_table *t, const char *name, uint64_t directory)
{
	GROW(t->files, t->n_files, t->files_room);
	t->files[t->n_files++] = (struct line_file){ directory < t->n_directories ? t->directories[directory] : NULL, name };
}

/* DWARF 5: directories, and then files, each as the formats before them say. */
static bool read_entries(struct line_table *t, struct bytes *b, const struct line_sections *s, const struct header *h, bool files)
{
	uint64_t content[MAX_FORMATS], form[MAX_FORMATS];
	uint64_t formats = take(b, 1);

	if (formats > MAX_FORMATS)
		return false;
	for (uint64_t i = 0; i < formats; i++) {
		content[i] = take_uleb(b);
		form[i] = take_uleb(b);
	}
	for (uint64_t n = formats ? take_uleb(b) : (take_uleb(b), 0); n; n--) {
		const char *name = NULL, *text;
		uint64_t directory = 0, number;
		if (!left(b))
			return false;
		for (uint64_t i = 0; i < formats; i++) {
			text = NULL;
			number = 0;
			if (!take_form(b, s, h, form[i], &text, &number))
				return false;
			name = content[i] == DW_LNCT_path ? text : name;
			directory = content[i] == DW_LNCT_directory_index ? number : directory;
		}
		if (files)
			add_file(t, name, directory);
		else
			add_directory(t, name);
	}
	return true;
}

/* DWARF 2 to 4: texts up to an empty one; directory and file 0 are the unit's. */
static bool read_old_entries(struct line_table *t, struct bytes *b)
{
	const char *text;

	add_directory(t, NULL);
	while ((text = take_text(b)) && *text)
		add_directory(t, text);
	add_file(t, NULL, 0);
	while (text && (text = take_text(b)) && *text) {
		uint64_t directory = take_uleb(b);
		take_uleb(b);		/* time */
		take_uleb(b);		/* length */
		add_file(t, text, directory);
	}
	return text;
}

static bool read_header(struct line_table *t, struct bytes b, const struct line_sections *s, struct header *h)
{
	uint64_t length = take(&b, 4);

	h->offset_size = length == 0xffffffff ? 8 : 4;
	if (h->offset_size == 8)
		length = take(&b, 8);
	if (length > left(&b))
		return false;
	b.end = b.at + length;
	h->version = (unsigned)take(&b, 2);
	if (h->version < 2 || h->version > 5)
		return false;
	h->address_size = h->version >= 5 ? (unsigned)take(&b, 1) : 4;
	if (h->version >= 5)
		take(&b, 1);		/* segment selectors */
	length = take(&b, h->offset_size);
	if (length > left(&b))
		return false;
	h->program = (struct bytes){ b.at + length, b.end };
	b.end = b.at + length;
	h->min_length = (unsigned)take(&b, 1);
	h->max_ops = h->version >= 4 ? (unsigned)take(&b, 1) : 1;
	take(&b, 1);			/* default_is_stmt */
	h->line_base = (int8_t)take(&b, 1);
	h->line_range = (unsigned)take(&b, 1);
	h->opcode_base = (unsigned)take(&b, 1);
	if (!h->line_range || !h->opcode_base || !h->max_ops || left(&b) < h->opcode_base - 1)
		return false;
	h->operands = b.at - 1;
	skip(&b, h->opcode_base - 1);
	if (h->version < 5)
		return read_old_entries(t, &b);
	return read_entries(t, &b, s, h, false) && read_entries(t, &b, s, h, true);
}

/* ---- the program ---- */
struct registers {
	uint64_t address, op_index;
	uint32_t file, line;
};

static void advance(struct registers *r, const struct header *h, uint64_t operations)
{
	if (h->max_ops == 1) {
		r->address += h->min_length * operations;
		return;
	}
	operations += r->op_index;
	r->address += h->min_length * (operations / h->max_ops);
	r->op_index = operations % h->max_ops;
}

/* Where rows go: into the table, or past a search. */
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
		add_file(to->table, name, take_uleb(&operand));
		break;
	}
	}
}

static void standard(struct sink *to, struct bytes *b, struct registers *r, const struct header *h, uint8_t opcode)
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
	default:		/* flags, or one of a later version: only its operands matter */
		for (unsigned i = 0; i < h->operands[opcode]; i++)
			take_uleb(b);
	}
}

static void run(struct sink *to, const struct header *h)
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

/* Merge sort from the bottom up: sequences are runs that are sorted already, and equal rows keep their order. */
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

static bool begin(struct line_table *t, const struct line_sections *s, uint64_t offset, struct header *h)
{
	struct bytes b = s->line;

	*t = (struct line_table){ 0 };
	if (offset >= left(&b))
		return false;
	skip(&b, offset);
	return read_header(t, b, s, h);
}

bool line_table_read(struct line_table *t, const struct line_sections *s, uint64_t offset)
{
	struct header h;

	if (!begin(t, s, offset, &h))
		return false;
	t->rows_room = left(&h.program) / 8 + 64;	/* compilers write some 10 bytes a row */
	t->rows = reallocate(NULL, t->rows_room, sizeof *t->rows);
	run(&(struct sink){ t, NULL }, &h);
	sort(t);
	return true;
}

bool line_table_files(struct line_table *t, const struct line_sections *s, uint64_t offset)
{
	struct header h;

	return begin(t, s, offset, &h);
}

bool line_table_search(struct line_table *t, const struct line_sections *s, uint64_t offset, struct line_search *search)
{
	struct header h;

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

/* SPDX-License-Identifier: ISC
 * line_header.c - finds the sections of line tables and reads a table's header; the contracts are line_table.h and
 * line_header.h.
 */
#include "line_header.h"

#include <dwarf.h>
#include <gelf.h>

#include "sw/base/error.h"

#define MAX_FORMATS 16

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

/* Reads a value of a DWARF 5 header: sets *text or *number if the form has one. False: a form of unknown length. */
static bool take_form(struct bytes *b, const struct line_sections *s, const struct line_header *h, uint64_t form, const char **text, uint64_t *number)
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

void line_header_add_file(struct line_table *t, const char *name, uint64_t directory)
{
	GROW(t->files, t->n_files, t->files_room);
	t->files[t->n_files++] = (struct line_file){ directory < t->n_directories ? t->directories[directory] : NULL, name };
}

/* Reads a list of a DWARF 5 header, directories or files: first the format of its entries, then the entries. */
static bool read_entries(struct line_table *t, struct bytes *b, const struct line_sections *s, const struct line_header *h, bool files)
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
			line_header_add_file(t, name, directory);
		else
			add_directory(t, name);
	}
	return true;
}

/* Reads both lists of DWARF 2 to 4; an empty text ends each. Directory 0 and file 0 are the unit's. */
static bool read_old_entries(struct line_table *t, struct bytes *b)
{
	const char *text;

	add_directory(t, NULL);
	while ((text = take_text(b)) && *text)
		add_directory(t, text);
	line_header_add_file(t, NULL, 0);
	while (text && (text = take_text(b)) && *text) {
		uint64_t directory = take_uleb(b);
		take_uleb(b);		/* time */
		take_uleb(b);		/* length */
		line_header_add_file(t, text, directory);
	}
	return text;
}

bool line_header_read(struct line_table *t, struct bytes b, const struct line_sections *s, struct line_header *h)
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

/* SPDX-License-Identifier: ISC
 * line_table.h - internal to dwarf_unit.c: decodes a line table of DWARF 2 to 5 from the bytes of its sections.
 *
 * libdw could do it, but it keeps every row in its own memory, and decodes all rows even for the names of the files.
 * That would take most of a report's time.
 */
#ifndef LINE_TABLE_H
#define LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libelf.h>

struct bytes {
	const uint8_t *at, *end;
};

/* The sections that line tables use; empty if the ELF lacks them. Valid as long as the ELF. */
struct line_sections {
	struct bytes line, line_str, str;
};

struct line_row {
	uint64_t address;
	uint32_t number;
	uint32_t file : 31, end : 1;	/* end: address is the first one after a sequence */
};

struct line_file {
	const char *directory, *name;	/* directory NULL: the unit's */
};

struct line_table {
	struct line_row *rows;	/* by address; at one address ends come first, then rows in table order */
	size_t n, rows_room;
	struct line_file *files;	/* by the number in line_row.file */
	size_t n_files, files_room;
	const char **directories;
	size_t n_directories, directories_room;
};

/* Finds the last row at or before `address`, in the order above. followed: another row is behind it. */
struct line_search {
	uint64_t address;
	struct line_row row;
	bool found, followed;
};

/* Call it after dwarf_begin_elf, which decompresses the sections. */
struct line_sections line_sections_of(Elf *elf);

/* Read the table at `offset`. line_table_files leaves out the rows; so does line_table_search, but it answers `search`
 * for search->address. False: damaged; the rows read so far stay. */
bool line_table_read(struct line_table *t, const struct line_sections *s, uint64_t offset);
bool line_table_files(struct line_table *t, const struct line_sections *s, uint64_t offset);
bool line_table_search(struct line_table *t, const struct line_sections *s, uint64_t offset, struct line_search *search);
void line_table_free(struct line_table *t);

#endif

/* SPDX-License-Identifier: ISC
 * line_table.h - inside dwarf_unit.c: one line table of DWARF 2 to 5, decoded from the bytes of its sections.
 *
 * libdw has a call for this; it keeps every row in memory of its own, and for the names of the files alone it
 * decodes all rows as well, which took most of a report's time.
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

/* The sections that line tables are made of; empty where the ELF has none. They live as long as the ELF. */
struct line_sections {
	struct bytes line, line_str, str;
};

struct line_row {
	uint64_t address;
	uint32_t number;
	uint32_t file : 31, end : 1;	/* end: the first address after a sequence */
};

struct line_file {
	const char *directory, *name;	/* directory NULL: that of the unit */
};

struct line_table {
	struct line_row *rows;	/* by address; of one address as the table has them, an end before them */
	size_t n, rows_room;
	struct line_file *files;	/* by the numbers in the rows */
	size_t n_files, files_room;
	const char **directories;
	size_t n_directories, directories_room;
};

/* Of the rows sorted as above: the last one at `address` or before it, and whether there is one behind. */
struct line_search {
	uint64_t address;
	struct line_row row;
	bool found, followed;
};

/* Compressed sections must have been unpacked: dwarf_begin_elf does that. */
struct line_sections line_sections_of(Elf *elf);

/* The table at `offset`. line_table_files: without its rows. line_table_search: the same, and what search->address asks for.
 * False: damaged; the rows read so far are kept. */
bool line_table_read(struct line_table *t, const struct line_sections *s, uint64_t offset);
bool line_table_files(struct line_table *t, const struct line_sections *s, uint64_t offset);
bool line_table_search(struct line_table *t, const struct line_sections *s, uint64_t offset, struct line_search *search);
void line_table_free(struct line_table *t);

#endif

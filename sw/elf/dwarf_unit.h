/* SPDX-License-Identifier: ISC
 * dwarf_unit.h - inside lines.c: the lines and inlined calls of one unit of the debug information, or of several
 * together.
 */
#ifndef UNIT_H
#define UNIT_H

#include <elfutils/libdw.h>

#include "line_table.h"
#include "lines.h"
#include "ranges.h"

/* What all units of an ELF have in common. */
struct unit_origin {
	struct ranges code;		/* the executable sections */
	struct texts prefixes;
	struct line_sections sections;
};

struct unit {
	Dwarf_Die die;
	bool rows_read, calls_read, functions_read;
	unsigned forgotten;	/* times that its rows were given back */
	unsigned asked;		/* times that a row was searched */
	bool linkage;		/* its functions have names for the linker (C++, Rust) */
	bool damaged;
	int zero_line;		/* line of its function at address 0, or 0 */
	Dwarf_Off walked;	/* while reading: offset of the newest DIE of the walk */

	char **files;		/* as shown, by the number in the unit's table, from first_file on; NULL: not asked for yet */
	size_t n_files, files_room, first_file;
	struct line *rows;
	size_t n_rows, rows_room;
	struct ranges row_map;	/* value: index in rows */
	struct call *calls;
	size_t n_calls, calls_room;
	struct ranges call_map;	/* value: index in calls, the innermost */
	struct line *declared;	/* where its functions are */
	size_t n_declared, declared_room;
	struct ranges function_map;	/* value: index in declared */
};

/* Adds the rows, the calls of the unit of `die` to u. Calls first: they tell which code at address 0 lives.
 * The maps are to be built afterwards. */
void unit_add_calls(struct unit *u, Dwarf_Die *die, const struct unit_origin *from);
void unit_add_rows(struct unit *u, Dwarf_Die *die, const struct unit_origin *from);
void unit_add_functions(struct unit *u, Dwarf_Die *die, const struct unit_origin *from);

/* The row of one address, without a map of all; false: none. */
bool unit_row_at(struct unit *u, Dwarf_Die *die, const struct unit_origin *from, uint64_t pc, struct line *line);
void unit_forget_rows(struct unit *u);
void unit_free(struct unit *u);

#endif

/* SPDX-License-Identifier: ISC
 * dwarf_unit.h - internal to lines.c: lines, inlined calls and functions of one unit of the debug information, or of
 * several together.
 */
#ifndef UNIT_H
#define UNIT_H

#include <elfutils/libdw.h>

#include "line_table.h"
#include "lines.h"
#include "ranges.h"

/* What all units of an ELF share. */
struct unit_origin {
	struct ranges code;		/* the executable sections */
	struct texts prefixes;
	struct line_sections sections;
};

struct unit {
	Dwarf_Die die;
	bool rows_read, calls_read, functions_read;
	unsigned forgotten;	/* how often its rows were freed */
	unsigned asked;		/* searches for a single row */
	bool linkage;		/* its language has linkage names (C++, Rust) */
	bool damaged;
	int zero_line;		/* line of its function at address 0; 0: there is none */
	Dwarf_Off walked;	/* during a walk: offset of the newest DIE */

	char **files;		/* names as shown, by number in the unit's table, from first_file on; NULL: not read */
	size_t n_files, files_room, first_file;
	struct line *rows;
	size_t n_rows, rows_room;
	struct ranges row_map;	/* value: index in rows */
	struct call *calls;
	size_t n_calls, calls_room;
	struct ranges call_map;	/* value: index in calls, the innermost */
	struct line *declared;	/* where its functions are declared */
	size_t n_declared, declared_room;
	struct ranges function_map;	/* value: index in declared */
};

/* Add the calls, rows, functions of the unit of `die` to u. Add calls before rows: they tell which code at address 0 is
 * live. The caller builds the maps afterwards. */
void unit_add_calls(struct unit *u, Dwarf_Die *die, const struct unit_origin *from);
void unit_add_rows(struct unit *u, Dwarf_Die *die, const struct unit_origin *from);
void unit_add_functions(struct unit *u, Dwarf_Die *die, const struct unit_origin *from);

/* Finds the line of one address without building the map. False: unknown. */
bool unit_row_at(struct unit *u, Dwarf_Die *die, const struct unit_origin *from, uint64_t pc, struct line *line);
void unit_forget_rows(struct unit *u);
void unit_free(struct unit *u);

#endif

/* SPDX-License-Identifier: ISC
 * dwarf_unit.h - internal to lines.c: lines, inlined calls and functions of one unit of the debug
 * information, or of several together.
 */
#pragma once

#include <elfutils/libdw.h>

#include "discarded.h"
#include "lines.h"
#include "ranges.h"
#include "sw/base/intern.h"

/* What all units of an ELF share. */
struct unit_origin {
	struct survivors survivors;
	bool has_lines;			/* there is a section of line tables */
	struct texts prefixes;
	struct intern files;		/* key: a directory and a file as libdw has them */
	char **shown;			/* their names as shown, by number in `files` */
	size_t shown_room;
};

struct declared {
	struct line line;	/* where a function is declared */
	const char *producer;	/* what compiled it; NULL: unknown */
};

struct unit {
	Dwarf_Die die;
	bool rows_read, dies_read;
	bool linkage;		/* its language has linkage names (C++, Rust) */
	bool llvm;		/* its compiler is of LLVM */
	bool damaged;
	const char *directory, *producer;	/* of its compilation; NULL: unknown */
	Dwarf_Off walked;	/* during a walk: offset of the newest DIE */

	struct line *rows;
	size_t n_rows, rows_room;
	struct ranges row_map;	/* value: index in rows */
	struct call *calls;
	size_t n_calls, calls_room;
	struct ranges call_map;	/* value: index in calls, the innermost */
	struct declared *declared;	/* its functions */
	size_t n_declared, declared_room;
	struct ranges function_map;	/* value: index in declared */
};

/* Add the rows of the unit of `die` to u; its inlined calls and functions. The caller builds the
 * maps afterwards. */
void unit_add_rows(struct unit *u, Dwarf_Die *die, struct unit_origin *from);
void unit_add_dies(struct unit *u, Dwarf_Die *die, struct unit_origin *from);
/* A function's name for the linker, if linkage says to look for it, else its plain name; NULL: it
 * has none. */
const char *unit_linker_name(Dwarf_Die *function, bool linkage);

void unit_free(struct unit *u);
void unit_origin_free(struct unit_origin *from);

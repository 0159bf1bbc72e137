/* SPDX-License-Identifier: ISC
 * debug_info.h - internal to lines.c: an ELF's debug information as libdw reads it, and lines,
 * inlined calls and functions of one unit of it, or of several together.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "symbols.h"
#include "sw/base/base.h"

/* The sections, as libdw gets them. What is absent, or compressed in a way that libelf cannot read,
 * costs one note that says how to mend it. */
struct debug_sections {
	const char *path;
	Elf *elf;
	uint8_t *copy; /* the bytes of `elf` if it is not the image itself */
	Elf_Data *line_data; /* .debug_line, as libdw sees it; NULL: there is none */
	void *line_bytes; /* the ELF's own */
	uint8_t *lines; /* a copy, which libdw reads; it may be changed */
};

/* NULL: there is nothing to read. */
Dwarf *debug_sections_open(struct debug_sections *s, const struct image *im);
void debug_sections_close(struct debug_sections *s); /* after dwarf_end */

/* Debug information of code that the linker discarded, or folded into equal code (discarded.c).
 *
 * A linker that drops a function (--gc-sections) leaves its debug information behind and sets its
 * addresses to 0. GNU's assembler loses the lengths of its line sequences, too; LLVM's keeps them.
 * Where firmware begins at 0, only the symbol table tells what lives there. A linker that folds
 * equal functions (--icf) leaves the lines of each at the one address: those of the function that
 * reports name are the right ones. */

/* What decides: the code's ranges and names. */
struct survivors {
	const struct ranges *code;
	const struct symbols *symbols;
};

/* Has the linker dropped the function that claims [lo, hi)? At 0, a symbol with its name and size
 * says no. */
bool discarded_function(const struct survivors *s, Dwarf_Die *function, uint64_t lo, uint64_t hi);

/* Do reports show the code at lo by this function's name? Folded functions have one address. */
bool discarded_shows(const struct survivors *s, Dwarf_Die *function, uint64_t lo);

/* Moves line sequences of discarded functions to the end of the address space, out of the way of
 * code. lines: a private copy of .debug_line that libdw has not decoded yet. */
void discarded_lines(const struct survivors *s, Dwarf *dwarf, uint8_t *lines, size_t size);

/* What all units of an ELF share. */
struct unit_origin {
	struct survivors survivors;
	bool has_lines; /* there is a section of line tables */
	struct texts prefixes;
	struct intern files; /* key: a directory and a file as libdw has them */
	char **shown; /* their names as shown, by number in `files` */
	size_t shown_room;
};

struct declared {
	struct line line; /* where a function is declared */
	const char *producer; /* what compiled it; NULL: unknown */
};

struct unit {
	Dwarf_Die die;
	bool rows_read, dies_read;
	bool linkage; /* its language has linkage names (C++, Rust) */
	bool llvm; /* its compiler is of LLVM */
	bool damaged;
	const char *directory, *producer; /* of its compilation; NULL: unknown */
	Dwarf_Off walked; /* during a walk: offset of the newest DIE */

	struct line *rows;
	size_t n_rows, rows_room;
	struct ranges row_map; /* value: index in rows */
	struct call *calls;
	size_t n_calls, calls_room;
	struct ranges call_map; /* value: index in calls, the innermost */
	struct declared *declared; /* its functions */
	size_t n_declared, declared_room;
	struct ranges function_map; /* value: index in declared */
};

/* Add the rows of the unit of `die` to u; its inlined calls and functions. The caller builds the
 * maps afterwards. */
void unit_add_rows(struct unit *u, Dwarf_Die *die, struct unit_origin *from);
void unit_add_dies(struct unit *u, Dwarf_Die *die, struct unit_origin *from);

/* A function's name for the linker, if linkage says to look for it, else its plain name; NULL: it
 * has none. */
const char *unit_linker_name(Dwarf_Die *function, bool linkage);

/* Calls found(to, function) with each function in `die`, and in its namespaces and types. A damaged
 * tree ends where its offsets do not rise. */
void unit_functions(Dwarf_Die *die, void (*found)(void *to, Dwarf_Die *function), void *to);

/* Calls functions of several names as the debug information does, so that name and lines agree. */
void names_prefer_source(struct symbols *s, Dwarf *dwarf);

void unit_free(struct unit *u);
void unit_origin_free(struct unit_origin *from);

/* The name of a source file as reports show it: directory/raw without "x/.." and "."; raw alone if
 * it is absolute, if directory is NULL, or if both are relative and begin with the same name. Names
 * from Windows (C:\src, \\server\src) get slashes. prefixes may be NULL; the first "OLD=NEW" whose
 * directory OLD begins the path replaces it by NEW. The caller frees the result. */
char *source_path(const char *directory, const char *raw, const struct texts *prefixes);

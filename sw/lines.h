/* SPDX-License-Identifier: ISC
 * lines.h - source lines and inlined calls of an ELF, by address.
 *
 * Plain libdw: every unit's line table and DIE tree is indexed once, then a
 * look-up is O(log n). (.debug_aranges is not used: with --gc-sections it ends
 * libdw's searches too early.) What --gc-sections threw away is left out: its
 * rows cover no executable section. Damaged DWARF costs a note and the lines it
 * would have given, never the profile.
 */
#ifndef LINES_H
#define LINES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "options.h"
#include "ranges.h"

struct line {
	const char *file;	/* absolute where the compiler said so, without "x/.."; lives in struct lines */
	int number;		/* 0: the compiler names no line */
};

struct call {
	const char *name;	/* the inlined function, as demangle.h says */
	size_t parent;		/* index of the inlined call around it, or SIZE_MAX: the function itself */
};

struct lines {
	Dwarf *dwarf;		/* NULL: no debug information */
	char **files;
	size_t n_files, files_room;
	struct line *rows;
	size_t n_rows, rows_room;
	struct ranges row_map;	/* value: index in rows */
	struct call *calls;
	size_t n_calls, calls_room;
	struct ranges call_map;	/* value: index in calls, the innermost */
	Dwarf_Off walked;	/* while reading: offset of the newest DIE of the walk */
	bool damaged;
	const struct texts *prefixes;	/* while reading: "OLD=NEW", or NULL */
	bool linkage;		/* while reading a unit: its functions have names for the linker (C++, Rust) */
	int zero_line;		/* while reading a unit: line of its function at address 0, or 0 */
};

/* No debug information is no failure: empty tables. */
void lines_read(struct lines *l, const struct image *im);

/* The same; a directory OLD that begins a file's name is shown as NEW, by the first "OLD=NEW" that fits. */
void lines_read_mapped(struct lines *l, const struct image *im, const struct texts *prefixes);
void lines_free(struct lines *l);

const struct line *lines_find(const struct lines *l, uint32_t pc);	/* NULL: unknown */

/* A number for the innermost inlined call around pc; SIZE_MAX: none. Equal numbers have equal lines_calls. */
size_t lines_call_number(const struct lines *l, uint32_t pc);

/* Names of the inlined calls around pc, outermost first, at most `room`; returns how many. */
size_t lines_calls(const struct lines *l, uint32_t pc, const char **names, size_t room);

#endif

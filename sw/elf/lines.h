/* SPDX-License-Identifier: ISC
 * lines.h - source lines and inlined calls of an ELF, by address.
 *
 * Plain libdw. Which addresses a unit has is known at once, its line table and its
 * tree are read on demand.
 * (.debug_aranges is not used: with --gc-sections it ends libdw's searches too early.)
 * What --gc-sections threw away is left out: its rows cover no executable section.
 * Damaged DWARF costs a note and the lines it would have given, never the profile.
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "sw/base/options.h"

struct line {
	const char *file;	/* absolute where the compiler said so, without "x/.."; lives in struct lines */
	int number;		/* 0: the compiler names no line */
};

struct call {
	const char *name;	/* the inlined function, as demangle.h says */
	const char *linker;	/* the same, as the linker calls it */
	size_t parent;		/* index in its unit of the inlined call around it, or SIZE_MAX: the function itself */
	const char *file;	/* where it is called, as in struct line; NULL: unknown */
	int number;		/* the line of that; 0: unknown */
	struct line declared;	/* where the function is */
	const struct unit *unit;
};

struct lines {
	struct lines_index *index;	/* NULL: no debug information */
};

/* No debug information is no failure: empty tables. `im` must live as long as `l`.
 * A directory OLD that begins a file's name is shown as NEW, by the first "OLD=NEW" of `prefixes` (NULL: none) that
 * fits. */
void lines_read(struct lines *l, const struct image *im, const struct texts *prefixes);
void lines_free(struct lines *l);

bool lines_known(const struct lines *l);	/* is there any line table? */

const struct line *lines_find(const struct lines *l, uint32_t pc);	/* NULL: unknown */

/* The same, and *until: all of pc ... *until - 1 has that line. For addresses that rise: the answer lives until the next call,
 * for what was read of a unit is given back when the next one begins. lines_call_until: likewise, but keeps all. */
const struct line *lines_find_until(const struct lines *l, uint32_t pc, uint64_t *until);
const struct call *lines_call_until(const struct lines *l, uint32_t pc, uint64_t *until);

/* The same for few addresses here and there: the first one of a unit costs no map of it. False: unknown. */
bool lines_place(const struct lines *l, uint32_t pc, struct line *line);

/* Where the function around pc is declared. False: the debug information does not say; *line is not changed then. */
bool lines_declared(const struct lines *l, uint32_t pc, struct line *line);

/* Names of the inlined calls around pc, outermost first, at most `room`; returns how many. */
size_t lines_calls(const struct lines *l, uint32_t pc, const char **names, size_t room);

/* The inlined calls around pc themselves, innermost first: NULL, or the innermost; then its parents by lines_caller. */
const struct call *lines_call(const struct lines *l, uint32_t pc);
const struct call *lines_caller(const struct lines *l, const struct call *c);

#endif

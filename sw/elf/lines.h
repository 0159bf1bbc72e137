/* SPDX-License-Identifier: ISC
 * lines.h - source lines and inlined calls of an ELF, by address.
 *
 * Built on libdw. lines_read reads which addresses each unit has; line tables and trees follow on
 * demand. It does not use .debug_aranges: with --gc-sections that ends libdw's searches too early.
 * Code that the linker discarded has no lines (discarded.c). Damaged DWARF costs a note and the
 * lines it would have given, never the profile.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "symbols.h"
#include "sw/base/options.h"

struct line {
	/* without "x/.."; absolute if the compiler gave it so; lives in struct lines */
	const char *file;
	int number;		/* 0: the compiler names no line */
	/* of LLVM: which of several blocks of the line; 0: none, or of another compiler */
	unsigned discriminator;
};

struct call {
	const char *name;	/* of the inlined function, demangled (demangle.h) */
	const char *linker;	/* its name for the linker */
	/* index, in `unit`, of the inlined call around it; SIZE_MAX: none */
	size_t parent;
	const char *file;	/* where the call is, as in struct line; NULL: unknown */
	int number;		/* line of the call; 0: unknown */
	unsigned discriminator;	/* of the call, as in struct line */
	struct line declared;	/* where the function is declared */
	const struct unit *unit;
};

struct lines {
	struct lines_index *index;	/* NULL: no debug information */
};

/* Without debug information the tables stay empty; that is not an error. `im` and `symbols` must
 * live as long as `l`; functions of several names get the one that the debug information has.
 * prefixes, or NULL: the first "OLD=NEW" whose directory OLD begins a file's name replaces it by
 * NEW. */
void lines_read(struct lines *l, const struct image *im, struct symbols *symbols,
	const struct texts *prefixes);
void lines_free(struct lines *l);

bool lines_known(const struct lines *l);	/* is there any line table? */

const struct line *lines_find(const struct lines *l, uint32_t pc);	/* NULL: unknown */

/* The same; *until: pc ... *until - 1 have the same answer. Fast for rising addresses. */
const struct line *lines_find_until(const struct lines *l, uint32_t pc, uint64_t *until);
const struct call *lines_call_until(const struct lines *l, uint32_t pc, uint64_t *until);

/* Where the function around pc is declared. False: unknown; *line stays as it was. */
bool lines_declared(const struct lines *l, uint32_t pc, struct line *line);

/* What compiled the function around pc, with its flags (DW_AT_producer); NULL: unknown. */
const char *lines_producer(const struct lines *l, uint32_t pc);

/* The place of the function that begins at pc: its declaration, else its first line; {0} if neither
 * is known. */
struct line lines_function(const struct lines *l, uint32_t pc);

/* Stores the names of at most `room` inlined calls around pc, outermost first. Returns how many. */
size_t lines_calls(const struct lines *l, uint32_t pc, const char **names, size_t room);

/* The innermost inlined call around pc; NULL: none. lines_caller: the call around that one; NULL:
 * none. */
const struct call *lines_call(const struct lines *l, uint32_t pc);
const struct call *lines_caller(const struct lines *l, const struct call *c);

/* Stores where functions of that name (symbols_means) are inlined, each place once, at most `room`
 * of them; returns how many. x: NULL, no debug information. */
size_t lines_inlined(struct lines_index *x, const char *name, struct line *places, size_t room);

/* SPDX-License-Identifier: ISC
 * symbols.h - functions of an ELF, by address and by name.
 *
 * From .symtab: functions and plain labels of assembly in code (sections.h), without RISC-V's
 * mapping symbols ($x, $d). A symbol stands for code of its own section only. All names at one
 * address are one function, called by the best of them. A function without a size reaches to the
 * next one or to the end of its section. A label inside a function with a size is not a function.
 * `functions` have demangled names (demangle.h), `names` those of the linker.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "ranges.h"

/* Code of a function. */
struct extent {
	uint64_t lo, hi;
	const char *name;	/* a part's is its own, "f.cold" */
};

struct function {
	const char *name;	/* demangled; lives in the image, or until the program ends */
	uint64_t lo, hi;	/* where it begins; all of its code: function_extent */
	const char *linker;	/* its name for the linker */
	const char *source;	/* demangled, without what makes it a clone (clone.h) */
	bool local;		/* its name is visible only in its own object file */
	/* other names of its code, or of code of an overlay that shares its addresses */
	const char **also;
	size_t n_also;
	bool twin;		/* another function has the same name */
	struct extent *extents;	/* of one with parts (parts.h), by address; else NULL */
	size_t n_extents;
};

struct symbol {
	const char *name;
	uint64_t size;
	uint32_t address;
	uint8_t type, bind;	/* STT_*, STB_* */
	const char *file;	/* its source, of a local one; NULL: unknown */
	/* its section, if that shares its address with one before, as overlays do; else 0 */
	uint16_t shadowed;
};

struct symbols {
	struct function *functions;	/* by address */
	size_t n_functions;
	struct symbol *names;		/* those of code, by address */
	size_t n_names;
	struct symbol *objects;		/* data with a size, in no order */
	size_t n_objects;
	struct ranges map;		/* value: index in functions */
	struct lines_index *lines;	/* what was inlined (lines.h); NULL: unknown */
};

/* An ELF without symbols gives an empty table, and true. False: corrupt; one line was printed. */
bool symbols_read(struct symbols *s, const struct image *im);
void symbols_free(struct symbols *s);

/* Gives it the names of a symbol. */
void function_name(struct function *f, const struct symbol *x);

/* Its code, by address, from i = 0 on. False: that was all. */
bool function_extent(const struct function *f, size_t i, struct extent *e);

/* NULL: no symbol covers it */
const struct function *symbols_find(const struct symbols *s, uint64_t pc);

/* The first code in [lo, hi), which a bin of these addresses is charged to; lo if there is none. */
uint64_t symbols_code(const struct symbols *s, uint64_t lo, uint64_t hi);

/* The names at an address: the first of them, and the next one whatever its address; NULL: no
 * more. */
const struct symbol *symbols_from(const struct symbols *s, uint64_t address);
const struct symbol *symbols_next(const struct symbols *s, const struct symbol *x);

/* Finds the function with this name: the linker's, or demangled, with or without arguments. Where
 * none has it, a part of a name will do if only one has that. `name` may be an address (0x...):
 * then out->lo and out->hi are that address. False: one line was printed, with the candidates. */
bool symbols_named(const struct symbols *s, const char *name, struct function *out);

/* Flags the functions that a whole name means, as the linker's or demangled, with or without
 * arguments: that of the source, with its clones; or the one alone that the linker calls so, or
 * that begins at this address (0x...). Returns how many. Prints nothing. */
enum symbols_as { SYMBOLS_SOURCE, SYMBOLS_ALONE };
size_t symbols_meant(const struct symbols *s, const char *name, enum symbols_as as, bool *meant);

/* Why a whole name does not mean one function, for a message that the caller frees. */
char *symbols_unclear(const struct symbols *s, const char *name);

/* Does `name` mean the function that the linker and people call so? A part of its name does. */
bool symbols_means(const char *name, const char *linker, const char *shown);

/* Where the function of that name was inlined, for a message that the caller frees; NULL: nowhere,
 * or unknown. */
char *symbols_inlined(const struct symbols *s, const char *name);

/* Looks up symbol `name`, code or data. NULL: *out is it; else it has not one address, and this
 * says so, with the candidates; the caller frees it. */
char *symbols_address(const struct image *im, const char *name, struct symbol *out);

/* Writes "main+0x1c", "main" or, without a symbol, "0x80000000". Returns buffer. */
const char *symbols_place(const struct symbols *s, uint32_t pc, char *buffer, size_t size);

/* SPDX-License-Identifier: ISC
 * symbols.h - what code and data are called: functions, objects, source lines.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "sw/base/term.h"

/* ---- Functions of an ELF, by address and by name.
 *
 * From .symtab: functions and plain labels of assembly in code (image.h), without RISC-V's
 * mapping symbols ($x, $d). A symbol stands for code of its own section only. All names at one
 * address are one function, called by the best of them. A function without a size reaches to the
 * next one or to the end of its section. A label inside a function with a size is not a function.
 * `functions` have demangled names (symbols.h), `names` those of the linker.
 */
/* Code of a function. */
struct extent {
	uint64_t lo, hi;
	const char *name; /* a part's is its own, "f.cold" */
};

struct function {
	const char *name; /* demangled; lives in the image, or until the program ends */
	uint64_t lo, hi; /* where it begins; all of its code: function_extent */
	const char *linker; /* its name for the linker */
	const char *source; /* demangled, without what makes it a clone (symbols.h) */
	bool local; /* its name is visible only in its own object file */
	/* other names of its code, or of code of an overlay that shares its addresses */
	const char **also;
	size_t n_also;
	bool twin; /* another function has the same name */
	struct extent *extents; /* of one with parts (symbols.h), by address; else NULL */
	size_t n_extents;
};

struct symbol {
	const char *name;
	uint64_t size;
	uint32_t address;
	uint8_t type, bind; /* STT_*, STB_* */
	const char *file; /* its source, of a local one; NULL: unknown */
	/* its section, if that shares its address with one before, as overlays do; else 0 */
	uint16_t shadowed;
};

struct symbols {
	struct function *functions; /* by address */
	size_t n_functions;
	struct symbol *names; /* those of code, by address */
	size_t n_names;
	struct symbol *objects; /* data with a size, in no order */
	size_t n_objects;
	struct ranges map; /* value: index in functions */
	struct lines_index *lines; /* what was inlined (symbols.h); NULL: unknown */
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

/* ---- What compilers and linkers put behind a function's name.
 *
 * A clone is a function of its own, made of another one: for a constant argument ("f.constprop.0"),
 * with other arguments ("f.isra.0"), of what is left when its beginning was inlined ("f.part.0"). A
 * name may also be made unique ("f.lto_priv.0", "f.llvm.42"). A part ("f.cold") is no function: it
 * is code that its function jumps to, laid elsewhere. Several suffixes may follow one another. What
 * is none of these belongs to the name, as in assembly's "f.loop".
 */
/* The function's name in its source, mangled or not: of "f.isra.0.cold" and of
 * "f(int) [clone .isra.0]" what stands before. `name` itself if it has no suffix; else it lives
 * until the program ends. */
const char *clone_source(const char *name);

/* Does it begin where its function's beginning ends? ("f.part.0") */
bool clone_begins_late(const char *name);

/* Of a name that looks like a part's the function's: "f.isra.0" of "f.isra.0.cold"; else NULL. */
const char *clone_whole(const char *name);

/* ---- Names of C++ and Rust functions as their sources write them.
 *
 * Uses libiberty's demangler, like addr2line -C and nm -C: Itanium C++, Rust (legacy and v0). Other
 * names stay as they are.
 */
/* Equal mangled names give the same pointer, valid until the program ends. Returns `name` if that
 * is not mangled. */
const char *demangled(const char *name);
/* Also where names stay mangled. */
const char *demangled_always(const char *name);

/* True: from now on names stay mangled. Initially false. */
void demangle_off(bool off);

/* ---- Parts of functions that compilers laid elsewhere ("f.cold"). */
/* Makes each part's code its function's: then `symbols` has one function for both. A local symbol
 * named as a part is one unless something calls it; of several functions of that name it belongs to
 * the one that jumps there or back. im: the program's bytes. */
void parts_join(struct symbols *s, const struct image *im);

/* ---- What an address of data belongs to: a variable, else a section of the ELF. */
struct object {
	char *name; /* "table", "[.rodata]" */
	uint64_t lo, hi;
	bool section;
};

struct objects {
	struct ranges map; /* value: index in at */
	struct object *at;
	size_t n, room;
};

/* Of variables that overlap, the smallest. No symbols, no sections: empty tables. */
void objects_open(struct objects *o, const struct image *im, const struct symbols *s);
const struct object *objects_find(const struct objects *o, uint64_t address); /* NULL: in none */
void objects_close(struct objects *o);

/* ---- The functions that may begin without a call, for a unit that follows calls
 * (rtl/context/CONTEXT.md).
 *
 * Those are functions that code of another one jumps or branches to, or runs on into, and those
 * whose address is kept: in data, or made by two instructions. The routines that save and restore
 * registers for others' prologues, __riscv_save_N, stand for no function.
 */
struct beginnings {
	uint32_t *at; /* a place each */
	size_t n;
	size_t left_out; /* another one has their place */
};

/* Of 2^places places each has one, by the bits from 2 on of its address. Who is jumped to goes
 * before who is only kept, then the higher address. */
void beginnings_open(
	struct beginnings *b, const struct image *im, const struct symbols *s, unsigned places);
void beginnings_close(struct beginnings *b);

/* ---- Source lines and inlined calls of an ELF, by address.
 *
 * Built on libdw. lines_read reads which addresses each unit has; line tables and trees follow on
 * demand. It does not use .debug_aranges: with --gc-sections that ends libdw's searches too early.
 * Code that the linker discarded has no lines (discarded.c). Damaged DWARF costs a note and the
 * lines it would have given, never the profile.
 */
struct line {
	/* without "x/.."; absolute if the compiler gave it so; lives in struct lines */
	const char *file;
	int number; /* 0: the compiler names no line */
	/* of LLVM: which of several blocks of the line; 0: none, or of another compiler */
	unsigned discriminator;
};

struct call {
	const char *name; /* of the inlined function, demangled (symbols.h) */
	const char *linker; /* its name for the linker */
	/* index, in `unit`, of the inlined call around it; SIZE_MAX: none */
	size_t parent;
	const char *file; /* where the call is, as in struct line; NULL: unknown */
	int number; /* line of the call; 0: unknown */
	unsigned discriminator; /* of the call, as in struct line */
	struct line declared; /* where the function is declared */
	const struct unit *unit;
};

struct lines {
	struct lines_index *index; /* NULL: no debug information */
};

/* Without debug information the tables stay empty; that is not an error. `im` and `symbols` must
 * live as long as `l`; functions of several names get the one that the debug information has.
 * prefixes, or NULL: the first "OLD=NEW" whose directory OLD begins a file's name replaces it by
 * NEW. */
void lines_read(struct lines *l, const struct image *im, struct symbols *symbols,
	const struct texts *prefixes);
void lines_free(struct lines *l);

bool lines_known(const struct lines *l); /* is there any line table? */

const struct line *lines_find(const struct lines *l, uint32_t pc); /* NULL: unknown */

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

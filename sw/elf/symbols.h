/* SPDX-License-Identifier: ISC
 * symbols.h - functions of an ELF, by address and by name.
 *
 * From .symtab: functions and the plain labels of assembly, in executable
 * sections, without RISC-V's mapping symbols ($x, $d). Names at one address
 * are one function, called by the most telling of them. A function without
 * size reaches to the next one or to the end of its section; a label inside a
 * function that has a size is no function. Functions are called as demangle.h says,
 * `names` are those of the linker.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "ranges.h"

struct function {
	const char *name;	/* lives in the image, or as long as the program */
	uint64_t lo, hi;
	const char *linker;	/* the same, as the linker calls it */
	bool local;		/* only its own object can see that name */
};

struct symbol {
	const char *name;
	uint64_t size;
	uint32_t address;
	uint8_t type, bind;	/* STT_*, STB_* */
};

struct symbols {
	struct function *functions;	/* by address */
	size_t n_functions;
	struct symbol *names;		/* all of them, by name */
	size_t n_names;
	struct ranges map;		/* value: index in functions */
};

/* An ELF without symbols gives an empty table and true; false: corrupt, one line was printed. */
bool symbols_read(struct symbols *s, const struct image *im);
void symbols_free(struct symbols *s);

const struct function *symbols_find(const struct symbols *s, uint64_t pc);	/* NULL: no symbol covers it */

/* Function called `name`, by the linker or demangled, then with its arguments or without; `name` may also be an
 * address (0x...; then [lo, lo) comes back). false: one line was printed. */
bool symbols_named(const struct symbols *s, const char *name, struct function *out);

/* Looks up the address of symbol `name`, code or data. Returns the number of different addresses with that name. */
unsigned symbols_address(const struct image *im, const char *name, uint32_t *address);

/* Labels in code that are no functions, but that perf takes for some: mapping symbols, local labels (.L0, .LBB0_1). */
size_t symbols_labels(const struct image *im);

/* "main+0x1c", "main", or "0x80000000" without a symbol; returns buffer. */
const char *symbols_place(const struct symbols *s, uint32_t pc, char *buffer, size_t size);

#endif

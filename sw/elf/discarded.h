/* SPDX-License-Identifier: ISC
 * discarded.h - debug information of code that the linker discarded, or folded into equal code.
 *
 * A linker that drops a function (--gc-sections) leaves its debug information behind and sets its
 * addresses to 0. GNU's assembler loses the lengths of its line sequences, too; LLVM's keeps them.
 * Where firmware begins at 0, only the symbol table tells what lives there. A linker that folds
 * equal functions (--icf) leaves the lines of each at the one address: those of the function that
 * reports name are the right ones.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "ranges.h"
#include "symbols.h"

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

/* SPDX-License-Identifier: ISC
 * demangle.h - names of C++ and Rust functions as their sources have them.
 *
 * libiberty's demangler, as addr2line -C and nm -C use it: Itanium C++, Rust
 * (legacy and v0). A name it does not know comes back as it is.
 */
#ifndef NAMES_DEMANGLE_H
#define NAMES_DEMANGLE_H

#include <stdbool.h>

/* The same text gives the same pointer; it lives as long as the program, or as `name` if that was no mangled one. */
const char *demangled(const char *name);

/* From now on every name stays as the linker knows it, or none does (the beginning). */
void demangle_off(bool off);

#endif

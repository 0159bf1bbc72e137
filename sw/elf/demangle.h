/* SPDX-License-Identifier: ISC
 * demangle.h - names of C++ and Rust functions as their sources write them.
 *
 * Uses libiberty's demangler, like addr2line -C and nm -C: Itanium C++, Rust (legacy and v0). Other
 * names stay as they are.
 */
#pragma once

#include <stdbool.h>

/* Equal mangled names give the same pointer, valid until the program ends. Returns `name` if that
 * is not mangled. */
const char *demangled(const char *name);
/* Also where names stay mangled. */
const char *demangled_always(const char *name);

/* True: from now on names stay mangled. Initially false. */
void demangle_off(bool off);

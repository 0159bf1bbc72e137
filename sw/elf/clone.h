/* SPDX-License-Identifier: ISC
 * clone.h - what compilers and linkers put behind a function's name.
 *
 * A clone is a function of its own, made of another one: for a constant argument ("f.constprop.0"),
 * with other arguments ("f.isra.0"), of what is left when its beginning was inlined ("f.part.0"). A
 * name may also be made unique ("f.lto_priv.0", "f.llvm.42"). A part ("f.cold") is no function: it
 * is code that its function jumps to, laid elsewhere. Several suffixes may follow one another. What
 * is none of these belongs to the name, as in assembly's "f.loop".
 */
#pragma once

#include <stdbool.h>

/* The function's name in its source, mangled or not: of "f.isra.0.cold" and of
 * "f(int) [clone .isra.0]" what stands before. `name` itself if it has no suffix; else it lives
 * until the program ends. */
const char *clone_source(const char *name);

/* Does it begin where its function's beginning ends? ("f.part.0") */
bool clone_begins_late(const char *name);

/* Of a name that looks like a part's the function's: "f.isra.0" of "f.isra.0.cold"; else NULL. */
const char *clone_whole(const char *name);

/* SPDX-License-Identifier: ISC
 * callers.h - a function's callers, theirs, and so on: the call tree bottom up.
 *
 * Contexts[0] is the function, a child called its parent; inclusive cycles are the function's under
 * that path of calls, own cycles those whose path ends there. Recursion is counted once: of each
 * function on the way the outermost call stands for all. Calls that a function makes to itself,
 * directly or not, are in the child callers_recursion, with no cycles.
 */
#pragma once

#include "contexts.h"

extern const char callers_recursion[];

/* False: the function is in no context; *up is empty. Names live as long as those of `c`. */
bool callers_open(struct contexts *up, const struct contexts *c, uint32_t function);

/* SPDX-License-Identifier: ISC
 * recursion.h - deep recursion made short, for formats that write each stack whole.
 *
 * Of a stack deeper than RECURSION_DEPTH, calls from a place that is further out on it already are
 * left out: a frame "[...]" stands for those between two that are kept. Each function, and each
 * place of a call, is still on every stack that it was on, so own and inclusive counts are what
 * they were.
 */
#pragma once

#include <stdbool.h>

#include "sw/profile/call_tree.h"

#define RECURSION_DEPTH 100u

/* The function of such a frame's node: no code has an odd address, no thread this one. */
#define RECURSION_LEFT_OUT 0xFFFFFFFFu

/* False: nothing is left out, and *to is empty. */
bool recursion_fold(struct call_tree *to, const struct call_tree *from);

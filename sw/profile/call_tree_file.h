/* SPDX-License-Identifier: ISC
 * call_tree_file.h - a call tree as bytes, for a capture; CAPTURE.md describes them.
 */
#pragma once

#include "call_tree.h"

#define CALL_TREE_BYTES (256u << 20)	/* more than those of the largest tree */

/* A finished tree as *n bytes; free() them. NULL: it has more cells than a capture holds. */
uint8_t *call_tree_encode(const struct call_tree *t, size_t *n);

/* The tree of those bytes, finished. False: they are no tree; *t is empty then. */
bool call_tree_decode(struct call_tree *t, const uint8_t *bytes, size_t n);

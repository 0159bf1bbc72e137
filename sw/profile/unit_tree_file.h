/* SPDX-License-Identifier: ISC
 * unit_tree_file.h - a unit's call tree as bytes, for a capture: CAPTURE.md says what they are.
 */
#pragma once

#include "call_tree.h"

/* Returns *n bytes, to be freed. NULL: too many. */
uint8_t *unit_tree_encode(const struct call_tree *t, size_t *n);

/* False: these bytes are no such tree. */
bool unit_tree_decode(struct call_tree *t, const uint8_t *bytes, size_t n);

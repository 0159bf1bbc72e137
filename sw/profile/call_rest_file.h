/* SPDX-License-Identifier: ISC
 * call_rest_file.h - what only a unit's call tree has, as bytes, for a capture: CAPTURE.md says
 * what they are.
 */
#pragma once

#include "call_tree.h"

/* Returns *n bytes, to be freed. */
uint8_t *call_rest_encode(const struct call_tree *t, size_t *n);

/* Makes the tree, which is decoded, a unit's. False: these bytes are not its own. */
bool call_rest_decode(struct call_tree *t, const uint8_t *bytes, size_t n);

/* SPDX-License-Identifier: ISC
 * waits_file.h - waits by cause as bytes, for a capture; CAPTURE.md describes them.
 */
#pragma once

#include <stdbool.h>

#include "call_tree.h"
#include "waits.h"

#define WAITS_BYTES (512u << 20)	/* more than those of the most counts */

/* n of them, most of which are 0; as *bytes bytes. free() them. */
uint8_t *waits_encode(const struct waits *w, uint32_t n, size_t *bytes);
bool waits_decode(struct waits **w, uint32_t *n, uint32_t most, const uint8_t *bytes, size_t size);

/* Those of a tree's cells, in their order. Decoded, they and their nodes' are set. */
uint8_t *waits_encode_tree(const struct call_tree *t, size_t *bytes);
bool waits_decode_tree(struct call_tree *t, const uint8_t *bytes, size_t size);

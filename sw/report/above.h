/* SPDX-License-Identifier: ISC
 * above.h - which nodes of a tree lie below a node of their own kind: inclusive counts are summed
 * up at the others only.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* For each of n nodes the nearest one above it of the same kind, or 0: none. Node 0 is the root and
 * has no kind; of the others parent[i] < i and kind[i] < kinds. free() it. */
uint32_t *above_of_kind(const uint32_t *parent, const uint32_t *kind, size_t n, size_t kinds);

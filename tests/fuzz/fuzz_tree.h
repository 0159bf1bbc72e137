/* SPDX-License-Identifier: ISC
 * fuzz_tree.h - a capture's call tree laid open, so that damage reaches it and not its compression.
 *
 * `bytes` is a capture of `size` bytes; all three leave alone what has no such chunk.
 */
#ifndef FUZZ_TREE_H
#define FUZZ_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the tree is: *n bytes at bytes + *at. */
bool fuzz_tree_find(const uint8_t *bytes, size_t size, size_t *at, size_t *n);

/* The chunk with the tree as it is, and compressed again; both replace *bytes by another allocation of the size and
 * `room` bytes more. */
void fuzz_tree_open(uint8_t **bytes, size_t *size, size_t room);
void fuzz_tree_close(uint8_t **bytes, size_t *size, size_t room);

#endif

/* SPDX-License-Identifier: ISC
 * fuzz.h - what fuzz.c knows of exports and of call trees without the tool's code.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads `size` bytes (a NUL follows them) of format `name` and adds its counts up. *bins_only: it
 * omits ticks that are in no bin. false: it is damaged. *sum is UINT64_MAX for a format that this
 * cannot add up. */
bool fuzz_total(const char *name, const char *text, size_t size, uint64_t *sum, bool *bins_only);

/* A capture's call tree laid open, so that damage reaches it and not its compression. `bytes` is a
 * capture of `size` bytes; all three leave alone what has no such chunk. Where the tree is: *n
 * bytes at bytes + *at. */
bool fuzz_tree_find(const uint8_t *bytes, size_t size, size_t *at, size_t *n);

/* The chunk with the tree as it is, and compressed again; both replace *bytes by another
 * allocation. */
void fuzz_tree_open(uint8_t **bytes, size_t *size);
void fuzz_tree_close(uint8_t **bytes, size_t *size);

#endif

/* SPDX-License-Identifier: ISC
 * intern.h - numbers for texts and other keys: 0, 1, 2 ... in order of first appearance; equal keys
 * get equal numbers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intern {
	/* followed by a NUL */
	struct intern_key { char *bytes; size_t n; uint32_t hash; } *keys;
	size_t n, room;
	uint32_t *slots;	/* key number + 1; 0: free */
	size_t n_slots;		/* a power of two */
};

/* Return the key's number. *fresh: it is new; fresh may be NULL. The table keeps a copy of the
 * key. */
size_t intern(struct intern *t, const void *bytes, size_t n, bool *fresh);
size_t intern_text(struct intern *t, const char *text, bool *fresh);
void intern_free(struct intern *t);

/* Counts of equal keys, added up: counts[number of the key]. */
struct sums {
	struct intern keys;
	uint64_t *counts;
	size_t room;
};

void sums_add(struct sums *s, const void *key, size_t n, uint64_t count);
void sums_free(struct sums *s);

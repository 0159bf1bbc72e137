/* SPDX-License-Identifier: ISC
 * intern.h - numbers for texts and other keys: 0, 1, 2 ... in order of first appearance; equal keys get equal numbers.
 */
#ifndef INTERN_H
#define INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intern {
	struct intern_key { char *bytes; size_t n; uint32_t hash; } *keys;	/* followed by a NUL */
	size_t n, room;
	uint32_t *slots;	/* key number + 1; 0: free */
	size_t n_slots;		/* a power of two */
};

/* Return the key's number. *fresh: it is new; fresh may be NULL. The table keeps a copy of the key. */
size_t intern(struct intern *t, const void *bytes, size_t n, bool *fresh);
size_t intern_text(struct intern *t, const char *text, bool *fresh);
void intern_free(struct intern *t);

#endif

/* SPDX-License-Identifier: ISC
 * intern.h - numbers for texts and other keys: equal keys get the same, from 0 on, in the order they come.
 */
#ifndef INTERN_H
#define INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intern {
	struct intern_key { char *bytes; size_t n; uint32_t hash; } *keys;	/* with a NUL after them */
	size_t n, room;
	uint32_t *slots;	/* key number + 1; 0: free */
	size_t n_slots;		/* a power of two */
};

size_t intern(struct intern *t, const void *bytes, size_t n, bool *fresh);	/* fresh may be NULL */
size_t intern_text(struct intern *t, const char *text, bool *fresh);
void intern_free(struct intern *t);

#endif

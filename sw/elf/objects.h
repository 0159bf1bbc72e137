/* SPDX-License-Identifier: ISC
 * objects.h - what an address of data belongs to: a variable, else a section of the ELF.
 */
#pragma once

#include "symbols.h"

struct object {
	char *name;		/* "table", "[.rodata]" */
	uint64_t lo, hi;
	bool section;
};

struct objects {
	struct ranges map;	/* value: index in at */
	struct object *at;
	size_t n, room;
};

/* Of variables that overlap, the smallest. No symbols, no sections: empty tables. */
void objects_open(struct objects *o, const struct image *im, const struct symbols *s);
const struct object *objects_find(const struct objects *o, uint64_t address);	/* NULL: in none */
void objects_close(struct objects *o);

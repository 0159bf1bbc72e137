/* SPDX-License-Identifier: ISC
 * autofdo.h - a profile as compilers take it: how often each place of the source ran.
 *
 * A place is a line counted from its function's declaration, with LLVM's base discriminator. Code
 * that was inlined has the places of its own function, in a copy for the call. The count of a place
 * is the highest of its instructions: an instruction may be moved away or shared, so lower ones say
 * less. A function that ran has all its places, with 0 where nothing ran. Functions of one name are
 * one, and GCC's clones ("f.part.0") are the function that they were made of.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "export.h"
#include "sw/base/intern.h"

enum autofdo_kind { AUTOFDO_COUNT, AUTOFDO_TARGET, AUTOFDO_COPY };

struct autofdo_place {
	uint32_t copy;		/* the number of the copy that it is in */
	uint32_t offset;	/* in lines, 16 bits */
	uint32_t discriminator;	/* 0: none */
	uint32_t kind;		/* enum autofdo_kind */
	uint32_t name;		/* of the function that is called or inlined here; COUNT: 0 */
};

struct autofdo_row {
	struct autofdo_place at;
	uint64_t count;		/* of a TARGET its calls */
	uint32_t copy;		/* COPY: its number */
};

/* A function, or one call of it that was inlined. */
struct autofdo_copy {
	uint32_t name, outer;	/* outer: the copy around it */
	uint64_t head;		/* how often it was called; 0 of an inlined one */
	uint64_t total;		/* instructions executed, with all inlined ones */
	size_t first, n;	/* its rows */
};

struct autofdo {
	struct intern names, places;
	struct autofdo_row *rows;	/* by copy and place */
	size_t n_rows, rows_room;
	struct autofdo_copy *copies;	/* [0] is no function: the functions are its copies */
	size_t n_copies, copies_room;
	/* the capture's counts of instructions, one every 2 bytes from `offset` */
	const uint64_t *counts;
	uint32_t n_counts, offset;
	bool discriminators;
	const struct firmware *firmware;
};

/* False: the capture or the ELF does not say it; one line was printed, with `format` in it. A note
 * says how many instructions have no place. Name 0 is "". */
bool autofdo_open(struct autofdo *a, const struct export *e, const char *format,
	bool discriminators);
void autofdo_close(struct autofdo *a);

static inline const char *autofdo_name(const struct autofdo *a, uint32_t name)
{
	return a->names.keys[name].bytes;
}

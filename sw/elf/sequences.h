/* SPDX-License-Identifier: ISC
 * sequences.h - internal to discarded.c: where the sequences of line tables begin and end.
 *
 * libdw sorts the rows of a line table, which mixes sequences that begin at the same address. This
 * follows the line programs only as far as it takes to know each sequence's begin and end.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stddef.h>
#include <stdint.h>

struct sequence {
	Dwarf_Die unit;
	size_t number;			/* in the order of the file */
	uint8_t *begin;			/* where its first address stands; NULL: nowhere */
	size_t begin_size;
	uint64_t first, address;	/* address: at its end the first one behind it */
	int64_t line, first_line;	/* first_line: of its first row; 0: there is none */
};

struct sequences {
	struct sequence *at;	/* by first address; at one address in the order of the units */
	size_t n, room;
};

/* Of all units. lines: .debug_line. The caller frees `at`. */
struct sequences sequences_read(Dwarf *dwarf, uint8_t *lines, size_t size);

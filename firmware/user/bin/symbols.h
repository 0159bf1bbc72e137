/* SPDX-License-Identifier: ISC
 * symbols.h - the functions of an ELF file, by address, and a count for each.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdint.h>

struct symbol {
	uint32_t address;
	const char *name;
	uint32_t count;
};

struct symbols {
	struct symbol *at;	/* rising; one per address */
	unsigned n;
	uint32_t unknown;	/* counts of no function */
	uint32_t low, high;	/* bounds of its .text section */
};

/* Reads them into malloc's memory, which is never freed. Returns 0, or -1 after a message on
 * stderr: `path` is not such a file, or has no symbols. */
int symbols_read(struct symbols *s, const char *path);

/* The last function that starts at or below pc, or NULL. */
struct symbol *symbols_find(const struct symbols *s, uint32_t pc);

#endif

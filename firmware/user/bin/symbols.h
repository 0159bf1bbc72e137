/* SPDX-License-Identifier: ISC
 * symbols.h - the functions of an ELF file, by address.
 */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdint.h>

struct symbol {
	uint32_t address;
	const char *name;
};

struct symbols {
	struct symbol *at;	/* rising; one an address */
	unsigned n;
	uint32_t low, high;	/* of its section .text */
};

/* Reads them into malloc's memory, which stays. 0, or -1 after a line on stderr: `path` is no such file, or has no symbols. */
int symbols_read(struct symbols *s, const char *path);

/* The last function that begins at pc or below, or NULL. */
const struct symbol *symbols_find(const struct symbols *s, uint32_t pc);

#endif

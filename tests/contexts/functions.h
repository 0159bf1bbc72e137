/* SPDX-License-Identifier: ISC
 * functions.h - which function an address belongs to: read from the ELF's symbol table by the rule that sw/elf/symbols.h
 * states, with libelf alone.
 */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

struct code {
	uint32_t lo, last;	/* a function, or what lies between two of them */
	const char *name;	/* NULL: no function */
};

struct functions {
	struct code *at;	/* by address; no gaps */
	size_t n;
};

void functions_open(struct functions *f, const char *elf);
void functions_close(struct functions *f);
const struct code *functions_find(const struct functions *f, uint32_t pc);

#endif

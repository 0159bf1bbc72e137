/* SPDX-License-Identifier: ISC
 * memory.h - the truth's own memory: RAM with what the ELF loads, and as much of the devices as a
 * program's way can depend on.
 *
 * The timer shows the number of cycles, about. Everything else reads as 0, and what is stored
 * into devices is forgotten. Where such a value decides a branch, hart.h takes either way.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/elf/image.h"

struct memory {
	uint8_t *ram;
	uint64_t cycle;
};

void memory_open(struct memory *m, const struct image *image); /* a failure ends the test */
void memory_close(struct memory *m);
/* 1, 2 or 4 of them, not sign-extended */
uint32_t memory_load(struct memory *m, uint32_t address, unsigned bytes);
void memory_store(struct memory *m, uint32_t address, unsigned bytes, uint32_t value);

#endif

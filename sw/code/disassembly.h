/* SPDX-License-Identifier: ISC
 * disassembly.h - the instructions of an ELF as text, by an objdump.
 *
 * Understands GNU's and LLVM's. Runs it directly, not through a shell.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sw/elf/image.h"

struct instruction {
	uint64_t pc;
	const char *text;	/* mnemonic, spaces, operands */
};

struct disassembly {
	struct instruction *at;	/* rising */
	size_t n;
	char *text;
};

/* Instructions in [lo, hi) of the image. objdump NULL: the first of the usual names in PATH.
 * False: none was found, or it failed; one line was printed if objdump is named. */
bool disassembly_read(struct disassembly *d, const char *objdump, const struct image *im,
	uint64_t lo, uint64_t hi);
void disassembly_free(struct disassembly *d);

/* The newest instruction not above pc; SIZE_MAX: none. */
size_t disassembly_find(const struct disassembly *d, uint64_t pc);

/* SPDX-License-Identifier: ISC
 * code.h - the function that a pc is in, with the last answers kept.
 */
#pragma once

#include <stdint.h>

#include "sw/elf/symbols.h"

#define CODE_CACHED 1024u

/* lo ... last have the same answer; `function` is the first address of the function, or pc where no
 * symbol is. */
struct code {
	uint32_t pc, lo, last, function;
};

/* Zero but for symbols. */
struct code_cache {
	const struct symbols *symbols;
	struct code at[CODE_CACHED];
};

const struct code *code_at(struct code_cache *c, uint32_t pc);

/* SPDX-License-Identifier: ISC
 * ending.h - how a run ended, in words.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "sw/profile/firmware.h"

/* One line, for a person: "trap without a handler at main+0x1c (0x8000011c): illegal instruction,
 * instruction 0x..."; returns buffer. */
const char *ending_text(const struct profile *p, const struct symbols *s, char *buffer,
	size_t size);

/* One word, for JSON: "limit", "interrupt", "finisher", "self-jump", "ebreak", "trap", "recorded",
 * "imported". */
const char *ending_word(enum profile_end end);

/* Two more lines after a hang, a trap or a limit: the instruction with its source line, and the
 * last instructions. */
void ending_where(FILE *f, const struct profile *p, const struct firmware *fw);

/* Instructions as a list that ends the line. One that repeats is printed once, with a count. */
void ending_places(FILE *f, const uint32_t *pcs, unsigned n, const struct symbols *s);

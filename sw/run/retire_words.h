/* SPDX-License-Identifier: ISC
 * retire_words.h - are the instructions of a log those of the ELF?
 *
 * A log of another build gives counts to whatever now lies at its addresses. So each word that has
 * retired is compared with the ELF's, where that is code that stays as it is (image_fixed). A
 * program may patch its code, as kernels do with breakpoints, tracing and alternatives: a few words
 * in a function. More than half of what ran in one function, or in all, is another program; so is
 * everything, however little that is.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sw/base/intern.h"
#include "sw/profile/call_tree.h"
#include "sw/profile/firmware.h"

struct retire_words {
	const struct firmware *firmware;
	struct sums differ;		/* by pc */
	uint32_t pc, log, elf;		/* the first that differs */
};

/* An instruction that has retired; `elf`: what the ELF has there, as image_instruction says. */
void retire_words_take(struct retire_words *w, uint32_t pc, uint32_t log, uint32_t elf);

/* False: the log `name` is of another program; one line was printed. A few differences get a note.
 * `tree` is finished, and has all that retired. */
bool retire_words_fit(const struct retire_words *w, const struct call_tree *tree, const char *name);

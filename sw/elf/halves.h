/* SPDX-License-Identifier: ISC
 * halves.h - addresses that code makes of two halves: lui or auipc, and addi or a jump by a
 * register.
 *
 * It follows code as it lies in memory, from all zeros on; a register that something else writes is
 * forgotten.
 */
#pragma once

#include <stdint.h>

struct halves {
	uint32_t upper[32];	/* what is known of each register; 0: nothing */
};

/* The next instruction: the address that it makes or jumps to; 0: none. */
uint32_t halves_step(struct halves *h, uint32_t pc, uint32_t insn);

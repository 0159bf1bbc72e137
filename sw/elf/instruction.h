/* SPDX-License-Identifier: ISC
 * instruction.h - RISC-V instructions, compressed ones expanded.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* ---- Where an instruction leads, and what it does to the call stack (RISC-V psABI;
 * compressed ones, PicoRV32's retirq too).
 */
/* What an instruction means for the frames. It takes effect when the next one retires: then the
 * target is known. */
enum jump { NONE, CALL, JUMP, TRAP_RETURN };

struct pending {
	enum jump jump;
	uint32_t from, link; /* CALL: its pc and return address */
	/* JUMP: by x1 or x5; CALL: by the one of them that it does not write, so it may return */
	bool returns;
};

struct pending instruction_jump(uint32_t pc, uint32_t insn);

/* The same; of 64 bits, where c.addiw has c.jal's place, an instruction that leads nowhere. */
uint32_t instruction_of(uint32_t insn, bool wide);

/* Does it go on at one of two places? */
bool instruction_branches(uint32_t insn);

/* Does it jump to where a register says, and is no call and no return? */
bool instruction_leads(uint32_t insn);

/* The instruction behind it, and the one that a branch or a direct jump leads to (or the same
 * again). */
void instruction_next(uint32_t pc, uint32_t insn, uint32_t next[2]);

/* Of an instruction that writes sp: does it compute it from sp? Then it grows, shrinks or aligns
 * the stack, and never leaves it. */
bool instruction_keeps_stack(uint32_t insn);

/* Of a mark, addi x0, x0, N (firmware/include/mark.h), N: 1 .. 2047. 0: it is none. */
uint32_t instruction_mark(uint32_t insn);

/* Does it write only the upper half of a constant? (lui, auipc) */
bool instruction_is_half(uint32_t insn);

/* A compressed instruction as the one that it stands for (0: none); others unchanged. */
uint32_t instruction_whole(uint32_t insn);

/* Addresses that code makes of two halves: lui or auipc, and addi or a jump by a register. Follows
 * code as it lies in memory, from all zeros on; a register that something else writes is
 * forgotten. */
struct halves {
	uint32_t upper[32]; /* what is known of each register; 0: nothing */
};

/* The next instruction: the address that it makes or jumps to; 0: none. */
uint32_t halves_step(struct halves *h, uint32_t pc, uint32_t insn);

/* ---- Compressed instructions of RV32C as the ones that they stand for (RISC-V unprivileged
 * specification, chapter "C"). Without floating point.
 */
uint32_t expand(uint16_t c); /* 0: none of RV32C */
uint32_t expand_wide(uint16_t c); /* of RV64C */

/* SPDX-License-Identifier: ISC
 * instruction.c - where an instruction leads; the contract is instruction.h.
 */
#include "instruction.h"

#define C_NOP 0x0001u

static bool is_link(uint32_t reg)
{
	return reg == 1 || reg == 5;
}

struct pending instruction_jump(uint32_t pc, uint32_t insn)
{
	uint32_t rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if ((insn & 3) != 3) {
		if ((insn & 0xE003) == 0x2001)			/* c.jal */
			return (struct pending){ CALL, pc, pc + 2, false };
		/* c.jr, c.jalr: rs1 stands where others have rd */
		if ((insn & 0xE07F) != 0x8002 || !rd)
			return (struct pending){ 0 };
		if (insn & 0x1000)
			return (struct pending){ CALL, pc, pc + 2, rd == 5 };
		return (struct pending){ .jump = JUMP, .returns = rd == 1 || rd == 5 };
	}
	switch (insn & 0x7F) {
	case 0x6F:						/* jal */
		if (is_link(rd))
			return (struct pending){ CALL, pc, pc + 4, false };
		break;
	case 0x67:						/* jalr */
		if (is_link(rd))
			return (struct pending){ CALL, pc, pc + 4, is_link(rs1) && rs1 != rd };
		if (rd == 0)
			return (struct pending){ .jump = JUMP, .returns = is_link(rs1) };
		break;
	case 0x73:						/* mret, sret */
		if (insn == 0x30200073 || insn == 0x10200073)
			return (struct pending){ .jump = TRAP_RETURN };
		break;
	case 0x0B:						/* PicoRV32's retirq */
		if ((insn & 0xFE00007F) == 0x0400000B)
			return (struct pending){ .jump = TRAP_RETURN };
		break;
	}
	return (struct pending){ 0 };
}

uint32_t instruction_of(uint32_t insn, bool wide)
{
	return wide && (insn & 0xE003) == 0x2001 ? C_NOP : insn;
}

bool instruction_branches(uint32_t insn)
{
	return (insn & 0x7F) == 0x63 || (insn & 0xC003) == 0xC001;
}

static uint32_t bits(uint32_t insn, unsigned from, unsigned n, unsigned to)
{
	return (insn >> from & ((1u << n) - 1)) << to;
}

static uint32_t sign(uint32_t offset, unsigned width)
{
	return (offset ^ 1u << (width - 1)) - (1u << (width - 1));
}

static uint32_t compressed_offset(uint32_t insn)
{
	switch (insn & 0xE003) {
	case 0xA001:						/* c.j */
		return sign(bits(insn, 12, 1, 11) | bits(insn, 11, 1, 4) | bits(insn, 9, 2, 8)
			| bits(insn, 8, 1, 10)
			| bits(insn, 7, 1, 6) | bits(insn, 6, 1, 7) | bits(insn, 3, 3, 1)
			| bits(insn, 2, 1, 5), 12);
	case 0xC001:						/* c.beqz, c.bnez */
	case 0xE001:
		return sign(bits(insn, 12, 1, 8) | bits(insn, 10, 2, 3) | bits(insn, 5, 2, 6)
			| bits(insn, 3, 2, 1)
			| bits(insn, 2, 1, 5), 9);
	}
	return 2;
}

void instruction_next(uint32_t pc, uint32_t insn, uint32_t next[2])
{
	bool compressed = (insn & 3) != 3;
	uint32_t offset = compressed ? compressed_offset(insn) : 4;

	if ((insn & 0x7F) == 0x6F)				/* jal */
		offset = sign(bits(insn, 31, 1, 20) | bits(insn, 21, 10, 1) | bits(insn, 20, 1, 11)
			| bits(insn, 12, 8, 12), 21);
	else if ((insn & 0x7F) == 0x63)				/* branches */
		offset = sign(bits(insn, 31, 1, 12) | bits(insn, 25, 6, 5) | bits(insn, 8, 4, 1)
			| bits(insn, 7, 1, 11), 13);
	next[0] = pc + (compressed ? 2 : 4);
	next[1] = pc + offset;
}

bool instruction_keeps_stack(uint32_t insn)
{
	uint32_t rs1 = insn >> 15 & 31, rs2 = insn >> 20 & 31;

	switch (insn & 3) {
	case 1:							/* c.addi, c.addi16sp */
		return (insn & 0xE000) == 0 || (insn & 0xE000) == 0x6000;
	case 2:							/* c.add */
		return (insn & 0xF000) == 0x9000;
	case 3:
		return ((insn & 0x7F) == 0x13 && rs1 == 2) || ((insn & 0x7F) == 0x33
			&& (rs1 == 2 || rs2 == 2));
	}
	return false;
}

bool instruction_is_half(uint32_t insn)
{
	return (insn & 0x7F) == 0x37 || (insn & 0x7F) == 0x17;
}

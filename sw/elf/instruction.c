/* SPDX-License-Identifier: ISC
 * instruction.c - what an instruction does; the contracts are instruction.h and instruction.h.
 */
#include "instruction.h"

enum {
	LOAD = 0x03,
	CUSTOM = 0x0B,
	OP_IMM = 0x13,
	AUIPC = 0x17,
	OP_IMM_32 = 0x1B,
	STORE = 0x23,
	OP = 0x33,
	LUI = 0x37,
	OP_32 = 0x3B,
	BRANCH = 0x63,
	JALR = 0x67,
	JAL = 0x6F
};
enum { RA = 1, SP = 2, T0 = 5 };

#define C_NOP 0x0001u
#define EBREAK 0x00100073u
#define SRET 0x10200073u
#define MRET 0x30200073u

/* Bits hi..lo of an instruction, moved to bit `to`. */
static uint32_t bits(uint32_t c, unsigned hi, unsigned lo, unsigned to)
{
	return (c >> lo & ((1u << (hi - lo + 1)) - 1)) << to;
}

/* v is a signed number of n bits. */
static uint32_t sign(uint32_t v, unsigned n)
{
	return (v ^ 1u << (n - 1)) - (1u << (n - 1));
}

static uint32_t i_type(uint32_t imm, uint32_t rs1, uint32_t f3, uint32_t rd, uint32_t opcode)
{
	return imm << 20 | rs1 << 15 | f3 << 12 | rd << 7 | opcode;
}

static uint32_t r_type(uint32_t f7, uint32_t rs2, uint32_t rs1, uint32_t f3, uint32_t rd)
{
	return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | OP;
}

static uint32_t store_word(uint32_t imm, uint32_t rs2, uint32_t rs1)
{
	return bits(imm, 11, 5, 25) | rs2 << 20 | rs1 << 15 | 2 << 12 | bits(imm, 4, 0, 7) | STORE;
}

static uint32_t branch(uint32_t imm, uint32_t rs1, uint32_t f3)
{
	return bits(imm, 12, 12, 31) | bits(imm, 10, 5, 25) | rs1 << 15 | f3 << 12
		| bits(imm, 4, 1, 8) | bits(imm, 11, 11, 7) | BRANCH;
}

static uint32_t jump(uint32_t imm, uint32_t rd)
{
	return bits(imm, 20, 20, 31) | bits(imm, 10, 1, 21) | bits(imm, 11, 11, 20)
		| bits(imm, 19, 12, 12) | rd << 7 | JAL;
}

static uint32_t jump_offset(uint32_t c)
{
	return sign(bits(c, 12, 12, 11) | bits(c, 11, 11, 4) | bits(c, 10, 9, 8) | bits(c, 8, 8, 10)
			| bits(c, 7, 7, 6) | bits(c, 6, 6, 7) | bits(c, 5, 3, 1) | bits(c, 2, 2, 5),
		12);
}

static uint32_t branch_offset(uint32_t c)
{
	return sign(bits(c, 12, 12, 8) | bits(c, 11, 10, 3) | bits(c, 6, 5, 6) | bits(c, 4, 3, 1)
			| bits(c, 2, 2, 5),
		9);
}

static uint32_t quadrant0(uint32_t c)
{
	uint32_t rs1 = 8 + bits(c, 9, 7, 0), rd = 8 + bits(c, 4, 2, 0);
	uint32_t offset = bits(c, 5, 5, 6) | bits(c, 12, 10, 3) | bits(c, 6, 6, 2);
	uint32_t of_sp =
		bits(c, 10, 7, 6) | bits(c, 12, 11, 4) | bits(c, 5, 5, 3) | bits(c, 6, 6, 2);

	switch (c >> 13) {
	case 0: /* c.addi4spn */ return of_sp ? i_type(of_sp, SP, 0, rd, OP_IMM) : 0;
	case 2: /* c.lw */ return i_type(offset, rs1, 2, rd, LOAD);
	case 6: /* c.sw */ return store_word(offset, rd, rs1);
	}
	return 0;
}

static uint32_t arithmetic(uint32_t c)
{
	/* sub, xor, or, and */
	static const struct {
		uint32_t f7, f3;
	} of[] = { { 32, 0 }, { 0, 4 }, { 0, 6 }, { 0, 7 } };
	uint32_t rd = 8 + bits(c, 9, 7, 0), shift = bits(c, 6, 2, 0), which = bits(c, 6, 5, 0);

	switch (bits(c, 11, 10, 0)) {
	case 0: return i_type(shift, rd, 5, rd, OP_IMM);
	case 1: return i_type(1u << 10 | shift, rd, 5, rd, OP_IMM);
	case 2: return i_type(sign(bits(c, 12, 12, 5) | shift, 6), rd, 7, rd, OP_IMM);
	}
	return bits(c, 12, 12, 0)
		? 0
		: r_type(of[which].f7, 8 + bits(c, 4, 2, 0), rd, of[which].f3, rd);
}

static uint32_t quadrant1(uint32_t c)
{
	uint32_t rd = bits(c, 11, 7, 0), imm = sign(bits(c, 12, 12, 5) | bits(c, 6, 2, 0), 6);

	switch (c >> 13) {
	case 0: return i_type(imm, rd, 0, rd, OP_IMM);
	case 1: return jump(jump_offset(c), RA);
	case 2: return i_type(imm, 0, 0, rd, OP_IMM);
	case 3:
		if (rd != SP)
			return imm << 12 | rd << 7 | LUI;
		imm = sign(bits(c, 12, 12, 9) | bits(c, 6, 6, 4) | bits(c, 5, 5, 6)
				| bits(c, 4, 3, 7) | bits(c, 2, 2, 5),
			10);
		return i_type(imm, SP, 0, SP, OP_IMM);
	case 4: return arithmetic(c);
	case 5: return jump(jump_offset(c), 0);
	default: /* c.beqz, c.bnez */
		return branch(branch_offset(c), 8 + bits(c, 9, 7, 0), c >> 13 & 1);
	}
}

/* c.jr, c.mv, c.ebreak, c.jalr, c.add */
static uint32_t jump_or_move(uint32_t c)
{
	uint32_t rd = bits(c, 11, 7, 0), rs2 = bits(c, 6, 2, 0), bit = bits(c, 12, 12, 0);

	if (rs2)
		return r_type(0, rs2, bit ? rd : 0, 0, rd);
	if (!rd)
		return bit ? EBREAK : 0;
	return i_type(0, rd, 0, bit ? RA : 0, JALR);
}

static uint32_t quadrant2(uint32_t c)
{
	uint32_t rd = bits(c, 11, 7, 0), rs2 = bits(c, 6, 2, 0);

	switch (c >> 13) {
	case 0: return i_type(rs2, rd, 1, rd, OP_IMM);
	case 2:
		return i_type(
			bits(c, 12, 12, 5) | bits(c, 6, 4, 2) | bits(c, 3, 2, 6), SP, 2, rd, LOAD);
	case 4: return jump_or_move(c);
	case 6: return store_word(bits(c, 12, 9, 2) | bits(c, 8, 7, 6), rs2, SP);
	}
	return 0;
}

uint32_t expand(uint16_t c)
{
	switch (c & 3) {
	case 0: return quadrant0(c);
	case 1: return quadrant1(c);
	case 2: return quadrant2(c);
	}
	return 0;
}

uint32_t expand_wide(uint16_t c)
{
	uint32_t rd = bits(c, 11, 7, 0), low = 8 + bits(c, 4, 2, 0), high = 8 + bits(c, 9, 7, 0);
	uint32_t imm = sign(bits(c, 12, 12, 5) | bits(c, 6, 2, 0), 6), f3 = c >> 13;
	uint32_t offset = bits(c, 12, 10, 3) | bits(c, 6, 5, 6);

	if ((c & 3) == 0 && f3 == 3) /* c.ld */
		return i_type(offset, high, 3, low, LOAD);
	if ((c & 3) == 0 && f3 == 7) /* c.sd */
		return store_word(offset, low, high) | 1u << 12;
	if ((c & 3) == 1 && f3 == 1) /* c.addiw */
		return i_type(imm, rd, 0, rd, OP_IMM_32);
	if ((c & 0xFC03) == 0x9C01) /* c.subw, c.addw */
		return r_type(bits(c, 6, 5, 0) ? 0 : 32, low, high, 0, high) | OP_32;
	if ((c & 3) == 2 && f3 == 3) /* c.ldsp */
		return i_type(
			bits(c, 12, 12, 5) | bits(c, 6, 5, 3) | bits(c, 4, 2, 6), SP, 3, rd, LOAD);
	if ((c & 3) == 2 && f3 == 7) /* c.sdsp */
		return store_word(bits(c, 12, 10, 3) | bits(c, 9, 7, 6), bits(c, 6, 2, 0), SP)
			| 1u << 12;
	return expand(c);
}

uint32_t instruction_whole(uint32_t insn)
{
	return (insn & 3) == 3 ? insn : expand((uint16_t)insn);
}

static bool is_link(uint32_t reg)
{
	return reg == RA || reg == T0;
}

struct pending instruction_jump(uint32_t pc, uint32_t insn)
{
	uint32_t e = instruction_whole(insn), rd = e >> 7 & 31, rs1 = e >> 15 & 31;
	uint32_t link = pc + ((insn & 3) == 3 ? 4 : 2);

	switch (e & 0x7F) {
	case JAL:
		if (is_link(rd))
			return (struct pending){ CALL, pc, link, false };
		break;
	case JALR:
		if (is_link(rd))
			return (struct pending){ CALL, pc, link, is_link(rs1) && rs1 != rd };
		if (rd == 0)
			return (struct pending){ .jump = JUMP, .returns = is_link(rs1) };
		break;
	case CUSTOM: /* PicoRV32's retirq */
		if ((e & 0xFE00007F) == 0x0400000B)
			return (struct pending){ .jump = TRAP_RETURN };
		break;
	}
	return (struct pending){ .jump = e == MRET || e == SRET ? TRAP_RETURN : NONE };
}

uint32_t instruction_of(uint32_t insn, bool wide)
{
	return wide && (insn & 0xE003) == 0x2001 ? C_NOP : insn;
}

bool instruction_branches(uint32_t insn)
{
	return (insn & 0x7F) == BRANCH || (insn & 0xC003) == 0xC001;
}

bool instruction_leads(uint32_t insn)
{
	struct pending p;

	if ((insn & 0x7F) != JALR && (insn & 0xF07F) != 0x8002) /* c.jr */
		return false;
	p = instruction_jump(0, insn);
	return p.jump == JUMP && !p.returns;
}

void instruction_next(uint32_t pc, uint32_t insn, uint32_t next[2])
{
	uint32_t e = instruction_whole(insn), bytes = (insn & 3) == 3 ? 4 : 2, offset = bytes;

	if ((e & 0x7F) == JAL)
		offset = sign(bits(e, 31, 31, 20) | bits(e, 30, 21, 1) | bits(e, 20, 20, 11)
				| bits(e, 19, 12, 12),
			21);
	else if ((e & 0x7F) == BRANCH)
		offset = sign(bits(e, 31, 31, 12) | bits(e, 30, 25, 5) | bits(e, 11, 8, 1)
				| bits(e, 7, 7, 11),
			13);
	next[0] = pc + bytes;
	next[1] = pc + offset;
}

bool instruction_keeps_stack(uint32_t insn)
{
	uint32_t e = instruction_whole(insn), rs1 = e >> 15 & 31, rs2 = e >> 20 & 31;

	return ((e & 0x7F) == OP_IMM && rs1 == SP)
		|| ((e & 0x7F) == OP && (rs1 == SP || rs2 == SP));
}

uint32_t instruction_mark(uint32_t insn)
{
	uint32_t e = instruction_whole(insn);

	return (e & 0x800FFFFF) == OP_IMM ? e >> 20 : 0;
}

bool instruction_is_half(uint32_t insn)
{
	return (insn & 0x7F) == LUI || (insn & 0x7F) == AUIPC;
}

uint32_t halves_step(struct halves *h, uint32_t pc, uint32_t insn)
{
	uint32_t e = instruction_whole(insn), rd = e >> 7 & 31, rs1 = e >> 15 & 31;
	uint32_t *upper = h->upper, from = upper[rs1], low = (uint32_t)((int32_t)e >> 20), at = 0;

	switch (e & 0x7F) {
	case AUIPC: upper[rd] = pc + (e & 0xFFFFF000); break;
	case LUI: upper[rd] = e & 0xFFFFF000; break;
	case OP_IMM: upper[rd] = at = from && !(e >> 12 & 7) ? from + low : 0; break;
	case JALR:
		at = from || !rs1 ? from + low : 0;
		upper[rd] = 0;
		break;
	case STORE:
	case BRANCH: break;
	case 0: /* compressed, of F or of 64 bits: what it may write */
		upper[insn >> 7 & 31] = upper[8 | (insn >> 7 & 7)] = upper[8 | (insn >> 2 & 7)] = 0;
		break;
	default: upper[rd] = 0;
	}
	upper[0] = 0;
	return at;
}

/* SPDX-License-Identifier: ISC
 * expand.c - compressed instructions as the ones that they stand for; the contract is expand.h.
 */
#include "expand.h"

enum {
	LOAD = 0x03,
	OP_IMM = 0x13,
	STORE = 0x23,
	OP = 0x33,
	LUI = 0x37,
	BRANCH = 0x63,
	JALR = 0x67,
	JAL = 0x6F
};
enum { RA = 1, SP = 2 };

#define EBREAK 0x00100073u

/* Bits hi..lo of c, moved to bit `to`. */
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
	case 0:		/* c.addi4spn */
		return of_sp ? i_type(of_sp, SP, 0, rd, OP_IMM) : 0;
	case 2:		/* c.lw */
		return i_type(offset, rs1, 2, rd, LOAD);
	case 6:		/* c.sw */
		return store_word(offset, rd, rs1);
	}
	return 0;
}

static uint32_t arithmetic(uint32_t c)
{
	/* sub, xor, or, and */
	static const struct { uint32_t f7, f3; } of[] = { { 32, 0 }, { 0, 4 }, { 0, 6 }, { 0, 7 } };
	uint32_t rd = 8 + bits(c, 9, 7, 0), shift = bits(c, 6, 2, 0), which = bits(c, 6, 5, 0);

	switch (bits(c, 11, 10, 0)) {
	case 0:
		return i_type(shift, rd, 5, rd, OP_IMM);
	case 1:
		return i_type(1u << 10 | shift, rd, 5, rd, OP_IMM);
	case 2:
		return i_type(sign(bits(c, 12, 12, 5) | shift, 6), rd, 7, rd, OP_IMM);
	}
	return bits(c, 12, 12, 0)
		? 0
		: r_type(of[which].f7, 8 + bits(c, 4, 2, 0), rd, of[which].f3, rd);
}

static uint32_t quadrant1(uint32_t c)
{
	uint32_t rd = bits(c, 11, 7, 0), imm = sign(bits(c, 12, 12, 5) | bits(c, 6, 2, 0), 6);

	switch (c >> 13) {
	case 0:
		return i_type(imm, rd, 0, rd, OP_IMM);
	case 1:
		return jump(jump_offset(c), RA);
	case 2:
		return i_type(imm, 0, 0, rd, OP_IMM);
	case 3:
		if (rd != SP)
			return imm << 12 | rd << 7 | LUI;
		imm = sign(bits(c, 12, 12, 9) | bits(c, 6, 6, 4) | bits(c, 5, 5, 6)
				| bits(c, 4, 3, 7) | bits(c, 2, 2, 5),
			10);
		return i_type(imm, SP, 0, SP, OP_IMM);
	case 4:
		return arithmetic(c);
	case 5:
		return jump(jump_offset(c), 0);
	default:	/* c.beqz, c.bnez */
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
	case 0:
		return i_type(rs2, rd, 1, rd, OP_IMM);
	case 2:
		return i_type(
			bits(c, 12, 12, 5) | bits(c, 6, 4, 2) | bits(c, 3, 2, 6), SP, 2, rd, LOAD);
	case 4:
		return jump_or_move(c);
	case 6:
		return store_word(bits(c, 12, 9, 2) | bits(c, 8, 7, 6), rs2, SP);
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

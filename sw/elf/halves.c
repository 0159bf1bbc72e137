/* SPDX-License-Identifier: ISC
 * halves.c - addresses that code makes of two halves; the contract is halves.h.
 */
#include "halves.h"

/* The register that a compressed instruction writes; 0: none. */
static unsigned written(uint32_t insn)
{
	unsigned kind = insn >> 13, rd = insn >> 7 & 31;

	switch (insn & 3) {
	case 0: return kind < 4 ? 8 | (insn >> 2 & 7) : 0;
	case 1: return kind < 4 ? rd : kind == 4 ? 8 | (rd & 7) : 0;
	default: return kind < 4 || (kind == 4 && (insn >> 2 & 31)) ? rd : 0;
	}
}

static uint32_t compressed_step(uint32_t *upper, uint32_t insn)
{
	uint32_t from = upper[insn >> 7 & 31], low = (insn >> 2 & 31) - (insn >> 7 & 32), at = 0;

	if ((insn & 0xE07F) == 0x8002)				/* c.jr, c.jalr */
		at = from;
	else if ((insn & 0xE003) == 0x0001 && from)		/* c.addi */
		at = from + low;
	upper[written(insn)] = 0;
	if ((insn & 0xE003) == 0x6001 && (insn >> 7 & 31) != 2)	/* c.lui; 2: c.addi16sp */
		upper[insn >> 7 & 31] = low << 12;
	upper[0] = 0;
	return at;
}

uint32_t halves_step(struct halves *h, uint32_t pc, uint32_t insn)
{
	uint32_t *upper = h->upper, rd = insn >> 7 & 31, from = upper[insn >> 15 & 31], at = 0;
	uint32_t low = (uint32_t)((int32_t)insn >> 20);

	if ((insn & 3) != 3)
		return compressed_step(upper, insn & 0xFFFF);
	switch (insn & 0x7F) {
	case 0x17: upper[rd] = pc + (insn & 0xFFFFF000); break;
	case 0x37: upper[rd] = insn & 0xFFFFF000; break;
	case 0x13:
		upper[rd] = insn >> 12 & 7 ? 0 : from + low;
		at = from ? upper[rd] : 0;
		break;
	case 0x67:
		upper[rd] = 0;
		at = from + low;
		break;
	case 0x23: case 0x63: break;
	default: upper[rd] = 0;
	}
	upper[0] = 0;
	return at;
}

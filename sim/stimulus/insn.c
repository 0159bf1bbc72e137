/* SPDX-License-Identifier: ISC
 * insn.c - calls, returns and jumps in all their encodings, and what is none of them.
 */
#include "stimulus.h"

enum { RA = 1, T0 = 5, A5 = 15 };

static unsigned link_register(struct stimulus *s)
{
	return odds(s, 4) ? T0 : RA;
}

/* The core shows 16 bits of an instruction, and anything above them. */
static uint32_t narrow(struct stimulus *s, uint32_t insn)
{
	return insn | random_word(&s->random) << 16;
}

static uint32_t high(struct stimulus *s, uint32_t insn)
{
	return insn | (random_word(&s->random) & 0xfff00000);
}

uint32_t insn_call(struct stimulus *s)
{
	const unsigned rd = link_register(s), rs1 = below(s, 32);

	switch (below(s, 4)) {
	case 0: return narrow(s, 0x2001 | (random_word(&s->random) & 0x1ffc)); /* c.jal */
	case 1: return narrow(s, 0x9002 | (rs1 ? rs1 : RA) << 7); /* c.jalr */
	case 2: return high(s, 0x67 | rd << 7 | rs1 << 15); /* jalr */
	default: return high(s, 0x6f | rd << 7) ^ (random_word(&s->random) & 0xff000);
	}
}

uint32_t insn_return(struct stimulus *s)
{
	const unsigned rs1 = link_register(s);

	return odds(s, 2) ? narrow(s, 0x8002 | rs1 << 7)
			  : high(s, 0x67 | rs1 << 15) & (odds(s, 2) ? UINT32_MAX : 0xfffff);
}

uint32_t insn_jump(struct stimulus *s)
{
	switch (below(s, 3)) {
	case 0: return narrow(s, 0x8002 | A5 << 7);
	case 1: return high(s, 0x67 | A5 << 15);
	default: return odds(s, 2) ? high(s, 0x6f) : narrow(s, 0xa001);
	}
}

/* No call, return or jump; some look much like one. */
static uint32_t plain(struct stimulus *s)
{
	static const uint32_t others[] = { 0x13, 0x10500073, 0x73, 0x100073, 0x30200073 | 1 << 12,
		0x12200073, 0x7b200073, 0x00008063, 0xb7, 0x9002, 0x9086, 0x8086, 0x0001, 0xa001,
		0x6001, 0x4082, 0x00200073 | 3 << 12, 0xef ^ 0x10, 0xe7 ^ 0x10,
		/* sp: lui, auipc, addi, addiw of x0; addi, add; lw, csrr, mv, addw, c.lwsp, c.mv */
		0x10137, 0x117, 0x18113, 0x110011b, 0x10113, 0x510133, 0x52103, 0x34002173, 0x50113,
		0x84013b, 0x5112, 0x812a };

	return others[below(s, sizeof(others) / sizeof(*others))];
}

/* Any bits but those that no core retires. */
static uint32_t any_insn(struct stimulus *s)
{
	const uint32_t insn = random_word(&s->random), wide = insn & 0x7f;

	if ((insn & 3) != 3 || (wide != 0x73 && wide != 0x67))
		return insn;
	return wide == 0x67 ? insn & ~0x7000u : insn | 1 << 12;
}

uint32_t insn_other(struct stimulus *s)
{
	return odds(s, 4) ? any_insn(s) : plain(s);
}

uint32_t insn_length(uint32_t insn)
{
	return (insn & 3) == 3 ? 4 : 2;
}

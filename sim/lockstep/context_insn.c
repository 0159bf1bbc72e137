/* SPDX-License-Identifier: ISC
 * context_insn.c - calls, returns and jumps in all their encodings, and what is none of them.
 */
#include "context.h"

enum { RA = 1, T0 = 5, A5 = 15 };

static unsigned link_register(struct bench *b)
{
	return bench_odds(b, 4) ? T0 : RA;
}

/* The core shows 16 bits of an instruction, and anything above them. */
static uint32_t narrow(struct bench *b, uint32_t insn)
{
	return insn | random_word(&b->random) << 16;
}

static uint32_t high(struct bench *b, uint32_t insn)
{
	return insn | (random_word(&b->random) & 0xfff00000);
}

uint32_t insn_call(struct bench *b)
{
	const unsigned rd = link_register(b), rs1 = bench_below(b, 32);

	switch (bench_below(b, 4)) {
	case 0:
		return narrow(b, 0x2001 | (random_word(&b->random) & 0x1ffc));	/* c.jal */
	case 1:
		return narrow(b, 0x9002 | (rs1 ? rs1 : RA) << 7);		/* c.jalr */
	case 2:
		return high(b, 0x67 | rd << 7 | rs1 << 15);			/* jalr */
	default:
		return high(b, 0x6f | rd << 7) ^ (random_word(&b->random) & 0xff000);
	}
}

uint32_t insn_return(struct bench *b)
{
	const unsigned rs1 = link_register(b);

	return bench_odds(b, 2) ? narrow(b, 0x8002 | rs1 << 7)
		: high(b, 0x67 | rs1 << 15) & (bench_odds(b, 2) ? UINT32_MAX : 0xfffff);
}

uint32_t insn_jump(struct bench *b)
{
	switch (bench_below(b, 3)) {
	case 0:
		return narrow(b, 0x8002 | A5 << 7);
	case 1:
		return high(b, 0x67 | A5 << 15);
	default:
		return bench_odds(b, 2) ? high(b, 0x6f) : narrow(b, 0xa001);
	}
}

/* No call, return or jump; some look much like one. */
static uint32_t plain(struct bench *b)
{
	static const uint32_t others[] = { 0x13, 0x10500073, 0x73, 0x100073, 0x30200073 | 1 << 12,
		0x12200073, 0x7b200073, 0x00008063, 0xb7, 0x9002, 0x9086, 0x8086, 0x0001, 0xa001,
		0x6001, 0x4082, 0x00200073 | 3 << 12, 0xef ^ 0x10, 0xe7 ^ 0x10,
		/* sp: lui, auipc, addi from gp; addi, add to it; lw, csrr, mv, c.lwsp, c.mv */
		0x10137, 0x117, 0x18113, 0x10113, 0x510133, 0x52103, 0x34002173, 0x50113, 0x5112,
		0x812a };

	return others[bench_below(b, sizeof(others) / sizeof(*others))];
}

/* Any bits but those that no core retires. */
static uint32_t any_insn(struct bench *b)
{
	const uint32_t insn = random_word(&b->random), wide = insn & 0x7f;

	if ((insn & 3) != 3 || (wide != 0x73 && wide != 0x67))
		return insn;
	return wide == 0x67 ? insn & ~0x7000u : insn | 1 << 12;
}

uint32_t insn_other(struct bench *b)
{
	return bench_odds(b, 4) ? any_insn(b) : plain(b);
}

uint32_t insn_length(uint32_t insn)
{
	return (insn & 3) == 3 ? 4 : 2;
}

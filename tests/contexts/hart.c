/* SPDX-License-Identifier: ISC
 * hart.c - executes what a core retires; the contract is hart.h.
 */
#include "hart.h"

#include <string.h>

#include "sim/rig.h"
#include "sw/elf/instruction.h"

enum {
	MSTATUS = 0x300,
	MTVEC = 0x305,
	MEPC = 0x341,
	MCAUSE = 0x342,
	CYCLE = 0xC00,
	CYCLEH = 0xC80
};

#define SP 2u
#define MIE (1u << 3)
#define MPIE (1u << 7)

#define ECALL 0x00000073u
#define EBREAK 0x00100073u
#define MRET 0x30200073u
#define CAUSE_ECALL 11u
#define CAUSE_EBREAK 3u
#define CAUSE_TIMER 0x80000007u

#define PICORV32_VECTOR 0x10u

/* Fields of an instruction. */
static uint32_t field(uint32_t insn, unsigned hi, unsigned lo)
{
	return insn >> lo & ((1u << (hi - lo + 1)) - 1);
}

static uint32_t sign(uint32_t v, unsigned n)
{
	return (v ^ 1u << (n - 1)) - (1u << (n - 1));
}

static uint32_t imm_i(uint32_t insn)
{
	return sign(insn >> 20, 12);
}
static uint32_t imm_s(uint32_t insn)
{
	return sign(field(insn, 31, 25) << 5 | field(insn, 11, 7), 12);
}

static uint32_t imm_b(uint32_t insn)
{
	return sign(field(insn, 31, 31) << 12 | field(insn, 7, 7) << 11 | field(insn, 30, 25) << 5
			| field(insn, 11, 8) << 1,
		13);
}

static uint32_t imm_j(uint32_t insn)
{
	return sign(field(insn, 31, 31) << 20 | field(insn, 19, 12) << 12
			| field(insn, 20, 20) << 11 | field(insn, 30, 21) << 1,
		21);
}

void hart_open(struct hart *h, const char *core, const struct image *image)
{
	*h = (struct hart){ .picorv32 = !strcmp(core, "picorv32") };
	memory_open(&h->memory, image);
}

void hart_close(struct hart *h)
{
	memory_close(&h->memory);
}

uint32_t hart_fetch(struct hart *h, uint32_t pc)
{
	return memory_load(&h->memory, pc, 2) | memory_load(&h->memory, pc + 2, 2) << 16;
}

static uint32_t vector(const struct hart *h)
{
	return h->picorv32 ? PICORV32_VECTOR : h->csr[MTVEC] & ~3u;
}

/* A trap return may go elsewhere than its register says, if a branch before the trap did. */
bool hart_traps(const struct hart *h, uint32_t pc)
{
	if (pc == h->next[0] || pc == h->next[1])
		return false;
	return h->jump != HART_TRAP_RETURN || pc == vector(h);
}

/* The cause is a guess where it is not seen: nothing that a handler does depends on it but
 * branches. */
static uint32_t cause(struct hart *h)
{
	uint32_t insn = hart_fetch(h, h->next[0]);

	return insn == ECALL ? CAUSE_ECALL : insn == EBREAK ? CAUSE_EBREAK : CAUSE_TIMER;
}

void hart_trap(struct hart *h, uint32_t pc)
{
	uint32_t status = h->csr[MSTATUS];

	if (pc != vector(h))
		rig_die("the truth is lost: pc 0x%08x after an instruction that leads to 0x%08x or "
			"0x%08x, handler 0x%08x",
			pc, h->next[0], h->next[1], vector(h));
	if (h->picorv32) {
		h->q[0] = h->next[0];
		return;
	}
	h->csr[MEPC] = h->next[0];
	h->csr[MCAUSE] = cause(h);
	h->csr[MSTATUS] = (status & ~(MIE | MPIE)) | (status & MIE) << 4;
}

static void trap_return(struct hart *h, uint32_t to)
{
	uint32_t status = h->csr[MSTATUS];

	h->next[0] = h->next[1] = to & ~1u;
	h->jump = HART_TRAP_RETURN;
	if (h->picorv32)
		return;
	h->csr[MSTATUS] = (status & ~MIE) | (status & MPIE) >> 4 | MPIE;
}

static void jump(struct hart *h, uint32_t to, uint32_t rd, bool indirect, uint32_t link)
{
	h->next[0] = h->next[1] = to;
	if (rd == 1 || rd == 5) {
		h->jump = HART_LINK;
		h->link = link;
		h->link_register = rd;
	} else if (indirect)
		h->jump = HART_INDIRECT;
}

static bool taken(uint32_t f3, uint32_t a, uint32_t b)
{
	bool is;

	switch (f3 >> 1) {
	case 0: is = a == b; break;
	case 2: is = (int32_t)a < (int32_t)b; break;
	default: is = a < b; break;
	}
	return is != (f3 & 1);
}

static uint32_t alu(uint32_t f3, bool other, uint32_t a, uint32_t b)
{
	switch (f3) {
	case 0: return other ? a - b : a + b;
	case 1: return a << (b & 31);
	case 2: return (int32_t)a < (int32_t)b;
	case 3: return a < b;
	case 4: return a ^ b;
	case 5: return other ? (uint32_t)((int32_t)a >> (b & 31)) : a >> (b & 31);
	case 6: return a | b;
	default: return a & b;
	}
}

static uint32_t multiply(uint32_t f3, uint32_t a, uint32_t b)
{
	int64_t sa = (int32_t)a, sb = (int32_t)b;

	switch (f3) {
	case 0: return a * b;
	case 1: return (uint32_t)((uint64_t)(sa * sb) >> 32);
	case 2: return (uint32_t)((uint64_t)(sa * (int64_t)b) >> 32);
	default: return (uint32_t)((uint64_t)a * b >> 32);
	}
}

static uint32_t divide(uint32_t f3, uint32_t a, uint32_t b)
{
	bool rest = f3 & 2, overflow = !(f3 & 1) && a == 1u << 31 && b == UINT32_MAX;

	if (!b)
		return rest ? a : UINT32_MAX;
	if (overflow)
		return rest ? 0 : a;
	if (f3 & 1)
		return rest ? a % b : a / b;
	return rest ? (uint32_t)((int32_t)a % (int32_t)b) : (uint32_t)((int32_t)a / (int32_t)b);
}

static uint32_t load(struct hart *h, uint32_t f3, uint32_t address)
{
	unsigned bytes = 1u << (f3 & 3);
	uint32_t value = memory_load(&h->memory, address, bytes);

	return f3 < 2 ? sign(value, 8 * bytes) : value;
}

static uint32_t swap_csr(struct hart *h, uint32_t insn, uint32_t a)
{
	uint32_t at = insn >> 20, f3 = field(insn, 14, 12), old = h->csr[at];
	uint32_t value = f3 & 4 ? field(insn, 19, 15) : a;

	if (at == CYCLE || at == CYCLEH)
		return (uint32_t)(h->memory.cycle >> (at == CYCLEH ? 32 : 0));
	h->csr[at] = (f3 & 3) == 1 ? value : (f3 & 3) == 2 ? old | value : old & ~value;
	return old;
}

/* PicoRV32's own instructions. Masks and timers are read as 0. */
static uint32_t custom(struct hart *h, uint32_t insn, uint32_t a)
{
	switch (insn >> 25) {
	case 0: return h->q[field(insn, 16, 15)];
	case 1: h->q[field(insn, 8, 7)] = a; break;
	case 2: trap_return(h, h->q[0]); break;
	}
	return 0;
}

static bool writes_register(uint32_t insn)
{
	switch (insn & 0x7F) {
	case 0x0B: /* not setq, retirq */ return insn >> 25 != 1 && insn >> 25 != 2;
	case 0x0F:
	case 0x23:
	case 0x63: return false;
	case 0x73: return field(insn, 14, 12);
	}
	return true;
}

/* Does it write sp, and not by arithmetic on sp? */
static bool loads_sp(uint32_t insn)
{
	uint32_t opcode = insn & 0x7F, rs1 = field(insn, 19, 15), rs2 = field(insn, 24, 20);

	if (!writes_register(insn) || field(insn, 11, 7) != SP)
		return false;
	return !(opcode == 0x13 && rs1 == SP) && !(opcode == 0x33 && (rs1 == SP || rs2 == SP));
}

/* What the instruction computes for rd. */
static uint32_t result(struct hart *h, uint32_t pc, uint32_t insn, uint32_t after)
{
	uint32_t f3 = field(insn, 14, 12), f7 = insn >> 25, rd = field(insn, 11, 7);
	uint32_t a = h->x[field(insn, 19, 15)], b = h->x[field(insn, 24, 20)];
	bool other = f7 & 0x20;

	switch (insn & 0x7F) {
	case 0x03: return load(h, f3, a + imm_i(insn));
	case 0x0B: return custom(h, insn, a);
	case 0x13: return alu(f3, other && f3 == 5, a, imm_i(insn));
	case 0x17: return pc + (insn & 0xFFFFF000);
	case 0x23: memory_store(&h->memory, a + imm_s(insn), 1u << f3, b); break;
	case 0x33:
		return f7 != 1   ? alu(f3, other, a, b)
			: f3 < 4 ? multiply(f3, a, b)
				 : divide(f3, a, b);
	case 0x37: return insn & 0xFFFFF000;
	case 0x63: h->next[taken(f3, a, b) ? 0 : 1] = pc + imm_b(insn); break;
	case 0x67:
		jump(h, (a + imm_i(insn)) & ~1u, rd, true, after);
		h->swaps =
			(rd == 1 && (insn >> 15 & 31) == 5) || (rd == 5 && (insn >> 15 & 31) == 1);
		return after;
	case 0x6F:
		jump(h, pc + imm_j(insn), rd, false, after);
		h->swaps = false;
		return after;
	case 0x73:
		if (insn == MRET)
			trap_return(h, h->csr[MEPC]);
		return f3 ? swap_csr(h, insn, a) : 0;
	}
	return 0;
}

void hart_execute(struct hart *h, uint32_t pc, uint32_t insn)
{
	bool whole = (insn & 3) == 3;
	uint32_t as = whole ? insn : expand((uint16_t)insn), after = pc + (whole ? 4 : 2), value;

	h->jump = HART_DIRECT;
	h->next[0] = h->next[1] = after;
	h->sp_loaded = loads_sp(as);
	value = result(h, pc, as, after);
	if (writes_register(as) && field(as, 11, 7))
		h->x[field(as, 11, 7)] = value;
}

/* SPDX-License-Identifier: ISC
 * hart.h - executes what a core retires, with registers and memory of its own: RV32IMC with Zicsr
 * in machine mode, PicoRV32's interrupts.
 *
 * Of the core it takes pc and instruction alone. A jump must go where the registers say. A branch
 * may go either way, for it may depend on a device (memory.h); the registers decide which way comes
 * first in `next`. An instruction that traps does not retire, so a trap shows as a pc where the
 * instruction before does not lead.
 */
#ifndef HART_H
#define HART_H

#include "memory.h"

/* How an instruction that jumps means it (RISC-V psABI): a link in x1 or x5 is a call's. */
enum hart_jump { HART_DIRECT, HART_LINK, HART_INDIRECT, HART_TRAP_RETURN };

struct hart {
	uint32_t x[32];
	uint32_t csr[4096];
	/* PicoRV32's: return address and cause of an interrupt, two to keep registers in */
	uint32_t q[4];
	bool picorv32;
	uint32_t next[2];
	enum hart_jump jump; /* of the instruction executed last */
	uint32_t link, link_register; /* HART_LINK: its return address, 1 or 5; */
	/* and it jumps by the other one: a return and a call in one, by the ISA's hints */
	bool swaps;
	bool sp_loaded; /* it has written sp with what is not computed from sp */
	struct memory memory;
};

void hart_open(struct hart *h, const char *core, const struct image *image);
void hart_close(struct hart *h);

/* Can only a trap lead to pc? */
bool hart_traps(const struct hart *h, uint32_t pc);

/* The trap that led to pc; ends the test if no handler is there: the truth has lost the program. */
void hart_trap(struct hart *h, uint32_t pc);

void hart_execute(struct hart *h, uint32_t pc, uint32_t insn);

/* The instruction at pc, from memory. */
uint32_t hart_fetch(struct hart *h, uint32_t pc);

#endif

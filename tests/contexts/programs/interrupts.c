/* SPDX-License-Identifier: ISC
 * interrupts.c - the timer's interrupts, by Zicsr or PicoRV32's own instructions; the contract is
 * interrupts.h.
 */
#include "interrupts.h"

#include <stdint.h>

#include "machine.h"

volatile struct interrupts interrupts;

#define EVERY 1009u /* cycles, about; a prime */

#if defined(__riscv_zicsr) || defined(PICORV32)
#define CLINT_WORD(offset) (*(volatile uint32_t *)(CLINT + (offset)))

static void due_in(uint32_t cycles)
{
	CLINT_WORD(CLINT_MTIMECMP) = CLINT_WORD(CLINT_MTIME) + cycles;
	CLINT_WORD(CLINT_MTIMECMP + 4) = 0;
}

static void nest(void);

void tick(void)
{
	unsigned n = interrupts.taken++;

	interrupts.nested += interrupts.depth > 0;
	interrupts.depth++;
	due_in(EVERY);
	if (n % 3 == 0)
		nest();
	if (n % 5 == 0)
		due_in(0);
	interrupts.depth--;
}
#endif

#ifdef __riscv_zicsr
#define TIMER_CAUSE 0x80000007u
#define MSTATUS_MIE 8u
#define MIE_TIMER 0x80u
#define DEPTH 3u

/* Lets the next interrupt in, which is due now. mret of that one leaves mstatus otherwise. */
static void nest(void)
{
	uint32_t status;

	if (interrupts.depth == DEPTH)
		return;
	__asm__ volatile("csrr %0, mstatus" : "=r"(status));
	due_in(0);
	__asm__ volatile("csrs mstatus, %0" : : "r"(MSTATUS_MIE));
	for (volatile int i = 0; i < 20; i++)
		;
	__asm__ volatile("csrw mstatus, %0" : : "r"(status));
}

/* start.S calls it with mcause and mepc; it answers where to go on. */
uintptr_t trap(uintptr_t cause, uintptr_t pc)
{
	if (cause != TIMER_CAUSE)
		return pc + 4;
	tick();
	return pc;
}

bool interrupts_start(void)
{
	due_in(EVERY);
	__asm__ volatile("csrs mie, %0" : : "r"(MIE_TIMER));
	__asm__ volatile("csrs mstatus, %0" : : "r"(MSTATUS_MIE));
	return true;
}

void interrupts_stop(void)
{
	__asm__ volatile("csrc mstatus, %0" : : "r"(MSTATUS_MIE));
}
#elif defined(PICORV32)
/* maskirq zero, rs1: a bit for each line that is to be quiet; the timer's is 7. Handlers are not
 * interrupted. */
static void mask(uint32_t quiet)
{
	__asm__ volatile(".insn r 0x0B, 0, 3, x0, %0, x0" : : "r"(quiet));
}

static void nest(void)
{
}

bool interrupts_start(void)
{
	due_in(EVERY);
	mask(~(1u << 7));
	return true;
}

void interrupts_stop(void)
{
	mask(~0u);
}
#else
bool interrupts_start(void)
{
	return false;
}

void interrupts_stop(void)
{
}
#endif

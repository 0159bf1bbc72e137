/* SPDX-License-Identifier: ISC
 * interrupts.c - the timer's interrupts; the contract is interrupts.h.
 */
#include "interrupts.h"

#include <stdint.h>

#include "machine.h"

volatile struct interrupts interrupts;

#ifdef __riscv_zicsr
#define TIMER_CAUSE 0x80000007u
#define MSTATUS_MIE 8u
#define MIE_TIMER 0x80u
#define EVERY 1009u		/* cycles, about; a prime */
#define DEPTH 3u

#define CLINT_WORD(offset) (*(volatile uint32_t *)(CLINT + (offset)))

static void due_in(uint32_t cycles)
{
	CLINT_WORD(CLINT_MTIMECMP) = CLINT_WORD(CLINT_MTIME) + cycles;
	CLINT_WORD(CLINT_MTIMECMP + 4) = 0;
}

/* Lets the next interrupt in, which is due now. mret of that one leaves mstatus otherwise. */
static void nest(void)
{
	uint32_t status;

	__asm__ volatile("csrr %0, mstatus" : "=r"(status));
	due_in(0);
	__asm__ volatile("csrs mstatus, %0" : : "r"(MSTATUS_MIE));
	for (volatile int i = 0; i < 20; i++)
		;
	__asm__ volatile("csrw mstatus, %0" : : "r"(status));
}

static void tick(void)
{
	unsigned n = interrupts.taken++;

	interrupts.nested += interrupts.depth > 0;
	interrupts.depth++;
	due_in(EVERY);
	if (n % 3 == 0 && interrupts.depth < DEPTH)
		nest();
	if (n % 5 == 0)
		due_in(0);
	interrupts.depth--;
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
#else
bool interrupts_start(void)
{
	return false;
}

void interrupts_stop(void)
{
}
#endif

/* SPDX-License-Identifier: ISC
 * traps.c - straight code with an exception in it, while the timer interrupts at random: each of
 * its instructions is executed ROUNDS times, however often it is begun. tests/cores/traps.c reads
 * the symbols.
 */
#include <stdint.h>
#include <stdio.h>

#include "machine.h"

#define ROUNDS 300

/* SERV 1.2.0 loses MIE when the timer interrupts near an exception: there exceptions come with
 * interrupts off. */
#if defined __riscv_zicsr && !defined __riscv_mul
#define APART 1
#else
#define APART 0
#endif

volatile uint32_t handled, timer; /* handlers begun; of the timer */

static volatile uint32_t *const mtime = (volatile uint32_t *)(CLINT + CLINT_MTIME);
static volatile uint32_t *const mtimecmp = (volatile uint32_t *)(CLINT + CLINT_MTIMECMP);
static uint32_t seed = 1;

static void next_interrupt(void)
{
	seed = seed * 1664525 + 1013904223;
	mtimecmp[1] = 0;
	mtimecmp[0] = mtime[0] + (150 + (seed >> 20)) / CLINT_CYCLES + (CLINT_CYCLES > 1);
	/* up to 4,245 cycles on */
}

static void on_timer(void)
{
	timer++;
	next_interrupt();
}

#ifdef __riscv_zicsr
uintptr_t trap(uintptr_t cause, uintptr_t pc)
{
	handled++;
	if ((intptr_t)cause >= 0)
		return pc + 4;
	on_timer();
	return pc;
}

static void interrupts_on(void)
{
	/* SERV 1.2.0: an interrupt leaves the two highest bits of mepc as they were. */
	__asm__ volatile("csrw mepc, %0" : : "r"(RAM_BASE));
	__asm__ volatile("csrw mie, %0" : : "r"(0x80));
	__asm__ volatile("csrsi mstatus, 8");
}

static void interrupts_off(void)
{
	__asm__ volatile("csrci mstatus, 8");
}
#else
/* PicoRV32's own interrupts: picorv32_vector.S calls tick(). Bits: 1 exception, 7 timer. */
static void irq_mask(uint32_t off)
{
	__asm__ volatile(".insn r 0x0b, 6, 3, x0, %0, x0" : : "r"(off)); /* maskirq */
}

void tick(void)
{
	uint32_t bits;

	__asm__ volatile(".insn r 0x0b, 4, 0, %0, x1, x0" : "=r"(bits)); /* getq, of q1 */
	handled++;
	if (bits & 0x80)
		on_timer();
}

static void interrupts_on(void)
{
	irq_mask(~0x82u);
}
static void interrupts_off(void)
{
	irq_mask(~0u);
}
#endif

uint32_t body(uint32_t *words, uint32_t traps);

__asm__(".text\n.option push\n.option norvc\n.balign 4\n.globl body, body_trap, body_end\n.type "
	"body, @function\n"
	"body:	lw	a4, 0(a0)\n"
	"	addi	a4, a4, 1\n"
	"	sw	a4, 0(a0)\n"
	"	slli	a2, a4, 5\n"
	"	lbu	a3, 5(a0)\n"
	"	xor	a2, a2, a3\n"
	"	beqz	a1, 2f\n"
	"body_trap:\n"
	"	ecall\n"
	"2:	sh	a2, 6(a0)\n"
	"	beqz	zero, 1f\n"
	"	.word	0\n"
	"1:	srl	a2, a2, a4\n"
	"	sw	a2, 8(a0)\n"
	"	lhu	a0, 6(a0)\n"
	"body_end:\n"
	"	ret\n"
	".size	body, . - body\n.option pop\n");

/* A store beyond RAM, and one of no meaning to QEMU's finisher, change nothing: is a word at RAM's
 * other address still what it was? */
static int unchanged(void)
{
	volatile uint32_t *word = (volatile uint32_t *)0x87000000;

	word[0] = 1;
	word[1 << 25] = 2;
	__asm__ volatile("sw zero, 0(%0)" : : "r"(1 << 20)); /* never compressed */
	return *(volatile uint32_t *)0x47000000 == 1;
}

int main(void)
{
	uint32_t words[4] = { 0 }, sum = 0;

	next_interrupt();
	interrupts_on();
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t traps = !APART || i & 1;
		if (APART && traps)
			interrupts_off();
		sum += body(words, traps);
		if (APART && traps)
			interrupts_on();
	}
	interrupts_off();
	printf("traps %lu rounds, %lu handled, %lu of the timer, %08lx\n", (unsigned long)words[0],
		(unsigned long)handled, (unsigned long)timer, (unsigned long)sum);
	return !unchanged() || words[0] != ROUNDS || handled - timer < ROUNDS / 2 || timer < 10;
}

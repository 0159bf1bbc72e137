/* SPDX-License-Identifier: ISC
 * modes.S - alternates user mode, machine mode and sleep, for exact.c: USER,
 * SYSTEM and IDLE all count. For a core with M and U and a wfi that sleeps.
 */
#define CLINT		0xF2000000
#define FINISHER	0xF0100000

	.section .text
	.globl _start
_start:
	la	t0, trap
	csrw	mtvec, t0
	li	a0, 5			/* rounds */
round:
	la	t0, user
	csrw	mepc, t0
	li	t0, 0x1800
	csrc	mstatus, t0		/* MPP: user */
	mret

user:
	li	t1, 300
1:	addi	t1, t1, -1
	bnez	t1, 1b
	ecall

	.balign	4
trap:	/* sleeps until the timer is due; MIE is 0, so the interrupt only wakes the core */
	li	t0, CLINT + 0xBFF8
	lw	t1, 0(t0)
	addi	t1, t1, 700
	li	t0, CLINT + 0x4000
	sw	zero, 4(t0)
	sw	t1, 0(t0)
	li	t2, 0x80
	csrs	mie, t2
	wfi
	csrc	mie, t2
	addi	a0, a0, -1
	bnez	a0, round
	li	t0, FINISHER
	li	t1, 0x5555
	sw	t1, 0(t0)
1:	j	1b

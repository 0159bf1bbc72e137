/* SPDX-License-Identifier: ISC
 * threads_trap.S - keeps all registers of a thread on its stack, asks threads.c for the next one's,
 * and goes on with that.
 */
	.macro	EACH insn
	.irp	i, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	\insn	x\i, 4 * \i(sp)
	.endr
	.irp	i, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\insn	x\i, 4 * \i(sp)
	.endr
	.endm

	.text
	.balign	4
	.globl	threads_trap
	.type	threads_trap, @function
threads_trap:
	addi	sp, sp, -128
	EACH	sw
	csrr	t0, mepc
	sw	t0, 0(sp)
	mv	a2, a0
	mv	a0, sp
	csrr	a1, mcause
	call	threads_next
	mv	sp, a0
	lw	t0, 0(sp)
	csrw	mepc, t0
	li	t0, 0x1880			/* machine mode, interrupts on after mret */
	csrs	mstatus, t0
	EACH	lw
	addi	sp, sp, 128
	mret
	.size	threads_trap, . - threads_trap

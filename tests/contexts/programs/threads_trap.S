/* SPDX-License-Identifier: ISC
 * threads_trap.S - keeps all registers of a thread on its stack, asks threads.c for the next one's, and goes on with
 * that.
 */
	.text
	.balign	4
	.globl	threads_trap
	.type	threads_trap, @function
threads_trap:
	addi	sp, sp, -128
	sw	ra, 4(sp)
	sw	t0, 20(sp)
	sw	t1, 24(sp)
	sw	t2, 28(sp)
	sw	s0, 32(sp)
	sw	s1, 36(sp)
	sw	a0, 40(sp)
	sw	a1, 44(sp)
	sw	a2, 48(sp)
	sw	a3, 52(sp)
	sw	a4, 56(sp)
	sw	a5, 60(sp)
	sw	a6, 64(sp)
	sw	a7, 68(sp)
	sw	s2, 72(sp)
	sw	s3, 76(sp)
	sw	s4, 80(sp)
	sw	s5, 84(sp)
	sw	s6, 88(sp)
	sw	s7, 92(sp)
	sw	s8, 96(sp)
	sw	s9, 100(sp)
	sw	s10, 104(sp)
	sw	s11, 108(sp)
	sw	t3, 112(sp)
	sw	t4, 116(sp)
	sw	t5, 120(sp)
	sw	t6, 124(sp)
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
	lw	ra, 4(sp)
	lw	t0, 20(sp)
	lw	t1, 24(sp)
	lw	t2, 28(sp)
	lw	s0, 32(sp)
	lw	s1, 36(sp)
	lw	a0, 40(sp)
	lw	a1, 44(sp)
	lw	a2, 48(sp)
	lw	a3, 52(sp)
	lw	a4, 56(sp)
	lw	a5, 60(sp)
	lw	a6, 64(sp)
	lw	a7, 68(sp)
	lw	s2, 72(sp)
	lw	s3, 76(sp)
	lw	s4, 80(sp)
	lw	s5, 84(sp)
	lw	s6, 88(sp)
	lw	s7, 92(sp)
	lw	s8, 96(sp)
	lw	s9, 100(sp)
	lw	s10, 104(sp)
	lw	s11, 108(sp)
	lw	t3, 112(sp)
	lw	t4, 116(sp)
	lw	t5, 120(sp)
	lw	t6, 124(sp)
	addi	sp, sp, 128
	mret
	.size	threads_trap, . - threads_trap

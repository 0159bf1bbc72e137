/* SPDX-License-Identifier: ISC
 * start.S - the first instructions, the path from user mode into the kernel and back, and the
 * switch between kernel stacks.
 *
 * mscratch holds the current thread's frame in user mode and 0 in the kernel. So a trap in the
 * kernel is recognised, and panics.
 */
#define MSTATUS_USER	0x80		/* MPP user, MPIE: interrupts on after mret */

	.section .text.start, "ax"
	.globl	_start
_start:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	la	sp, boot_stack_top
	csrw	mscratch, zero
	csrw	satp, zero
	csrw	mie, zero
	la	t0, __bss_start
	la	t1, __bss_end			/* both are multiples of 4 */
1:	bgeu	t0, t1, 2f
	sw	zero, 0(t0)
	addi	t0, t0, 4
	j	1b
	/* Not every core has these CSRs: on a trap, execution goes on after the group. */
2:	la	t0, 3f
	csrw	mtvec, t0
	li	t1, -1
	csrw	pmpaddr0, t1			/* open all memory to user mode */
	li	t1, 0x1f
	csrw	pmpcfg0, t1
	.balign	4
3:	la	t0, 4f
	csrw	mtvec, t0
	csrw	medeleg, zero
	csrw	mideleg, zero
	.balign	4
4:	la	t0, trap_entry
	csrw	mtvec, t0
	call	main
5:	j	5b

/* int probe_byte(uint32_t address): the byte there, or -1 if the read traps. */
	.text
	.globl	probe_byte
	.type	probe_byte, @function
probe_byte:
	la	t0, 1f
	csrw	mtvec, t0
	mv	t1, a0
	li	a0, -1
	lbu	a0, 0(t1)
	.balign	4
1:	la	t0, trap_entry
	csrw	mtvec, t0
	ret
	.size	probe_byte, . - probe_byte

/* void context_switch(uint32_t *save_sp, uint32_t sp). SAVED_WORDS below sp hold the registers that
 * C preserves. */
	.globl	context_switch
	.type	context_switch, @function
context_switch:
	addi	sp, sp, -64
	sw	ra, 0(sp)
	sw	s0, 4(sp)
	sw	s1, 8(sp)
	sw	s2, 12(sp)
	sw	s3, 16(sp)
	sw	s4, 20(sp)
	sw	s5, 24(sp)
	sw	s6, 28(sp)
	sw	s7, 32(sp)
	sw	s8, 36(sp)
	sw	s9, 40(sp)
	sw	s10, 44(sp)
	sw	s11, 48(sp)
	sw	sp, 0(a0)
	mv	sp, a1
	lw	ra, 0(sp)
	lw	s0, 4(sp)
	lw	s1, 8(sp)
	lw	s2, 12(sp)
	lw	s3, 16(sp)
	lw	s4, 20(sp)
	lw	s5, 24(sp)
	lw	s6, 28(sp)
	lw	s7, 32(sp)
	lw	s8, 36(sp)
	lw	s9, 40(sp)
	lw	s10, 44(sp)
	lw	s11, 48(sp)
	addi	sp, sp, 64
	ret
	.size	context_switch, . - context_switch

/* struct frame: word 0 is the pc, word n register n. sp points to it in the kernel. */
	.balign	4
	.globl	trap_entry
	.type	trap_entry, @function
trap_entry:
	csrrw	sp, mscratch, sp
	beqz	sp, in_kernel
	sw	ra, 4(sp)
	sw	gp, 12(sp)
	sw	tp, 16(sp)
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
	csrrw	t0, mscratch, zero
	sw	t0, 8(sp)
	csrr	t0, mepc
	sw	t0, 0(sp)
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	csrr	a0, mcause
	csrr	a1, mtval
	call	trap_user
	.globl	trap_return
trap_return:					/* a new thread starts here; sp is its frame */
	lw	t0, 0(sp)
	csrw	mepc, t0
	li	t0, 0x1800
	csrc	mstatus, t0
	li	t0, MSTATUS_USER
	csrs	mstatus, t0
	csrw	mscratch, sp
	lw	ra, 4(sp)
	lw	gp, 12(sp)
	lw	tp, 16(sp)
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
	/* a tick that came in the kernel counts as the kernel's */
	csrr	t0, mip
	andi	t0, t0, 0x80
	bnez	t0, late
	lw	t0, 20(sp)
	lw	sp, 8(sp)
	mret
late:
	csrw	mscratch, zero
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	call	trap_late
	j	trap_return

in_kernel:
	csrw	mscratch, zero
	la	sp, boot_stack_top		/* the old stack may be corrupt */
	csrr	a0, mcause
	csrr	a1, mepc
	csrr	a2, mtval
	call	trap_kernel
	.size	trap_entry, . - trap_entry

	.bss
	.balign	16
	.globl	boot_stack
boot_stack:
	.space	2048
boot_stack_top:

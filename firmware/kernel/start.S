/* SPDX-License-Identifier: ISC
 * start.S - the first instructions, the path from user mode into the kernel and back, and the
 * switch between kernel stacks.
 *
 * mscratch holds the current thread's frame in user mode and 0 in the kernel. So a trap in the
 * kernel is recognised, and panics.
 */
#define MSTATUS_USER	0x80		/* MPP user, MPIE: interrupts on after mret */

#define SAVED_WORDS	28	/* as in base.h */

/* Stores or loads these registers: register n is word n above sp. */
	.macro	each op, registers:vararg
	.irp	n, \registers
	\op	x\n, 4 * \n(sp)
	.endr
	.endm

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
	addi	sp, sp, -4 * SAVED_WORDS
	each	sw, 1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
	sw	sp, 0(a0)
	mv	sp, a1
	each	lw, 1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
	addi	sp, sp, 4 * SAVED_WORDS
	ret
	.size	context_switch, . - context_switch

/* struct frame: word 0 is the pc, word n register n. sp points to it in the kernel. */
	.balign	4
	.globl	trap_entry
	.type	trap_entry, @function
trap_entry:
	csrrw	sp, mscratch, sp
	beqz	sp, in_kernel
	each	sw, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	each	sw, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
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
	each	lw, 1, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	each	lw, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
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

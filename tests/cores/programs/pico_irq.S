/* SPDX-License-Identifier: ISC
 * pico_irq.S - PicoRV32's interrupts, which have a handler at 0x10 and instructions of their own, to irq() of traps.c.
 * Linked first, it is at the start of RAM, which is also at 0.
 */
#define getq(rd, q)	.insn r 0x0b, 4, 0, rd, q, x0
#define setq(q, rs)	.insn r 0x0b, 2, 1, q, rs, x0
#define retirq		.insn r 0x0b, 0, 2, x0, x0, x0
#define maskirq(rd, rs)	.insn r 0x0b, 6, 3, rd, rs, x0
	.section .text.start, "ax"
	.option norvc
	j	_start
	.org	0x10
	setq(x2, t0)				/* of q2 */
	lui	t0, %hi(trap_vector)		/* RAM's own address, not 0 */
	addi	t0, t0, %lo(trap_vector)
	jr	t0

	.globl	trap_vector
	.type	trap_vector, @function
trap_vector:
	addi	sp, sp, -64
	sw	ra, 0(sp)
	getq(t0, x2)
	sw	t0, 4(sp)
	sw	t1, 8(sp)
	sw	t2, 12(sp)
	sw	a0, 16(sp)
	sw	a1, 20(sp)
	sw	a2, 24(sp)
	sw	a3, 28(sp)
	sw	a4, 32(sp)
	sw	a5, 36(sp)
	sw	a6, 40(sp)
	sw	a7, 44(sp)
	sw	t3, 48(sp)
	sw	t4, 52(sp)
	sw	t5, 56(sp)
	sw	t6, 60(sp)
	getq(a0, x1)
	call	irq
	lw	ra, 0(sp)
	lw	t0, 4(sp)
	lw	t1, 8(sp)
	lw	t2, 12(sp)
	lw	a0, 16(sp)
	lw	a1, 20(sp)
	lw	a2, 24(sp)
	lw	a3, 28(sp)
	lw	a4, 32(sp)
	lw	a5, 36(sp)
	lw	a6, 40(sp)
	lw	a7, 44(sp)
	lw	t3, 48(sp)
	lw	t4, 52(sp)
	lw	t5, 56(sp)
	lw	t6, 60(sp)
	addi	sp, sp, 64
	retirq
	.size	trap_vector, . - trap_vector

	.text
	.globl	irq_mask
	.type	irq_mask, @function
irq_mask:
	maskirq(x0, a0)
	ret
	.size	irq_mask, . - irq_mask

/* SPDX-License-Identifier: ISC
 * registers.S - int registers_kept(uint32_t seed, uint32_t loops): fills x1 to x30, sp too, with
 * seed, seed + 1, ..., counts loops down in x31, then returns 1 if all are unchanged, else 0.
 * For tests of the kernel's traps.
 */
	.option	norelax
	.text
	.globl	registers_kept
	.type	registers_kept, @function
registers_kept:
	la	t0, saved
	sw	a0, 0(t0)
	.irp	n, 1, 2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
	sw	x\n, 4 * \n(t0)
	.endr
	mv	x31, a1
	mv	x1, a0
	.altmacro
	.macro	fill n, before
	addi	x\n, x\before, 1
	.endm
	.macro	look n, before
	sub	x31, x\n, x\before
	addi	x31, x31, -1
	bnez	x31, bad
	.endm
	.set	i, 2
	.rept	29
	fill	%i, %(i - 1)
	.set	i, i + 1
	.endr
1:	addi	x31, x31, -1
	bnez	x31, 1b
	.set	i, 2
	.rept	29
	look	%i, %(i - 1)
	.set	i, i + 1
	.endr
	la	x31, saved
	lw	x30, 0(x31)
	bne	x30, x1, bad
	li	a0, 1
	j	back
bad:	li	a0, 0
back:	la	t0, saved
	.irp	n, 1, 2, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
	lw	x\n, 4 * \n(t0)
	.endr
	ret
	.size	registers_kept, . - registers_kept

	.bss
	.balign	4
saved:	.space	4 * 32

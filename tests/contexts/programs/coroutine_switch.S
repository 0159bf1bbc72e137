/* SPDX-License-Identifier: ISC
 * coroutine_switch.S - from one stack to another, and there and back again (coroutines.c).
 */
	.text
	.globl	coroutine_switch
	.type	coroutine_switch, @function
coroutine_switch:
	addi	sp, sp, -64
	sw	ra, 0(sp)
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	sw	s\i, 4 + 4 * \i(sp)
	.endr
	sw	sp, 0(a0)
	mv	sp, a1
	lw	ra, 0(sp)
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	lw	s\i, 4 + 4 * \i(sp)
	.endr
	addi	sp, sp, 64
	ret
	.size	coroutine_switch, . - coroutine_switch

/* Calls a0(a1) on the last stack. */
	.macro	CALL_ELSEWHERE name, half
	.globl	\name
	.type	\name, @function
\name:
	addi	sp, sp, -16
	sw	ra, 0(sp)
	sw	s0, 4(sp)
	mv	s0, sp
	.option	push
	.option	norelax
	lui	\half, %hi(coroutine_stacks + 4 * 4096 + 1024)
	addi	sp, \half, %lo(coroutine_stacks + 4 * 4096 + 1024)
	.option	pop
	mv	a5, a0
	mv	a0, a1
	jalr	a5
	mv	sp, s0
	lw	ra, 0(sp)
	lw	s0, 4(sp)
	addi	sp, sp, 16
	ret
	.size	\name, . - \name
	.endm

	CALL_ELSEWHERE coroutine_call, t0
	CALL_ELSEWHERE coroutine_call_halves, sp

/* SPDX-License-Identifier: ISC
 * coroutine_switch.S - from one stack to another, and there and back again (coroutines.c).
 */
	.text
	.globl	coroutine_switch
	.type	coroutine_switch, @function
coroutine_switch:
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

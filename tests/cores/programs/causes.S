/* SPDX-License-Identifier: ISC
 * causes.S - a loop for each cause (rtl/tap/CAUSES.md), 200 rounds each, from NAME_body to
 * NAME_end. tests/cores/causes.list says what a round waits for.
 */
#include "machine.h"

	.option	norvc
	.macro	rounds name
	.balign	64
	li	s0, 200
	.balign	64
	.globl	\name\()_body
\name\()_body:
	.endm
	.macro	again name
	addi	s0, s0, -1
	bnez	s0, \name\()_body
	.globl	\name\()_end
\name\()_end:
	nop
	.endm

	.text
	.globl	main
	.type	main, @function
main:
	addi	sp, sp, -16
	STORE	ra, 8(sp)
	STORE	s0, 0(sp)
	la	t2, words
	li	t3, CYCLES			/* uncached */
	li	a0, 12345
	li	a1, 7

	rounds	flat				/* nothing, but for the loop's branch */
	.rept	29
	addi	a2, a2, 1
	.endr
	again	flat

	rounds	taken				/* FLOW: all in lines that are cached */
	.rept	3
	j	1f
	nop
1:
	.endr
	again	taken

#ifdef __riscv_mul
	rounds	mul				/* EXEC */
	mul	a2, a0, a1
	nop
	nop
	nop
	again	mul

	rounds	div				/* EXEC */
	divu	a2, a0, a1
	nop
	nop
	nop
	again	div

	rounds	muluse				/* HAZARD of the user */
	mul	a2, a0, a1
	add	a3, a2, a2
	nop
	nop
	again	muluse
#endif

	rounds	shift				/* EXEC where the shifter is serial */
	sll	a2, a0, 31
	nop
	nop
	nop
	again	shift

	rounds	loaduse				/* DATA, and HAZARD of the user */
	lw	a2, 0(t2)
	add	a3, a2, a2
	nop
	nop
	again	loaduse

	rounds	stores				/* DATA: they come too fast */
	sw	a0, 0(t2)
	sw	a0, 4(t2)
	sw	a0, 8(t2)
	sw	a0, 12(t2)
	again	stores

	rounds	device				/* DATA */
	lw	a2, 0(t3)
	nop
	nop
	nop
	again	device

#ifdef __riscv_zicsr
	rounds	csr				/* HAZARD */
	csrr	a2, mepc
	nop
	nop
	nop
	again	csr

	rounds	fence				/* DATA: the fence is for the first load */
	lw	a2, 0(t3)
	fence
	lw	a3, 0(t2)
	again	fence

	rounds	skip				/* a wfi on its way is no sleep */
	beq	zero, zero, 1f
	wfi
	nop
1:	nop
	nop
	again	skip

	rounds	ecalls				/* and FLOW at the vector */
	ecall
	nop
	nop
	again	ecalls
#endif

	rounds	calls				/* FETCH at far_body: both are in one line */
	call	far_body
	call	far
	again	calls

	li	a0, 0
	LOAD	ra, 8(sp)
	LOAD	s0, 0(sp)
	addi	sp, sp, 16
	ret
	.balign	16384
	.globl	far_body, far_end
far_body:
	ret
	.balign	16384
	.zero	4
far:	ret
far_end:
	.size	main, . - main

#ifdef __riscv_zicsr
	.globl	trap				/* start.S: where to resume */
	.type	trap, @function
trap:
	addi	a0, a1, 4
	ret
	.size	trap, . - trap
#endif

	.data
	.balign	64
words:	.word	1, 2, 3, 4

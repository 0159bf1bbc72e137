/* SPDX-License-Identifier: ISC
 * resonance.S - an endless loop in two halves of equal cost, for sampling.c.
 */
	.section .text
	.globl _start
_start:
	.rept 128
	addi t0, t0, 1
	.endr
	.rept 127
	addi t1, t1, 1
	.endr
	j _start

/* SPDX-License-Identifier: ISC
 * picorv32_vector.S - the handler of PicoRV32's interrupts, at 0x10: RAM's first bytes are there,
 * too. It runs where no symbol is; so it calls by absolute addresses.
 */
#define RETIRQ	.word 0x0400000B

/* Each register that a call may change, to or from its place on the stack. */
	.macro	EACH insn
	.irp	i, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
	\insn	x\i, 4 * \i(sp)
	.endr
	.endm

	.section .text.start, "ax"
	.option	norvc
	j	_start
	.org	0x10
	addi	sp, sp, -128
	EACH	sw
	lui	ra, %hi(tick)
	jalr	ra, %lo(tick)(ra)
	EACH	lw
	addi	sp, sp, 128
	RETIRQ

# SPDX-License-Identifier: ISC
# line_opcodes.S - LLVM's assembler gives this code a line table with opcodes that GNU's does not
# use for RISC-V: special ones and DW_LNS_const_add_pc; address and line distances of all kinds.
	.text
	.globl	_start
	.type	_start, @function
_start:
	nop
	nop


	nop
	.word	0, 0, 0, 0, 0
	nop
	.rept	40
	.word	0
	.endr
	nop
	.zero	120
	nop
	.rept	30
	nop
	.endr



















	nop
	.zero	70000
	nop
	ret
	.size	_start, . - _start
	.section	.text.other, "ax", @progbits
	nop
	.rept	50
	.word	0
	.endr
	ret

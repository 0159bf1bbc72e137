/* SPDX-License-Identifier: ISC
 * raw.S - any system call.
 */
	.section .text.raw, "ax"
	.globl	raw
	.type	raw, @function
raw:	mv	a7, a5
	ecall
	ret
	.size	raw, . - raw

/* SPDX-License-Identifier: ISC
 * end.S - a way to end, END_PASS or another one; tests/machine/machine.c has the table.
 */
#include "machine.inc"
	bnez	a0, 1f		/* the stub's promise: a0 = a1 = 0 */
	bnez	a1, 1f
	put	'e'
	.globl	here
#if defined END_PASS
here:	finish	0x5555
#elif defined END_FAIL
here:	finish	0x00073333
#elif defined END_RESET
here:	finish	0x7777
#elif defined END_JUMP
here:	j	here
#elif defined END_JUMP_C
	.option	rvc
here:	c.j	here
#elif defined END_EBREAK
here:	ebreak
#elif defined END_ILLEGAL
here:	.word	0xffffffff
#elif defined END_STORM
	li	t0, 0x60000000	/* a handler without memory: it traps forever */
	csrw	mtvec, t0
here:	ecall
#endif
1:	finish	0x00993333

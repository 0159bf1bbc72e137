/* SPDX-License-Identifier: ISC
 * timer.S - waits in a jump to itself. Three timer interrupts leave it, so it is
 * not an end. After the third one interrupts are off, and it is one.
 */
#include "machine.inc"
	li	s0, CLINT
	li	s1, 3
	la	t0, handler
	csrw	mtvec, t0
	call	next
	li	t0, 0x80		/* MTIE */
	csrw	mie, t0
	csrsi	mstatus, 8		/* MIE */
	.globl	here
here:	j	here
	.balign	4
handler:
	put	't'
	addi	s1, s1, -1
	beqz	s1, 1f
	call	next
	mret
1:	csrw	mie, zero
	mret
next:	li	t2, 0xbff8		/* mtimecmp = mtime + 500 */
	add	t2, t2, s0
	lw	t1, 0(t2)
	addi	t1, t1, 500
	li	t2, 0x4000
	add	t2, t2, s0
	sw	t1, 0(t2)
	sw	zero, 4(t2)
	ret

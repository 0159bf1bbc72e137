/* SPDX-License-Identifier: ISC
 * pico_timer.S - timer.S in PicoRV32's own interrupt scheme: handler at 0x10,
 * masks and return by custom instructions, the machine's timer on irq[7].
 */
#define maskirq(rd, rs)	.insn r 0x0b, 6, 3, rd, rs, x0
#define retirq		.insn r 0x0b, 0, 2, x0, x0, x0
#include "machine.inc"
	j	main
	.org	0x10
handler:
	put	'p'
	addi	s1, s1, -1
	beqz	s1, 1f
	jal	next
	retirq
1:	li	t1, -1
	maskirq(x0, t1)
	retirq
main:	li	s0, CLINT
	li	s1, 3
	jal	next
	li	t1, ~0x80
	maskirq(x0, t1)
	.globl	here
here:	j	here
next:	li	t2, 0xbff8
	add	t2, t2, s0
	lw	t1, 0(t2)
	addi	t1, t1, 500
	li	t2, 0x4000
	add	t2, t2, s0
	sw	t1, 0(t2)
	sw	zero, 4(t2)
	ret

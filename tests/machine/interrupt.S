/* SPDX-License-Identifier: ISC
 * interrupt.S - sleeps (where the core can) until the UART's receive interrupt
 * brings a byte; sends it back. VexRiscv: external interrupt, mask in CSR 0xbc0.
 */
#include "machine.inc"
	li	s0, UART
	li	s1, 0
	la	t0, handler
	csrw	mtvec, t0
	li	t0, 1
	sb	t0, 1(s0)		/* IER: received data */
	csrw	0xbc0, t0
	li	t0, 0x800		/* MEIE */
	csrw	mie, t0
	csrsi	mstatus, 8
1:	wfi
	beqz	s1, 1b
	finish	0x5555
	.balign	4
handler:
	lbu	t2, 2(s0)		/* IIR */
	andi	t2, t2, 0xf
	li	t1, 4
	bne	t2, t1, 2f
	lbu	s1, 0(s0)
	sb	s1, 0(s0)
	mret
2:	finish	0x00013333

/* SPDX-License-Identifier: ISC
 * echo.S - polls the UART and sends back each byte plus one, up to a full stop.
 * Reads IIR and LCR in between: that must lose no byte.
 */
#include "machine.inc"
	li	s0, UART
	li	s1, '.'
1:	lbu	t1, 5(s0)		/* LSR */
	andi	t1, t1, 1
	beqz	t1, 1b
	lbu	t2, 2(s0)		/* IIR */
	lbu	t2, 3(s0)		/* LCR */
	lbu	t3, 0(s0)		/* RBR */
	addi	t4, t3, 1
	sb	t4, 0(s0)
	bne	t3, s1, 1b
	finish	0x5555

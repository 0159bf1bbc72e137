/* SPDX-License-Identifier: ISC
 * memory.S - bytes, halves and words, through two addresses of the same RAM;
 * then a read from an unmapped address, which gives 0. The finisher's code names a failure.
 */
#include "machine.inc"
	li	s2, 0x10000		/* one of its addresses, cached where there is a cache */
	li	s3, 0xb0010000		/* the other */
	li	t1, 0x11223344
	sw	t1, 0(s3)
	li	t2, 0xaa
	sb	t2, 1(s3)
	li	t2, 0xbbcc
	sh	t2, 2(s3)
	lw	t3, 0(s3)
	li	t4, 0xbbccaa44
	li	a3, 0x00013333
	bne	t3, t4, bad
	lw	t3, 0(s2)
	li	a3, 0x00023333
	bne	t3, t4, bad
	lbu	t3, 1(s3)
	li	t4, 0xaa
	li	a3, 0x00033333
	bne	t3, t4, bad
	lhu	t3, 2(s3)
	li	t4, 0xbbcc
	li	a3, 0x00043333
	bne	t3, t4, bad
	li	s2, 0xf5000000
	lw	t3, 0(s2)
	li	a3, 0x00053333
	bnez	t3, bad
	sw	t4, 0(s2)
	finish	0x5555
bad:	li	t0, FINISHER
	sw	a3, 0(t0)
1:	j	1b

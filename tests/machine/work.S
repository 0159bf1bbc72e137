/* SPDX-License-Identifier: ISC
 * work.S - a loop with loads, stores, branches and a multiplication, some
 * thousand cycles; the same on every core.
 */
#include "machine.inc"
	li	s0, 0x80020000
	li	s1, 500
	li	s2, 1
1:	mul	s2, s2, s1
	sw	s2, 0(s0)
	lw	t1, 0(s0)
	add	s2, t1, s1
	addi	s0, s0, 64
	addi	s1, s1, -1
	bnez	s1, 1b
	finish	0x5555

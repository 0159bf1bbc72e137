/* SPDX-License-Identifier: ISC
 * registers.S - a loop of little but register accesses to the unit, for tests/link/quiet.c:
 * any delay of an access shows in its trace.
 */
	.globl _start
_start:
	li	t0, 0xF4000000
	li	t1, 0x5000
1:
	lw	t2, 0x14(t0)		/* STATUS */
	lw	t3, 0x18(t0)		/* TICKS */
	sw	t1, 0x30(t0)		/* OFFSET */
	lw	t4, 0(t0)
	andi	t5, t1, 7
2:
	addi	t5, t5, -1		/* accesses at every distance */
	bgez	t5, 2b
	addi	t1, t1, -1
	bnez	t1, 1b
	li	t0, 0xF0100000
	li	t1, 0x5555
	sw	t1, 0(t0)
3:
	j	3b

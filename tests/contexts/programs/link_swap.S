/* SPDX-License-Identifier: ISC
 * link_swap.S - unsigned link_swap(unsigned n): two routines in turns. Each goes on in the other by
 * a jalr from one link register with a link in the other one, which the ISA's hints call a return
 * and a call in one. Then a call through ra itself, which is a call.
 */
	.text
	.globl link_swap
	.type link_swap, @function
link_swap:
	addi sp, sp, -16
	sw ra, 12(sp)
	sw s0, 8(sp)
	mv s0, a0
	jal t0, partner			/* begins it; it comes back by jalr ra, t0 */
1:	addi s0, s0, -1
	jalr t0, ra			/* the other's turn */
	bnez s0, 1b
	la ra, leaf
	li a0, 9
	jalr ra, ra
	lw s0, 8(sp)
	lw ra, 12(sp)
	addi sp, sp, 16
	ret
	.size link_swap, . - link_swap

	.type partner, @function
partner:
1:	addi a1, a1, 1
	addi a1, a1, 1
	jalr ra, t0
	j 1b
	.size partner, . - partner

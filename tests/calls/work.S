/* SPDX-License-Identifier: ISC
 * work.S - loops at known addresses, for the programs that show the clauses.
 */
	.section .text.work, "ax"
	.option	norvc
	.globl	spin, spin_loop
	.balign	16
	.type	spin, @function
spin:	beqz	a0, 1f
spin_loop:
	addi	a0, a0, -1
	bnez	a0, spin_loop
1:	ret
	.size	spin, . - spin
	/* a counter past the end of a buffer (SV-12) belongs to no other code */
	.skip	128

/* Last of all, in its own section, so that the program's text exceeds one counter of scale 2. */
	.section .far, "ax"
	.skip	0x10000
	.globl	spin_far, spin_far_loop, text_end
	.type	spin_far, @function
spin_far:
	beqz	a0, 1f
spin_far_loop:
	addi	a0, a0, -1
	bnez	a0, spin_far_loop
1:	ret
	.size	spin_far, . - spin_far

#ifndef BARE_METAL
/* int probe(personality, buf, size, offset, scale, n): profil with these, n turns of probe_loop,
 * profil off. Returns the first call's result. Instructions of this process sampled meanwhile:
 * probe_first .. probe_last. */
#define SYSCALL(number, name, nargs) .equ SYS_##name, number
#include "syscalls.list"
	.globl	probe, probe_first, probe_loop, probe_last
	.type	probe, @function
probe:	mv	t0, a5
	mv	t1, a0
	li	a7, SYS_profil
	ecall
probe_first:
	mv	t2, a0
probe_loop:
	addi	t0, t0, -1
	bnez	t0, probe_loop
	mv	a0, t1
	li	a4, 0
probe_last:
	ecall
	mv	a0, t2
	ret
	.size	probe, . - probe
#endif
text_end:

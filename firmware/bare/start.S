/* SPDX-License-Identifier: ISC
 * start.S - from the entry point to main().
 *
 * Sets up gp, sp and tp, clears .bss (.data is loaded in place), runs the constructors, main(),
 * exit(). Without Zicsr in the ISA it contains no CSR instruction, so it runs on cores without CSRs
 * (PicoRV32). With Zicsr, traps go to trap().
 */
#include "machine.h"

	.section .text.start, "ax"
	.globl	_start
	.type	_start, @function
_start:
	.option	push
	.option	norelax				/* relaxation would need gp itself */
	la	gp, __global_pointer$
	.option	pop
	la	sp, __stack
	la	tp, __tls_base
#ifdef __riscv_zicsr
	la	t0, trap_vector
	csrw	mtvec, t0
#endif
	la	t0, __bss_start
	la	t1, __bss_end			/* both are multiples of 8 */
1:	bgeu	t0, t1, 2f
	sw	zero, 0(t0)
	sw	zero, 4(t0)
	addi	t0, t0, 8
	j	1b
2:	call	__libc_init_array
	li	a0, 0				/* argc */
	la	a1, no_arguments		/* argv */
	la	a2, no_arguments		/* envp */
	call	main
	call	exit				/* does not return */
	.size	_start, . - _start

	.section .rodata.start, "a"
	.balign	WORD
no_arguments:
	.zero	WORD

#ifdef __riscv_zicsr
/* Saves the caller-saved registers on the interrupted stack (not every core has mscratch) and calls
 * trap(mcause, mepc). Execution resumes at the address that trap returns. */
	.section .text.trap, "ax"
	.option	push
	.option	norvc
	.balign	256				/* Ibex: an entry for each cause */
	.globl	trap_vector
	.type	trap_vector, @function
trap_vector:
	.rept	32
	j	trap_entry
	.endr
	.size	trap_vector, . - trap_vector
	.option	pop
	.macro	each op, registers:vararg	/* register n is word n above sp */
	.irp	n, \registers
	\op	x\n, WORD * \n(sp)
	.endr
	.endm
	.type	trap_entry, @function
trap_entry:
	addi	sp, sp, -32 * WORD
	each	STORE, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
	csrr	a0, mcause
	csrr	a1, mepc
	call	trap
	csrw	mepc, a0
	each	LOAD, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
	addi	sp, sp, 32 * WORD
	mret
	.size	trap_entry, . - trap_entry
#endif

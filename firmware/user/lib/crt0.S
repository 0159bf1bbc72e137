/* SPDX-License-Identifier: ISC
 * crt0.S - from the kernel's exec to main(argc, argv, environ) and exit(). The kernel passes argc
 * and argv in a0 and a1, sets sp, and zeroes memory.
 */
	.section .text.start, "ax"
	.globl	_start
	.type	_start, @function
_start:
	.option	push
	.option	norelax
	la	gp, __global_pointer$
	.option	pop
	mv	s0, a0
	mv	s1, a1
	la	a0, __tls_first
	mv	tp, a0
	call	tls_init
	call	__libc_init_array
	mv	a0, s0
	mv	a1, s1
	la	a2, no_environment
	call	main
	call	exit
	.size	_start, . - _start

	.section .rodata.start, "a"
	.balign	4
no_environment:
	.word	0

/* SPDX-License-Identifier: ISC
 * stubs.S - sys_NAME for each line of include/syscalls.list: number in a7, arguments as C passes
 * them, result in a0.
 */
#define SYSCALL(number, name, nargs) \
	.section .text.sys_##name, "ax"; \
	.globl sys_##name; \
	.type sys_##name, @function; \
sys_##name: \
	li a7, number; \
	ecall; \
	ret; \
	.size sys_##name, . - sys_##name

#include "syscalls.list"

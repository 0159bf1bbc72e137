/* SPDX-License-Identifier: ISC
 * sysmisc.c - system calls of tests and the shell: halt, free pages, and a checksum of the kernel's
 * code and constants in memory, which shows tests that nobody wrote there.
 */
#include "kernel.h"

extern const uint32_t _start[], __rodata_end[];

/* 31 bits, so that it is never a negative errno. */
int sys_kernelsum(void)
{
	/* Fletcher's sum needs no shifts, which cost VexRiscv a cycle per bit. */
	uint32_t sum = 0, sums = 0;

	for (const uint32_t *at = _start; at < __rodata_end; at++) {
		sums += sum += *at;
		if ((uint32_t)at % PAGE == 0)
			bulk_turn();
	}
	return (int)((sum ^ sums) & INT32_MAX);
}

int sys_halt(uint32_t code) { board_halt(code & 0xffff); }

int sys_freepages(void) { return (int)page_count(); }

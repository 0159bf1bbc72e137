/* SPDX-License-Identifier: ISC
 * sysmisc.c - calls that tests and init make: halt, free pages, and a checksum of the kernel's code and constants, as they are in memory: tests see by it that nobody wrote there.
 */
#include "kernel.h"

extern const uint32_t _start[], __rodata_end[];

/* 31 bits, so that it is never an error. */
int sys_kernelsum(void)
{
	uint32_t sum = 0, sums = 0;	/* Fletcher's: no shifts, of which each bit takes VexRiscv a cycle */

	for (const uint32_t *at = _start; at < __rodata_end; at++) {
		sums += sum += *at;
		if ((uint32_t)at % PAGE == 0)
			bulk_turn();
	}
	return (int)((sum ^ sums) & INT32_MAX);
}

int sys_halt(uint32_t code) { board_halt(code & 0xffff); }

int sys_freepages(void) { return (int)page_count(); }

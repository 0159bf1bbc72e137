/* SPDX-License-Identifier: ISC
 * sysmisc.c - system calls of the shell and of tests: halt, free pages.
 */
#include "kernel.h"

int sys_halt(uint32_t code) { board_halt(code & 0xffff); }

int sys_freepages(void) { return (int)page_count(); }

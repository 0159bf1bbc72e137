/* SPDX-License-Identifier: ISC
 * abi.h - the interface between kernel and user programs: addresses, structures of the system
 * calls, limits. Also for assembler and linker scripts. The calls themselves: syscalls.list. Errors
 * are negative <errno.h> values in a0.
 */
#ifndef ABI_H
#define ABI_H

/* A process sees its text and one writable block with stack, data, bss and heap. Nothing else is
 * mapped. */
#define PAGE 4096
#define USER_TEXT 0x00010000 /* read and execute: the program's file, in place */
/* read and write; starts with the stack, which grows down to here */
#ifndef USER_STACK /* bytes; fewer on boards: firmware.mk */
#define USER_STACK 0x00008000
#endif
#define USER_DATA 0x00208000
#define USER_BLOCK (USER_DATA - USER_STACK)
#define USER_BLOCK_MAX 0x01000000 /* largest block, bytes */
#define USER_BLOCK_END 0x01200000

#define NAME_MAX_BYTES 48 /* file name with its final 0 */
#define PROC_NAME 16
#define ARGS_MAX 32 /* most arguments of exec */
#define ARGS_BYTES 2048 /* most bytes that they and argv[] take on the stack */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* A file. Names may contain '/' but not start with it. */
struct direntry {
	char name[NAME_MAX_BYTES];
	uint32_t size; /* bytes */
};

/* ps */
struct psinfo {
	int32_t pid, parent;
	uint32_t zombie; /* 1: ended, not waited for */
	uint32_t threads;
	uint32_t pages; /* text and block */
	char name[PROC_NAME];
};
#endif

#endif

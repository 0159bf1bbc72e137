/* SPDX-License-Identifier: ISC
 * abi.h - what the kernel and its user programs agree on: addresses, structures
 * of the system calls, limits. Also for assembler and linker scripts. The calls
 * themselves: kernel/syscalls.list. Errors are negative <errno.h> values in a0.
 */
#ifndef ABI_H
#define ABI_H

/* A process sees its text, and one writable block: stack, data, bss, heap. Nothing else is mapped. */
#define PAGE		4096
#define USER_TEXT	0x00010000	/* read and execute; shared after fork */
#define USER_BLOCK	0x00400000	/* read and write; first the stack, which grows down to here */
#define USER_STACK	0x00008000	/* bytes */
#define USER_DATA	0x00408000
#define USER_BLOCK_MAX	0x01000000	/* bytes of the block */
#define USER_BLOCK_END	0x01400000

#define NAME_MAX_BYTES	48	/* of a file, with its final 0 */
#define PROC_NAME	16
#define ARGS_MAX	32	/* arguments of exec */
#define ARGS_BYTES	2048	/* and what they and argv[] take on the stack */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* fstat */
struct kstat {
	uint32_t size;		/* bytes */
	uint32_t kind;		/* KIND_* */
};
enum { KIND_FILE, KIND_DIRECTORY, KIND_CONSOLE };

/* What a read of a directory gives, whole entries only. A path that is empty or ends in '/' is a
 * directory: all files whose names begin so. Names may hold '/'; none begins with it. */
struct direntry {
	char name[NAME_MAX_BYTES];
	uint32_t size;		/* bytes */
};

/* ps */
struct psinfo {
	int32_t pid, parent;
	uint32_t zombie;	/* 1: ended, not waited for */
	uint32_t threads;
	uint32_t pages;		/* text and block */
	char name[PROC_NAME];
};
#endif

#endif

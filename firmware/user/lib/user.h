/* SPDX-License-Identifier: ISC
 * user.h - what user programs have besides the C library and POSIX's read, write, open, close,
 * lseek, unlink, getpid, sbrk, fork (<unistd.h>), wait (<sys/wait.h>).
 *
 * sys_NAME is the raw system call of each line of include/syscalls.list: any arguments, the
 * kernel's result, a negative errno for an error. The other functions set errno and return -1.
 */
#ifndef USER_H
#define USER_H

#include <stdint.h>
#include <sys/types.h>

#include "abi.h"

#define SYSCALL(number, name, nargs) int sys_##name();
#include "syscalls.list"
#undef SYSCALL

/* Replaces the program. Tries path, then "bin/" path if path contains no '/'. Returns only on
 * failure. argv ends with NULL. */
int exec(const char *path, char *const argv[]);

/* Sleeps for n timer ticks. */
int sleep_ticks(unsigned n);

/* Runs f(arg) in a new thread, with a stack of stack_bytes and thread-local variables from malloc.
 * Returns its tid, or
 * -1. */
int thread_create(void (*f)(void *), void *arg, size_t stack_bytes);
void thread_exit(void) __attribute__((noreturn)); /* returning from f does the same */
int thread_join(int tid); /* waits for its end and frees its memory */

int errno_result(int r); /* result of a raw call: r, or -1 with errno = -r */

uint64_t mtime(void); /* the machine's timer, 64 bits */

#endif

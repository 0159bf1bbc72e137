/* SPDX-License-Identifier: ISC
 * user.h - what user programs have beside the C library and POSIX's read, write, open, close, lseek,
 * unlink, getpid, sbrk, fork (<unistd.h>), wait (<sys/wait.h>).
 *
 * sys_NAME is the bare call of each line of kernel/syscalls.list: any arguments, the kernel's
 * answer, a negative errno for an error. The others set errno and return -1.
 */
#ifndef USER_H
#define USER_H

#include <stdint.h>
#include <sys/types.h>

#include "abi.h"

#define SYSCALL(number, name, nargs) int sys_##name();
#include "syscalls.list"
#undef SYSCALL

/* Replaces the program; tries path, then "bin/" path if path has no '/'. Returns only on failure. argv ends with NULL. */
int exec(const char *path, char *const argv[]);

/* Sleeps for n timer ticks. */
int sleep_ticks(unsigned n);

/* Runs f(arg) in a thread of its own, with a stack and thread-local variables from malloc: its tid, or -1. */
int thread_create(void (*f)(void *), void *arg, size_t stack_bytes);
void thread_exit(void) __attribute__((noreturn));	/* so does returning from f */
int thread_join(int tid);				/* waits for its end and gives its memory back */

/* A lock is an int, 0 when free, anywhere in memory: the kernel does the work, waiters sleep.
 * A thread that ends leaves its locks taken. EDEADLK: the caller has it; unlock, EPERM: the caller has not. */
int lock(int *l);
int unlock(int *l);

int errno_result(int r);	/* a bare call's answer: r, or -1 with errno = -r */

uint64_t mtime(void);		/* the machine's timer */

#endif

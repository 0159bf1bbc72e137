/* SPDX-License-Identifier: ISC
 * kernel.h - what the files of the kernel offer one another, by file. Machine and memory: base/;
 * processes: proc.h; the profiler: prof/prof.h.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "firmware/kernel/base/base.h"
#include "proc.h"
#include "firmware/kernel/prof/prof.h"

/* console.c */
void console_poll(void);		/* takes what has arrived; wakes readers */
void console_interrupt(void);		/* ends what ^C has asked for; does not return if the current process is of it */
int console_read(uint32_t va, uint32_t n);	/* into the current process: bytes, or a negative errno */
int console_write(uint32_t va, uint32_t n);

/* timer.c */
extern uint32_t timer_tries;		/* to return to user mode, since it made a call, or since the machine idled; counted by timer_late */
void timer_late(void);			/* timer_poll on the way back to user mode */
void timer_init(void);
void timer_interrupt(uint32_t pc, int user, int idle);	/* ends no process: where one may end, call console_interrupt after it */
void timer_set(uint32_t units);		/* the next tick is at most that far ahead, then each as far: never put off */
uint32_t timer_tick(void);		/* as set */
uint32_t timer_latest(void);		/* the longest that the interrupt waited since this was asked last, mtime units */
void timer_wait(void);			/* by the scheduler: until a tick */
void timer_poll(void);			/* takes a tick that is due, as one of the kernel's (idle: of nobody's) time */
uint64_t timer_now(void);		/* mtime */

/* fs.c - files in memory */
struct inode {
	char name[NAME_MAX_BYTES];	/* "": unlinked, or free if refs is 0 as well */
	uint8_t *data;
	uint32_t size;			/* bytes */
	uint32_t pages;			/* 0: data is in the archive, which is not written to */
	uint32_t refs;			/* open files */
};
void fs_init(void);
struct inode *fs_find(const char *name);
struct inode *fs_create(const char *name);	/* NULL: no free entry */
void fs_unlink(struct inode *i);
void fs_release(struct inode *i);		/* a reference less */
int fs_resize(struct inode *i, uint32_t size);	/* new bytes are 0. 0, -EFBIG, -ENOSPC */
int fs_list(const char *prefix, uint32_t *cursor, struct direntry *out);	/* 1: next entry, 0: no more */
uint32_t fs_count(void);

/* file.c */
struct file *file_console(void);
struct file *file_share(struct file *f);	/* one reference more; NULL gives NULL */
void file_close(struct file *f);
const char *path_name(const char *path);	/* without leading slashes */

/* brk.c */
int vm_brk(struct proc *p, uint32_t end);	/* the block grows in place or moves: 0, -ENOMEM (nothing has changed) */

/* exec.c */
/* Replaces p's memory by the program; argv: user address in p, 0: none. t's registers begin it. 0 or a negative errno: nothing has changed. */
int exec(struct proc *p, struct thread *t, const char *path, uint32_t argv);

/* syscall.c */
int syscall(const struct frame *f);

#define PARAMS_0 void
#define PARAMS_1 uint32_t
#define PARAMS_2 uint32_t, uint32_t
#define PARAMS_3 uint32_t, uint32_t, uint32_t
#define PARAMS_4 uint32_t, uint32_t, uint32_t, uint32_t
#define PARAMS_5 uint32_t, uint32_t, uint32_t, uint32_t, uint32_t
#define SYSCALL(number, name, nargs) int sys_##name(PARAMS_##nargs);
#include "syscalls.list"
#undef SYSCALL

#endif

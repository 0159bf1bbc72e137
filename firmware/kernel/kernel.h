/* SPDX-License-Identifier: ISC
 * kernel.h - the interfaces between the files of the kernel, by file. Machine and memory: base/.
 * Processes: proc.h. Profiler: prof/prof.h.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "firmware/kernel/base/base.h"
#include "proc.h"
#include "firmware/kernel/prof/prof.h"

/* console.c */
void console_poll(void); /* takes input that has arrived; wakes readers */
/* ends what ^C asks for; does not return if that includes the current process */
void console_interrupt(void);
/* reads into the current process: bytes, or a negative errno */
int console_read(uint32_t va, uint32_t n);
int console_write(uint32_t va, uint32_t n);

/* timer.c */
void timer_init(void);
/* just before user mode: the next interrupt leaves it some time, even if a tick is due */
void timer_room(void);
/* ends no process: call console_interrupt after it where one may end */
void timer_interrupt(uint32_t pc, int user, int idle);
/* sets the tick length, mtime units; the next tick comes no later than that from now, and never
 * later than before */
void timer_set(uint32_t units);
uint32_t timer_tick(void); /* mtime units */
void timer_wait(void); /* the scheduler waits for a tick */
/* takes a tick that is due, as kernel time (idle: nobody's) */
void timer_poll(void);
uint64_t timer_now(void); /* reads mtime, 64 bits */

/* fs.c - files in memory */
struct inode {
	char name[NAME_MAX_BYTES]; /* "": unlinked; free if refs is 0, too */
	uint8_t *data;
	uint32_t size; /* bytes */
	uint32_t pages; /* 0: data is in the archive, which is never written */
	uint32_t refs; /* open files; processes that run it */
};
void fs_init(void);
struct inode *fs_find(const char *name);
struct inode *fs_create(const char *name); /* NULL: no free entry */
void fs_unlink(struct inode *i);
struct inode *fs_hold(struct inode *i); /* adds a reference */
void fs_release(struct inode *i); /* drops one; NULL: none */
int fs_resize(struct inode *i, uint32_t size); /* new bytes are 0; 0, -EFBIG, -ENOSPC, -ETXTBSY */
/* the first file from entry `at` on; returns the entry behind it, 0: no more */
uint32_t fs_list(uint32_t at, struct direntry *out);
uint32_t fs_count(void);

/* file.c */
struct file *file_console(void);
struct file *file_share(struct file *f); /* adds a reference; NULL gives NULL */
void file_close(struct file *f);
const char *path_name(const char *path); /* strips leading slashes */

/* exec.c */
/* Replaces p's memory by the program and sets t's registers to its start. argv: user address in p,
 * 0: none. Returns 0, or a negative errno, and then nothing has changed. */
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

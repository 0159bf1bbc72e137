/* SPDX-License-Identifier: ISC
 * kernel.h - what the files of the kernel offer one another, by file. Processes and memory: proc.h, vm.h;
 * the profiler: prof.h.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "abi.h"
#include "proc.h"

/* start.S */
extern char trap_return[];
#define SAVED_WORDS 16			/* below sp while another stack is in use; the first is ra */
void context_switch(uint32_t *save_sp, uint32_t sp);	/* to another kernel stack; returns when somebody switches back */
int probe_byte(uint32_t address);	/* the byte there, or -1: it trapped */

/* board.c - which machine this is */
struct board {
	uint32_t uart, clint, finisher;	/* addresses as the CPU reaches them */
	uint32_t alias;			/* uncached RAM less RAM: add it to a physical address; 0: none */
	uint32_t unit;			/* where a Tally unit may be; 0: nowhere */
	const char *name;
};
extern struct board board;
void board_init(void);
/* Empties the data cache (VexRiscv's own instruction) where there is one that an alias passes by. */
static inline void cache_flush(void)
{
	if (board.alias)
		__asm__ volatile(".word 0x500F" ::: "memory");
}
_Noreturn void board_halt(uint32_t code);	/* ends the machine, code 0..65535 */

/* print.c - %d %u %x %s %c %lu %lx %08lx, on the console */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* console.c */
void console_put(char c);
void console_poll(void);		/* takes what has arrived; wakes readers */
void console_interrupt(void);		/* ends what ^C has asked for; does not return if the current process is of it */
int console_read(uint32_t va, uint32_t n);	/* into the current process: bytes, or a negative errno */
int console_write(uint32_t va, uint32_t n);

/* timer.c */
extern uint32_t ticks;			/* that came due since boot and were taken */
extern uint32_t timer_tries;		/* to return to user mode, since it ran: ended by timer_late */
void timer_late(void);			/* timer_poll on the way back to user mode */
void timer_init(void);
void timer_interrupt(uint32_t pc, int user, int idle);
void timer_set(uint32_t units);		/* the next tick is at most that far ahead, then each as far: never put off */
uint32_t timer_tick(void);		/* as set */
void timer_wait(void);			/* by the scheduler: until a tick */
void timer_poll(void);			/* takes a tick that is due, as one of the kernel's (idle: of nobody's) time */
uint64_t timer_now(void);		/* mtime */

/* page.c - physical memory in pages; addresses are physical, cached */
void page_init(uint32_t from, uint32_t to);
uint32_t page_alloc(uint32_t n);	/* n contiguous pages, contents unknown; 0: there are not so many */
int page_extend(uint32_t pa, uint32_t have, uint32_t want);	/* more behind the first `have`, in place: 0, -ENOMEM */
void page_free(uint32_t pa, uint32_t n);
uint32_t page_count(void);		/* free pages */
static inline uint32_t pages_of(uint32_t bytes) { return (bytes + PAGE - 1) / PAGE; }

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

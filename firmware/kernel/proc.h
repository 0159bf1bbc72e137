/* SPDX-License-Identifier: ISC
 * proc.h - processes (memory, files, profile) and the threads that run in them.
 *
 * Rule of this kernel: it is not preempted, and a thread that sleeps in it holds nothing that it
 * would have to release. So whoever runs may end any process at once.
 */
#ifndef PROC_H
#define PROC_H

#include <stdint.h>

#include "abi.h"
#include "firmware/kernel/base/vm.h"
#include "firmware/kernel/prof/prof.h"

#define NFILE 16 /* open files per process */

struct file;
struct inode;

enum proc_state { PROC_FREE, PROC_ALIVE, PROC_ZOMBIE };

struct proc {
	enum proc_state state;
	int pid;
	char name[PROC_NAME];
	struct proc *parent; /* NULL: it has ended; process 1 */
	int status; /* zombie: exit code << 8, or the signal that ended it */
	struct vm vm;
	struct inode *program; /* its text in vm */
	struct file *files[NFILE];
	struct profile prof;
};

/* User registers of a thread while it is in the kernel: x[0] is the pc, x[n] register n. At the top
 * of its kernel stack. */
struct frame {
	uint32_t x[32];
};
enum { X_PC = 0, X_RA = 1, X_SP = 2, X_GP = 3, X_TP = 4, X_A0 = 10, X_A1 = 11, X_A7 = 17 };

enum thread_state { THREAD_FREE, THREAD_READY, THREAD_ASLEEP, THREAD_ENDED, THREAD_DEAD };

struct thread {
	/* READY: runs or may run. ENDED: not joined yet. DEAD: the scheduler frees it. */
	enum thread_state state;
	int tid; /* unique since boot */
	struct proc *proc;
	uint32_t stack; /* one page; 0 when ENDED */
	struct frame *frame;
	uint32_t sp; /* kernel stack pointer while another thread runs */
	const void *channel; /* ASLEEP: what it waits for */
	uint32_t wake; /* ASLEEP on &ticks: the tick that wakes it */
};

extern struct proc procs[NPROC];
extern struct thread threads[NTHREAD], *threads_end; /* all from threads_end on are free */
extern struct thread *current; /* NULL: the scheduler (boot, idle) */
extern uint32_t ticks; /* ticks taken since boot */
/* a tick came since `current` got the CPU: it yields before it returns to user mode */
extern int turn_over;

/* proc.c */
struct proc *proc_new(struct proc *parent); /* NULL: no free entry */
/* does not return if p is the current process */
void proc_end(struct proc *p, int status);
/* ends all but process 1, the current one last; returns how many */
int proc_end_programs(int status);
void proc_first(void); /* starts process 1, a shell */
unsigned proc_threads(const struct proc *p); /* threads that have not ended */

/* thread.c */
void stack_mark(uint32_t *low); /* marks an unused kernel stack */
int stack_good(const uint32_t *low); /* 0: the stack overflowed */
/* READY, frame zeroed; NULL: *error is -EAGAIN or -ENOMEM */
struct thread *thread_new(struct proc *p, int *error);
void thread_free(struct thread *t);

/* sched.c */
/* ends the current thread; its process goes on or becomes a zombie */
_Noreturn void thread_leave(void);
void thread_yield(void);
/* until thread_wake(channel); the caller must check its condition again */
void thread_sleep(const void *channel);
void thread_wake(const void *channel);
void thread_tick(void); /* wakes the sleepers that are due */
/* runs for ever on the boot stack; idle() returns when something may be ready */
_Noreturn void schedule(void (*idle)(void));

#endif

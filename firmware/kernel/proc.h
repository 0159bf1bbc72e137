/* SPDX-License-Identifier: ISC
 * proc.h - processes (memory, files, profile) and the threads that run in them.
 *
 * Rule of this kernel: it is not preempted, and a thread that sleeps in it holds
 * nothing that would need giving back. So any process may be ended at once, by whoever runs.
 */
#ifndef PROC_H
#define PROC_H

#include <stdint.h>

#include "abi.h"
#include "firmware/kernel/base/vm.h"
#include "firmware/kernel/prof/profile.h"

#define NFILE	16	/* open files of a process */

struct file;

enum proc_state { PROC_FREE, PROC_ALIVE, PROC_ZOMBIE };

struct proc {
	enum proc_state state;
	int pid;
	char name[PROC_NAME];
	struct proc *parent;
	int status;			/* of a zombie: code << 8, or the signal that stands for why it was ended */
	struct vm vm;
	struct file *files[NFILE];
	struct profile prof;
};

/* User registers of a thread while it is in the kernel: x[0] is the pc, x[n] register n. At the top of its kernel stack. */
struct frame {
	uint32_t x[32];
};
enum { X_PC = 0, X_RA = 1, X_SP = 2, X_GP = 3, X_TP = 4, X_A0 = 10, X_A1 = 11, X_A7 = 17 };

enum thread_state { THREAD_FREE, THREAD_READY, THREAD_ASLEEP, THREAD_ENDED, THREAD_DEAD };

struct thread {
	enum thread_state state;	/* READY: runs or may run; ENDED: not joined; DEAD: the scheduler frees it */
	int tid;			/* unique in the machine's life */
	struct proc *proc;
	uint32_t stack;			/* one page; 0 when ENDED */
	struct frame *frame;
	uint32_t sp;			/* of the kernel stack while another runs */
	const void *channel;		/* ASLEEP: what for */
	uint32_t wake;			/* ASLEEP on &ticks: until this tick */
};

extern struct proc procs[NPROC];
extern struct thread threads[NTHREAD], *threads_end;	/* none is in use from threads_end on */
extern struct thread *current;		/* NULL: the scheduler (boot, idle) */
extern uint32_t ticks;			/* that came due since boot and were taken */
extern int turn_over;			/* a tick was taken since `current` got the machine: it gives way before it is in user mode again */

/* proc.c */
struct proc *proc_new(struct proc *parent);		/* NULL: no free entry */
void proc_end(struct proc *p, int status);		/* does not return if p is the current one */
void proc_end_tree(int pid, int status);			/* the same for it and its descendants, if it is alive; nothing if it is process 1 */
int proc_alive(int pid);
int proc_is_child(int pid);				/* of the current process; alive or not */
void proc_first(void);					/* process 1, from INIT */
unsigned proc_threads(const struct proc *p);		/* that have not ended */

/* thread.c */
void stack_mark(uint32_t *low);				/* of a kernel stack, before it is used */
int stack_good(const uint32_t *low);			/* it was large enough */
struct thread *thread_new(struct proc *p, int *error);	/* READY, frame zero; NULL: error is -EAGAIN or -ENOMEM */
void thread_free(struct thread *t);

/* sched.c */
_Noreturn void thread_leave(void);			/* the current one ends; its process goes on or is a zombie */
void thread_yield(void);
void thread_sleep(const void *channel);			/* until thread_wake(channel); look again at what was waited for */
void thread_wake(const void *channel);
void thread_tick(void);					/* wakes those whose time has come */
int thread_others_ready(void);
_Noreturn void schedule(void (*idle)(void));		/* for ever, on the boot stack; idle: until something may be ready */

#endif

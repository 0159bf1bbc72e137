/* SPDX-License-Identifier: ISC
 * thread.c - threads, each with a kernel stack of one page, and the scheduler: round robin over the
 * table. One runs until it sleeps, yields, or a tick finds it in user mode.
 */
#include <string.h>

#include "kernel.h"

#define STACK_MAGIC 0x7a11ed00u		/* at the low end of each kernel stack */

struct thread threads[NTHREAD];
struct thread *threads_end = threads;
struct thread *current;
static uint32_t scheduler_sp;
static int last_tid;

struct thread *thread_new(struct proc *p, int *error)
{
	struct thread *t = threads;

	while (t < threads + NTHREAD && t->state != THREAD_FREE)
		t++;
	*error = -EAGAIN;
	if (t == threads + NTHREAD)
		return NULL;
	uint32_t stack = page_alloc(1);
	*error = -ENOMEM;
	if (!stack)
		return NULL;
	*error = 0;
	last_tid = last_tid < INT32_MAX ? last_tid + 1 : 1;
	if (t == threads_end)
		threads_end++;
	*t = (struct thread){ .state = THREAD_READY, .tid = last_tid, .proc = p, .stack = stack };
	t->frame = (struct frame *)(stack + PAGE) - 1;
	memset(t->frame, 0, sizeof *t->frame);
	*(uint32_t *)stack = STACK_MAGIC;
	t->sp = (uint32_t)t->frame - 4 * SAVED_WORDS;
	*(uint32_t *)t->sp = (uint32_t)trap_return;
	return t;
}

void thread_free(struct thread *t)
{
	if (t->stack)
		page_free(t->stack, 1);
	*t = (struct thread){ .state = THREAD_FREE };
	while (threads_end > threads && threads_end[-1].state == THREAD_FREE)
		threads_end--;
}

static void leave_cpu(void)
{
	if (*(uint32_t *)current->stack != STACK_MAGIC)
		panic("kernel stack of thread %d", current->tid);
	context_switch(&current->sp, scheduler_sp);
}

_Noreturn void thread_leave(void)
{
	current->state = THREAD_DEAD;
	leave_cpu();
	panic("a dead thread runs");
}

void thread_yield(void)
{
	if (thread_others_ready())
		leave_cpu();
}

void thread_sleep(const void *channel)
{
	current->channel = channel;
	current->state = THREAD_ASLEEP;
	leave_cpu();
}

void thread_wake(const void *channel)
{
	for (struct thread *t = threads; t < threads_end; t++)
		if (t->state == THREAD_ASLEEP && t->channel == channel)
			t->state = THREAD_READY;
}

void thread_tick(void)
{
	for (struct thread *t = threads; t < threads_end; t++)
		if (t->state == THREAD_ASLEEP && t->channel == &ticks && (int32_t)(t->wake - ticks) <= 0)
			t->state = THREAD_READY;
}

int thread_others_ready(void)
{
	for (struct thread *t = threads; t < threads_end; t++)
		if (t->state == THREAD_READY && t != current)
			return 1;
	return 0;
}

/* The next after `from` that may run; idles, with the timer as the only way out, until there is one. */
static struct thread *next(struct thread *from)
{
	static struct proc *running;	/* as the profiler knows it */
	struct thread *t = from;

	for (;;) {
		for (int n = threads_end - threads; n; n--) {
			t = t + 1 < threads_end ? t + 1 : threads;
			if (t->state != THREAD_READY)
				continue;
			if (running != t->proc)
				prof_switch(running = t->proc);
			return t;
		}
		if (running)
			prof_switch(running = NULL);
		__asm__ volatile("wfi");
		timer_poll();
	}
}

_Noreturn void schedule(void)
{
	extern uint32_t boot_stack[];
	struct thread *t = threads;

	boot_stack[0] = STACK_MAGIC;
	for (;;) {
		t = next(t);
		vm_activate(&t->proc->vm);
		current = t;
		context_switch(&scheduler_sp, t->sp);
		current = NULL;
		if (boot_stack[0] != STACK_MAGIC)
			panic("the scheduler's stack");
		if (t->state != THREAD_DEAD)
			continue;
		t->state = THREAD_ENDED;
		page_free(t->stack, 1);
		t->stack = 0;
		if (t->proc->state == PROC_ALIVE)
			thread_wake(t);
		else
			thread_free(t);
	}
}

int sys_yield(void)
{
	thread_yield();
	return 0;
}

int sys_gettid(void) { return current->tid; }

int sys_thread_create(uint32_t pc, uint32_t arg, uint32_t stack_top, uint32_t tls)
{
	struct thread *t;
	int error;

	if (!user_ok(current->proc, pc, 4, 0) || !user_ok(current->proc, stack_top, 0, 1))
		return -EFAULT;
	if (pc % 4 || stack_top % 16)
		return -EINVAL;
	t = thread_new(current->proc, &error);
	if (!t)
		return error;
	t->frame->x[X_PC] = pc;
	t->frame->x[X_SP] = stack_top;
	t->frame->x[X_GP] = current->frame->x[X_GP];
	t->frame->x[X_TP] = tls;
	t->frame->x[X_A0] = arg;
	return t->tid;
}

int sys_thread_exit(void)
{
	if (proc_threads(current->proc) == 1)
		proc_end(current->proc, 0);
	thread_leave();
}

int sys_thread_join(uint32_t tid)
{
	for (struct thread *t = threads; t < threads_end; t++) {
		if (t->state == THREAD_FREE || t->proc != current->proc || t->tid != (int)tid)
			continue;
		if (t == current)
			return -EDEADLK;
		while (t->proc == current->proc && t->tid == (int)tid && t->state != THREAD_ENDED)
			thread_sleep(t);
		if (t->proc != current->proc || t->tid != (int)tid)
			return -ESRCH;	/* another thread has joined it */
		thread_free(t);
		return 0;
	}
	return -ESRCH;
}

/* Locks are words of user memory. All who wait in a process wait for the same thing, and look again. */
int sys_lock(uint32_t va)
{
	struct proc *p = current->proc;
	int32_t owner;

	if (va % 4)
		return -EINVAL;
	for (;;) {
		if (!user_ok(p, va, 4, 1) || copyin(p, &owner, va, 4))
			return -EFAULT;
		if (owner == current->tid)
			return -EDEADLK;
		if (!owner)
			return copyout(p, va, &current->tid, 4);
		thread_sleep(&p->vm);
	}
}

int sys_unlock(uint32_t va)
{
	static const int32_t nobody;
	struct proc *p = current->proc;
	int32_t owner;

	if (va % 4)
		return -EINVAL;
	if (!user_ok(p, va, 4, 1) || copyin(p, &owner, va, 4))
		return -EFAULT;
	if (owner != current->tid)
		return -EPERM;
	copyout(p, va, &nobody, 4);
	thread_wake(&p->vm);
	return 0;
}

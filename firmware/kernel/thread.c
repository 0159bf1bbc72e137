/* SPDX-License-Identifier: ISC
 * thread.c - threads, each with one page of kernel stack, and their system calls.
 */
#include <string.h>

#include "kernel.h"

struct thread threads[NTHREAD];
struct thread *threads_end = threads;
struct thread *current;
static int last_tid;

#define STACK_MAGIC 0x7a11ed00u /* at the low end of each kernel stack */

void stack_mark(uint32_t *low)
{
	*low = STACK_MAGIC;
}
int stack_good(const uint32_t *low)
{
	return *low == STACK_MAGIC;
}

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
	stack_mark((uint32_t *)stack);
	t->sp = (uint32_t)t->frame - 4 * SAVED_WORDS;
	((uint32_t *)t->sp)[X_RA] = (uint32_t)trap_return;
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

int sys_gettid(void)
{
	return current->tid;
}

int sys_thread_create(uint32_t pc, uint32_t arg, uint32_t stack_top, uint32_t tls)
{
	struct thread *t;
	int error;

	if (!user_ok(&current->proc->vm, pc, 4, 0) || !user_ok(&current->proc->vm, stack_top, 0, 1))
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
			return -ESRCH; /* another thread joined it first */
		thread_free(t);
		return 0;
	}
	return -ESRCH;
}

/* SPDX-License-Identifier: ISC
 * systhread.c - system calls of threads: create, exit, join.
 */
#include "kernel.h"

int sys_gettid(void) { return current->tid; }

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
			return -ESRCH;	/* another thread joined it first */
		thread_free(t);
		return 0;
	}
	return -ESRCH;
}

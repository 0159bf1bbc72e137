/* SPDX-License-Identifier: ISC
 * proc.c - processes: fork, exit, wait, kill, ps.
 */
#include <signal.h>
#include <string.h>

#include "kernel.h"

#define FIRST "bin/sh"

struct proc procs[NPROC];
static int last_pid;

static struct proc *find(int pid)
{
	for (struct proc *p = procs; p < procs + NPROC; p++)
		if (p->state != PROC_FREE && p->pid == pid)
			return p;
	return NULL;
}

struct proc *proc_new(struct proc *parent)
{
	for (struct proc *p = procs; p < procs + NPROC; p++)
		if (p->state == PROC_FREE) {
			*p = (struct proc){
				.state = PROC_ALIVE, .parent = parent, .prof.vm = &p->vm
			};
			do
				last_pid = last_pid < INT32_MAX ? last_pid + 1 : 1;
			while (find(last_pid));
			p->pid = last_pid;
			return p;
		}
	return NULL;
}

void proc_first(void)
{
	int error;
	struct proc *p = proc_new(NULL);
	struct thread *t = thread_new(p, &error);

	if (!t || (error = exec(p, t, FIRST, 0)))
		panic("%s: error %d", FIRST, error);
	for (int fd = 0; fd < 3; fd++)
		p->files[fd] = file_console();
}

unsigned proc_threads(const struct proc *p)
{
	unsigned n = 0;

	for (struct thread *t = threads; t < threads_end; t++)
		n += t->proc == p && (t->state == THREAD_READY || t->state == THREAD_ASLEEP);
	return n;
}

/* Ends all threads of p except the running one. */
static void end_others(struct proc *p)
{
	for (struct thread *t = threads; t < threads_end; t++)
		if (t->proc == p && t != current)
			thread_free(t);
}

static int is_current(const struct proc *p)
{
	return current && current->proc == p;
}

/* The parent collects the zombie. One without a parent, or whose parent has ended, leaves none. */
void proc_end(struct proc *p, int status)
{
	if (p->pid == 1)
		panic("process 1 ended, status %d", status);
	prof_exit(&p->prof);
	end_others(p);
	for (int fd = 0; fd < NFILE; fd++)
		file_close(p->files[fd]);
	vm_destroy(&p->vm);
	fs_release(p->program);
	p->program = NULL;
	for (struct proc *c = procs; c < procs + NPROC; c++)
		if (c->state != PROC_FREE && c->parent == p) {
			c->parent = NULL;
			if (c->state == PROC_ZOMBIE)
				c->state = PROC_FREE;
		}
	p->state = p->parent ? PROC_ZOMBIE : PROC_FREE;
	p->status = status;
	thread_wake(p->parent);
	if (is_current(p))
		thread_leave();
}

int proc_end_programs(int status)
{
	int n = 0;

	for (struct proc *p = procs; p < procs + NPROC; p++)
		if (p->state == PROC_ALIVE && p->pid != 1 && !is_current(p)) {
			proc_end(p, status);
			n++;
		}
	if (current && current->proc->pid != 1)
		proc_end(current->proc, status);
	return n;
}

int sys_fork(void)
{
	struct proc *p = current->proc, *child = proc_new(p);
	struct thread *t;
	int error;

	if (!child)
		return -EAGAIN;
	t = thread_new(child, &error);
	if (!t)
		goto no_thread;
	error = vm_fork(&child->vm, &p->vm);
	if (error)
		goto no_memory;
	child->program = fs_hold(p->program);
	prof_fork(&p->prof, &child->prof);
	memcpy(child->name, p->name, sizeof child->name);
	for (int fd = 0; fd < NFILE; fd++)
		child->files[fd] = file_share(p->files[fd]);
	*t->frame = *current->frame;
	t->frame->x[X_A0] = 0;
	return child->pid;

no_memory:
	thread_free(t);
no_thread:
	child->state = PROC_FREE;
	return error;
}

int sys_exec(uint32_t path, uint32_t argv)
{
	char name[NAME_MAX_BYTES];
	struct proc *p = current->proc;
	int error = copyinstr(&p->vm, name, path, sizeof name);

	if (error < 0)
		return error;
	error = exec(p, current, name, argv);
	if (error)
		return error;
	end_others(p);
	return (int)current->frame->x[X_A0];
}

int sys_exit(uint32_t code)
{
	proc_end(current->proc, (int)(code & 0xff) << 8);
	return 0;
}

int sys_wait(uint32_t status)
{
	struct proc *p = current->proc;

	if (status && !user_ok(&p->vm, status, sizeof p->status, 1))
		return -EFAULT;
	for (;;) {
		int children = 0;
		for (struct proc *c = procs; c < procs + NPROC; c++) {
			if (c->state == PROC_FREE || c->parent != p)
				continue;
			children = 1;
			if (c->state != PROC_ZOMBIE)
				continue;
			if (status && copyout(&p->vm, status, &c->status, sizeof c->status))
				return -EFAULT;
			c->state = PROC_FREE;
			return c->pid;
		}
		if (!children)
			return -ECHILD;
		thread_sleep(p);
	}
}

int sys_kill(uint32_t pid)
{
	struct proc *p = find((int)pid);

	if (!p || p->state != PROC_ALIVE)
		return -ESRCH;
	if (p->pid == 1)
		return -EPERM;
	proc_end(p, SIGKILL);
	return 0;
}

int sys_getpid(void)
{
	return current->proc->pid;
}

int sys_ps(uint32_t va, uint32_t n)
{
	struct proc *me = current->proc;
	uint32_t count = 0;

	if (n > USER_BLOCK_MAX / sizeof(struct psinfo)
		|| !user_ok(&me->vm, va, n * sizeof(struct psinfo), 1))
		return -EFAULT;
	for (struct proc *p = procs; p < procs + NPROC; p++) {
		if (p->state == PROC_FREE)
			continue;
		struct psinfo info = {
			.pid = p->pid,
			.parent = p->parent ? p->parent->pid : 0,
			.zombie = p->state == PROC_ZOMBIE,
			.threads = proc_threads(p),
			.pages = p->vm.pages + p->vm.text_pages,
		};
		memcpy(info.name, p->name, sizeof info.name);
		if (count < n)
			copyout(&me->vm, va + count * sizeof info, &info, sizeof info);
		count++;
	}
	return (int)count;
}

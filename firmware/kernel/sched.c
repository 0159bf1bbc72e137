/* SPDX-License-Identifier: ISC
 * sched.c - the scheduler: round robin over the threads. A thread runs until it sleeps, yields, or
 * a tick finds it in user mode or during its system call. With no thread ready the machine waits
 * for the timer, the only interrupt.
 */
#include "kernel.h"

uint32_t ticks;
int turn_over;
static uint32_t scheduler_sp;

static void leave_cpu(void)
{
	if (!stack_good((uint32_t *)current->stack))
		panic("kernel stack of thread %d", current->tid);
	context_switch(&current->sp, scheduler_sp);
}

_Noreturn void thread_leave(void)
{
	current->state = THREAD_DEAD;
	leave_cpu();
	panic("a dead thread runs");
}

static int others_ready(void)
{
	for (struct thread *t = threads; t < threads_end; t++)
		if (t->state == THREAD_READY && t != current)
			return 1;
	return 0;
}

void thread_yield(void)
{
	turn_over = 0;
	if (others_ready())
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
	turn_over = 1;
	for (struct thread *t = threads; t < threads_end; t++)
		if (t->state == THREAD_ASLEEP && t->channel == &ticks
			&& (int32_t)(t->wake - ticks) <= 0)
			t->state = THREAD_READY;
}

/* Landmarks for observers of the core's pc: the scheduler calls the one whose number is the pid of
 * the process that runs next, 0 for every pid of MARKS or more. */
#define MARKS 32
extern char prof_marks[];
__asm__(".text\n.globl prof_marks\n.balign 4\nprof_marks:\n.rept 32\nret\n.endr");

static void mark(const struct proc *p)
{
	((void (*)(void))(prof_marks + (p->pid < MARKS ? 4 * p->pid : 0)))();
}

/* Returns the next ready thread after `from`. Waits for the timer until there is one. */
static struct thread *next(struct thread *from, void (*idle)(void))
{
	static struct proc *running; /* whose profile runs */
	struct thread *t = from;

	for (;;) {
		for (int n = threads_end - threads; n; n--) {
			t = t + 1 < threads_end ? t + 1 : threads;
			if (t->state != THREAD_READY)
				continue;
			if (running != t->proc) {
				running = t->proc;
				mark(running);
				prof_switch(&running->prof);
			}
			return t;
		}
		if (running) {
			running = NULL;
			prof_switch(NULL);
		}
		idle();
	}
}

_Noreturn void schedule(void (*idle)(void))
{
	extern uint32_t boot_stack[];
	struct thread *t = threads;

	stack_mark(boot_stack);
	for (;;) {
		t = next(t, idle);
		vm_activate(&t->proc->vm);
		current = t;
		turn_over = 0;
		context_switch(&scheduler_sp, t->sp);
		current = NULL;
		if (!stack_good(boot_stack))
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

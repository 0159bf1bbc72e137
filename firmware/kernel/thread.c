/* SPDX-License-Identifier: ISC
 * thread.c - threads, each with one page of kernel stack.
 */
#include <string.h>

#include "kernel.h"

struct thread threads[NTHREAD];
struct thread *threads_end = threads;
struct thread *current;
static int last_tid;

#define STACK_MAGIC 0x7a11ed00u		/* at the low end of each kernel stack */

void stack_mark(uint32_t *low) { *low = STACK_MAGIC; }
int stack_good(const uint32_t *low) { return *low == STACK_MAGIC; }

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

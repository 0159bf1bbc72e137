/* SPDX-License-Identifier: ISC
 * thread.c - threads for C: stack and thread-local variables (errno) of each, in one block from
 * malloc.
 *
 * malloc itself is not thread-safe, and thread_create and thread_join call it: call them from one
 * thread only.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user.h"

#define THREADS 16

extern char __tls_image[], __tls_image_bytes[], __tls_bytes[];

struct start {
	void (*f)(void *);
	void *arg;
};
static struct {
	int tid;
	void *memory;
} made[THREADS];

/* Initialises a new thread's thread-local variables at tls (zeroed). */
void tls_init(char *tls)
{
	memcpy(tls, __tls_image, (size_t)__tls_image_bytes);
}

static void begin(struct start *s)
{
	s->f(s->arg);
	thread_exit();
}

static char *aligned(char *at)
{
	return (char *)(((uintptr_t)at + 15) & ~(uintptr_t)15);
}

int thread_create(void (*f)(void *), void *arg, size_t stack_bytes)
{
	int slot = 0, tid;

	while (slot < THREADS && made[slot].memory)
		slot++;
	if (slot == THREADS)
		return errno_result(-EAGAIN);
	char *memory = calloc(1, stack_bytes + (size_t)__tls_bytes + sizeof(struct start) + 32);
	if (!memory)
		return errno_result(-ENOMEM);
	char *top = aligned(memory + stack_bytes);
	struct start *s = (struct start *)aligned(top + (size_t)__tls_bytes);
	*s = (struct start){ f, arg };
	tls_init(top);
	tid = sys_thread_create(begin, s, top, top);
	made[slot].tid = tid;
	made[slot].memory = memory;
	if (tid < 0) {
		free(memory);
		made[slot].memory = NULL;
	}
	return errno_result(tid);
}

void thread_exit(void)
{
	for (;;)
		sys_thread_exit();
}

int thread_join(int tid)
{
	int r = sys_thread_join(tid);

	for (int i = 0; i < THREADS && !r; i++)
		if (made[i].memory && made[i].tid == tid) {
			free(made[i].memory);
			made[i].memory = NULL;
		}
	return errno_result(r);
}

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
static struct { int tid; void *memory; } made[THREADS];

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

int thread_create(void (*f)(void *), void *arg, size_t stack_bytes)
{
	size_t tls = ((size_t)__tls_bytes + 15) & ~(size_t)15,
		stack = (stack_bytes + 15) & ~(size_t)15;
	int slot = 0, tid;

	while (slot < THREADS && made[slot].memory)
		slot++;
	char *memory = slot < THREADS ? calloc(1, stack + tls + sizeof(struct start) + 16) : NULL;
	if (!memory) {
		errno = slot < THREADS ? ENOMEM : EAGAIN;
		return -1;
	}
	char *top = (char *)(((uintptr_t)memory + stack + 15) & ~(uintptr_t)15);
	struct start *s = (struct start *)(top + tls);
	*s = (struct start){ f, arg };
	tls_init(top);
	tid = sys_thread_create(begin, s, top, top);
	if (tid < 0) {
		free(memory);
		errno = -tid;
		return -1;
	}
	made[slot].tid = tid;
	made[slot].memory = memory;
	return tid;
}

void thread_exit(void)
{
	for (;;)
		sys_thread_exit();
}

int thread_join(int tid)
{
	int r = sys_thread_join(tid);

	if (r < 0) {
		errno = -r;
		return -1;
	}
	for (int i = 0; i < THREADS; i++)
		if (made[i].memory && made[i].tid == tid) {
			free(made[i].memory);
			made[i].memory = NULL;
		}
	return 0;
}

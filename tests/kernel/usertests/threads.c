/* SPDX-License-Identifier: ISC
 * threads.c - misuse of threads and locks.
 */
#include <signal.h>
#include <stdbool.h>

#include "usertests.h"

#define STACK 2048

static volatile int count;

static void counts_up(void *arg)
{
	(void)arg;
	for (int i = 0; i < 20; i++)
		count = count + 1;
}

static void sleeps(void *arg)
{
	(void)arg;
	for (;;)
		sleep_ticks(100000);
}

static void spins(void *arg)
{
	(void)arg;
	for (;;)
		spin(1000);
}

static void create_arguments(void)
{
	static char stack[256] __attribute__((aligned(16)));

	EXPECT(sys_thread_create(spin, 0, stack + 8, 0), -EINVAL);
	EXPECT(sys_thread_create((uint32_t)(uintptr_t)spin + 2, 0, stack + 256, 0), -EINVAL);
	EXPECT(sys_thread_join(0x7FFFFFFF), -ESRCH);
	EXPECT(sys_thread_join(-1), -ESRCH);
	EXPECT(sys_thread_join(sys_gettid()), -EDEADLK);
	EXPECT(sys_thread_join(1), -ESRCH);		/* belongs to another process */
	EXPECT(sys_thread_create(0, 0, USER_DATA, 0), -EFAULT);
	EXPECT(sys_thread_create(USER_TEXT, 0, 0, 0), -EFAULT);
}

static void join_twice(void)
{
	int tid = thread_create(counts_up, NULL, STACK);

	CHECK(tid > 0);
	EXPECT(sys_thread_join(tid), 0);
	EXPECT(sys_thread_join(tid), -ESRCH);
	EXPECT(count, 20);
}

static int guard;

static void adds(void *arg)
{
	for (int i = 0; i < 200; i++) {
		EXPECT(lock(&guard), 0);
		int seen = count;
		if (i % 20 == 0)
			sys_yield();
		count = seen + (int)arg;
		EXPECT(unlock(&guard), 0);
	}
}

/* Four threads increment one counter. The lock excludes the others, also across a yield. */
static void lock_guards(void)
{
	int tids[4];

	for (int i = 0; i < 4; i++)
		CHECK((tids[i] = thread_create(adds, (void *)(i + 1), STACK)) > 0);
	for (int i = 0; i < 4; i++)
		EXPECT(thread_join(tids[i]), 0);
	EXPECT(count, 200 * (1 + 2 + 3 + 4));
}

static volatile bool go;

static void waits_for_go(void *arg)
{
	while (!go)
		;
	errno = (int)arg;
	for (int i = 0; i < 3; i++)
		sys_yield();
	if (errno == (int)arg)
		count = count + 1;
}

/* Two threads spin until the first releases them: only the timer lets it run. Each thread has its own errno. */
static void threads_preempted(void)
{
	int a = thread_create(waits_for_go, (void *)71, STACK), b = thread_create(waits_for_go, (void *)72, STACK);

	errno = 70;
	sleep_ticks(3);
	go = true;
	EXPECT(thread_join(a), 0);
	EXPECT(thread_join(b), 0);
	EXPECT(count, 2);
	EXPECT(errno, 70);
}

/* As many threads as possible; all come back. */
static void many_threads(void)
{
	int tids[64], n = 0, r;
	char *stacks = sbrk(65 * STACK);

	stacks += -(uintptr_t)stacks & 15;
	while ((r = sys_thread_create(thread_exit, 0, stacks + (n + 1) * STACK, 0)) > 0 && n < 63)
		tids[n++] = r;
	EXPECT(r, -EAGAIN);
	CHECK(n > 30);
	while (n--)
		EXPECT(sys_thread_join(tids[n]), 0);
}

static void exits_with_threads(uint32_t how)
{
	thread_create(spins, NULL, STACK);
	thread_create(sleeps, NULL, STACK);
	sleep_ticks(1);
	char *argv[] = { "echo", NULL };
	if (how == 1) {
		close(1);
		sys_exec("bin/echo", argv);
	}
	if (how == 2)
		*(volatile int *)0 = 1;
	if (how == 3)
		for (;;)
			spin(100);
}

/* However a process ends, its threads end too. */
static void process_ends_first(void)
{
	CHECK(outcome(exits_with_threads, 0) == 0);
	CHECK(outcome(exits_with_threads, 1) == 0);
	EXPECT(WTERMSIG(outcome(exits_with_threads, 2)), SIGSEGV);
	int pid = child(exits_with_threads, 3);
	sleep_ticks(2);
	EXPECT(sys_kill(pid), 0);
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
}

static void exits_process(void *arg)
{
	(void)arg;
	sleep_ticks(1);
	sys_exit(9);
}

static void waits_while_another_exits(uint32_t arg)
{
	(void)arg;
	thread_create(exits_process, NULL, STACK);
	for (;;)
		sleep_ticks(100000);
}

static void main_leaves_first(uint32_t arg)
{
	(void)arg;
	thread_create(exits_process, NULL, STACK);
	sys_thread_exit();
}

static void becomes_echo(void *arg)
{
	char *argv[] = { "echo", NULL };

	(void)arg;
	close(1);
	sys_exec("bin/echo", argv);
}

static void waits_while_another_execs(uint32_t arg)
{
	(void)arg;
	thread_create(sleeps, NULL, STACK);
	thread_create(becomes_echo, NULL, STACK);
	for (;;)
		sleep_ticks(100000);
}

static void another_thread_execs(void)
{
	CHECK(CLEAN(outcome(waits_while_another_execs, 0)));
}

static void another_thread_exits(void)
{
	EXPECT(WEXITSTATUS(outcome(waits_while_another_exits, 0)), 9);
	EXPECT(WEXITSTATUS(outcome(main_leaves_first, 0)), 9);
}

static uint32_t given;
static volatile bool about_to_wait;
static int other_lock;

static void gives_memory_back(void *arg)
{
	(void)arg;
	while (!about_to_wait)
		sys_yield();
	sleep_ticks(2);
	sys_brk(given);
	sys_lock(&other_lock);
	sys_unlock(&other_lock);		/* all waiters of a lock retry */
}

/* A thread waits in the kernel with a pointer into memory that another thread frees. */
static void memory_goes_while_waiting(void)
{
	uint32_t *page = (uint32_t *)block_end();
	int tid;

	about_to_wait = false;
	given = (uint32_t)(uintptr_t)page;
	tid = thread_create(gives_memory_back, NULL, STACK);
	given = block_end();
	page = (uint32_t *)given;
	CHECK(sys_brk(given + PAGE) > 0);
	*page = 12345;				/* a lock held by another thread */
	about_to_wait = true;
	EXPECT(sys_lock(page), -EFAULT);
	EXPECT(sys_thread_join(tid), 0);
}

static int the_lock;

static void dies_with_lock(void *arg)
{
	(void)arg;
	EXPECT(sys_lock(&the_lock), 0);
}

static void waits_for_ever(uint32_t arg)
{
	(void)arg;
	EXPECT(sys_thread_join(thread_create(dies_with_lock, NULL, STACK)), 0);
	sys_lock(&the_lock);
}

static void locks(void)
{
	EXPECT(sys_unlock(&the_lock), -EPERM);
	EXPECT(sys_lock(&the_lock), 0);
	EXPECT(sys_lock(&the_lock), -EDEADLK);
	EXPECT(the_lock, sys_gettid());
	EXPECT(sys_unlock(&the_lock), 0);
	EXPECT(sys_unlock(&the_lock), -EPERM);
	EXPECT(sys_lock((char *)&the_lock + 2), -EINVAL);
	EXPECT(sys_unlock((char *)&the_lock + 2), -EINVAL);
	EXPECT(sys_lock(0), -EFAULT);
	EXPECT(sys_lock(USER_TEXT), -EFAULT);
	EXPECT(sys_unlock(0x80000000), -EFAULT);
	int pid = child(waits_for_ever, 0);
	sleep_ticks(2);
	EXPECT(sys_kill(pid), 0);
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
}

static void forks(void *arg)
{
	(void)arg;
	for (int i = 0; i < 5; i++) {
		int pid = sys_fork();
		if (pid == 0)
			sys_exit(1);
		sys_wait(0);
	}
}

static void counts_its_threads(uint32_t arg)
{
	static struct psinfo p[64];
	int n = sys_ps(p, 64);

	(void)arg;
	for (int i = 0; i < n; i++)
		if (p[i].pid == getpid())
			exit((int)p[i].threads);
}

static void child_has_one_thread(void)
{
	CHECK(thread_create(sleeps, NULL, STACK) > 0);
	EXPECT(WEXITSTATUS(outcome(counts_its_threads, 0)), 1);
}

/* Several threads fork and wait at once; a child has only the thread that forked. */
static void threads_that_fork(void)
{
	int a = thread_create(forks, NULL, STACK), b = thread_create(forks, NULL, STACK);

	EXPECT(sys_thread_join(a), 0);
	EXPECT(sys_thread_join(b), 0);
	while (sys_wait(0) > 0)
		;
}

const struct test thread_tests[] = {
	TEST(create_arguments), TEST(join_twice), TEST(lock_guards), TEST(threads_preempted), TEST(many_threads), TEST(process_ends_first),
	TEST(another_thread_exits), TEST(another_thread_execs), TEST(memory_goes_while_waiting), TEST(locks), TEST(child_has_one_thread),
	TEST(threads_that_fork), END
};

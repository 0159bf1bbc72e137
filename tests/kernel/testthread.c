/* SPDX-License-Identifier: ISC
 * testthread.c - threads: memory shared, errno their own, locks, join, preemption.
 */
#include <errno.h>

#include "check.h"

#define STACK 2048

static volatile int counter, flag;
static int guard;

static void add(void *arg)
{
	for (int i = 0; i < 200; i++) {
		CHECK(lock(&guard) == 0);
		int seen = counter;
		if (i % 20 == 0)
			sys_yield();
		counter = seen + (int)arg;
		CHECK(unlock(&guard) == 0);
	}
}

static void locked(void)
{
	int tids[4];

	for (int i = 0; i < 4; i++)
		CHECK((tids[i] = thread_create(add, (void *)(i + 1), STACK)) > 0);
	for (int i = 0; i < 4; i++)
		CHECK(thread_join(tids[i]) == 0);
	CHECK(counter == 200 * (1 + 2 + 3 + 4));
	CHECK(thread_join(tids[0]) == -1 && errno == ESRCH);
}

static void lock_refused(void)
{
	CHECK(lock(&guard) == 0);
	CHECK(lock(&guard) == -1 && errno == EDEADLK);
	CHECK(unlock(&guard) == 0);
	CHECK(unlock(&guard) == -1 && errno == EPERM);
	CHECK(sys_lock((char *)&guard + 1) == -EINVAL && sys_unlock((char *)&guard + 2) == -EINVAL);
	CHECK(sys_lock(0) == -EFAULT && sys_lock(USER_TEXT) == -EFAULT && sys_unlock(0x80000000) == -EFAULT);
	CHECK(thread_join(sys_gettid()) == -1 && errno == EDEADLK);
	CHECK(thread_join(1) == -1 && errno == ESRCH);
	CHECK(sys_thread_create(0, 0, USER_DATA, 0) == -EFAULT);
	CHECK(sys_thread_create(USER_TEXT + 2, 0, USER_DATA, 0) == -EINVAL);
	CHECK(sys_thread_create(USER_TEXT, 0, 0, 0) == -EFAULT);
}

static void wait_flag(void *arg)
{
	while (!flag)
		;
	errno = (int)arg;
	for (int i = 0; i < 3; i++)
		sys_yield();
	if (errno == (int)arg)
		counter++;
}

/* Two threads spin until the first sets a flag: only the timer lets it run. */
static void preempted(void)
{
	int a = thread_create(wait_flag, (void *)71, STACK), b = thread_create(wait_flag, (void *)72, STACK);

	errno = 70;
	sleep_ticks(3);
	flag = 1;
	CHECK(thread_join(a) == 0 && thread_join(b) == 0);
	CHECK(counter == 2 && errno == 70);
}

static void nap(void *arg)
{
	(void)arg;
	sleep_ticks(1000000);
}

/* The process ends with threads asleep: run_cases looks for lost pages. */
static void abandoned(void)
{
	for (int i = 0; i < 8; i++)
		CHECK(thread_create(nap, NULL, 512) > 0);
}

static void child_ends(void *arg)
{
	(void)arg;
	exit(7);
}

static void exit_from_thread(void)
{
	thread_create(child_ends, NULL, STACK);
	sleep_ticks(100000);
}

static void replaced(void *arg)
{
	char *const argv[] = { "echo", "from a thread", NULL };

	(void)arg;
	exec("echo", argv);
}

static void exec_from_thread(void)
{
	thread_create(nap, NULL, STACK);
	thread_create(replaced, NULL, STACK);
	sleep_ticks(100000);
}

static void last_one(void *arg)
{
	(void)arg;
	sleep_ticks(2);
}

static void first_leaves(void)
{
	thread_create(last_one, NULL, STACK);
	thread_exit();
}

static void ends(void)
{
	CHECK(WEXITSTATUS(in_child(exit_from_thread)) == 7);
	CHECK(in_child(exec_from_thread) == 0);
	CHECK(in_child(first_leaves) == 0);
}

/* fork from a process with several threads: the child has the one. */
static void fork_takes_one(void)
{
	struct psinfo list[32];
	int status, pid, t = thread_create(nap, NULL, STACK);

	CHECK(t > 0);
	pid = fork();
	if (pid == 0) {
		int n = sys_ps(list, 32), threads = 0;
		for (int i = 0; i < n; i++)
			if (list[i].pid == getpid())
				threads = (int)list[i].threads;
		exit(threads);
	}
	CHECK(wait(&status) == pid && WEXITSTATUS(status) == 1);
}

static void too_many(void)
{
	int n = 0, r;

	while ((r = sys_thread_create(sys_thread_exit, 0, USER_DATA - 4096, 0)) > 0 && n < 100)
		n++;
	CHECK(r == -EAGAIN && n > 30);
}

static const struct test_case cases[] = {
	{ "locked", locked }, { "lock_refused", lock_refused }, { "preempted", preempted }, { "abandoned", abandoned },
	{ "ends", ends }, { "fork_takes_one", fork_takes_one }, { "too_many", too_many },
};

int main(int argc, char **argv)
{
	return run_cases(cases, sizeof cases / sizeof *cases, argc, argv);
}

/* SPDX-License-Identifier: ISC
 * processes.c - fork, exec, exit, wait and kill by those who mean no good.
 */
#include <signal.h>

#include "usertests.h"

static void just_exit(uint32_t code) { _exit((int)code); }
static void sleeps(uint32_t arg) { (void)arg; for (;;) sleep_ticks(1000000); }
static void spins(uint32_t arg) { (void)arg; for (;;) spin(1000); }

static void exit_codes(void)
{
	static const uint32_t codes[] = { 0, 1, 255, 256, 0x80000000, 0xFFFFFFFF };

	for (unsigned i = 0; i < 6; i++) {
		int status = outcome(just_exit, codes[i]);
		CHECK(WIFEXITED(status) && WEXITSTATUS(status) == (int)(codes[i] & 255));
	}
	EXPECT(sys_wait(0), -ECHILD);
}

/* As many processes as there can be; the next fork is refused, and all of them end. */
static void fork_bomb(void)
{
	int n = 0, pid, status;

	while ((pid = sys_fork()) > 0)
		n++;
	if (pid == 0) {
		sys_sleep(3);
		sys_exit(7);
	}
	CHECK(pid == -EAGAIN || pid == -ENOMEM);
	CHECK(n > 10);
	while (n--) {
		CHECK(wait(&status) > 0);
		EXPECT(WEXITSTATUS(status), 7);
	}
	EXPECT(sys_wait(&status), -ECHILD);
}

/* Every child forks too, at all levels, and nobody waits: init collects them. */
static void fork_wild(void)
{
	for (int i = 0; i < 6; i++)
		sys_fork();
	sys_yield();
	sys_exit(0);
}

static void zombies(void)
{
	int status;

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 20; i++)
			child(just_exit, 5);
		sleep_ticks(2);
		for (int i = 0; i < 20; i++) {
			CHECK(wait(&status) > 0);
			EXPECT(WEXITSTATUS(status), 5);
		}
	}
}

static void leaves_orphans(uint32_t arg)
{
	(void)arg;
	for (int i = 0; i < 5; i++)
		if (sys_fork() == 0) {
			sys_sleep(2 + i);
			sys_exit(3);
		}
}

static void orphans(void)
{
	CHECK(outcome(leaves_orphans, 0) == 0);
	EXPECT(sys_wait(0), -ECHILD);
}

static void kills(void)
{
	static const uint32_t nobody[] = { 0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };
	int pid;

	for (unsigned i = 0; i < 4; i++)
		EXPECT(sys_kill(nobody[i]), -ESRCH);
	EXPECT(sys_kill(1), -EPERM);
	pid = child(sleeps, 0);
	sleep_ticks(1);
	EXPECT(sys_kill(pid), 0);
	EXPECT(sys_kill(pid), -ESRCH);		/* a zombie */
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
	EXPECT(sys_kill(pid), -ESRCH);
	pid = child(spins, 0);
	EXPECT(sys_kill(pid), 0);
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
	if ((pid = fork()) == 0) {
		sys_kill(getpid());
		exit(0);
	}
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
}

/* What ^C ends is the caller or its child, nobody else. */
static void foreground_arguments(void)
{
	static const uint32_t nobody[] = { 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 };

	for (unsigned i = 0; i < 4; i++)
		EXPECT(sys_foreground(nobody[i]), -ESRCH);
	EXPECT(sys_foreground(getpid()), 0);
	EXPECT(sys_foreground(0), 0);
}

static void waits_for_child(uint32_t arg)
{
	(void)arg;
	child(sleeps, 0);
	wait(NULL);
}

/* Killed while it waits; its child goes to init, and has to be found to be ended. */
static void kill_in_wait(void)
{
	struct psinfo p[64];
	int pid = child(waits_for_child, 0), n;

	sleep_ticks(1);
	n = sys_ps(p, 64);
	EXPECT(sys_kill(pid), 0);
	EXPECT(WTERMSIG(ended(pid)), SIGKILL);
	for (int i = 0; i < n; i++)
		if (p[i].parent == pid)
			EXPECT(sys_kill(p[i].pid), 0);
}

static void exec_arguments(void)
{
	static char *many[ARGS_MAX + 3], text[3000];
	static uint32_t pointers[3];

	for (int i = 0; i < ARGS_MAX + 1; i++)
		many[i] = "x";
	EXPECT(sys_exec("bin/echo", many), -E2BIG);
	memset(text, 'y', sizeof text - 1);
	many[0] = text;
	many[1] = NULL;
	EXPECT(sys_exec("bin/echo", many), -E2BIG);
	for (int i = 0; i < 30; i++)
		many[i] = text + sizeof text - 100;
	many[30] = NULL;
	EXPECT(sys_exec("bin/echo", many), -E2BIG);
	for (unsigned i = 0; i < n_bad; i++) {
		pointers[0] = (uint32_t)(uintptr_t)"a";
		pointers[1] = bad[i];
		if (bad[i])
			EXPECT(sys_exec("bin/echo", pointers), -EFAULT);
	}
	EXPECT(sys_exec("nothing", 0), -ENOENT);
	EXPECT(sys_exec("bin/", 0), -ENOENT);
	EXPECT(sys_exec("dev/console", 0), -ENOENT);
}

static void exec_quietly(uint32_t code)
{
	char *argv[] = { "wc", "nothing-there", NULL };

	(void)code;
	close(1);
	close(2);
	sys_exec("bin/wc", argv);
}

/* exec after exec leaves nothing behind. */
static void exec_often(void)
{
	for (int i = 0; i < 5; i++)
		EXPECT(WEXITSTATUS(outcome(exec_quietly, 0)), 1);
}

static void sets_ticks(uint32_t units) { for (;;) sys_profctl(PROFCTL_TICK, units); }

/* Who sets the timer's tick over and over does not put it off: others still wake, and run. */
static void tick_put_off(void)
{
	static const uint32_t units[] = { 4000, 4003, 4057, 4211, 20000 };	/* the shortest: its interrupt leaves room for user mode */

	for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
		uint64_t began = mtime();
		int pid = child(sets_ticks, units[i]);

		EXPECT(sleep_ticks(3), 0);
		CHECK(mtime() - began < 500 * 20000);		/* also where every tick is taken in the child's calls */
		EXPECT(sys_kill(pid), 0);
		ended(pid);
	}
}

const struct test process_tests[] = {
	TEST(exit_codes), TEST(fork_bomb), TEST(fork_wild), TEST(zombies), TEST(orphans), TEST(kills), TEST(foreground_arguments), TEST(kill_in_wait), TEST(exec_arguments),
	TEST(exec_often), TEST(tick_put_off), END
};

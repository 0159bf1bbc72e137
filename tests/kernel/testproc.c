/* SPDX-License-Identifier: ISC
 * testproc.c - processes: fork, exec, wait, exit, kill, orphans, preemption;
 * `testproc texts` fills all tables (long).
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>

#include "check.h"

static void fork_wait(void)
{
	int pids[10], status, seen = 0;

	for (int i = 0; i < 10; i++)
		if ((pids[i] = fork()) == 0)
			exit(100 + i);
	for (int i = 0; i < 10; i++) {
		int pid = wait(&status);
		for (int k = 0; k < 10; k++)
			if (pids[k] == pid) {
				CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 100 + k);
				seen |= 1 << k;
			}
	}
	CHECK(seen == 0x3ff);
	CHECK(wait(NULL) == -1 && errno == ECHILD);
	CHECK(sys_wait(8) == -ECHILD || sys_wait(8) == -EFAULT);
}

/* Memory is a copy: neither sees what the other writes. */
static void fork_copies(void)
{
	static volatile int shared = 1;
	volatile int local = 2;
	int status, pid = fork();

	if (pid == 0) {
		shared += 10;
		local += 10;
		exit(shared == 11 && local == 12 ? 0 : 1);
	}
	CHECK(wait(&status) == pid && status == 0);
	CHECK(shared == 1 && local == 2);
}

static void exec_arguments(void)
{
	char *const argv[] = { "testproc", "-arguments", "", "two words", NULL };
	int status, pid = fork();

	if (pid == 0) {
		exec("bin/testproc", argv);
		exit(99);
	}
	CHECK(wait(&status) == pid && WEXITSTATUS(status) == 42);
}

static int arguments(int argc, char **argv)
{
	return argc == 4 && !argv[2][0] && !strcmp(argv[3], "two words") && !argv[4] && (uintptr_t)argv % 16 == 0 ? 42 : 1;
}

static void exec_refused(void)
{
	static char big[3000];
	char *many[40], *one[] = { big, NULL }, *none[] = { "x", NULL };

	memset(big, 'x', sizeof big - 1);
	for (int i = 0; i < 40; i++)
		many[i] = i < 39 ? "a" : NULL;
	CHECK(sys_exec("bin/nothing", none) == -ENOENT);
	CHECK(sys_exec("etc/motd", none) == -ENOEXEC);
	CHECK(sys_exec("bin/echo", one) == -E2BIG);
	CHECK(sys_exec("bin/echo", many) == -E2BIG);
	CHECK(sys_exec("bin/echo", 3) == -EFAULT);
	CHECK(sys_exec(big, none) == -ENAMETOOLONG);
}

static void spin(void)
{
	for (;;)
		;
}

static void kill_child(void)
{
	int status, pid = fork();

	if (pid == 0)
		spin();
	sleep_ticks(2);
	CHECK(kill(pid, SIGKILL) == 0);
	CHECK(wait(&status) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	CHECK(kill(pid, SIGKILL) == -1 && errno == ESRCH);
	CHECK(sys_kill(1) == -EPERM && sys_kill(0) == -ESRCH && sys_kill(-1) == -ESRCH);
	CHECK(kill(getpid(), 0) == 0 && 0);	/* not reached */
}

static void kill_self(void)
{
	CHECK(in_child(kill_child) == SIGKILL);
}

static int alive(int pid)
{
	static struct psinfo list[64];
	int n = sys_ps(list, 64);

	for (int i = 0; i < n; i++)
		if (list[i].pid == pid)
			return list[i].parent;
	return 0;
}

static void orphan(void)
{
	int pid = fork(), grandchild, status;
	static int carried;

	if (pid == 0) {
		grandchild = fork();
		if (grandchild == 0) {
			sleep_ticks(10);
			exit(0);
		}
		exit(grandchild);
	}
	CHECK(wait(&status) == pid);
	carried = WEXITSTATUS(status);
	CHECK(alive(carried) == 1);
	sleep_ticks(20);
	CHECK(!alive(carried));
}

int registers_kept(uint32_t seed, uint32_t loops);	/* registers.S */

/* Every register survives ticks, and other processes with other values in it. */
static void preempted(void)
{
	int status;
	uint64_t until = mtime() + 150000;

	for (uint32_t i = 0; i < 4; i++)
		if (fork() == 0) {
			do
				CHECK(registers_kept(i << 28 | 0x1234567, 5000));
			while (mtime() < until);
			exit(0);
		}
	for (int i = 0; i < 4; i++)
		CHECK(wait(&status) > 0 && status == 0);
}

static void sleeps(void)
{
	uint64_t from = mtime();

	CHECK(sleep_ticks(5) == 0);
	CHECK(mtime() - from >= 4 * 10000);
	CHECK(sys_sleep(-1) == -EINVAL && sys_sleep(0x7fffffff) == -EINVAL);
	CHECK(sys_sleep(0) == 0);
}

/* A sleeper wakes in time beside a process that spends it in one long system call. */
static void woken(void)
{
	const size_t n = 1 << 14;
	char *returns = malloc(n);
	uint64_t woke = 0, from = mtime(), to;
	int fd = open("tmp/woken", O_RDWR | O_CREAT), status, pid = fork();

	if (pid == 0) {
		sleep_ticks(2);
		woke = mtime();
		exit(write(fd, &woke, sizeof woke) != sizeof woke);
	}
	CHECK(returns);
	memset(returns, '\r', n);
	CHECK(write(1, returns, n) == (ssize_t)n);
	to = mtime();
	CHECK(wait(&status) == pid && status == 0);
	CHECK(lseek(fd, 0, SEEK_SET) == 0 && read(fd, &woke, sizeof woke) == sizeof woke && unlink("tmp/woken") == 0);
	CHECK(woke > from && woke < to);
}

/* No more processes: EAGAIN, and all is well afterwards. */
static void too_many(void)
{
	int pids[64], n = 0, status;

	while (n < 64 && (pids[n] = fork()) >= 0) {
		if (pids[n] == 0) {
			sleep_ticks(1000000);
			exit(0);
		}
		n++;
	}
	CHECK(n > 20 && n < 64 && errno == EAGAIN);
	for (int i = 0; i < n; i++)
		CHECK(kill(pids[i], SIGKILL) == 0);
	for (int i = 0; i < n; i++)
		CHECK(wait(&status) > 0);
}

static int in_own_text(const char *what)
{
	char *const argv[] = { "testproc", (char *)what, NULL };

	exec("bin/testproc", argv);
	return errno;
}

/* All processes there can be, each with a text of its own; the last to come execs twice. */
static void texts(void)
{
	int n = 0, pid;

	while ((pid = fork()) > 0)
		n++;
	if (pid == 0)
		exit(in_own_text("-nap"));
	CHECK(n > 20);
	sleep_ticks(300);
	exit(in_own_text("-once"));
}

/* What this program does when a case has executed it: main's value. */
static int executed(const char *what, int argc, char **argv)
{
	int status, bad = 0;

	if (!strcmp(what, "-arguments"))
		return arguments(argc, argv);
	if (!strcmp(what, "-once"))
		return in_own_text("-twice");
	if (!strcmp(what, "-nap"))
		return sleep_ticks(600);
	while (wait(&status) > 0)
		bad |= status;
	return bad != 0;
}

static const struct test_case cases[] = {
	{ "fork_wait", fork_wait }, { "fork_copies", fork_copies }, { "exec_arguments", exec_arguments },
	{ "exec_refused", exec_refused }, { "kill", kill_self }, { "orphan", orphan },
	{ "preempted", preempted }, { "sleeps", sleeps }, { "woken", woken }, { "too_many", too_many },
};

static const struct test_case slow[] = { { "texts", texts } };

int main(int argc, char **argv)
{
	if (argc > 1 && argv[1][0] == '-')
		return executed(argv[1], argc, argv);
	if (argc > 1 && !strcmp(argv[1], "texts"))
		return run_cases(slow, 1, 1, argv);
	return run_cases(cases, sizeof cases / sizeof *cases, argc, argv);
}

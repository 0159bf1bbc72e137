/* SPDX-License-Identifier: ISC
 * processes.c - fork, exit, wait, kill, sleep and preemption, also by malicious processes.
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

/* A child's memory is a copy: neither process sees the other's writes. */
static void memory_copied(void)
{
	static volatile int data = 1;
	volatile int on_stack = 2;
	int pid = fork();

	if (pid == 0) {
		data += 10;
		on_stack += 10;
		exit(data == 11 && on_stack == 12 ? 0 : 1);
	}
	CHECK(CLEAN(ended(pid)));
	CHECK(data == 1 && on_stack == 2);
}

/* As many processes as possible; the next fork is refused, and all of them end. */
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

/* Every child forks too, at all levels, and none waits: init collects them. */
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

static void leaves_one_asleep(uint32_t arg)
{
	(void)arg;
	child(sleeps, 0);
}

/* An orphan's parent is init. */
static void orphan_goes_to_init(void)
{
	static struct psinfo p[64];
	int first = child(leaves_one_asleep, 0), orphan = 0;

	CHECK(CLEAN(ended(first)));
	for (int i = sys_ps(p, 64); i-- > 0;)
		if (p[i].pid > first && p[i].parent == 1)
			orphan = p[i].pid;
	EXPECT(sys_kill(orphan), 0);
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

/* ^C ends the caller or its child, nothing else. */
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

/* Killed while it waits; its child goes to init, which must notice its end. */
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

int registers_kept(uint32_t seed, uint32_t loops);	/* registers.S */

static void keeps_registers(uint32_t seed)
{
	uint64_t until = mtime() + 150000;

	do
		CHECK(registers_kept(seed, 5000));
	while (mtime() < until);
}

/* Every register survives ticks, and other processes with other values in it. */
static void registers(void)
{
	int pids[4];

	for (uint32_t i = 0; i < 4; i++)
		pids[i] = child(keeps_registers, i << 28 | 0x1234567);
	for (int i = 0; i < 4; i++)
		CHECK(CLEAN(ended(pids[i])));
}

static void sleep_times(void)
{
	uint64_t from = mtime();

	EXPECT(sleep_ticks(5), 0);
	CHECK(mtime() - from >= 4 * 10000);
	EXPECT(sys_sleep(-1), -EINVAL);
	EXPECT(sys_sleep(0x7FFFFFFF), -EINVAL);
	EXPECT(sys_sleep(0), 0);
}

static void notes_when_it_wakes(uint32_t fd)
{
	uint64_t woke;

	sleep_ticks(2);
	woke = mtime();
	EXPECT(write((int)fd, &woke, sizeof woke), sizeof woke);
}

/* A sleeper wakes in time beside a process in one long system call. */
static void woken(void)
{
	const size_t n = 1 << 14;
	char *returns = malloc(n);
	uint64_t woke = 0, from = mtime(), to;
	int fd = open("ut.woken", O_RDWR | O_CREAT), pid = child(notes_when_it_wakes, (uint32_t)fd);

	CHECK(returns);
	memset(returns, '\r', n);
	EXPECT(write(1, returns, n), n);
	to = mtime();
	CHECK(CLEAN(ended(pid)));
	EXPECT(lseek(fd, 0, SEEK_SET), 0);
	EXPECT(read(fd, &woke, sizeof woke), sizeof woke);
	EXPECT(unlink("ut.woken"), 0);
	CHECK(woke > from && woke < to);
}

static void sets_ticks(uint32_t units) { for (;;) sys_profctl(PROFCTL_TICK, units); }

/* A process that keeps setting the timer's tick does not delay it: others still wake and run. */
static void tick_put_off(void)
{
	/* the shortest whose interrupt leaves room for user mode */
	static const uint32_t units[] = { 4000, 4003, 4057, 4211, 20000 };

	for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
		uint64_t began = mtime();
		int pid = child(sets_ticks, units[i]);

		EXPECT(sleep_ticks(3), 0);
		CHECK(mtime() - began < 500 * 20000);		/* even where every tick arrives in the child's calls */
		EXPECT(sys_kill(pid), 0);
		ended(pid);
	}
}

const struct test process_tests[] = {
	TEST(exit_codes), TEST(memory_copied), TEST(fork_bomb), TEST(fork_wild), TEST(zombies), TEST(orphans), TEST(orphan_goes_to_init), TEST(kills),
	TEST(foreground_arguments), TEST(kill_in_wait), TEST(registers), TEST(sleep_times), TEST(woken), TEST(tick_put_off), END
};

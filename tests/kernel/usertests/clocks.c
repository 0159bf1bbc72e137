/* SPDX-License-Identifier: ISC
 * clocks.c - the clocks' settings and counts beside other processes; the timer's tick, which no
 * call delays.
 */
#include "usertests.h"

#define TICK PROFCTL_DEFAULT_TICK
#define SLOWEST (10 * TICK)
#define SHORTEST 4000

static void settings(void)
{
	for (int clock = 0; clock < 2; clock++) {
		EXPECT(sys_profctl(PROFCTL_PERIOD | clock, 0), -EINVAL);
		EXPECT(sys_profctl(PROFCTL_PERIOD | clock, 1 << 24), -EINVAL);
		EXPECT(sys_profctl(PROFCTL_JITTER | clock, 17), -EINVAL);
		EXPECT(sys_profctl(PROFCTL_CLOCK | clock, 2), -EINVAL);
		EXPECT(setting(PROFCTL_GET_PERIOD | clock), PROFCTL_DEFAULT_PERIOD(clock));
	}
	EXPECT(sys_profctl(PROFCTL_TICK, SHORTEST - 1), -EINVAL);
	EXPECT(sys_profctl(PROFCTL_TICK, SLOWEST + 1), -EINVAL);
	EXPECT(setting(PROFCTL_GET_TICK), TICK);
	for (uint32_t what = 0xC0; what; what <<= 1)
		EXPECT(sys_profctl(what, 1), -EINVAL);
	EXPECT(sys_profctl(2, 1), -EINVAL);
}

/* ---- other processes' clocks and ticks */
static volatile uint16_t counters[64];

static void runs_profil(uint32_t arg)
{
	(void)arg;
	EXPECT(sys_profil(SYSV, counters, sizeof counters, TEXT_ADDRESS, 0x4000), 0);
	for (;;)
		spin(100);
}

static void runs_sprofil(uint32_t arg)
{
	static struct SPCNT page;

	(void)arg;
	EXPECT(sys_sprofil(&page, 8, KERNEL, 0x10000), 0);
	for (;;)
		spin(100);
}

/* A child that is profiled; returns when it is. */
static int profiled(void (*f)(uint32_t), int clock)
{
	uint64_t before = counts(clock).hits;
	int pid = child(f, 0), runs = 0;

	for (int i = 0; i < 100 && !runs; i++) {
		sleep_ticks(1);
		runs = clock == PROFCTL_PROCESS ? counts(clock).hits > before
			: state_of_system() != PROFSTATE_OFF;
	}
	CHECK(runs);
	return pid;
}

/* The clock of a profile running in another process stays unchanged; the caller's own may change. A
 * clock's counts cover all processes; a profile's state belongs to the caller. */
static void others_clock(void)
{
	static const uint32_t set[][2] = {
		{ PROFCTL_PERIOD, 500 }, { PROFCTL_JITTER, 3 }, { PROFCTL_CLOCK, 1 }
	};
	int pid = profiled(runs_profil, PROFCTL_PROCESS);

	for (unsigned i = 0; i < 3; i++)
		EXPECT(sys_profctl(set[i][0] | PROFCTL_PROCESS, set[i][1]), -EBUSY);
	EXPECT(setting(PROFCTL_GET_PERIOD), PROFCTL_DEFAULT_PERIOD(PROFCTL_PROCESS));
	EXPECT(sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 500), 0);
	EXPECT(state(), PROFSTATE_OFF);
	EXPECT(sum(counters, 64), 0);
	kill_child(pid);
	EXPECT(sys_profil(SYSV, counters, sizeof counters, TEXT_ADDRESS, 0x4000), 0);
	for (unsigned i = 0; i < 3; i++)
		EXPECT(sys_profctl(set[i][0] | PROFCTL_PROCESS, set[i][1]), 0);
	profil_off();
}

/* While ticks count for another process, their length is fixed; setting it to its present value is
 * no change. */
static void others_tick(void)
{
	static void (*const ways[])(uint32_t) = { runs_profil, runs_sprofil };

	for (int clock = 0; clock < 2; clock++) {
		EXPECT(sys_profctl(PROFCTL_CLOCK | clock, 1), 0);
		int pid = profiled(ways[clock], clock);
		EXPECT(sys_profctl(PROFCTL_TICK, TICK + 1), -EBUSY);
		EXPECT(setting(PROFCTL_GET_TICK), TICK);
		EXPECT(sys_profctl(PROFCTL_TICK, TICK), 0);
		kill_child(pid);
		EXPECT(sys_profctl(PROFCTL_TICK, TICK + 1), 0);
		EXPECT(sys_profctl(PROFCTL_TICK, TICK), 0);
	}
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
		/* even where every tick arrives in the child's calls */
		CHECK(mtime() - began < 500 * 20000);
		kill_child(pid);
	}
}

/* ---- however much memory a call copies or clears, the timer's interrupt comes in time */
#define LATEST 50000			/* cycles that it may wait */
#define LARGE (512u << 10)		/* bytes of the process */

static void does_nothing(uint32_t arg) { (void)arg; }
static void grows(void) { CHECK(sys_brk(USER_BLOCK + LARGE) > 0); }
static void forks(void) { EXPECT(outcome(does_nothing, 0), 0); }

static void writes_and_reads(void)
{
	int fd = open("ut.large", O_RDWR | O_CREAT | O_TRUNC);

	EXPECT(sys_write(fd, USER_BLOCK + LARGE / 4, LARGE / 2), LARGE / 2);
	EXPECT(sys_lseek(fd, 0, SEEK_SET), 0);
	EXPECT(sys_read(fd, USER_BLOCK + LARGE / 4, LARGE / 2), LARGE / 2);
	close(fd);
	unlink("ut.large");
}

static void late_ticks(void)
{
	static void (*const calls[])(void) = { grows, forks, writes_and_reads };
	int real_time = setting(PROFCTL_HAS_UNIT) != 1;	/* then a busy host delays mtime */

	for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		setting(PROFCTL_LATEST);
		calls[i]();
		int latest = setting(PROFCTL_LATEST);
		if (latest > LATEST && !real_time)
			failed(__FILE__, __LINE__, "call %u: a tick came %d late", i, latest);
	}
}

const struct test clock_tests[] = {
	TEST(settings), TEST(others_clock), TEST(others_tick), TEST(tick_put_off),
	TEST(late_ticks), END
};

/* SPDX-License-Identifier: ISC
 * clocks.c - the clocks' settings and counts beside other processes; the timer's tick, which no
 * setting delays.
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
	for (uint32_t what = 0xB0; what; what <<= 1)
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
	static const uint32_t set[][2] = { { PROFCTL_PERIOD, 500 }, { PROFCTL_JITTER, 3 },
		{ PROFCTL_CLOCK, 1 } };
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

static void sets_ticks(uint32_t units)
{
	for (;;)
		sys_profctl(PROFCTL_TICK, units);
}

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

const struct test clock_tests[] = { TEST(settings), TEST(others_clock), TEST(others_tick),
	TEST(tick_put_off), END };

/* SPDX-License-Identifier: ISC
 * sprofil.c - system profiling by owners who leave, or tick as fast as possible.
 */
#include "usertests.h"

static struct SPCNT page __attribute__((aligned(4096)));

#define START(n, size) sys_sprofil(&page, n, KERNEL, size)
#define STOP() EXPECT(sys_sprofil(0, 0, 0, 0), 0)

static void name_symbols(unsigned bytes)
{
	for (unsigned i = 0; i < 1022; i++)
		page.u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)(KERNEL + bytes * i);
}

static void makes_calls(unsigned n)
{
	while (n--)
		sys_getpid();
}

enum { EXITS, FAULTS, EXECS, KILLS_ITSELF, SLEEPS, LEAVES_A_CHILD, WAYS };

static void starts_and_leaves(uint32_t how)
{
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 120);
	EXPECT(START(2045, 16), 0);
	makes_calls(20);
	if (how == FAULTS)
		*(volatile int *)0 = 1;
	if (how == EXECS)
		becomes_echo();
	if (how == KILLS_ITSELF)
		sys_kill(getpid());
	if (how == SLEEPS)
		for (;;)
			sleep_ticks(1);
	if (how == LEAVES_A_CHILD && fork() == 0)
		sleep_ticks(3); /* it outlives the owner and owns nothing */
	sys_exit(0);
}

/* The owner ends in each way: system profiling ends with it. Its pages belong to others, and none
 * of them changes; another process may start it. */
static void owner_leaves(void)
{
	for (uint32_t how = 0; how < WAYS; how++) {
		int pid = child(starts_and_leaves, how);
		if (how == SLEEPS) {
			sleep_ticks(3);
			EXPECT(START(8, 16), -EBUSY);
			EXPECT(sys_kill(pid), 0);
		}
		ended(pid);
		EXPECT(state_of_system(), PROFSTATE_OFF);
		uint32_t *mine = sbrk(40 * PAGE);
		fill_pattern(mine, 40 * PAGE / 4, how);
		makes_calls(200);
		CHECK(pattern_good(mine, 40 * PAGE / 4, how));
		sbrk(-40 * (int)PAGE);
		EXPECT(START(8, 16), 0);
		STOP();
	}
}

/* ---- both clocks tick in every cycle, with the longest table search */
static uint16_t counters[16384];

static void both_at_full_speed(uint32_t how)
{
	EXPECT(sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, 1), 0);
	EXPECT(sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 1), 0);
	name_symbols(16);
	EXPECT(how % 2 ? START(1022, 0) : START(2045, 16), 0);
	if (how % 3 == 0)
		CHECK(sys_pcsample(counters, sizeof counters / 4) >= 0);
	else
		EXPECT(sys_profil(how % 3, counters, sizeof counters, USER_TEXT, 0x10000), 0);
}

static void yields(uint32_t n)
{
	sys_profil(SYSV, counters, sizeof counters - 4 * n, USER_TEXT, 0x8000);
	while (n--)
		sys_yield();
}

static void forks_and_ends(uint32_t how)
{
	both_at_full_speed(how);
	for (uint32_t i = 0; i < 3; i++) {
		int pid = child(yields, i);
		spin(10 * i);
		setting(PROFCTL_STATE);
		int r = sys_brk(block_end() + (i % 2 ? 0 : PAGE));
		CHECK(r > 0 || r == -ENOMEM); /* sprofil holds the block in place */
		EXPECT(sys_sprofil(&page, 1000, KERNEL, 8), 0);
		ended(pid);
	}
	if (how % 4 == 1)
		becomes_echo();
	if (how % 4 == 2)
		sys_kill(getpid());
	if (how % 4 == 3)
		*(volatile int *)0 = 1;
}

/* The unit loses what it cannot keep up with, and each call still ends. */
static void full_speed(void)
{
	for (uint32_t how = 0; how < 12; how++)
		EXPECT(WIFSIGNALED(outcome(forks_and_ends, how)), how % 4 >= 2);
}

#define LONG 1000000u /* ticks */
#define TURNS 3000u /* of spin: 20,000 to 30,000 cycles */
#define SHORTEST 4000u /* mtime units per tick */

static void sleeps_long(void)
{
	for (;;)
		sys_sleep(LONG);
}

static void many_threads(void)
{
	char *stacks = sbrk(64 * 512);
	int n = 0;

	stacks += -(uintptr_t)stacks & 15;
	while (n < 62 && sys_thread_create(sleeps_long, 0, stacks + (n + 1) * 512, 0) > 0)
		n++;
}

static void spins_beside_all(uint32_t by_tick)
{
	int real_time = !has_unit(); /* then a busy host delays mtime */
	uint64_t all = mtime();

	many_threads();
	both_at_full_speed(3);
	for (int clock = 0; clock < 2; clock++)
		sys_profctl(PROFCTL_CLOCK | clock, by_tick);
	EXPECT(sys_profctl(PROFCTL_TICK, SHORTEST), 0);
	sys_profctl(PROFCTL_TICK, SHORTEST); /* takes the ticks that are due */
	uint64_t began = mtime(), ticks = counts(PROFCTL_PROCESS).ticks;
	spin(TURNS);
	sys_profctl(PROFCTL_TICK, SHORTEST);
	uint32_t took = (uint32_t)(mtime() - began);
	ticks = counts(PROFCTL_PROCESS).ticks - ticks;
	STOP();
	/* it continued without the sleepers */
	CHECK(mtime() - all < (uint64_t)LONG * PROFCTL_DEFAULT_TICK / 2);
	CHECK(real_time || took < 10 * 10 * TURNS);
	/* missed ticks count, too */
	CHECK(!by_tick || ticks + 3 >= took / SHORTEST);
	CHECK(!by_tick || real_time || ticks <= took / SHORTEST + 3);
}

/* As many threads as possible, the shortest tick, both clocks at full speed: user mode still gets a
 * tenth of the time. */
static void share_of_user_mode(void)
{
	if (has_unit())
		EXPECT(outcome(spins_beside_all, 0), 0);
	EXPECT(outcome(spins_beside_all, 1), 0);
}

const struct test sprofil_tests[] = { TEST(owner_leaves), TEST(full_speed),
	TEST(share_of_user_mode), END };

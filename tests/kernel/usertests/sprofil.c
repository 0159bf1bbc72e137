/* SPDX-License-Identifier: ISC
 * sprofil.c - system profiling by owners who leave, overwrite their table, or request too much.
 */
#include <signal.h>

#include "usertests.h"
#include "sys/sprof.h"

static struct SPCNT page __attribute__((aligned(4096)));

#define KERNEL 0x80000000u
#define START(n, size) sys_sprofil(&page, n, KERNEL, size)
#define STOP() EXPECT(sys_sprofil(0, 0, 0, 0), 0)

static void sizes(void)
{
	static const uint32_t too_many[] = { 1023, 0x10000, 0x1FFFFFFF, 0x20000000, 0x20000001, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };

	NEEDS_PROFILER;
	for (unsigned i = 0; i < sizeof too_many / 4; i++)
		EXPECT(START(too_many[i], 0), -EINVAL);
	for (unsigned i = 1; i < sizeof too_many / 4; i++)
		EXPECT(START(too_many[i], 4), -EINVAL);
	EXPECT(START(2046, 4), -EINVAL);
	EXPECT(START(2045, 4), 0);
	STOP();
	for (unsigned i = 0; i < 1022; i++)
		page.u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)(KERNEL + 4 * i);
	EXPECT(START(1022, 0), 0);
	STOP();
	page.u_ct.ncnt[500].nloc = 0;
	EXPECT(START(1022, 0), -EINVAL);
	EXPECT(START(500, 0), 0);
	STOP();
	EXPECT(sys_sprofil(&page, 4, 0xFFFFFFFF, 0xFFFFFFFF), 0);
	STOP();
	EXPECT(sys_sprofil((char *)&page + 2, 4, KERNEL, 4), -EFAULT);
	CHECK(START(0, 4) <= 0);
	sys_sprofil(0, 0, 0, 0);
	EXPECT(state_of_system(), PROFSTATE_OFF);
}

static void starts_and_leaves(uint32_t how)
{
	char *argv[] = { "echo", NULL };

	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 120);
	EXPECT(START(2045, 16), 0);
	spin(500);
	if (how == 1)
		*(volatile int *)0 = 1;
	if (how == 2) {
		close(1);
		sys_exec("bin/echo", argv);
	}
	if (how == 3)
		sys_kill(getpid());
	if (how == 4)
		for (;;)
			sleep_ticks(1);
	if (how == 5) {
		if (fork() == 0) {
			sleep_ticks(3);		/* the child outlives the owner and owns nothing */
			sys_exit(0);
		}
		sys_exit(0);
	}
}

/* The owner ends in each way: system profiling ends with it, and another process may start it. */
static void owner_leaves(void)
{
	NEEDS_PROFILER;
	for (uint32_t how = 0; how < 6; how++) {
		int pid = child(starts_and_leaves, how);
		if (how == 4) {
			sleep_ticks(3);
			EXPECT(START(8, 16), -EBUSY);
			EXPECT(sys_kill(pid), 0);
		}
		ended(pid);
		EXPECT(state_of_system(), PROFSTATE_OFF);
		EXPECT(START(8, 16), 0);
		STOP();
	}
}

static void not_the_owner(uint32_t arg)
{
	(void)arg;
	EXPECT(START(8, 16), -EBUSY);
	sys_sprofil(0, 0, 0, 0);
}

/* Only the owner may restart it. A stop by another process never leaves the unit in anybody's memory. */
static void strangers(void)
{
	NEEDS_PROFILER;
	EXPECT(START(2045, 16), 0);
	EXPECT(START(1000, 32), 0);
	CHECK(outcome(not_the_owner, 0) == 0);
	sys_sprofil(0, 0, 0, 0);
}

static void makes_calls(unsigned n)
{
	while (n--)
		sys_getpid();
}

/* The table is overwritten while it is searched: only hits inside the buffer change. */
static void corrupted_table(void)
{
	static uint32_t before[256], after[256];

	NEEDS_PROFILER;
	fill_pattern(before, 256, 1);
	fill_pattern(after, 256, 2);
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 200);
	for (unsigned i = 0; i < 64; i++)
		page.u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)(KERNEL + 64 * i);
	EXPECT(START(64, 0), 0);
	for (unsigned round = 0; round < 300; round++) {
		volatile struct NHIT *e = &page.u_ct.ncnt[rnd(64)];
		e->nloc = (caddr_t)(uintptr_t)(rnd(2) ? rnd(0xFFFFFFFF) : rnd(2) ? 0 : 0xFFFFFFFF);
		if (round % 8 == 0)
			e->nhits = 0xFFFFFFFF;
		makes_calls(5);
	}
	sys_sprofil(0, 0, 0, 0);
	for (unsigned i = 64; i < 1022; i++)
		CHECK(page.u_ct.ncnt[i].nloc == 0 && page.u_ct.ncnt[i].nhits == 0);
	CHECK(pattern_good(before, 256, 1) && pattern_good(after, 256, 2));
}

static uint32_t hits(const struct SPCNT *counts)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < 2045; i++)
		n += ((volatile spcnt_t *)counts->u_ct.icnt)[i];
	return n;
}

/* The buffer stays in place and counts: brk that would move it, or free any part of it, is refused. */
static void brk_with_sprofil(void)
{
	NEEDS_PROFILER;
	uint32_t at = block_end(), before;
	const struct SPCNT *counts = (const struct SPCNT *)at;
	int other, r;

	CHECK(sys_brk(at + 2 * PAGE) > 0);
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 500);
	EXPECT(sys_sprofil(at, 2045, KERNEL, 16), 0);
	makes_calls(500);
	before = hits(counts);
	other = child(not_the_owner, 0);		/* for a while its pages lie behind */
	r = sys_brk(at + 60 * PAGE);
	CHECK(r > 0 || r == -ENOMEM);
	ended(other);
	EXPECT(sys_brk(at), -ENOMEM);
	EXPECT(sys_brk(at + 12), -ENOMEM);
	EXPECT(sys_brk(at + 12 + 2045 * 4 - 1), -ENOMEM);
	for (int i = 0; i < 100 && hits(counts) <= before; i++)
		makes_calls(2000);
	CHECK(hits(counts) > before);
	EXPECT(state_of_system(), PROFSTATE_SPROFIL);
	STOP();
	EXPECT(sys_brk(at), at);
}

static void owns_and_sleeps(uint32_t arg)
{
	(void)arg;
	EXPECT(START(2045, 16), 0);
	for (;;)
		sleep_ticks(1000);
}

static void owns_and_ends(uint32_t by_exec)
{
	char *argv[] = { "echo", NULL };

	EXPECT(START(2045, 16), 0);
	makes_calls(20);
	close(1);
	if (by_exec)
		sys_exec("bin/echo", argv);
}

/* The owner was killed, has exited or has become another program. Its pages belong to others, and none of them
 * changes. */
static void pages_of_dead_owner(void)
{
	NEEDS_PROFILER;
	sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 150);
	for (uint32_t i = 0; i < 6; i++) {
		int pid = i % 3 ? child(owns_and_ends, i % 3 == 2) : child(owns_and_sleeps, 0);
		if (i % 3 == 0) {
			sleep_ticks(2);
			EXPECT(sys_kill(pid), 0);
		}
		ended(pid);
		uint32_t *mine = sbrk(40 * PAGE);
		fill_pattern(mine, 40 * PAGE / 4, i);
		makes_calls(200);
		CHECK(pattern_good(mine, 40 * PAGE / 4, i));
		sbrk(-40 * (int)PAGE);
	}
}

/* Both clocks tick in every cycle, with the longest table search. The unit loses what it cannot keep up with, and
 * each call still ends. */
static void at_full_speed(uint32_t how)
{
	static uint16_t counters[1024];
	char *argv[] = { "echo", NULL };

	EXPECT(sys_profctl(PROFCTL_PERIOD | PROFCTL_PROCESS, 1), 0);
	EXPECT(sys_profctl(PROFCTL_PERIOD | PROFCTL_SYSTEM, 1), 0);
	for (unsigned i = 0; i < 1022; i++)
		page.u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)(KERNEL + 16 * i);
	EXPECT(how % 2 ? START(1022, 0) : START(2045, 16), 0);
	if (how % 3 == 0)
		CHECK(sys_pcsample(counters, 100) >= 0);
	else
		EXPECT(sys_profil(how % 3, counters, sizeof counters, TEXT_ADDRESS - 64, 0x10000), 0);
	for (unsigned i = 0; i < 3; i++) {
		int pid = sys_fork();
		if (pid == 0) {
			sys_profil(SYSV, counters, sizeof counters - 4 * i, USER_TEXT, 0x8000);
			for (unsigned n = i; n; n--)
				sys_yield();
			sys_exit(0);
		}
		spin(10 * i);
		sys_profctl(PROFCTL_STATE, 0);
		int r = sys_brk(block_end() + (i % 2 ? 0 : PAGE));
		CHECK(r > 0 || r == -ENOMEM);			/* sprofil holds the block in place */
		EXPECT(sys_sprofil(&page, 1000, KERNEL, 8), 0);
		CHECK(sys_wait(0) > 0);
	}
	if (how % 4 == 1) {
		close(1);
		sys_exec("bin/echo", argv);
	}
	if (how % 4 == 2)
		sys_kill(getpid());
	if (how % 4 == 3)
		*(volatile int *)0 = 1;
}

static void full_speed(void)
{
	NEEDS_PROFILER;
	for (uint32_t how = 0; how < 12; how++)
		CHECK(WIFSIGNALED(outcome(at_full_speed, how)) == (how % 4 >= 2));
}

#define LONG 1000000u			/* ticks */

static void sleeps_long(void) { for (;;) sys_sleep(LONG); }

#define TURNS 3000u			/* of spin: 20,000 to 30,000 cycles */
#define SHORTEST 4000u			/* mtime units per tick */

static void spins_beside_all(uint32_t by_tick)
{
	/* then mtime may be real time, and a busy host delays it */
	int n = 0, real_time = sys_profctl(PROFCTL_HAS_UNIT, 0) != 1;
	char *stacks = sbrk(64 * 512);
	uint64_t all = mtime();

	stacks += -(uintptr_t)stacks & 15;
	while (n < 62 && sys_thread_create(sleeps_long, 0, stacks + (n + 1) * 512, 0) > 0)
		n++;
	for (int clock = 0; clock < 2; clock++) {
		EXPECT(sys_profctl(PROFCTL_PERIOD | clock, 1), 0);
		sys_profctl(PROFCTL_CLOCK | clock, by_tick);
	}
	EXPECT(sys_profctl(PROFCTL_TICK, SHORTEST), 0);
	for (unsigned i = 0; i < 1022; i++)
		page.u_ct.ncnt[i].nloc = (caddr_t)(uintptr_t)(KERNEL + 16 * i);
	EXPECT(START(1022, 0), 0);
	CHECK(sys_pcsample(sbrk(10000 * 4), 10000) >= 0);
	sys_profctl(PROFCTL_TICK, SHORTEST);	/* takes the ticks that are due */
	uint64_t began = mtime(), ticks = counts(PROFCTL_PROCESS).ticks;
	spin(TURNS);
	sys_profctl(PROFCTL_TICK, SHORTEST);
	unsigned long took = (unsigned long)(mtime() - began);
	ticks = counts(PROFCTL_PROCESS).ticks - ticks;
	STOP();
	printf("    %d threads, by the %s: %lu mtime units, %lu ticks\n", n, by_tick ? "tick" : "unit", took, (unsigned long)ticks);
	CHECK(mtime() - all < (uint64_t)LONG * PROFCTL_DEFAULT_TICK / 2);	/* it continued without the sleepers */
	CHECK(real_time || took < 10 * 10 * TURNS);
	/* missed ticks count, too */
	CHECK(!by_tick || (ticks + 3 >= took / SHORTEST && (real_time || ticks <= took / SHORTEST + 3)));
}

/* As many threads as possible, the shortest tick, both clocks at full speed: user mode still gets a tenth of the
 * time. */
static void share_of_user_mode(void)
{
	if (sys_profctl(PROFCTL_HAS_UNIT, 0) == 1)
		CHECK(CLEAN(outcome(spins_beside_all, 0)));
	CHECK(CLEAN(outcome(spins_beside_all, 1)));
}

const struct test sprofil_tests[] = {
	TEST(sizes), TEST(owner_leaves), TEST(strangers), TEST(corrupted_table), TEST(brk_with_sprofil), TEST(pages_of_dead_owner), TEST(full_speed), TEST(share_of_user_mode), END
};

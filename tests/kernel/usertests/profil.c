/* SPDX-License-Identifier: ISC
 * profil.c - profil and pcsample with malicious arguments, and processes that end in the middle of it.
 */
#include <signal.h>

#include "usertests.h"
#include "firmware/lib/calls.h"

#define COUNTERS 1024u
#define HERE (TEXT_ADDRESS - 64), 0x8000		/* offset and scale: one counter per 4 bytes of text around spin() */
static uint16_t counters[COUNTERS];

/* SysV: accepted, and off at the first update. BSD: refused. Nothing is written. */
static void illegal_buffers(void)
{
	static uint16_t odd[2];
	uint32_t own = (uint32_t)(uintptr_t)odd + 1;

	NEEDS_PROFILER;
	fast_clock(FAST);
	for (unsigned i = 0; i < n_bad + 3; i++) {
		uint32_t buf = i < n_bad ? bad[i] : i == n_bad ? own : i == n_bad + 1 ? USER_TEXT : TEXT_ADDRESS & ~3u;
		for (uint32_t as = SYSV; as <= SOLARIS; as++) {
			EXPECT(sys_profil(as, buf, 0x20000, USER_TEXT, 0x10000), 0);
			for (int tries = 0; tries < 100 && state() != PROFSTATE_FAULT; tries++)
				spin_samples(2);
			if (state() != PROFSTATE_FAULT)
				failed(__FILE__, __LINE__, "buffer 0x%08lx, personality %lu: state %d, not off by a fault", (unsigned long)buf, (unsigned long)as, state());
		}
		EXPECT(sys_profil(BSD, buf, 0x20000, USER_TEXT, 0x10000), -EFAULT);
		EXPECT(state(), PROFSTATE_OFF);
	}
	CHECK(odd[0] == 0 && odd[1] == 0);
	profil_off();
}

/* All combinations of extreme arguments: memory before the buffer is never written. */
static void extreme_arguments(void)
{
	static const uint32_t sizes[] = { 0, 1, 2, 3, 1000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF }, offsets[] = { 0, USER_TEXT, 0x80000000, 0xFFFFFFFF },
		scales[] = { 0, 1, 2, 3, 0x8000, 0xFFFF, 0x10000, 0x10001, 0x7FFFFFFF, 0xFFFFFFFF };
	static uint32_t guard[1024];
	uint16_t *buffer = sbrk(0x20000);

	NEEDS_PROFILER;
	buffer = (uint16_t *)(((uintptr_t)buffer + 3) & ~(uintptr_t)3);
	fast_clock(FAST);
	fill_pattern(guard, 1024, 5);
	for (uint32_t as = SYSV; as <= BSD + 1; as++)
		for (unsigned s = 0; s < sizeof sizes / 4; s++)
			for (unsigned o = 0; o < sizeof offsets / 4; o++)
				for (unsigned c = 0; c < sizeof scales / 4; c++) {
					int r = sys_profil(as, buffer, sizes[s], offsets[o], scales[c]);
					CHECK(as <= BSD || r == -EINVAL);
					CHECK(as == BSD ? r == 0 || r == -EFAULT || (r == -EINVAL && scales[c] > 0x10000) : as > BSD || r == 0);
					spin(40);
				}
	profil_off();
	CHECK(pattern_good(guard, 1024, 5));
	for (uint32_t as = BSD + 2; as; as <<= 1)
		EXPECT(sys_profil(as | 0x100, buffer, 100, 0, 0x10000), -EINVAL);
}

/* Two processes side by side: the first one's buffer extends past the end of its block, into the second one's
 * memory. */
static void holds_pattern(uint32_t key)
{
	uint32_t *memory = sbrk(8 * PAGE);

	fill_pattern(memory, 8 * PAGE / 4, key);
	for (int i = 0; i < 10; i++) {
		sleep_ticks(1);
		CHECK(pattern_good(memory, 8 * PAGE / 4, key));
	}
}

static void buffer_across_the_end(void)
{
	uint32_t end = block_end();
	int neighbour;

	NEEDS_PROFILER;
	fast_clock(FAST);
	sbrk((ptrdiff_t)(end - (uint32_t)sys_brk(0)));
	neighbour = child(holds_pattern, 99);
	for (uint32_t as = SYSV; as <= SOLARIS; as++) {
		EXPECT(sys_profil(as, end - 64, 0x20000, USER_TEXT, 0x10000), 0);
		EVENTUALLY(state() == PROFSTATE_FAULT);
		for (uint32_t at = end - 64; at < end; at += 2)
			CHECK(*(volatile uint16_t *)at == 0 || at - (end - 64) < 64);
		/* The existing part counts until a sample arrives from behind spin(). */
		for (int tries = 0; tries < 100 && !sum((uint16_t *)(end - 64), 32); tries++) {
			EXPECT(sys_profil(as, end - 64, 0x20000, TEXT_ADDRESS - 16, 0x10000), 0);
			spin(by_tick() ? 50000 : 2000);
		}
		CHECK(sum((uint16_t *)(end - 64), 32) > 0);
		profil_off();
		memset((void *)(end - 64), 0, 64);
	}
	EXPECT(sys_profil(BSD, end - 64, 66, USER_TEXT, 0x10000), -EFAULT);
	EXPECT(sys_profil(BSD, end - 64, 64, USER_TEXT, 0x10000), 0);
	profil_off();
	CHECK(ended(neighbour) == 0);
}

static void over_itself(uint32_t from)
{
	fast_clock(FAST);
	sys_profil(SYSV, from, block_end() - from, USER_TEXT, 0x4000);
	spin_samples(50);
	printf("%s", "");
}

/* The counters overlap the process's own stack and data: only this process may die of it. */
static void buffer_over_own_memory(void)
{
	NEEDS_PROFILER;
	for (uint32_t from = USER_BLOCK; from < block_end(); from += 3 * PAGE) {
		int status = outcome(over_itself, from);
		CHECK(WIFEXITED(status) || WIFSIGNALED(status));
	}
}

static void spins_and_ends(uint32_t how)
{
	char *argv[] = { "true", NULL };

	spin_samples(2 + how % 5);
	if (how % 4 == 1)
		*(volatile int *)0 = 1;
	if (how % 4 == 2) {
		close(1);
		sys_exec("bin/echo", argv);
	}
	if (how % 4 == 3)
		sys_kill(getpid());
}

/* Children of a profiled process are profiled; they end by exit, fault, exec and kill meanwhile. */
static void fork_storm(void)
{
	uint32_t before = 0, after;

	NEEDS_PROFILER;
	fast_clock(FAST);
	EXPECT(sys_profil(SYSV, counters, sizeof counters, HERE), 0);
	for (uint32_t round = 0; round < 6; round++) {
		int n = 0;
		for (uint32_t i = 0; i < 6; i++) {
			int pid = sys_fork();
			if (pid == 0) {
				spins_and_ends(round + i);
				sys_exit(0);
			}
			n += pid > 0;
		}
		spin_samples(10);
		while (n--)
			CHECK(sys_wait(0) > 0);
		EVENTUALLY((after = sum(counters, COUNTERS)) > before);
		before = after;
	}
	profil_off();
}

static void profiled_end(uint32_t how)
{
	int tick = 0;

	fast_clock(20 + how * 7);
	if (how % 3 == 0)
		tick = sys_profil(SYSV, counters, sizeof counters, HERE);
	else
		tick = sys_pcsample(counters, sizeof counters / 4);
	CHECK(tick == 0);
	spins_and_ends(how);
}

/* A process ends while samples are in flight. */
static void ends_while_busy(void)
{
	NEEDS_PROFILER;
	for (uint32_t how = 0; how < 24; how++) {
		int status = outcome(profiled_end, how);
		CHECK(how % 4 == 0 ? CLEAN(status) : how % 4 == 2 ? WIFEXITED(status) : WIFSIGNALED(status));
	}
}

static void killed_while_profiled(void)
{
	NEEDS_PROFILER;
	for (int i = 0; i < 5; i++) {
		int pid = sys_fork();
		if (pid == 0) {
			fast_clock(FAST);
			sys_profil(BSD, counters, sizeof counters, HERE);
			for (;;)
				spin(100);
		}
		sleep_ticks(1 + i);
		EXPECT(sys_kill(pid), 0);
		EXPECT(WTERMSIG(ended(pid)), SIGKILL);
	}
}

static void thread_spins(void *turns)
{
	spin_samples((unsigned)(uintptr_t)turns);
}

/* Threads come and go in a profiled process; the first one leaves before the others. */
static void threads_come_and_go(uint32_t arg)
{
	int tids[4];

	(void)arg;
	fast_clock(FAST);
	EXPECT(sys_profil(SYSV, counters, sizeof counters, HERE), 0);
	for (int round = 0; round < 3; round++) {
		uint32_t before = sum(counters, COUNTERS);
		for (int i = 0; i < 4; i++)
			CHECK((tids[i] = thread_create(thread_spins, (void *)(uintptr_t)(20 + 10 * i), 2048)) > 0);
		for (int i = 3; i >= 0; i--)
			EXPECT(thread_join(tids[i]), 0);
		EVENTUALLY(sum(counters, COUNTERS) > before + 20);
		EXPECT(state(), PROFSTATE_PROFIL);
	}
	thread_create(thread_spins, (void *)100, 2048);
	sys_thread_exit();
}

static void threads_while_profiled(void)
{
	NEEDS_PROFILER;
	CHECK(outcome(threads_come_and_go, 0) == 0);
}

static void pcsample_arguments(void)
{
	static uint32_t pcs[64], guard[2];

	NEEDS_PROFILER;
	fast_clock(FAST);
	EXPECT(sys_pcsample(pcs, -1), -EINVAL);
	EXPECT(sys_pcsample(pcs, 0x80000000), -EINVAL);
	EXPECT(sys_pcsample(bad[12], -5), -EINVAL);
	for (unsigned i = 0; i < n_bad; i++) {
		CHECK(sys_pcsample(bad[i], 16) >= 0);
		EVENTUALLY(state() == PROFSTATE_FAULT);
		CHECK(sys_pcsample(bad[i], 0x7FFFFFFF) >= 0);
		spin_samples(3);
	}
	for (unsigned odd = 1; odd < 4; odd++) {
		CHECK(sys_pcsample((char *)pcs + odd, 16) >= 0);
		EVENTUALLY(state() == PROFSTATE_FAULT);
	}
	CHECK(sys_pcsample(TEXT_ADDRESS & ~3u, 16) >= 0);
	EVENTUALLY(state() == PROFSTATE_FAULT);
	/* across the end: the existing part fills, and the next sample faults */
	uint32_t end = block_end();
	sbrk((ptrdiff_t)(end - (uint32_t)sys_brk(0)));
	memset((void *)(end - 16), 0, 16);
	CHECK(sys_pcsample(end - 16, 64) >= 0);
	EVENTUALLY(state() == PROFSTATE_FAULT);
	for (uint32_t at = end - 16; at < end; at += 4)
		CHECK(*(volatile uint32_t *)at >= USER_TEXT && *(volatile uint32_t *)at < USER_BLOCK);
	EXPECT(sys_pcsample(0, 0), 4);
	EXPECT(sys_pcsample(pcs, 64), 0);
	EVENTUALLY(state() == PROFSTATE_FULL);
	EXPECT(sys_pcsample(0, 0), 64);
	EXPECT(sys_pcsample(0, 0), 0);
	CHECK(guard[0] == 0 && guard[1] == 0);
}

extern char etext[];

static void samples_are_own(uint32_t seed)
{
	static uint32_t pcs[600];
	int n;

	rnd_seed = seed;
	EXPECT(sys_pcsample(pcs, 600), 0);
	uint64_t until = mtime() + 200000;
	for (int i = 0; i < 60 || mtime() < until; i++) {
		spin(rnd(200));
		if (rnd(3) == 0)
			sys_yield();
		if (rnd(3) == 0)
			sys_getpid();
		if (rnd(8) == 0)
			sys_freepages();
	}
	n = sys_pcsample(0, 0);
	CHECK(n > 0 || by_tick());
	for (int i = 0; i < n; i++)
		if (pcs[i] < USER_TEXT || pcs[i] >= (uint32_t)(uintptr_t)etext)
			failed(__FILE__, __LINE__, "sample %d of %d is 0x%08lx, outside the program's text", i, n, (unsigned long)pcs[i]);
}

/* SV-16: no pc of the kernel or of processes at other addresses, among preempted processes that keep calling the
 * kernel. */
static void no_foreign_samples(void)
{
	int pids[4];

	NEEDS_PROFILER;
	fast_clock(97);
	for (uint32_t i = 0; i < 4; i++)
		pids[i] = child(samples_are_own, i + 1);
	for (int i = 0; i < 4; i++)
		CHECK(ended(pids[i]) == 0);
}

static PROFIL_ATOMIC uint32_t atomic = 1;
static uint16_t apart[PAGE] __attribute__((aligned(4096)));	/* two pages without the atomic variable */

/* The library refuses a buffer in a page with an atomic variable, as each system refuses an illegal one. */
static void atomics_apart(void)
{
	NEEDS_PROFILER;
	uint32_t page = (uint32_t)(uintptr_t)&atomic / PAGE * PAGE;
	volatile void *beside = (volatile void *)(uintptr_t)(page + PAGE - 64);

	EXPECT(profil_call(PROFIL_BSD, beside, 64, TEXT_ADDRESS, 0x4000), -EFAULT);
	EXPECT(profil_call(PROFIL_SYSV, beside, 64, TEXT_ADDRESS, 0x4000), 0);
	spin_samples(20);
	CHECK(state() != PROFSTATE_PROFIL);
	EXPECT(pcsample_call(beside, 4), -EFAULT);
	EXPECT(sprofil_call(beside, 4, 0x80000000u, 4), -EFAULT);
	EXPECT(profil_call(PROFIL_BSD, apart, sizeof apart, TEXT_ADDRESS, 0x4000), 0);
	profil_off();
	EXPECT(atomic, 1);
}

static void settings(void)
{
	NEEDS_PROFILER;
	for (int clock = 0; clock < 2; clock++) {
		CHECK(sys_profctl(PROFCTL_PERIOD | clock, 0) < 0);
		CHECK(sys_profctl(PROFCTL_PERIOD | clock, 1 << 24) < 0);
		CHECK(sys_profctl(PROFCTL_PERIOD | clock, -1) < 0);
		CHECK(sys_profctl(PROFCTL_JITTER | clock, 17) < 0);
		CHECK(sys_profctl(PROFCTL_JITTER | clock, -1) < 0);
		CHECK(sys_profctl(PROFCTL_CLOCK | clock, 2) < 0);
		EXPECT(sys_profctl(PROFCTL_GET_PERIOD | clock, 0), PROFCTL_DEFAULT_PERIOD(clock));
		for (unsigned i = 0; i < n_bad; i++) {
			EXPECT(sys_profctl(PROFCTL_COUNTS | clock, bad[i]), -EFAULT);
		}
	}
	CHECK(sys_profctl(PROFCTL_TICK, 0) == -EINVAL && sys_profctl(PROFCTL_TICK, 3999) == -EINVAL);
	CHECK(sys_profctl(PROFCTL_TICK, 10 * PROFCTL_DEFAULT_TICK + 1) == -EINVAL && sys_profctl(PROFCTL_TICK, -1) == -EINVAL);
	EXPECT(sys_profctl(PROFCTL_GET_TICK, 0), PROFCTL_DEFAULT_TICK);
	for (uint32_t what = 0xC0; what; what <<= 1)
		EXPECT(sys_profctl(what, 1), -EINVAL);
	EXPECT(sys_profctl(0xFFFFFFFF, 1), -EINVAL);
	EXPECT(sys_profctl(2, 1), -EINVAL);
}

const struct test profil_tests[] = {
	TEST(illegal_buffers), TEST(extreme_arguments), TEST(buffer_across_the_end), TEST(buffer_over_own_memory), TEST(fork_storm), TEST(ends_while_busy),
	TEST(killed_while_profiled), TEST(threads_while_profiled), TEST(pcsample_arguments), TEST(no_foreign_samples), TEST(atomics_apart), TEST(settings), END
};

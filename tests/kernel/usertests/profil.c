/* SPDX-License-Identifier: ISC
 * profil.c - profil and pcsample with malicious arguments, and processes and threads that end in
 * the middle of it.
 */
#include "usertests.h"

#define COUNTERS 1024u
#define HERE (TEXT_ADDRESS - 64), 0x8000 /* offset, scale: around spin() */
static uint16_t counters[COUNTERS];

/* SysV: accepted, and off at the first update. BSD: refused. Nothing is written. */
static void illegal_buffer(uint32_t buf)
{
	for (uint32_t as = SYSV; as <= SOLARIS; as++) {
		EXPECT(sys_profil(as, buf, 0x20000, USER_TEXT, 0x10000), 0);
		for (int tries = 0; tries < 100 && state() != PROFSTATE_FAULT; tries++)
			spin_samples(2);
		if (state() != PROFSTATE_FAULT)
			failed(__FILE__, __LINE__, "0x%lx: state %d", (unsigned long)buf, state());
	}
	EXPECT(sys_profil(BSD, buf, 0x20000, USER_TEXT, 0x10000), -EFAULT);
	EXPECT(state(), PROFSTATE_OFF);
}

static void illegal_buffers(void)
{
	static uint16_t odd[2];

	fast_clock(FAST);
	for (unsigned i = 0; i < n_bad; i++)
		illegal_buffer(bad[i]);
	illegal_buffer((uint32_t)(uintptr_t)odd + 1);
	illegal_buffer(USER_TEXT);
	illegal_buffer(TEXT_ADDRESS & ~3u);
	CHECK(odd[0] == 0 && odd[1] == 0);
	profil_off();
}

/* Two processes side by side: the first one's buffer extends past the end of its block, into the
 * second one's memory. */
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
	uint32_t end = to_page_end();
	uint16_t *last = (uint16_t *)(end - 64);
	int neighbour;

	fast_clock(FAST);
	neighbour = child(holds_pattern, 99);
	for (uint32_t as = SYSV; as <= SOLARIS; as++) {
		EXPECT(sys_profil(as, last, 0x20000, USER_TEXT, 0x10000), 0);
		EVENTUALLY(state() == PROFSTATE_FAULT);
		/* The existing part counts until a sample arrives from behind spin(). */
		for (int tries = 0; tries < 100 && !sum(last, 32); tries++) {
			EXPECT(sys_profil(as, last, 0x20000, TEXT_ADDRESS - 16, 0x10000), 0);
			spin(by_tick() ? 50000 : 2000);
		}
		CHECK(sum(last, 32) > 0);
		profil_off();
		memset(last, 0, 64);
	}
	EXPECT(ended(neighbour), 0);
}

/* ---- the end of a profiled process: by exit, fault, exec or kill */
static void spins_and_ends(uint32_t how)
{
	spin_samples(2 + how % 5);
	if (how % 4 == 1)
		*(volatile int *)0 = 1;
	if (how % 4 == 2)
		becomes_echo();
	if (how % 4 == 3)
		sys_kill(getpid());
}

static void profiled_end(uint32_t how)
{
	fast_clock(20 + how * 7);
	if (how % 3 == 0)
		EXPECT(sys_profil(SYSV, counters, sizeof counters, HERE), 0);
	else
		EXPECT(sys_pcsample(counters, sizeof counters / 4), 0);
	spins_and_ends(how);
}

static void is_profiled(uint32_t period)
{
	fast_clock(period);
	sys_profil(BSD, counters, sizeof counters, HERE);
	for (;;)
		spin(100);
}

/* A process ends while samples are in flight. */
static void ends_while_busy(void)
{
	for (uint32_t how = 0; how < 24; how++)
		EXPECT(WIFSIGNALED(outcome(profiled_end, how)), how % 2);
	for (int i = 0; i < 5; i++) {
		int pid = child(is_profiled, FAST);
		sleep_ticks(1 + i);
		kill_child(pid);
	}
}

static void thread_spins(void *samples)
{
	spin_samples((unsigned)(uintptr_t)samples);
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
			tids[i] = thread_create(thread_spins, (void *)(20 + 10 * i), 2048);
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
	EXPECT(outcome(threads_come_and_go, 0), 0);
}

/* ---- other arguments */
static void pcsample_arguments(void)
{
	uint32_t end = to_page_end();
	volatile uint32_t *last = (uint32_t *)(end - 16);

	fast_clock(FAST);
	EXPECT(sys_pcsample(counters, -1), -EINVAL);
	EXPECT(sys_pcsample(bad[12], 0x80000000), -EINVAL);
	for (unsigned i = 0; i < n_bad; i++) {
		CHECK(sys_pcsample(bad[i], 0x7FFFFFFF) >= 0);
		EVENTUALLY(state() == PROFSTATE_FAULT);
	}
	CHECK(sys_pcsample((char *)counters + 2, 16) >= 0);
	EVENTUALLY(state() == PROFSTATE_FAULT);
	CHECK(sys_pcsample(TEXT_ADDRESS & ~3u, 16) >= 0);
	EVENTUALLY(state() == PROFSTATE_FAULT);
	/* across the end: the existing part fills, and the next sample faults */
	CHECK(sys_pcsample(last, 64) >= 0);
	EVENTUALLY(state() == PROFSTATE_FAULT);
	for (int i = 0; i < 4; i++)
		CHECK(last[i] >= USER_TEXT && last[i] < USER_BLOCK);
	EXPECT(sys_pcsample(0, 0), 4);
}

const struct test profil_tests[] = { TEST(illegal_buffers), TEST(buffer_across_the_end),
	TEST(ends_while_busy), TEST(threads_while_profiled), TEST(pcsample_arguments), END };

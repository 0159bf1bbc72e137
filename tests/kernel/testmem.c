/* SPDX-License-Identifier: ISC
 * testmem.c - memory: brk in place, moved and refused; faults and what they
 * say; `testmem exhaust` takes all there is (long).
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "check.h"

static uint32_t pattern(uint32_t i) { return i * 2654435761u ^ i >> 3; }

static void fill(uint32_t *p, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		p[i] = pattern(i);
}

static int intact(const uint32_t *p, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if (p[i] != pattern(i))
			return 0;
	return 1;
}

static void grow_and_shrink(void)
{
	uint32_t words = 3 * PAGE / 4;
	uint32_t *p = sbrk(0);
	int free = sys_freepages();

	CHECK(sys_brk(p + words) == (int)(p + words));
	fill(p, words);
	CHECK(sys_brk(p + 5 * words) == (int)(p + 5 * words));
	CHECK(intact(p, words) && p[words] == 0 && p[5 * words - 1] == 0);
	CHECK(sys_brk(p) == (int)p);
	CHECK(sys_freepages() == free);
	CHECK(sys_brk(p + words) == (int)(p + words) && p[words - 1] == 0);
}

/* A child's pages lie behind ours: ours cannot grow in place. */
static void moved(void)
{
	uint32_t words = 2 * PAGE / 4, *p = sbrk(2 * PAGE);
	int pid, status;

	fill(p, words);
	pid = fork();
	if (pid == 0) {
		sleep_ticks(50);
		exit(!intact(p, words));
	}
	CHECK(sys_brk(p + 20 * words) > 0);
	CHECK(intact(p, words));
	fill(p, 20 * words);
	CHECK(wait(&status) == pid && status == 0);
	CHECK(intact(p, 20 * words));
}

static void brk_refused(void)
{
	int end = sys_brk(0), free = sys_freepages();

	CHECK(sys_brk(4) == -ENOMEM && sys_brk(USER_DATA) == -ENOMEM);
	CHECK(sys_brk(USER_BLOCK + PAGE) == -ENOMEM);
	CHECK(sys_brk(USER_BLOCK_END + 1) == -ENOMEM);
	CHECK(sys_brk(0x80000000) == -ENOMEM && sys_brk(-1) == -ENOMEM);
	CHECK(sys_brk(0) == end && sys_freepages() == free);
	CHECK(sbrk(0x7fffffff) == (void *)-1 && errno == ENOMEM);
}

static void read_null(void) { (void)*(volatile int *)0; }
static void read_kernel(void) { (void)*(volatile int *)0x80000000; }
static void read_alias(void) { (void)*(volatile int *)0xB0000000; }
static void write_text(void) { *(volatile int *)USER_TEXT = 0; }
static void write_beyond(void) { *(volatile int *)((sys_brk(0) + PAGE - 1) & ~(PAGE - 1)) = 0; }
static void read_device(void) { (void)*(volatile int *)0xF0000000; }
static void jump_data(void) { static int code[4]; ((void (*)(void))code)(); }
static void jump_odd(void) { __asm__ volatile("li t0, 0x10002\n\tjr t0"); }
static void illegal(void) { __asm__ volatile(".word 0"); }
static void read_csr(void) { __asm__ volatile(".word 0x30002573"); }	/* csrr a0, mstatus */
static void go_up(void) { __asm__ volatile(".word 0x30200073"); }		/* mret */

static int deep(volatile int n)
{
	volatile char room[1000];

	room[0] = (char)n;
	return n ? deep(n - 1) + room[0] : 0;
}
static void overflow(void) { deep(100); }

static void faults(void)
{
	/* signal 0: either of two, for QEMU has instructions of 2 bytes */
	static const struct { void (*f)(void); int signal; } fault[] = {
		{ read_null, SIGSEGV }, { read_kernel, SIGSEGV }, { read_alias, SIGSEGV }, { write_text, SIGSEGV },
		{ write_beyond, SIGSEGV }, { read_device, SIGSEGV }, { jump_data, SIGSEGV }, { jump_odd, 0 },
		{ illegal, SIGILL }, { read_csr, SIGILL }, { go_up, SIGILL }, { overflow, SIGSEGV },
	};

	for (unsigned i = 0; i < sizeof fault / sizeof *fault; i++) {
		int status = in_child(fault[i].f);
		int expected = fault[i].signal ? status == fault[i].signal : status == SIGBUS || status == SIGILL;
		if (!expected)
			printf("fault %u: status 0x%x\n", i, (unsigned)status);
		CHECK(expected);
	}
}

static void take_all(void)
{
	for (int step = 1 << 20; step >= PAGE; step /= 2)
		while (sbrk(step) != (void *)-1)
			;
	CHECK(errno == ENOMEM);
	sleep_ticks(100000000);
}

static void until_stable(void)
{
	for (int same = 0, last = 0; same < 5; same++) {
		sleep_ticks(10);
		if (sys_freepages() != last)
			same = 0;
		last = sys_freepages();
	}
}

/* Children take all memory; then fork and exec say so, and once they are gone all of it is back. */
static void exhaust(void)
{
	char *const argv[] = { "testmem", NULL };
	int pids[32], n = 0, status, free = sys_freepages();

	for (; n < 32 && (pids[n] = fork()) >= 0; n++) {
		if (pids[n] == 0)
			take_all();
		until_stable();
	}
	CHECK(n > 6 && pids[n] == -1 && errno == ENOMEM);
	CHECK(sys_exec("bin/testmem", argv) == -ENOMEM);
	printf("%d pages of %d left\n", sys_freepages(), free);
	for (int i = 0; i < n; i++)
		CHECK(kill(pids[i], SIGKILL) == 0 && wait(&status) > 0);
	CHECK(sys_freepages() == free);
}

static const struct test_case cases[] = {
	{ "grow_and_shrink", grow_and_shrink }, { "moved", moved }, { "brk_refused", brk_refused }, { "faults", faults },
};
static const struct test_case slow[] = { { "exhaust", exhaust } };

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "exhaust"))
		return run_cases(slow, 1, 1, argv);
	return run_cases(cases, sizeof cases / sizeof *cases, argc, argv);
}

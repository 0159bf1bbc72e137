/* SPDX-License-Identifier: ISC
 * fuzz.c - random profiling calls among calls that change a process's memory, from disposable
 * processes.
 *
 * A batch is one process that makes CALLS calls. One that was killed (it may free its own stack) or
 * that hangs (it is then killed) does not count.
 */
#include "usertests.h"

#define CALLS 200
#define ALL 2000u /* that count */
#define PATIENCE 200 /* ticks allowed per batch */
#define LOOK 4 /* ticks between two checks of it, which take a while */

static uint32_t scratch[2048];

static uint32_t address(void)
{
	switch (rnd(8)) {
	case 0: return bad[rnd(n_bad)];
	case 1: return block_end() - rnd(64);
	case 2: return (uint32_t)(uintptr_t)scratch + rnd(sizeof scratch);
	case 3: return USER_TEXT + rnd(8192);
	case 4: return USER_BLOCK + rnd(64);
	default: return (uint32_t)(uintptr_t)&scratch[rnd(1024)];
	}
}

static uint32_t number(void)
{
	switch (rnd(5)) {
	case 0: return rnd(0xFFFFFFFF);
	case 1: return 1u << rnd(32);
	case 2: return (1u << rnd(32)) - 1;
	default: return rnd(4096);
	}
}

static void forks(void)
{
	if (sys_fork() == 0) {
		for (unsigned n = rnd(4); n; n--)
			sys_yield();
		sys_exit(0);
	}
}

static void thread_ends(void)
{
	sys_thread_exit();
}

/* Mostly a little up or down. */
static void moves_end(void)
{
	uint32_t end = (uint32_t)sys_brk(0);

	if (rnd(8))
		sys_brk(end + rnd(0x3000) - (rnd(2) ? rnd(0x2800) & ~7u : 0));
	else if (rnd(30) == 0)
		sys_brk(rnd(2) ? number() | 0x80000000u : USER_DATA + rnd(1 << 18));
}

static void sets_a_clock(void)
{
	uint32_t what = rnd(4) ? rnd(11) << 4 | rnd(2) : number();

	if ((what & ~1u) == PROFCTL_PERIOD)
		sys_profctl(what, 60 + rnd(5000));
	else if ((what & ~1u) == PROFCTL_TICK) /* short enough that not everything sleeps */
		sys_profctl(what, 4000 + rnd(16000));
	else
		sys_profctl(what, rnd(2) ? address() : rnd(8));
}

static void one(int fd)
{
	switch (rnd(14)) {
	case 0: sys_profil(rnd(4), address(), number(), USER_TEXT, 0x10000u >> rnd(17)); break;
	case 1: sys_profil(rnd(4), address(), number(), number(), number()); break;
	case 2: sys_pcsample(address(), rnd(2) ? rnd(100) : number()); break;
	case 3: sys_sprofil(address() & ~3u, rnd(2100), KERNEL, rnd(20)); break;
	case 4: sys_sprofil(rnd(3) ? address() : 0, number(), number(), number()); break;
	case 5: sets_a_clock(); break;
	case 6:
	case 7: moves_end(); break;
	case 8: sys_read(fd, address(), number()); break;
	case 9: sys_write(fd, address(), number()); break;
	case 10: sys_wait(rnd(2) ? 0 : address()); break;
	case 11: sys_thread_create(thread_ends, 0, &scratch[1024 + 32 * rnd(24)], 0); break;
	case 12: sys_yield(); break;
	default:
		if (rnd(4) == 0)
			forks();
	}
}

static void batch(uint32_t seed)
{
	int fd = open("ut.fuzz", O_RDWR | O_CREAT);

	rnd_seed = seed;
	for (int i = 0; i < CALLS; i++)
		one(fd);
	if (rnd(4) == 0)
		becomes_echo();
	sys_exit(0);
}

/* One batch: the calls that count. */
static uint32_t run_batch(uint32_t seed)
{
	int pid = child(batch, seed), status;

	for (int i = 0; i < PATIENCE && !is_over(pid); i += LOOK)
		sleep_ticks(LOOK);
	sys_kill(pid);
	status = ended(pid);
	unlink("ut.fuzz");
	clocks_set_back();
	return WIFEXITED(status) ? CALLS : 0;
}

static void random_calls(void)
{
	int pages = sys_freepages();
	uint32_t made = 0, batches = 0, seed = 1, most = 3 * (ALL / CALLS + 10);

	for (; made < ALL && batches < most; batches++, seed += 2654435761u) {
		made += run_batch(seed);
		for (int i = 0; i < 100 && sys_freepages() != pages; i++)
			sleep_ticks(1);
		if (sys_freepages() != pages || state_of_system())
			failed(__FILE__, __LINE__, "batch seed 0x%08lx: %d pages free, were %d",
				(unsigned long)seed, sys_freepages(), pages);
	}
	printf("    %lu calls in %lu batches\n", (unsigned long)made, (unsigned long)batches);
	CHECK(made >= ALL);
}

const struct test fuzz_tests[] = { TEST(random_calls), END };

/* SPDX-License-Identifier: ISC
 * fuzz.c - random system calls with sometimes valid arguments, from disposable processes.
 *
 * A batch is one process that makes CALLS calls; its exit code says that it made them all. A batch that was killed (it
 * may free its own stack) or that hangs (it is then killed) does not count. Excluded: halt; kill of processes other
 * than the batch's own children; reading the console.
 */
#include "usertests.h"

#define CALLS 200
#define DONE 42
#define PATIENCE 200		/* ticks allowed per batch */
#define LOOK 4			/* ticks between two checks of it: each check costs as much as several of its calls */

enum { SYS_NONE_
#define SYSCALL(number, name, nargs) , SYS_##name = number
#include "syscalls.list"
#undef SYSCALL
};

uint32_t fuzz_seed, fuzz_calls = 1000000;
static const char *const names[] = { "fz.a", "fz.b", "fz.c", "fz.nothing", "", "/", "bin/", "fz.long-name-fz.long-name-fz.long-name-fz.long" };
#define N_NAMES (sizeof names / sizeof names[0])
static uint32_t scratch[2048];
static int children[8];

static uint32_t address(void)
{
	switch (rnd(10)) {
	case 0: return bad[rnd(n_bad)];
	case 1: return block_end() - rnd(64);
	case 2: return (uint32_t)(uintptr_t)scratch + rnd(sizeof scratch);
	case 3: return USER_TEXT + rnd(8192);
	case 4: return rnd(0xFFFFFFFF);
	case 5: return USER_BLOCK + rnd(64);
	default: return (uint32_t)(uintptr_t)&scratch[rnd(1024)];
	}
}

static uint32_t size(void)
{
	switch (rnd(6)) {
	case 0: return bad[rnd(n_bad)];
	case 1: return rnd(0xFFFFFFFF);
	case 2: return rnd(8);
	case 3: return rnd(4096);
	default: return rnd(256);
	}
}

static uint32_t number(void)
{
	switch (rnd(5)) {
	case 0: return rnd(0xFFFFFFFF);
	case 1: return 1u << rnd(32);
	case 2: return (1u << rnd(32)) - 1;
	default: return rnd(20);
	}
}

static uint32_t path(void)
{
	return rnd(8) ? (uint32_t)(uintptr_t)names[rnd(N_NAMES)] : address();
}

static void ends(void)
{
	sys_thread_exit();
}

static int a_fork(void)
{
	int pid = sys_fork();

	if (pid == 0) {
		for (unsigned n = rnd(4); n; n--)
			sys_yield();
		sys_exit(rnd(256));
	}
	if (pid > 0)
		children[rnd(8)] = pid;
	return pid;
}

/* One call; exec rarely, because it usually ends the batch. */
static int one(void)
{
	uint32_t n = rnd(40);

	switch (n) {
	case SYS_exit: case SYS_halt: case SYS_thread_exit: return 0;
	case SYS_fork: return rnd(8) ? 0 : a_fork();
	case SYS_exec: return sys_exec(rnd(200) ? path() : (uint32_t)(uintptr_t)"bin/echo", rnd(2) ? 0 : address());
	case SYS_wait: return sys_wait(rnd(2) ? 0 : address());
	case SYS_read: return sys_read(3 + number(), address(), size());
	case SYS_write: return sys_write(3 + number(), address(), size());
	case SYS_open: return sys_open(path(), rnd(2) ? number() : (uint32_t)(rnd(3) | O_CREAT));
	case SYS_close: return sys_close(3 + number());
	case SYS_unlink: return sys_unlink((uint32_t)(uintptr_t)names[rnd(3)]);
	case SYS_brk: return sys_brk(rnd(4) ? (uint32_t)sys_brk(0) + rnd(0x3000) - (rnd(2) ? rnd(0x2800) & ~7u : 0) : rnd(30) ? 0 : rnd(2) ? number() | 0x80000000u : USER_DATA + rnd(1 << 18));
	case SYS_sleep: return sys_sleep(rnd(40) ? 0 : rnd(3));
	case SYS_thread_create: return sys_thread_create(ends, number(), &scratch[1024 + 32 * rnd(24)], 0);
	case SYS_thread_join: return sys_thread_join(sys_gettid() + rnd(4));
	case SYS_lock: return sys_lock(rnd(4) ? (uint32_t)(uintptr_t)&scratch[2000 + rnd(4)] : bad[rnd(n_bad)]);
	case SYS_unlock: return sys_unlock(rnd(4) ? (uint32_t)(uintptr_t)&scratch[2000 + rnd(4)] : address());
	case SYS_profil: return sys_profil(rnd(4), address(), size(), rnd(2) ? (uint32_t)USER_TEXT : number(), rnd(2) ? 0x10000u >> rnd(16) : number());
	case SYS_pcsample: return sys_pcsample(address(), rnd(2) ? rnd(100) : number());
	case SYS_sprofil: return sys_sprofil(rnd(3) ? address() & ~3u : 0, rnd(2) ? rnd(2100) : number(), rnd(2) ? 0x80000000u : number(), rnd(2) ? rnd(20) : number());
	case SYS_profctl: {
		uint32_t what = rnd(4) ? rnd(11) << 4 | rnd(2) : number();
		if ((what & ~1u) == PROFCTL_PERIOD)
			return sys_profctl(what, 60 + rnd(5000));
		if ((what & ~1u) == PROFCTL_TICK)
			return sys_profctl(what, rnd(4) ? 4000 + rnd(16000) : rnd(4000));	/* short enough that not everything sleeps */
		return sys_profctl(what, rnd(2) ? address() : rnd(8));
	}
	case SYS_kill: {
		int pid = children[rnd(8)];
		return sys_kill(pid ? pid : 0x7FFFFFFF);
	}
	case SYS_foreground: return sys_foreground(rnd(2) ? (uint32_t)children[rnd(8)] : number());
	case SYS_kernelsum: return rnd(16) ? 0 : sys_kernelsum();	/* takes as long as a hundred others, and has no arguments */
	default: return raw(address(), size(), number(), number(), number(), n < 33 ? n : number() | 64);
	}
}

static void batch(uint32_t seed)
{
	rnd_seed = seed;
	close(0);
	close(1);
	close(2);
	open("fz.a", O_RDWR | O_CREAT);
	open("fz.b", O_RDWR | O_CREAT);
	open("fz.c", O_RDWR | O_CREAT);
	for (int i = 0; i < CALLS; i++)
		one();
	sys_exit(DONE);
}

/* The files that existed before. All others belong to a batch, which may have found their names anywhere. */
static struct direntry files[64];
static int n_files;

static void list_files(void)
{
	int fd = open("/", O_RDONLY);

	n_files = read(fd, files, sizeof files) / (int)sizeof files[0];
	close(fd);
}

static void remove_new_files(void)
{
	struct direntry e;
	int fd = open("/", O_RDONLY), i;

	while (read(fd, &e, sizeof e) == sizeof e) {
		for (i = 0; i < n_files && strcmp(files[i].name, e.name); i++)
			;
		if (i == n_files)
			unlink(e.name);
	}
	close(fd);
}

/* One batch; 1 if it made all its calls. */
static int run_batch(uint32_t seed)
{
	int pid = child(batch, seed), status;

	for (int i = 0; i < PATIENCE && !is_over(pid); i += LOOK)
		sleep_ticks(LOOK);
	sys_kill(pid);
	status = ended(pid);
	remove_new_files();
	clocks_set_back();
	return WIFEXITED(status) && WEXITSTATUS(status) == DONE;
}

static void fuzz(uint32_t seed, uint32_t calls)
{
	int pages = sys_freepages(), sum = sys_kernelsum();
	uint32_t made = 0, batches = 0;

	list_files();
	for (; made < calls && batches < 3 * (calls / CALLS + 10); batches++) {
		made += run_batch(seed + batches * 2654435761u) ? CALLS : 0;
		for (int i = 0; i < 100 && sys_freepages() != pages; i++)
			sleep_ticks(1);
		if (sys_freepages() != pages || sys_kernelsum() != sum || (has_profiler() && sys_profctl(PROFCTL_STATE | PROFCTL_SYSTEM, 0) != PROFSTATE_OFF))
			failed(__FILE__, __LINE__, "batch seed 0x%08lx: %d pages free, were %d; kernel's checksum %x, was %x",
				(unsigned long)(seed + batches * 2654435761u), sys_freepages(), pages, sys_kernelsum(), sum);
		if (batches % 50 == 49)
			printf("    fuzz: %lu calls in %lu batches\n", (unsigned long)made, (unsigned long)batches + 1);
	}
	printf("    fuzz: seed %lu, %lu calls in %lu batches\n", (unsigned long)seed, (unsigned long)made, (unsigned long)batches);
	CHECK(made >= calls);
}

static void fuzz_short(void) { fuzz(1, 2000); }
static void fuzz_soak(void) { fuzz(fuzz_seed ? fuzz_seed : (uint32_t)mtime(), fuzz_calls); }

const struct test fuzz_tests[] = { TEST(fuzz_short), SLOW(fuzz_soak), END };

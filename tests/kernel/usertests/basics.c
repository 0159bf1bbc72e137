/* SPDX-License-Identifier: ISC
 * basics.c - what the other tests stand on: processes, threads, files, memory and faults, and calls
 * with pointers outside the process's memory.
 */
#include <stdbool.h>

#include "usertests.h"

#define STACK 2048

/* A child's memory is a copy: neither process sees the other's writes. */
static void memory_copied(void)
{
	static volatile int data = 1;
	volatile int on_stack = 2;
	int pid = fork();

	if (pid == 0) {
		data += 10;
		on_stack += 10;
		exit(data == 11 && on_stack == 12 ? 7 : 1);
	}
	EXPECT(WEXITSTATUS(ended(pid)), 7);
	CHECK(data == 1 && on_stack == 2);
}

/* The registers that compilers use last survive ticks, and another process with other values in
 * them. */
static void keeps_temporaries(uint32_t key)
{
	uint64_t until = mtime() + 100000;
	uint32_t sum;

	do {
		__asm__ volatile("mv t3, %1\n\taddi t4, t3, 1\n\taddi t5, t4, 1\n\t"
				 "addi t6, t5, 1\n\t"
				 "li t2, 2000\n1:\taddi t2, t2, -1\n\tbnez t2, 1b\n\t"
				 "add %0, t3, t4\n\tadd %0, %0, t5\n\tadd %0, %0, t6"
				 : "=&r"(sum)
				 : "r"(key)
				 : "t2", "t3", "t4", "t5", "t6");
		CHECK(sum == 4 * key + 6);
	} while (mtime() < until);
}

static void registers(void)
{
	int other = child(keeps_temporaries, 1000);

	keeps_temporaries(77);
	EXPECT(ended(other), 0);
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

static void copies(const char *from, const char *to)
{
	int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC), n;
	char part[512];

	while ((n = read(in, part, sizeof part)) > 0)
		EXPECT(write(out, part, n), n);
	close(in);
	close(out);
}

int cannot_write(const char *own)
{
	int fd = sys_open(own, O_WRONLY), good = sys_write(fd, "", 1) == -ETXTBSY;

	good &= sys_open(own, O_WRONLY | O_TRUNC) == -ETXTBSY && sys_unlink(own) == 0;
	sys_close(fd);
	return good ? takes_memory_by_files() : 1;
}

static void execs_copy(uint32_t arg)
{
	(void)arg;
	sys_exec("ut.copy", (char *[]){ "ut.copy", "-w", NULL });
}

/* A program runs in place, from a written file, too: nobody can write it meanwhile, and its memory
 * stays until its end. */
static void exec_in_place(void)
{
	copies("bin/usertests", "ut.copy");
	EXPECT(outcome(execs_copy, 0), 0);
	EXPECT(sys_open("bin/usertests", O_WRONLY | O_TRUNC), -ETXTBSY);
}

/* ---- threads */
static volatile int count;
static volatile bool go;

static void waits_for_go(void *arg)
{
	while (!go)
		;
	errno = (int)arg;
	for (int i = 0; i < 3; i++)
		sys_yield();
	if (errno == (int)arg)
		count = count + 1;
}

/* Two threads spin until the first releases them: only the timer lets it run. Each thread has its
 * own errno. */
static void threads_preempted(void)
{
	int a = thread_create(waits_for_go, (void *)71, STACK);
	int b = thread_create(waits_for_go, (void *)72, STACK);

	errno = 70;
	sleep_ticks(3);
	go = true;
	EXPECT(thread_join(a), 0);
	EXPECT(thread_join(b), 0);
	EXPECT(count, 2);
	EXPECT(errno, 70);
}

/* ---- faults */
static void load(uint32_t p)
{
	(void)*(volatile uint32_t *)(p & ~3u);
}
static void store(uint32_t p)
{
	*(volatile uint32_t *)(p & ~3u) = 0xDEADBEEF;
}
static void jump(uint32_t p)
{
	((void (*)(void))(uintptr_t)(p & ~3u))();
}
static void zero(uint32_t arg)
{
	(void)arg;
	__asm__ volatile(".word 0");
}
static void mret(uint32_t arg)
{
	(void)arg;
	__asm__ volatile(".word 0x30200073");
}
static void mstatus(uint32_t arg)
{
	(void)arg;
	__asm__ volatile(".word 0x3007E073");
}

static uint32_t deeper(uint32_t n)
{
	volatile uint32_t room[64];

	for (unsigned i = 0; i < 64; i++)
		room[i] = n;
	return n ? deeper(n - 1) + room[n % 64] : 0;
}

static void deep(uint32_t n)
{
	CHECK(deeper(n));
}

/* The signal that kills the process; the reason is in the kernel's line. */
static void fault_signals(void)
{
	static uint32_t code[4];
	const struct {
		void (*f)(uint32_t);
		uint32_t arg;
		int signal;
	} faults[] = {
		{ load, 0, SIGSEGV },
		{ load, 0x80000000, SIGSEGV },
		{ load, 0xF0000000, SIGSEGV },
		{ store, USER_TEXT, SIGSEGV },
		{ store, block_end(), SIGSEGV },
		{ jump, (uint32_t)(uintptr_t)code, SIGSEGV },
		{ deep, 100000, SIGSEGV },
		{ zero, 0, SIGILL },
		{ mret, 0, SIGILL },
		{ mstatus, 0, SIGILL },
	};

	for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++)
		EXPECT(outcome(faults[i].f, faults[i].arg), faults[i].signal);
}

/* ---- pointers */
static int fd_to_read(void)
{
	static int fd = -1;

	if (fd < 0) {
		static char bytes[256];
		fd = open("ut.data", O_RDWR | O_CREAT | O_TRUNC);
		CHECK(write(fd, bytes, sizeof bytes) == sizeof bytes && unlink("ut.data") == 0);
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static int c_read(uint32_t p)
{
	return sys_read(fd_to_read(), p, 64);
}
static int c_write(uint32_t p)
{
	return sys_write(fd_to_read(), p, 64);
}
static int c_open(uint32_t p)
{
	return sys_open(p, O_RDONLY);
}
static int c_exec(uint32_t p)
{
	return sys_exec(p, 0);
}
static int c_exec_argv(uint32_t p)
{
	return p ? sys_exec("bin/echo", p) : -EFAULT;
}
static int c_wait(uint32_t p)
{
	return p ? sys_wait(p) : -EFAULT;
}
static int c_time(uint32_t p)
{
	return sys_time(p);
}
static int c_ps(uint32_t p)
{
	return sys_ps(p, 1);
}
static int c_entry(uint32_t p)
{
	return sys_entry(0, p);
}
static int c_profil(uint32_t p)
{
	return sys_profil(BSD, p, 64, USER_TEXT, 0x10000);
}
static int c_sprofil(uint32_t p)
{
	return p ? sys_sprofil(p, 8, 0, 4) : -EFAULT;
}
static int c_counts(uint32_t p)
{
	return sys_profctl(PROFCTL_COUNTS, p);
}

static const struct {
	const char *name;
	int (*call)(uint32_t);
	uint32_t bytes; /* accessed */
	bool writes; /* to the caller's memory */
} calls[] = {
	{ "read", c_read, 64, true },
	{ "write", c_write, 64, false },
	{ "open", c_open, 1, false },
	{ "exec", c_exec, 1, false },
	{ "exec's argv", c_exec_argv, 4, false },
	{ "wait", c_wait, 4, true },
	{ "time", c_time, 8, true },
	{ "ps", c_ps, sizeof(struct psinfo), true },
	{ "entry", c_entry, sizeof(struct direntry), true },
	{ "profil of BSD", c_profil, 64, true },
	{ "sprofil", c_sprofil, 12 + 32, true },
	{ "profctl's counts", c_counts, sizeof(struct profcounts), true },
};
#define N_CALLS (sizeof calls / sizeof calls[0])

/* EFAULT, or EINVAL for a misaligned address. */
static void refused(unsigned i, uint32_t p)
{
	int r = calls[i].call(p);

	if (r != -EFAULT && !(r == -EINVAL && p % 4))
		failed(__FILE__, __LINE__, "%s at 0x%08lx: %d", calls[i].name, (unsigned long)p, r);
}

/* Nowhere; in text, which is readable but not writable; across either end of the process's
 * memory. */
static void bad_pointers(void)
{
	uint32_t first = *(uint32_t *)USER_TEXT, end = to_page_end();

	memset((void *)(end - 8), 'x', 8);
	for (unsigned i = 0; i < N_CALLS; i++) {
		for (unsigned k = 0; k < n_bad; k++)
			refused(i, bad[k]);
		if (calls[i].writes)
			refused(i, USER_TEXT);
		refused(i, end);
		if (calls[i].bytes > 4)
			refused(i, end - 4);
		if (calls[i].bytes > 1)
			refused(i, USER_BLOCK - calls[i].bytes + 1);
	}
	CHECK(sys_read(fd_to_read(), end - 8, 0x80000000) < 0);
	CHECK(sys_write(fd_to_read(), end - 8, 0xFFFFFFFF) < 0);
	CHECK(*(uint32_t *)USER_TEXT == first);
}

const struct test basic_tests[] = { TEST(memory_copied), TEST(registers), TEST(fork_bomb),
	TEST(exec_in_place), TEST(threads_preempted), TEST(fault_signals), TEST(bad_pointers),
	END };

/* SPDX-License-Identifier: ISC
 * memory.c - brk and fork at their limits, and what a process may find in the memory it receives.
 */
#include <elf.h>

#include "usertests.h"

static void brk_arguments(void)
{
	uint32_t end = (uint32_t)sys_brk(0);

	for (unsigned i = 0; i < n_bad; i++)
		if (bad[i] && bad[i] != USER_BLOCK_END)
			EXPECT(sys_brk(bad[i]), -ENOMEM);
	EXPECT(sys_brk(USER_TEXT), -ENOMEM);
	EXPECT(sys_brk(USER_BLOCK), -ENOMEM);
	EXPECT(sys_brk(USER_DATA - 1), -ENOMEM);
	EXPECT(sys_brk(USER_BLOCK_END + 1), -ENOMEM);
	EXPECT(sys_brk(0), end);
}

static void grow_and_shrink(void)
{
	uint32_t end = (uint32_t)sys_brk(0), start = block_end();

	for (uint32_t pages = 1; pages < 40; pages += 7) {
		EXPECT(sys_brk(start + pages * PAGE), start + pages * PAGE);
		for (uint32_t at = start; at < start + pages * PAGE; at += 4)
			CHECK(*(uint32_t *)at == 0);
		fill_pattern((uint32_t *)start, pages * PAGE / 4, pages);
		EXPECT(sys_brk(start), start);
	}
	EXPECT(sys_brk(end), end);
}

/* A block keeps its contents when it grows in place. */
static void growing_keeps(void)
{
	const uint32_t pages = 3;
	uint32_t *at = (uint32_t *)(uintptr_t)block_end(), words = pages * PAGE / 4;

	EXPECT(sys_brk(at + words), at + words);
	fill_pattern(at, words, 5);
	EXPECT(sys_brk(at + 5 * words), at + 5 * words);
	CHECK(pattern_good(at, words, 5) && at[words] == 0 && at[5 * words - 1] == 0);
	CHECK(sbrk(0x7FFFFFFF) == (void *)-1 && errno == ENOMEM);
}

static void drop_own_data(uint32_t to)
{
	sys_brk(to);
	*(volatile uint32_t *)(block_end() - 4) = 1;
	CHECK(errno == 0 || errno);
}

/* A process that frees its own data may be killed for it; nothing else may happen. */
static void brk_below_data(void)
{
	for (uint32_t to = USER_DATA; to < (uint32_t)sys_brk(0); to += PAGE) {
		int status = outcome(drop_own_data, to);
		CHECK(CLEAN(status) || WIFSIGNALED(status));
	}
}

static void touch_beyond(uint32_t p)
{
	CHECK(sys_brk(block_end() + PAGE) > 0);
	*(volatile uint32_t *)(block_end() - 4) = 1;
	sys_brk(block_end() - PAGE);
	*(volatile uint32_t *)(block_end() + p) = 1;
}

static void memory_given_back(void)
{
	CHECK(WIFSIGNALED(outcome(touch_beyond, 0)));
	CHECK(WIFSIGNALED(outcome(touch_beyond, PAGE - 4)));
}

#define SECRET 0x5EC2E7AAu

static void leave_secret(uint32_t pages)
{
	uint32_t *at = sbrk((ptrdiff_t)(pages * PAGE));

	CHECK(at != (void *)-1);
	for (uint32_t i = 0; i < pages * PAGE / 4; i++)
		at[i] = SECRET;
}

static void look_for_secret(uint32_t pages)
{
	uint32_t from = (uint32_t)(uintptr_t)sbrk((ptrdiff_t)(pages * PAGE));

	for (uint32_t at = from; at < from + pages * PAGE - 4; at += 4)
		CHECK(*(uint32_t *)((at + 3) & ~3u) == 0);
}

/* Pages of a dead process come back empty, by brk and as stack. */
static void nothing_left_behind(void)
{
	CHECK(outcome(leave_secret, 64) == 0);
	CHECK(outcome(look_for_secret, 64) == 0);
	CHECK(outcome(leave_secret, 200) == 0);
	for (uint32_t at = USER_BLOCK; at < USER_BLOCK + 64; at += 4)
		CHECK(*(uint32_t *)at != SECRET);
}

/* A file that grows by lseek and write has zeros in the hole, not the old contents of its pages. */
static void hole_is_zero(void)
{
	static uint32_t words[256];
	int fd, n;

	CHECK(outcome(leave_secret, 100) == 0);
	CHECK((fd = open("ut.hole", O_RDWR | O_CREAT | O_TRUNC)) >= 0);
	EXPECT(lseek(fd, 40000, SEEK_SET), 40000);
	EXPECT(write(fd, "x", 1), 1);
	lseek(fd, 0, SEEK_SET);
	for (int at = 0; (n = read(fd, words, sizeof words)) > 0; at += n)
		for (int i = 0; i < n / 4; i++)
			CHECK(words[i] == 0 || at + 4 * i >= 40000);
	close(fd);
	unlink("ut.hole");
}

/* With a second process's page behind the block, growing moves the block and keeps its contents. */
static void waits_for_stop(uint32_t arg)
{
	(void)arg;
	for (;;)
		sleep_ticks(1000);
}

static void moving_block(void)
{
	uint32_t *at = (uint32_t *)block_end(), key = 77;

	CHECK(sys_brk((uint32_t)at + 4 * PAGE) > 0);
	fill_pattern(at, 4 * PAGE / 4, key);
	for (uint32_t n = 1; n < 8; n++) {
		int pid = child(waits_for_stop, 0);		/* takes the pages behind the block */
		CHECK(sys_brk((uint32_t)at + (4 + 3 * n) * PAGE) > 0);
		CHECK(pattern_good(at, 4 * PAGE / 4, key));
		for (uint32_t *p = at + PAGE; p < at + (4 + 3 * n) * PAGE / 4; p++)
			CHECK(*p == 0);
		EXPECT(sys_kill(pid), 0);
		ended(pid);
	}
}

static void largest_process(void)
{
	EXPECT(sys_brk(USER_BLOCK_END), USER_BLOCK_END);
	*(volatile uint32_t *)(USER_BLOCK_END - 4) = 1;
	EXPECT(sys_write(1, USER_BLOCK_END - 4, 8), -EFAULT);
	EXPECT(sys_write(1, USER_BLOCK_END, 1), -EFAULT);
}

static void takes_all(uint32_t arg)
{
	(void)arg;
	for (int step = 1 << 20; step >= PAGE; step /= 2)
		while (sbrk(step) != (void *)-1)
			;
	EXPECT(errno, ENOMEM);
	sleep_ticks(100000000);
}

static void until_all_is_taken(void)
{
	for (int same = 0, last = 0; same < 5; same++) {
		sleep_ticks(10);
		if (sys_freepages() != last)
			same = 0;
		last = sys_freepages();
	}
}

/* All of RAM in use: fork, brk and exec return ENOMEM, no process dies, and all memory comes back. */
static void memory_full(void)
{
	char *const argv[] = { "echo", NULL };
	int pids[32], n = 0, pid, status;

	while ((pid = sys_fork()) >= 0 && n < 32) {
		if (pid == 0)
			takes_all(0);
		pids[n++] = pid;
		until_all_is_taken();
	}
	EXPECT(pid, -ENOMEM);
	CHECK(n > 6 && sys_freepages() < (int)(USER_BLOCK_MAX / PAGE));
	EXPECT(sys_brk(USER_BLOCK_END), -ENOMEM);
	EXPECT(sys_exec("bin/usertests", argv), -ENOMEM);
	for (int i = 0; i < n; i++)
		EXPECT(sys_kill(pids[i]), 0);
	for (int i = 0; i < n; i++)
		CHECK(wait(&status) > 0);
}

#define LATEST 50000		/* cycles that the timer's interrupt may wait */
static uint32_t large;			/* size of the process in bytes */

static void execs_echo(uint32_t arg)
{
	char *argv[] = { "echo", NULL };

	(void)arg;
	close(1);
	sys_exec("bin/echo", argv);
}

/* The longest permitted arguments. */
static void execs_with_arguments(uint32_t arg)
{
	static char word[ARGS_BYTES / ARGS_MAX - 8];
	char *argv[ARGS_MAX + 1] = { NULL };

	(void)arg;
	memset(word, 'x', sizeof word - 1);
	for (int i = 0; i < ARGS_MAX; i++)
		argv[i] = word;
	close(1);
	exit(-sys_exec("bin/echo", argv));
}

static void naps(void *arg)
{
	(void)arg;
	sleep_ticks(100000);
}

static void leaves_threads(uint32_t arg)
{
	(void)arg;
	while (thread_create(naps, NULL, 512) > 0)
		;
	exit(0);
}

static void leaves(uint32_t arg) { (void)arg; }

static void grows(void) { CHECK(sys_brk(USER_BLOCK + large) > 0); }
static void forks(void) { CHECK(CLEAN(outcome(leaves, 0))); }
static void execs(void) { CHECK(CLEAN(outcome(execs_echo, 0))); }
static void arguments(void) { CHECK(CLEAN(outcome(execs_with_arguments, 0))); }
static void ends_threads(void) { CHECK(CLEAN(outcome(leaves_threads, 0))); }
static void shrinks(void) { CHECK(sys_brk(USER_BLOCK + large / 2) > 0); }

static void write_and_read(uint32_t at, uint32_t bytes)
{
	int fd = open("ut.large", O_RDWR | O_CREAT | O_TRUNC);

	EXPECT(sys_write(fd, at, bytes), bytes);
	EXPECT(sys_lseek(fd, 0, SEEK_SET), 0);
	EXPECT(sys_read(fd, at, bytes), bytes);
	close(fd);
	unlink("ut.large");
}

static void writes_and_reads(void) { write_and_read(USER_BLOCK + large / 4, large / 2); }
static void copies_misaligned(void) { write_and_read(USER_BLOCK + large / 4 + 1, 64 << 10); }

/* Pages of a live buffer are uncached. */
static void copies_live_buffer(void)
{
	uint32_t at = USER_BLOCK + large / 4, bytes = 64 << 10;

	if (has_profiler())
		EXPECT(sys_profil(2, at, bytes, USER_TEXT + 0x100000, 0x8000), 0);
	write_and_read(at + 1, bytes - 1);
	if (has_profiler())
		EXPECT(sys_profil(2, 0, 0, 0, 0), 0);
}

static void writes_to_console(void)
{
	static char returns[4096];

	memset(returns, '\r', sizeof returns);
	EXPECT(write(1, returns, sizeof returns), sizeof returns);
}

/* An ELF with as many program headers as fit, all of no type. */
static void execs_headers(void)
{
	Elf32_Ehdr e = { .e_ident = ELFMAG "\1\1\1", .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_phoff = sizeof e,
		.e_phentsize = sizeof(Elf32_Phdr), .e_phnum = (large / 2 - sizeof e) / sizeof(Elf32_Phdr) };
	uint32_t *at = (uint32_t *)(uintptr_t)(USER_BLOCK + large / 4);
	int fd = open("ut.large", O_WRONLY | O_CREAT | O_TRUNC);

	memset(at, 0, large / 2);
	memcpy(at, &e, sizeof e);
	EXPECT(sys_write(fd, at, large / 2), large / 2);
	close(fd);
	sys_profctl(PROFCTL_LATEST, 0);
	EXPECT(sys_exec("ut.large", NULL), -ENOEXEC);
	unlink("ut.large");
}

/* However much memory a call copies or clears, the timer's interrupt comes in time. */
static void look_how_late(uint32_t bytes)
{
	static const struct { const char *name; void (*run)(void); } calls[] = {
		{ "brk up", grows }, { "fork and exit", forks }, { "exec", execs }, { "write and read", writes_and_reads },
		{ "misaligned", copies_misaligned }, { "a live buffer", copies_live_buffer },
		{ "exec of headers", execs_headers }, { "brk down", shrinks },
		{ "exec with arguments", arguments }, { "exit with threads", ends_threads }, { "write to the console", writes_to_console },
	};
	int real_time = sys_profctl(PROFCTL_HAS_UNIT, 0) != 1;	/* then mtime may be real time, and a busy host delays it */

	large = bytes;
	for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		sys_profctl(PROFCTL_LATEST, 0);
		calls[i].run();
		int latest = sys_profctl(PROFCTL_LATEST, 0);
		printf("    %s: a tick came %d mtime units late\n", calls[i].name, latest);
		CHECK(real_time || latest <= LATEST);
	}
}

static void late_ticks(void) { look_how_late(512 << 10); }
static void late_ticks_of_largest(void) { look_how_late(8 << 20); }

const struct test memory_tests[] = {
	TEST(brk_arguments), TEST(grow_and_shrink), TEST(growing_keeps), TEST(brk_below_data), TEST(memory_given_back), TEST(nothing_left_behind), TEST(hole_is_zero),
	TEST(moving_block), SLOW(largest_process), SLOW(memory_full), TEST(late_ticks), SLOW(late_ticks_of_largest), END
};

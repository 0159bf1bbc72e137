/* SPDX-License-Identifier: ISC
 * pointers.c - every call with pointers outside the process's memory, and with meaningless numbers.
 */
#include "usertests.h"

#define DATA "ut.data"

static int fd_to_read(void)
{
	static int fd = -1;

	if (fd < 0) {
		static char bytes[256];
		int out = open(DATA, O_WRONLY | O_CREAT | O_TRUNC);
		CHECK(out >= 0 && write(out, bytes, sizeof bytes) == sizeof bytes && close(out) == 0);
		fd = open(DATA, O_RDWR);
		unlink(DATA);
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static int c_read(uint32_t p) { return sys_read(fd_to_read(), p, 64); }
static int c_write(uint32_t p) { return sys_write(fd_to_read(), p, 64); }
static int c_open(uint32_t p) { return sys_open(p, O_RDONLY); }
static int c_unlink(uint32_t p) { return sys_unlink(p); }
static int c_exec(uint32_t p) { return sys_exec(p, 0); }
static int c_exec_argv(uint32_t p) { return p ? sys_exec("bin/echo", p) : -EFAULT; }
static int c_wait(uint32_t p) { return p ? sys_wait(p) : -EFAULT; }
static int c_fstat(uint32_t p) { return sys_fstat(1, p); }
static int c_time(uint32_t p) { return sys_time(p); }
static int c_ps(uint32_t p) { return sys_ps(p, 1); }
static int c_lock(uint32_t p) { return sys_lock(p); }
static int c_unlock(uint32_t p) { return sys_unlock(p); }
static int c_thread_pc(uint32_t p) { static char stack[64] __attribute__((aligned(16))); return sys_thread_create(p, 0, stack + 64, 0); }
static int c_thread_stack(uint32_t p) { return sys_thread_create(spin, 0, p & ~15u, 0); }
static int c_profil_bsd(uint32_t p) { return has_profiler() ? sys_profil(2, p, 64, USER_TEXT, 0x10000) : -EFAULT; }
static int c_sprofil(uint32_t p) { return p && has_profiler() ? sys_sprofil(p, 8, 0, 4) : -EFAULT; }
static int c_counts(uint32_t p) { return has_profiler() ? sys_profctl(PROFCTL_COUNTS, p) : -EFAULT; }

static const struct {
	const char *name;
	int (*call)(uint32_t);
	uint32_t bytes;		/* accessed */
	int writes, string;	/* it writes to the caller's memory; it reads up to a 0 */
} calls[] = {
	{ "read", c_read, 64, 1, 0 }, { "write", c_write, 64, 0, 0 }, { "open", c_open, 1, 0, 1 }, { "unlink", c_unlink, 1, 0, 1 },
	{ "exec", c_exec, 1, 0, 1 }, { "exec's argv", c_exec_argv, 4, 0, 0 }, { "wait", c_wait, 4, 1, 0 }, { "fstat", c_fstat, sizeof(struct kstat), 1, 0 },
	{ "time", c_time, 8, 1, 0 }, { "ps", c_ps, sizeof(struct psinfo), 1, 0 }, { "lock", c_lock, 4, 1, 0 }, { "unlock", c_unlock, 4, 1, 0 },
	{ "thread_create's pc", c_thread_pc, 4, 0, 0 }, { "thread_create's stack", c_thread_stack, 0, 1, 0 }, { "profil of BSD", c_profil_bsd, 64, 1, 0 },
	{ "sprofil", c_sprofil, 12 + 32, 1, 0 }, { "profctl's counts", c_counts, sizeof(struct profcounts), 1, 0 },
};
#define N_CALLS (sizeof calls / sizeof calls[0])

/* EFAULT, or EINVAL for a misaligned address. */
static void refused(unsigned i, uint32_t p)
{
	int r = calls[i].call(p);

	if (r != -EFAULT && !(r == -EINVAL && p % 4))
		failed(__FILE__, __LINE__, "%s at 0x%08lx: %d, not EFAULT", calls[i].name, (unsigned long)p, r);
}

static void bad_pointers(void)
{
	for (unsigned i = 0; i < N_CALLS; i++)
		for (unsigned k = 0; k < n_bad; k++)
			refused(i, bad[k]);
}

static void refused_read_keeps_offset(void)
{
	int fd = fd_to_read();

	for (unsigned i = 0; i < n_bad; i++) {
		EXPECT(sys_read(fd, bad[i], 8), -EFAULT);
		EXPECT(lseek(fd, 0, SEEK_CUR), 0);
	}
}

/* Text is readable, not writable. */
static void text_written_by_kernel(void)
{
	uint32_t first = *(uint32_t *)USER_TEXT;

	for (unsigned i = 0; i < N_CALLS; i++)
		if (calls[i].writes) {
			refused(i, USER_TEXT);
			refused(i, TEXT_ADDRESS & ~3u);
		}
	CHECK(*(uint32_t *)USER_TEXT == first);
}

/* Starts in the process's memory and ends behind it, or the reverse. */
static void across_the_ends(void)
{
	uint32_t end = block_end();

	sbrk((ptrdiff_t)(end - (uint32_t)sys_brk(0)));
	memset((void *)(end - 8), 'x', 8);
	for (unsigned i = 0; i < N_CALLS; i++) {
		if (!calls[i].bytes)		/* a stack may begin at the end */
			continue;
		refused(i, end);
		if (calls[i].bytes > 4 || calls[i].string)
			refused(i, end - 4);
		if (calls[i].bytes > 1)
			refused(i, USER_BLOCK - calls[i].bytes + 1);
	}
}

/* The same, where address plus size wraps. */
static void wrapping_sizes(void)
{
	static char here[16];
	static struct psinfo table[64];
	static const uint32_t sizes[] = { 0x01000000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xC0000000, 0xFFFFF000, 0xFFFFFFFE, 0xFFFFFFFF };
	const uint32_t wrap = -(uint32_t)(uintptr_t)here;

	for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		int r = sys_read(fd_to_read(), here, sizes[i]);
		CHECK(r == -EFAULT || r == -EINVAL);
		r = sys_write(fd_to_read(), here, sizes[i]);
		CHECK(r == -EFAULT || r == -EINVAL);
		r = sys_ps(table, sizes[i]);		/* never more than exist */
		CHECK(r == -EINVAL || r == -EFAULT || (r > 0 && r <= 64));
	}
	for (uint32_t n = wrap - 4; n != wrap + 8; n++) {
		int r = sys_write(fd_to_read(), here, n);
		CHECK(r == -EFAULT || r == -EINVAL);
	}
	CHECK(sys_ps(here, 0) > 0);
	EXPECT(sys_read(fd_to_read(), here, 0), 0);
	EXPECT(sys_write(fd_to_read(), here, 0), 0);
}

static void strings(void)
{
	static char name[200];
	char *end = (char *)block_end();

	sbrk(end - (char *)sys_brk(0));
	memset(name, 'n', sizeof name);
	name[NAME_MAX_BYTES] = 0;
	EXPECT(sys_open(name, O_RDWR | O_CREAT), -ENAMETOOLONG);
	EXPECT(sys_unlink(name), -ENAMETOOLONG);
	EXPECT(sys_exec(name, 0), -ENAMETOOLONG);
	name[NAME_MAX_BYTES - 1] = 0;
	int fd = sys_open(name, O_RDWR | O_CREAT);
	CHECK(fd >= 0);
	EXPECT(sys_unlink(name), 0);
	EXPECT(sys_unlink(name), -ENOENT);
	memcpy(end - 4, "a/b", 4);		/* its 0 is the last accessible byte */
	EXPECT(sys_open(end - 4, O_RDONLY), -ENOENT);
	memcpy(end - 4, "abcd", 4);
	EXPECT(sys_open(end - 4, O_RDONLY), -EFAULT);
	memset(name, '/', 20);
	name[20] = 0;
	EXPECT(sys_exec(name, 0), -ENOENT);
	EXPECT(sys_open(name, O_RDWR), -EISDIR);
	EXPECT(sys_exec("", 0), -ENOENT);
}

static uint8_t own[1024] __attribute__((aligned(8)));

static void unaligned(uint32_t arg)
{
	unsigned i = arg >> 2, at = 512 + (arg & 3);

	memset(own, 0x5A, sizeof own);
	if (calls[i].string || calls[i].call == c_exec_argv || calls[i].call == c_lock)
		memset(own + at, 0, 4);		/* a string's end, argv's end, a free lock */
	if (calls[i].call == c_exec_argv)
		close(1);
	calls[i].call((uint32_t)(uintptr_t)own + at);
	if (calls[i].writes)
		for (unsigned k = 0; k < sizeof own; k++)
			if (own[k] != 0x5A && (k < at || k >= at + calls[i].bytes))
				exit(2);
}

/* An own address at each offset from a word: whatever the answer, nothing beside it is written, and the kernel
 * survives. */
static void unaligned_pointers(void)
{
	for (unsigned i = 0; i < N_CALLS; i++)
		for (unsigned k = 0; k < 4; k++) {
			if (calls[i].call == c_thread_pc || calls[i].call == c_thread_stack || calls[i].call == c_sprofil)
				continue;		/* code and stacks for threads; a structure for sprofil */
			int status = outcome(unaligned, i << 2 | k);
			if (status)
				failed(__FILE__, __LINE__, "%s at a word's byte %u: status 0x%x", calls[i].name, k, status);
		}
}

static void call_numbers(void)
{
	for (uint32_t n = 33; n < 2000; n++)
		EXPECT(raw(1, 2, 3, 4, 5, n), -ENOSYS);
	EXPECT(raw(1, 2, 3, 4, 5, 0), -ENOSYS);
	for (uint32_t n = 1; n; n <<= 1)
		EXPECT(raw(1, 2, 3, 4, 5, n | 0x80000000u), -ENOSYS);
	EXPECT(raw(1, 2, 3, 4, 5, UINT32_MAX), -ENOSYS);
}

static void file_numbers(void)
{
	static const uint32_t fds[] = { 15, 16, 17, 63, 64, 100, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x10000000, 0x40000000, 0x04000001 };
	static char here[64];

	for (unsigned i = 0; i < sizeof fds / sizeof fds[0]; i++) {
		EXPECT(sys_read(fds[i], here, 1), -EBADF);
		EXPECT(sys_write(fds[i], here, 1), -EBADF);
		EXPECT(sys_close(fds[i]), -EBADF);
		EXPECT(sys_lseek(fds[i], 0, 0), -EBADF);
		EXPECT(sys_fstat(fds[i], here), -EBADF);
	}
}

const struct test pointer_tests[] = {
	TEST(bad_pointers), TEST(refused_read_keeps_offset), TEST(text_written_by_kernel), TEST(across_the_ends), TEST(wrapping_sizes), TEST(strings), TEST(unaligned_pointers), TEST(call_numbers),
	TEST(file_numbers), END
};

/* SPDX-License-Identifier: ISC
 * testfile.c - files: written, read, cut, removed, shared; and bad pointers and
 * sizes in every call that takes some.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "check.h"

static void written(void)
{
	char back[16];
	int fd = open("tmp/a", O_RDWR | O_CREAT | O_EXCL);

	CHECK(fd >= 3 && write(fd, "hello, world", 12) == 12);
	CHECK(lseek(fd, 7, SEEK_SET) == 7 && read(fd, back, sizeof back) == 5 && !memcmp(back, "world", 5));
	CHECK(read(fd, back, sizeof back) == 0);
	CHECK(lseek(fd, -12, SEEK_END) == 0 && write(fd, "J", 1) == 1);
	CHECK(lseek(fd, 20, SEEK_SET) == 20 && write(fd, "!", 1) == 1);
	CHECK(lseek(fd, 10, SEEK_SET) == 10 && read(fd, back, 11) == 11 && !memcmp(back, "ld\0\0\0\0\0\0\0\0!", 11));
	CHECK(open("tmp/a", O_RDWR | O_CREAT | O_EXCL) == -1 && errno == EEXIST);
	close(fd);
	fd = open("/tmp/a", O_WRONLY | O_APPEND);
	CHECK(write(fd, "end", 3) == 3 && lseek(fd, 0, SEEK_END) == 24);
	CHECK(read(fd, back, 1) == -1 && errno == EBADF);
	close(fd);
	fd = open("tmp/a", O_RDWR | O_TRUNC);
	CHECK(lseek(fd, 0, SEEK_END) == 0 && unlink("tmp/a") == 0 && unlink("tmp/a") == -1 && errno == ENOENT);
	CHECK(write(fd, "still here", 10) == 10 && lseek(fd, 0, SEEK_SET) == 0 && read(fd, back, 16) == 10);
	CHECK(open("tmp/a", O_RDONLY) == -1 && errno == ENOENT);
}

/* Larger than a page, by odd pieces, against what was meant. */
static void large(void)
{
	static uint8_t part[777];
	uint32_t total = 0;
	int fd = open("tmp/large", O_RDWR | O_CREAT);

	for (int i = 0; i < 40; i++) {
		for (unsigned k = 0; k < sizeof part; k++)
			part[k] = (uint8_t)((total + k) * 31 >> 3);
		CHECK(write(fd, part, sizeof part) == sizeof part);
		total += sizeof part;
	}
	CHECK(lseek(fd, 0, SEEK_SET) == 0);
	for (uint32_t at = 0; at < total; at += sizeof part) {
		CHECK(read(fd, part, sizeof part) == sizeof part);
		for (unsigned k = 0; k < sizeof part; k++)
			CHECK(part[k] == (uint8_t)((at + k) * 31 >> 3));
	}
	CHECK(unlink("tmp/large") == 0);
}

/* A file of the archive becomes ours when written; fork shares the offset. */
static void shared(void)
{
	char back[8];
	int status, pid, fd = open("etc/motd", O_RDWR);

	CHECK(read(fd, back, 4) == 4);
	pid = fork();
	if (pid == 0) {
		CHECK(lseek(fd, 0, SEEK_CUR) == 4 && read(fd, back, 2) == 2);
		exit(0);
	}
	CHECK(wait(&status) == pid && status == 0 && lseek(fd, 0, SEEK_CUR) == 6);
}

static void listed(void)
{
	struct direntry e;
	int fd = open("bin/", O_RDONLY), n = 0, shell = 0;

	while (read(fd, &e, sizeof e) == sizeof e) {
		CHECK(!strncmp(e.name, "bin/", 4) && e.size > 1000);
		shell |= !strcmp(e.name, "bin/sh");
		n++;
	}
	CHECK(shell && n > 5);
	CHECK(open("bin/", O_RDWR) == -1 && errno == EISDIR && open("", O_CREAT | O_WRONLY) == -1);
	CHECK(lseek(fd, 0, SEEK_SET) == -1 && errno == ESPIPE);
}

static void too_many(void)
{
	int fd, n = 0;

	while ((fd = open("etc/motd", O_RDONLY)) >= 0)
		n++;
	CHECK(errno == EMFILE && n == 13);
	CHECK(close(15) == 0 && close(15) == -1 && errno == EBADF && close(-1) == -1 && close(1000) == -1);
}

static void sizes(void)
{
	char b[4] = "abc";
	int fd = open("tmp/s", O_RDWR | O_CREAT);

	unlink("tmp/s");
	CHECK(sys_read(fd, b, -1) == -EINVAL && sys_write(fd, b, -1) == -EINVAL && sys_write(1, b, 0x80000000) == -EINVAL);
	CHECK(sys_write(fd, b, 0x7fffffff) == -EFAULT && sys_read(fd, b, 0x7fffffff) == -EFAULT);
	CHECK(sys_read(fd, b, 0) == 0 && sys_write(fd, b, 0) == 0);
	CHECK(sys_lseek(fd, -1, SEEK_SET) == -EINVAL && sys_lseek(fd, 0, 3) == -EINVAL);
	CHECK(lseek(fd, 0x7fffffff, SEEK_SET) == 0x7fffffff && write(fd, b, 1) == -1 && errno == EFBIG);
	CHECK(lseek(fd, 1, SEEK_CUR) == -1 && errno == EINVAL);
	CHECK(lseek(fd, 0, SEEK_END) == 0);
	CHECK(sys_open("etc/motd", 3) == -EINVAL);
	CHECK(sys_read(99, b, 1) == -EBADF && sys_write(-5, b, 1) == -EBADF && sys_fstat(77, b) == -EBADF);
	CHECK(sys_ps(b, -1) == -EFAULT);
}

/* Where nothing of ours is; `text`: only for what would be written. */
static const uint32_t bad[] = {
	0, 1, 0xfff, USER_TEXT - 1, USER_BLOCK - 4, 0x00800000, USER_BLOCK_END - 4, 0x40000000, 0x7ffffffc, 0x80000000, 0x80001000,
	0xb0000000, 0xf0000000, 0xf4000000, 0xfffffffc, 0xffffffff,
};

static void pointers(void)
{
	int fd = open("tmp/p", O_RDWR | O_CREAT), n = (int)(sizeof bad / sizeof *bad);
	char *none[] = { "x", NULL };

	unlink("tmp/p");
	CHECK(write(fd, "abcdefgh", 8) == 8);
	for (int i = 0; i <= n; i++) {
		uint32_t p = i < n ? bad[i] : USER_TEXT;
		lseek(fd, 0, SEEK_SET);
		CHECK(sys_read(fd, p, 8) == -EFAULT && lseek(fd, 0, SEEK_CUR) == 0);
		CHECK(sys_fstat(fd, p) == -EFAULT && sys_time(p) == -EFAULT && sys_ps(p, 2) == -EFAULT);
		CHECK(sys_wait(p) == (p ? -EFAULT : -ECHILD));
		if (i == n)
			break;
		CHECK(sys_write(fd, p, 8) == -EFAULT && sys_write(1, p, 1) == -EFAULT);
		CHECK(sys_open(p, 0) == -EFAULT && sys_unlink(p) == -EFAULT && sys_exec(p, none) == -EFAULT);
		if (p)
			CHECK(sys_exec("bin/echo", p) == -EFAULT);
		none[0] = (char *)p;
		if (p)
			CHECK(sys_exec("bin/echo", none) == -EFAULT);
	}
	uint32_t end = ((uint32_t)sys_brk(0) + PAGE - 1) & ~(PAGE - 1u);	/* partly ours */
	lseek(fd, 0, SEEK_SET);
	CHECK(sys_read(fd, end - 4, 8) == -EFAULT && sys_write(fd, end - 4, 8) == -EFAULT && lseek(fd, 0, SEEK_END) == 8);
	CHECK(sys_time(end - 4) == -EFAULT && sys_time(USER_BLOCK - 4) == -EFAULT);
	memset((void *)(end - 8), 'x', 8);
	CHECK(sys_open(end - 8, 0) == -EFAULT);
	__asm__ volatile("li a7, 999\n\tecall" ::: "a0", "a7");
	CHECK(sys_getpid() == getpid());
}

static const struct test_case cases[] = {
	{ "written", written }, { "large", large }, { "shared", shared }, { "listed", listed },
	{ "too_many", too_many }, { "sizes", sizes }, { "pointers", pointers },
};

int main(int argc, char **argv)
{
	return run_cases(cases, sizeof cases / sizeof *cases, argc, argv);
}

/* SPDX-License-Identifier: ISC
 * libc.c - picolibc's system interface, by calls of this kernel.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "user.h"

int errno_result(int r)
{
	if (r >= 0)
		return r;
	errno = -r;
	return -1;
}

ssize_t read(int fd, void *buf, size_t n)
{
	return errno_result(sys_read(fd, buf, n));
}
ssize_t write(int fd, const void *buf, size_t n)
{
	return errno_result(sys_write(fd, buf, n));
}
int open(const char *path, int flags, ...)
{
	return errno_result(sys_open(path, flags));
}
int close(int fd)
{
	return errno_result(sys_close(fd));
}
off_t lseek(int fd, off_t offset, int whence)
{
	return errno_result(sys_lseek(fd, (int)offset, whence));
}
int unlink(const char *path)
{
	return errno_result(sys_unlink(path));
}
pid_t getpid(void)
{
	return sys_getpid();
}
pid_t wait(int *status)
{
	return errno_result(sys_wait(status));
}
int kill(pid_t pid, int signal)
{
	(void)signal;
	return errno_result(sys_kill(pid));
}
int sleep_ticks(unsigned n)
{
	return errno_result(sys_sleep(n));
}

int isatty(int fd)
{
	return errno_result(sys_isatty(fd)) == 1;
}

int exec(const char *path, char *const argv[])
{
	char name[NAME_MAX_BYTES];
	int r = sys_exec(path, argv);

	if (r == -ENOENT && !strchr(path, '/') && strlen(path) < sizeof name - 4) {
		strcpy(stpcpy(name, "bin/"), path);
		r = sys_exec(name, argv);
	}
	return errno_result(r);
}

void *sbrk(ptrdiff_t more)
{
	int end = sys_brk(0);

	if (more && sys_brk(end + more) < 0) {
		errno = ENOMEM;
		return (void *)-1;
	}
	return (void *)end;
}

uint64_t mtime(void)
{
	uint64_t t = 0;

	sys_time(&t);
	return t;
}

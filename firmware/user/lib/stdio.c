/* SPDX-License-Identifier: ISC
 * stdio.c - stdin, stdout and stderr, line-buffered. Output is flushed before a read of stdin,
 * before fork, and at exit.
 */
#include <stdio-bufio.h>
#include <unistd.h>

#include "user.h"

static char rooms[3][256];

static void put_all(void)
{
	fflush(stdout);
	fflush(stderr);
}

static ssize_t put_and_read(int fd, void *buf, size_t n)
{
	put_all();
	return read(fd, buf, n);
}

#define STREAM(fd, mode) \
	FDEV_SETUP_BUFIO( \
		fd, rooms[fd], sizeof rooms[fd], put_and_read, write, lseek, close, mode, __BLBF)

static struct __file_bufio in = STREAM(0, __SRD), out = STREAM(1, __SWR), err = STREAM(2, __SWR);
FILE *const stdin = &in.xfile.cfile.file;
FILE *const stdout = &out.xfile.cfile.file;
FILE *const stderr = &err.xfile.cfile.file;

pid_t fork(void)
{
	put_all();
	return errno_result(sys_fork());
}

void _exit(int code)
{
	put_all();
	for (;;)
		sys_exit(code);
}

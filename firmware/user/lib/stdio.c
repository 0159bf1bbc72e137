/* SPDX-License-Identifier: ISC
 * stdio.c - stdin, stdout and stderr, line-buffered. Output is flushed before a read of stdin,
 * before fork, and at exit.
 */
#include <stdio.h>
#include <unistd.h>

#include "user.h"

struct stream {
	FILE file;		/* must be first: picolibc passes a pointer to it */
	int fd, n, at;
	char buffer[256];
};

static int put_out(FILE *file)
{
	struct stream *s = (struct stream *)file;
	int n = s->n, done = 0, r;

	s->n = 0;
	for (; done < n; done += r)
		if ((r = sys_write(s->fd, s->buffer + done, n - done)) < 0)
			return EOF;
	return 0;
}

static int put(char c, FILE *file)
{
	struct stream *s = (struct stream *)file;

	s->buffer[s->n++] = c;
	if ((c == '\n' || s->n == (int)sizeof s->buffer) && put_out(file))
		return EOF;
	return (unsigned char)c;
}

static int get(FILE *file);

#define STREAM(fd, mode) { FDEV_SETUP_STREAM_EXT(put, get, put_out, mode), fd, 0, 0, "" }
#define FDEV_SETUP_STREAM_EXT(p, g, f, mode) { .put = p, .get = g, .flush = f, .flags = mode }

static struct stream in = STREAM(0, __SRD), out = STREAM(1, __SWR), err = STREAM(2, __SWR);
FILE *const stdin = &in.file;
FILE *const stdout = &out.file;
FILE *const stderr = &err.file;

static void put_all(void)
{
	put_out(stdout);
	put_out(stderr);
}

static int get(FILE *file)
{
	struct stream *s = (struct stream *)file;

	if (s->at == s->n) {
		put_all();
		s->at = s->n = 0;
		int n = sys_read(s->fd, s->buffer, sizeof s->buffer);
		if (n <= 0)
			return n ? _FDEV_ERR : _FDEV_EOF;
		s->n = n;
	}
	return (unsigned char)s->buffer[s->at++];
}

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

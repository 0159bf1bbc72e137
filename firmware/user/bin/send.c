/* SPDX-License-Identifier: ISC
 * send.c - sends files to the host as frames on the console; `tally run --files DIR` writes them
 * there.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "firmware/lib/frames.h"

static int put(void *ctx, const char *bytes, size_t n)
{
	ssize_t done = write(1, bytes, n);

	(void)ctx;
	return done == (ssize_t)n ? 0 : done < 0 ? -errno : -EIO;
}

/* Calls take(ctx, bytes, n) for the whole file, from its start. Returns 0 or a negative errno. */
static int each_part(int fd, int (*take)(void *, const void *, size_t), void *ctx)
{
	char part[FRAME_LINE * 8];
	ssize_t n;
	int error = lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0;

	while (!error && (n = read(fd, part, sizeof part)) != 0)
		error = n < 0 ? -errno : take(ctx, part, (size_t)n);
	return error;
}

struct measure {
	uint32_t size, crc;
};

static int measure(void *ctx, const void *bytes, size_t n)
{
	struct measure *m = ctx;

	m->size += n;
	m->crc = frame_crc(m->crc, bytes, n);
	return 0;
}

static int give(void *frame, const void *bytes, size_t n)
{
	return frame_data(frame, bytes, n);
}

static int send(const char *path)
{
	const char *base = strrchr(path, '/');
	struct measure m = { 0 };
	struct frame f;
	int fd = open(path, O_RDONLY), error = fd < 0 ? -errno : each_part(fd, measure, &m);

	if (!error)
		error = frame_begin(&f, put, NULL, base ? base + 1 : path, m.size, m.crc);
	if (!error) {
		error = each_part(fd, give, &f);
		/* always: what follows is not part of the frame */
		int end = frame_end(&f);
		error = error ? error : end;
	}
	if (fd >= 0)
		close(fd);
	if (error)
		fprintf(stderr, "send: %s: %s\n", path, strerror(-error));
	return error != 0;
}

int main(int argc, char **argv)
{
	int bad = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: send FILE...\n");
		return 1;
	}
	fflush(stdout);
	for (int i = 1; i < argc; i++)
		bad |= send(argv[i]);
	return bad;
}

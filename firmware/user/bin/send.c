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

static int each_part(file_take *take, void *ctx, void *of)
{
	int fd = *(int *)of, error = lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0;
	char part[456];
	ssize_t n;

	while (!error && (n = read(fd, part, sizeof part)) != 0) {
		error = n < 0 ? -errno : 0;
		if (!error)
			take(ctx, part, (size_t)n);
	}
	return error;
}

static int send(const char *path)
{
	const char *base = strrchr(path, '/');
	int fd = open(path, O_RDONLY),
	    error = fd < 0 ? -errno : frame_file(stdout, base ? base + 1 : path, each_part, &fd);

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
	for (int i = 1; i < argc; i++)
		bad |= send(argv[i]);
	return bad;
}

/* SPDX-License-Identifier: ISC
 * cat.c - copies files, or standard input, to standard output.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int copy(int fd, const char *name)
{
	char buffer[512];
	ssize_t n;

	while ((n = read(fd, buffer, sizeof buffer)) > 0)
		if (write(1, buffer, (size_t)n) != n) {
			perror("cat: write");
			return 1;
		}
	if (n < 0)
		perror(name);
	return n < 0;
}

int main(int argc, char **argv)
{
	int bad = argc < 2 ? copy(0, "cat") : 0;

	for (int i = 1; i < argc; i++) {
		int fd = open(argv[i], O_RDONLY);
		if (fd < 0) {
			perror(argv[i]);
			bad = 1;
			continue;
		}
		bad |= copy(fd, argv[i]);
		close(fd);
	}
	return bad;
}

/* SPDX-License-Identifier: ISC
 * wc.c - counts lines, words and bytes of files, or of standard input.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int count(int fd, const char *name)
{
	char buffer[512];
	long lines = 0, words = 0, bytes = 0;
	int in_word = 0;
	ssize_t n;

	while ((n = read(fd, buffer, sizeof buffer)) > 0)
		for (ssize_t i = 0; i < n; i++) {
			int space = isspace((unsigned char)buffer[i]);
			bytes++;
			lines += buffer[i] == '\n';
			words += !space && !in_word;
			in_word = !space;
		}
	if (n < 0)
		perror(name);
	else
		printf("%7ld %7ld %7ld %s\n", lines, words, bytes, name);
	return n < 0;
}

int main(int argc, char **argv)
{
	int bad = argc < 2 ? count(0, "") : 0;

	for (int i = 1; i < argc; i++) {
		int fd = open(argv[i], O_RDONLY);
		if (fd < 0) {
			perror(argv[i]);
			bad = 1;
			continue;
		}
		bad |= count(fd, argv[i]);
		close(fd);
	}
	return bad;
}

/* SPDX-License-Identifier: ISC
 * ls.c - lists all files, or those below DIRECTORY/, with their sizes in bytes.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"

int main(int argc, char **argv)
{
	char path[NAME_MAX_BYTES + 1] = "/";
	struct direntry e;

	if (argc > 1 && strlen(argv[1]) < sizeof path - 1) {
		strcpy(path, argv[1]);
		if (!path[0] || path[strlen(path) - 1] != '/')
			strcat(path, "/");
	}
	int fd = open(path, O_RDONLY);
	if (fd < 0) {
		perror(path);
		return 1;
	}
	while (read(fd, &e, sizeof e) == sizeof e)
		printf("%8lu %s\n", (unsigned long)e.size, e.name);
	return 0;
}

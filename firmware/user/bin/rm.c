/* SPDX-License-Identifier: ISC
 * rm.c - removes files.
 */
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int bad = argc < 2;

	if (bad)
		fprintf(stderr, "usage: rm FILE...\n");
	for (int i = 1; i < argc; i++)
		if (unlink(argv[i])) {
			perror(argv[i]);
			bad = 1;
		}
	return bad;
}

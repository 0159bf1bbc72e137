/* SPDX-License-Identifier: ISC
 * kill.c - ends processes, by pid.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int bad = argc < 2;

	if (bad)
		fprintf(stderr, "usage: kill PID...\n");
	for (int i = 1; i < argc; i++) {
		char *end;
		long pid = strtol(argv[i], &end, 10);
		if (*end || end == argv[i]) {
			fprintf(stderr, "kill: %s is not a number\n", argv[i]);
			bad = 1;
		} else if (kill((pid_t)pid, SIGKILL)) {
			perror(argv[i]);
			bad = 1;
		}
	}
	return bad;
}

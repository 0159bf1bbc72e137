/* SPDX-License-Identifier: ISC
 * kill.c - ends processes, by pid.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int bad = 0;

	for (int i = 1; i < argc; i++)
		if (kill(atoi(argv[i]), SIGKILL)) {
			perror(argv[i]);
			bad = 1;
		}
	return bad;
}

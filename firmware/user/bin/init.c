/* SPDX-License-Identifier: ISC
 * init.c - process 1: starts a shell on the console and collects orphans. When the shell exits, the
 * machine ends with its code. A shell that is killed is replaced.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"

int main(void)
{
	char *const argv[] = { "sh", NULL };

	int status;

	printf("help says what there is; halt or ^D ends the machine\n");
	for (;;) {
		int ended, shell = fork();
		if (shell == 0) {
			exec("sh", argv);
			perror("init: sh");
			_exit(1);
		}
		if (shell < 0) {
			perror("init: fork");
			sleep_ticks(100);
			continue;
		}
		do
			ended = wait(&status);
		while (ended != shell);
		if (WIFEXITED(status))
			sys_halt(WEXITSTATUS(status));
	}
}

/* SPDX-License-Identifier: ISC
 * init.c - process 1: a shell on the console, another when that ends; collects orphans.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "user.h"

int main(void)
{
	char *const argv[] = { "sh", NULL };

	for (;;) {
		int shell = fork();
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
		while (wait(NULL) != shell)
			;
	}
}

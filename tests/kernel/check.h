/* SPDX-License-Identifier: ISC
 * check.h - for programs that test the kernel: named cases, each followed by a
 * look at what it left behind.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "firmware/user/lib/user.h"

struct test_case {
	const char *name;
	void (*run)(void);
};

/* Ends the case (a child process: see run_cases) with one line. */
#define CHECK(condition) do { \
	if (!(condition)) { \
		printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
		exit(1); \
	} \
} while (0)

/* f in a child: its status as wait gives it. */
static inline int in_child(void (*f)(void))
{
	int status = -1, pid = fork();

	if (pid == 0) {
		f();
		exit(0);
	}
	if (pid < 0 || wait(&status) != pid)
		return -1;
	return status;
}

/* Runs those named in argv, or all, each in a child; a case that ends badly or leaves a page taken fails. Returns main's value. */
static inline int run_cases(const struct test_case *cases, int n, int argc, char **argv)
{
	int failed = 0, ran = 0;

	for (int i = 0; i < n; i++) {
		int wanted = argc < 2;
		for (int a = 1; a < argc; a++) {
			const char *w = argv[a], *c = cases[i].name;
			while (*w && *w == *c)
				w++, c++;
			wanted |= *w == *c;
		}
		if (!wanted)
			continue;
		int before = sys_freepages(), status = in_child(cases[i].run), lost = before - sys_freepages();
		ran++;
		failed += status || lost;
		if (status)
			printf("not ok %s (status 0x%x)\n", cases[i].name, (unsigned)status);
		else if (lost)
			printf("not ok %s (%d pages lost)\n", cases[i].name, lost);
		else
			printf("ok %s\n", cases[i].name);
	}
	if (!ran) {
		printf("%s: no case has that name:", argv[0]);
		for (int i = 0; i < n; i++)
			printf(" %s", cases[i].name);
		printf("\n");
	}
	printf("%s: %d passed, %d failed\n", argv[0], ran - failed, failed);
	return failed || !ran;
}

#endif

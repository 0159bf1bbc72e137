/* SPDX-License-Identifier: ISC
 * exec.c - exec: what it refuses, what the new program receives, what the old one leaves behind.
 */
#include "usertests.h"

static void exec_arguments(void)
{
	static char *many[ARGS_MAX + 3], text[3000];
	static uint32_t pointers[3];

	for (int i = 0; i < ARGS_MAX + 1; i++)
		many[i] = "x";
	EXPECT(sys_exec("bin/echo", many), -E2BIG);
	memset(text, 'y', sizeof text - 1);
	many[0] = text;
	many[1] = NULL;
	EXPECT(sys_exec("bin/echo", many), -E2BIG);
	for (int i = 0; i < 30; i++)
		many[i] = text + sizeof text - 100;
	many[30] = NULL;
	EXPECT(sys_exec("bin/echo", many), -E2BIG);
	for (unsigned i = 0; i < n_bad; i++) {
		pointers[0] = (uint32_t)(uintptr_t)"a";
		pointers[1] = bad[i];
		if (bad[i])
			EXPECT(sys_exec("bin/echo", pointers), -EFAULT);
	}
	EXPECT(sys_exec("bin/echo", 3), -EFAULT);
	EXPECT(sys_exec(text, 0), -ENAMETOOLONG);
	EXPECT(sys_exec("etc/motd", 0), -ENOEXEC);
	EXPECT(sys_exec("nothing", 0), -ENOENT);
	EXPECT(sys_exec("bin/", 0), -ENOENT);
	EXPECT(sys_exec("dev/console", 0), -ENOENT);
}

static void exec_quietly(uint32_t code)
{
	char *argv[] = { "wc", "nothing-there", NULL };

	(void)code;
	close(1);
	close(2);
	sys_exec("bin/wc", argv);
}

/* Repeated exec leaks nothing. */
static void exec_often(void)
{
	for (int i = 0; i < 5; i++)
		EXPECT(WEXITSTATUS(outcome(exec_quietly, 0)), 1);
}

/* Execs this program as `usertests -x what ...`; returns exec's error. */
static int becomes(const char *what, char *third, char *fourth)
{
	char *argv[] = { "usertests", AFTER_EXEC, (char *)(uintptr_t)what, third, fourth, NULL };

	return sys_exec("bin/usertests", argv);
}

static int sees_its_arguments(int argc, char **argv)
{
	return argc == 5 && !argv[3][0] && !strcmp(argv[4], "two words") && !argv[5] && (uintptr_t)argv % 16 == 0 ? 42 : 1;
}

static void gives_arguments(uint32_t arg)
{
	(void)arg;
	exit(-becomes("arguments", "", "two words"));
}

static void arguments_passed(void)
{
	EXPECT(WEXITSTATUS(outcome(gives_arguments, 0)), 42);
}

static int naps(int argc, char **argv)
{
	(void)argc, (void)argv;
	return sleep_ticks(600);
}

static int waits_for_all(int argc, char **argv)
{
	int status, bad = 0;

	(void)argc, (void)argv;
	while (wait(&status) > 0)
		bad |= status;
	return bad != 0;
}

static int once_more(int argc, char **argv)
{
	(void)argc, (void)argv;
	return -becomes("waits", NULL, NULL);
}

/* As many processes as possible, each with its own text; the last one execs twice. */
static void texts(void)
{
	int n = 0, pid;

	while ((pid = fork()) > 0)
		n++;
	if (pid == 0)
		exit(-becomes("naps", NULL, NULL));
	CHECK(n > 20);
	sleep_ticks(300);
	exit(-becomes("again", NULL, NULL));
}

int after_exec(int argc, char **argv)
{
	static const struct { const char *name; int (*main)(int argc, char **argv); } programs[] = {
		{ "arguments", sees_its_arguments }, { "naps", naps }, { "again", once_more }, { "waits", waits_for_all },
		{ "files", takes_memory_by_files }, { "ticks", keeps_tick_of_before },
	};

	for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++)
		if (argc > 2 && !strcmp(argv[2], programs[i].name))
			return programs[i].main(argc, argv);
	return 1;
}

const struct test exec_tests[] = {
	TEST(exec_arguments), TEST(exec_often), TEST(arguments_passed), SLOW(texts), END
};

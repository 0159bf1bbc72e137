/* SPDX-License-Identifier: ISC
 * main.c - usertests: attacks on the kernel and its profiler from user programs.
 *
 *	usertests [NAME...]	all, or these tests and groups
 * Each test runs in its own process; usertests.h says what is checked afterwards. Exit 1 if one
 * failed.
 */
#include "usertests.h"

#define STOP "ut.stop"
#define READY "ut.ready"
#define WITNESS_WORDS (2 * PAGE / 4)
#define SETTLE 200 /* ticks within which orphans must have been collected */

static const struct {
	const char *name;
	const struct test *tests;
} groups[] = {
	{ "basics", basic_tests },
	{ "profil", profil_tests },
	{ "memory", memory_tests },
	{ "late", late_tests },
	{ "sprofil", sprofil_tests },
	{ "clocks", clock_tests },
	{ "fuzz", fuzz_tests },
};
#define GROUPS (sizeof groups / sizeof groups[0])
static int passed, not_passed;

/* A bystander: its memory must stay its own, whatever the tests do. It exits with an error as soon
 * as it changes. */
static void witness(uint32_t key)
{
	uint32_t *memory = malloc(WITNESS_WORDS * 4);
	int fd;

	CHECK(memory);
	fill_pattern(memory, WITNESS_WORDS, key);
	close(open(READY, O_WRONLY | O_CREAT));
	while ((fd = open(STOP, O_RDONLY)) < 0) {
		CHECK(pattern_good(memory, WITNESS_WORDS, key));
		sleep_ticks(30);
	}
	CHECK(pattern_good(memory, WITNESS_WORDS, key));
}

static int settle(int pages)
{
	for (int i = 0; i < SETTLE && sys_freepages() != pages; i++)
		sleep_ticks(1);
	return sys_freepages();
}

/* Nothing is profiled: whatever runs, no counter moves. */
static int silent(void)
{
	for (int clock = 0; clock < 2; clock++) {
		uint64_t before = counts(clock).hits;
		spin(3000);
		if (setting(PROFCTL_STATE | clock) != PROFSTATE_OFF || counts(clock).hits != before)
			return 0;
	}
	return 1;
}

static void run(const struct test *t, int watcher)
{
	int pages = sys_freepages(), left, status;
	const char *wrong = NULL;

	fflush(stdout);
	int pid = fork();
	if (pid == 0) {
		t->run();
		exit(0);
	}
	status = pid < 0 ? 1 : ended(pid);
	left = settle(pages);
	if (status)
		wrong = WIFSIGNALED(status) ? "was killed" : "failed";
	if (!silent())
		wrong = "something is still profiled";
	if (is_over(watcher))
		wrong = "another process's memory was changed, in this test or the one before";
	if (left != pages)
		wrong = "pages are lost";
	clocks_set_back();
	if (wrong)
		printf("not ok %s: %s (status 0x%x; %d pages free before, %d after)\n", t->name,
			wrong, status, pages, left);
	else
		printf("ok %s\n", t->name);
	*(wrong ? &not_passed : &passed) += 1;
}

static int asked(const char *test, const char *group, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], test) || !strcmp(argv[i], group))
			return 1;
	return argc < 2;
}

static void run_all(int argc, char **argv)
{
	int watcher = child(witness, (uint32_t)mtime());

	while (unlink(READY) != 0)
		sleep_ticks(1);
	for (unsigned g = 0; g < GROUPS; g++)
		for (const struct test *t = groups[g].tests; t->name; t++)
			if (asked(t->name, groups[g].name, argc, argv))
				run(t, watcher);
	close(open(STOP, O_WRONLY | O_CREAT));
	if (ended(watcher)) {
		printf("not ok: another process's memory was changed\n");
		not_passed++;
	}
	unlink(STOP);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "-x"))
		return takes_memory_by_files();
	if (argc == 2 && !strcmp(argv[1], "-w"))
		return cannot_write(argv[0]);
	run_all(argc, argv);
	printf("usertests: %d passed, %d failed\n", passed, not_passed);
	return not_passed || !passed;
}

/* SPDX-License-Identifier: ISC
 * main.c - usertests: attacks on the kernel from user programs.
 *
 *	usertests		all but the slow ones
 *	usertests -a		all
 *	usertests NAME...	these; a name ending in '*' is a prefix, a group's name the whole group
 *	usertests -l		their names, by group
 *	usertests -f SEED CALLS	at least CALLS random calls from this seed on
 * Clocks that profctl has set to the timer's ticks stay so: then everything is tested by the tick.
 * Each test runs in its own process; usertests.h says what is checked afterwards. Exit 1 if one failed.
 */
#include "usertests.h"

#define STOP "ut.stop"
#define READY "ut.ready"
#define WITNESS_WORDS (2 * PAGE / 4)
#define SETTLE 200		/* ticks within which orphans must have been collected */

static const struct {
	const char *name;
	const struct test *tests;
} groups[] = {
	{ "pointers", pointer_tests }, { "faults", fault_tests }, { "memory", memory_tests }, { "processes", process_tests },
	{ "exec", exec_tests }, { "files", file_tests },
	{ "threads", thread_tests }, { "profil", profil_tests }, { "profil-memory", profil_memory_tests }, { "sprofil", sprofil_tests }, { "periods", period_tests }, { "late", late_tests }, { "fuzz", fuzz_tests },
};

/* A bystander: its memory must stay its own, whatever the tests do. It exits with an error as soon as it changes. */
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
static const char *silent(void)
{
	if (!has_profiler())
		return NULL;
	for (int clock = 0; clock < 2; clock++) {
		if (sys_profctl(PROFCTL_STATE | clock, 0) != PROFSTATE_OFF)
			return clock ? "sprofil is still on" : "the runner is profiled";
		struct profcounts before = counts(clock);
		spin(3000);
		struct profcounts after = counts(clock);
		if (after.hits != before.hits)
			return clock ? "the unit still counts for sprofil" : "the unit still counts for a process";
	}
	return NULL;
}

static int run(const struct test *t, int watcher)
{
	int pages = sys_freepages(), sum = sys_kernelsum(), status;
	const char *loud;
	uint64_t began = mtime();

	fflush(stdout);
	int pid = fork();
	if (pid == 0) {
		t->run();
		exit(0);
	}
	status = pid < 0 ? 1 : ended(pid);
	int left = settle(pages);
	loud = silent();
	clocks_set_back();
	int good = CLEAN(status) && !is_over(watcher) && left == pages && sys_kernelsum() == sum && !loud;
	printf("%s %s (%lu thousand mtime)\n", good ? "ok" : "not ok", t->name, (unsigned long)((mtime() - began) / 1000));
	if (WIFSIGNALED(status))
		printf("    killed, signal %d\n", WTERMSIG(status));
	if (is_over(watcher))
		printf("    another process's memory was changed, in this test or the one before\n");
	if (left != pages)
		printf("    %d pages free before, %d after\n", pages, left);
	if (sys_kernelsum() != sum)
		printf("    the kernel's code was changed\n");
	if (loud)
		printf("    %s\n", loud);
	return good;
}

/* A test's name, its group's (which excludes the slow ones), or a prefix and '*'. */
static int means(const char *word, const struct test *t, const char *group)
{
	size_t n = strlen(word);

	return !strcmp(word, t->name) || (!strcmp(word, group) && !t->slow) || (n && word[n - 1] == '*' && !strncmp(word, t->name, n - 1));
}

static int asked(const struct test *t, const char *group, int argc, char **argv)
{
	if (argc < 2)
		return !t->slow;
	if (!strcmp(argv[1], "-a"))
		return strcmp(t->name, "fuzz_soak") != 0;
	for (int i = 1; i < argc; i++)
		if (means(argv[i], t, group))
			return 1;
	return 0;
}

static int known(const char *word)
{
	for (unsigned g = 0; g < sizeof groups / sizeof groups[0]; g++)
		for (const struct test *t = groups[g].tests; t->name; t++)
			if (means(word, t, groups[g].name))
				return 1;
	printf("usertests: no test has the name %s; usertests -l lists them\n", word);
	return 0;
}

/* Checks every word before anything runs; prints one line if one is unknown. */
static int legal(int argc, char **argv)
{
	char *end[2];

	if (argc > 1 && !strcmp(argv[1], "-f")) {
		if (argc == 4) {
			fuzz_seed = (uint32_t)strtoul(argv[2], &end[0], 0);
			fuzz_calls = (uint32_t)strtoul(argv[3], &end[1], 0);
			if (end[0] > argv[2] && !*end[0] && end[1] > argv[3] && !*end[1] && fuzz_calls)
				return 1;
		}
		printf("usertests: -f SEED CALLS: two numbers, CALLS not 0\n");
		return 0;
	}
	if (argc > 1 && (!strcmp(argv[1], "-a") || !strcmp(argv[1], "-l"))) {
		if (argc > 2)
			printf("usertests: nothing goes with %s\n", argv[1]);
		return argc == 2;
	}
	for (int i = 1; i < argc; i++)
		if (!known(argv[i]))
			return 0;
	return 1;
}

static int passed, not_passed;

static void run_all(int argc, char **argv, int watcher)
{
	for (unsigned g = 0; g < sizeof groups / sizeof groups[0]; g++)
		for (const struct test *t = groups[g].tests; t->name; t++)
			if (asked(t, groups[g].name, argc, argv))
				run(t, watcher) ? passed++ : not_passed++;
}

static int list(void)
{
	for (unsigned g = 0; g < sizeof groups / sizeof groups[0]; g++) {
		printf("%s\n", groups[g].name);
		for (const struct test *t = groups[g].tests; t->name; t++)
			printf("	%s%s\n", t->name, t->slow ? " (slow)" : "");
	}
	return 0;
}

int main(int argc, char **argv)
{
	static char *fuzz_only[] = { "usertests", "fuzz_soak" };

	if (argc > 1 && !strcmp(argv[1], AFTER_EXEC))
		return after_exec(argc, argv);
	if (!legal(argc, argv))
		return 1;
	if (argc > 1 && !strcmp(argv[1], "-l"))
		return list();
	if (argc > 1 && !strcmp(argv[1], "-f")) {
		argc = 2;
		argv = fuzz_only;
	}
	clocks_begin();
	int watcher = child(witness, (uint32_t)mtime());
	while (unlink(READY) != 0)
		sleep_ticks(1);
	run_all(argc, argv, watcher);
	close(open(STOP, O_WRONLY | O_CREAT));
	if (ended(watcher)) {
		printf("not ok: another process's memory was changed\n");
		not_passed++;
	}
	unlink(STOP);
	printf("usertests: %d passed, %d failed\n", passed, not_passed);
	return not_passed || !passed;
}

/* SPDX-License-Identifier: ISC
 * lockstep_main.c - command line of lockstep.
 *
 * usage: lockstep [--mapper BUILD] [--seed N|random] [--cycles N] [--from CYCLE] [--mutant N]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lockstep.h"

static int usage(FILE *f)
{
	fprintf(f, "usage: lockstep [--mapper BUILD] [--seed N|random] [--cycles N] [--from CYCLE] [--mutant N]\n"
		   "BUILD:");
	for (const struct rtl *const *b = lockstep_builds; *b; b++)
		fprintf(f, " %s", (*b)->name);
	fprintf(f, " (default: each, one after the other)\n"
		   "--from prints every cycle from that one on\n");
	return f == stderr;
}

static bool number(const char *s, uint64_t *n)
{
	char *end;

	*n = strtoull(s, &end, 0);
	return *s && !*end;
}

/* NULL: not one of the builds. */
static const struct rtl *find(const char *name)
{
	for (const struct rtl *const *b = lockstep_builds; *b; b++)
		if (strcmp((*b)->name, name) == 0)
			return *b;
	return NULL;
}

int main(int argc, char **argv)
{
	struct run run = { .seed = 1, .cycles = 10000000, .from = UINT64_MAX, .program = argv[0] };
	uint64_t mutant = 0;
	int worst = 0;

	for (int i = 1; i < argc; i += 2) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";
		bool ok;

		if (strcmp(argv[i], "--help") == 0)
			return usage(stdout);
		if (strcmp(argv[i], "--mapper") == 0)
			ok = (run.rtl = find(value)) != NULL;
		else if (strcmp(argv[i], "--seed") == 0 && strcmp(value, "random") == 0)
			ok = (run.seed = (uint64_t)time(NULL)) != 0;
		else if (strcmp(argv[i], "--seed") == 0)
			ok = number(value, &run.seed);
		else if (strcmp(argv[i], "--cycles") == 0)
			ok = number(value, &run.cycles);
		else if (strcmp(argv[i], "--from") == 0)
			ok = number(value, &run.from);
		else if (strcmp(argv[i], "--mutant") == 0)
			ok = number(value, &mutant);
		else
			ok = false;
		if (!ok) {
			fprintf(stderr, "lockstep: %s %s: not understood\n", argv[i], value);
			return usage(stderr);
		}
	}
	run.mutant = (unsigned)mutant;
	if (run.rtl)
		return lockstep_run(&run);
	for (const struct rtl *const *b = lockstep_builds; *b; b++) {
		run.rtl = *b;
		int rc = lockstep_run(&run);

		if (rc > worst)
			worst = rc;
	}
	return worst;
}

/* SPDX-License-Identifier: ISC
 * main.c - command line of lockstep.
 *
 * usage: lockstep [--build NAME] [--seed N] [--seeds N] [--cycles N] [--from CYCLE]
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep.h"

enum { SEED, SEEDS, CYCLES, FROM, NUMBERS };

static const char *const names[] = { "--seed", "--seeds", "--cycles", "--from" };

static bool run_build(const struct build *build, const uint64_t *n, uint64_t *seen)
{
	struct run run = { .build = build, .seed = n[SEED], .cycles = n[CYCLES], .from = n[FROM] };

	for (; run.seed < n[SEED] + n[SEEDS]; run.seed++)
		if (!run_seed(&run))
			return false;
	for (unsigned i = 0; i < SEEN; i++)
		seen[i] += run.seen[i];
	printf("%s: %" PRIu64 " seeds of %" PRIu64 " cycles agree\n", build->name, n[SEEDS],
		n[CYCLES]);
	return true;
}

/* Words pass 2^31 only in builds that begin near it; not each one keeps a call tree, or counts in
 * system memory. */
static bool can_happen(unsigned what)
{
	const bool full = what == SEEN_FULL || what == SEEN_FULL_STOPS || what == SEEN_WRAPS;
	bool can = false;

	for (const struct build *const *b = lockstep_builds; *b; b++)
		can = can
			|| (what >= SEEN_SYSTEM               ? (*b)->params.system == 2
					: what >= SEEN_CALLS  ? (*b)->params.nodes
					: what < SEEN_COUNTED ? !(*b)->params.nodes
							      : !full || (*b)->full);
	return can;
}

/* Fails when something never happened. */
static bool print_seen(const uint64_t *seen)
{
#define SEEN_TEXT(name, text) text,
	static const char *const texts[] = { SEEN_LIST(SEEN_TEXT) };
	bool all = true;

	for (unsigned i = 0; i < SEEN; i++) {
		if (!can_happen(i))
			continue;
		printf("%12" PRIu64 "  %s\n", seen[i], texts[i]);
		all = all && seen[i];
	}
	if (!all)
		printf("lockstep: a count of 0: the run does not show what it should\n");
	return all;
}

static bool option(uint64_t *numbers, const char **only, char *const argv[2])
{
	char *end;

	if (!argv[1])
		return false;
	if (strcmp(argv[0], "--build") == 0)
		return (*only = argv[1]);
	for (unsigned i = 0; i < NUMBERS; i++)
		if (strcmp(argv[0], names[i]) == 0) {
			numbers[i] = strtoull(argv[1], &end, 0);
			return *argv[1] && !*end;
		}
	return false;
}

int main(int argc, char **argv)
{
	uint64_t numbers[NUMBERS] = { 1, 250, 30000, UINT64_MAX }, seen[SEEN] = { 0 };
	const char *only = NULL;
	bool good = true;

	for (int i = 1; i < argc; i += 2)
		if (!option(numbers, &only, argv + i)) {
			fprintf(stderr,
				"usage: lockstep [--build NAME] [--seed N] [--seeds N] "
				"[--cycles N] [--from CYCLE]\n");
			return 2;
		}
	for (const struct build *const *b = lockstep_builds; *b; b++)
		if (!only || strcmp(only, (*b)->name) == 0)
			good = run_build(*b, numbers, seen) && good;
	return good && (only || print_seen(seen)) ? 0 : 1;
}

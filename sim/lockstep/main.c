/* SPDX-License-Identifier: ISC
 * main.c - command line of lockstep.
 *
 * usage: lockstep [--build NAME] [--seed N] [--seeds N] [--cycles N] [--from CYCLE] [--mutant N]
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep.h"

struct options {
	const char *build;
	uint64_t seed, seeds, cycles, from, mutant;
};

static bool option(struct options *o, const char *name, const char *value)
{
	const struct { const char *name; uint64_t *n; } numbers[] = {
		{ "--seed", &o->seed }, { "--seeds", &o->seeds }, { "--cycles", &o->cycles }, { "--from", &o->from },
		{ "--mutant", &o->mutant },
	};
	char *end;

	if (strcmp(name, "--build") == 0)
		return (o->build = value);
	for (unsigned i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (strcmp(name, numbers[i].name) == 0) {
			*numbers[i].n = strtoull(value, &end, 0);
			return *value && !*end;
		}
	return false;
}

static bool run_build(const struct build *build, const struct options *o, uint64_t *seen)
{
	struct run run = { .build = build, .seed = o->seed, .cycles = o->cycles, .from = o->from,
		.mutant = (unsigned)o->mutant };

	for (; run.seed < o->seed + o->seeds; run.seed++)
		if (!run_seed(&run))
			return false;
	for (unsigned i = 0; i < SEEN; i++)
		seen[i] += run.seen[i];
	printf("%s: %" PRIu64 " seeds of %" PRIu64 " cycles agree\n", build->name, o->seeds, o->cycles);
	return true;
}

/* Words pass 2^31 only in builds that begin near it, and not each build counts in system memory. */
static bool can_happen(unsigned what)
{
	const bool full = what == SEEN_FULL || what == SEEN_FULL_STOPS || what == SEEN_WRAPS;
	bool can = !full && what < SEEN_SYSTEM;

	for (const struct build *const *b = lockstep_builds; *b; b++)
		can = can || (full ? (*b)->full : (*b)->params.system == 2);
	return can;
}

/* Fails when something never happened. */
static bool print_seen(const uint64_t *seen)
{
#define SEEN_TEXT(name, text) text,
	static const char *const texts[] = { SEEN_LIST(SEEN_TEXT) };
	bool all = true;

	for (unsigned i = 0; i < SEEN; i++) {
		printf("%12" PRIu64 "  %s\n", seen[i], texts[i]);
		all = all && (seen[i] || !can_happen(i));
	}
	if (!all)
		printf("lockstep: a count of 0: the run does not show what it should\n");
	return all;
}

int main(int argc, char **argv)
{
	struct options o = { .seed = 1, .seeds = 250, .cycles = 30000, .from = UINT64_MAX };
	uint64_t seen[SEEN] = { 0 };
	bool good = true;

	for (int i = 1; i < argc; i += 2)
		if (i + 1 == argc || !option(&o, argv[i], argv[i + 1])) {
			fprintf(stderr, "usage: lockstep [--build NAME] [--seed N] [--seeds N] [--cycles N] "
				"[--from CYCLE] [--mutant N]\n");
			return 2;
		}
	for (const struct build *const *b = lockstep_builds; *b; b++)
		if (!o.build || strcmp(o.build, (*b)->name) == 0)
			good = run_build(*b, &o, seen) && good;
	if (good && !o.build)
		good = print_seen(seen);
	return good ? 0 : 1;
}

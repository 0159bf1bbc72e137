/* SPDX-License-Identifier: ISC
 * context_main.c - command line of lockstep_context.
 *
 * usage: lockstep_context [--build NAME] [--seed N] [--seeds N] [--cycles N] [--from CYCLE]
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "options.h"

enum { SEED, SEEDS, CYCLES, FROM, NUMBERS, BUILDS = 16 };

const struct context_build *context_builds[BUILDS + 1];

void context_enlist(const struct context_build *build)
{
	static unsigned n;

	if (n == BUILDS)
		abort();
	context_builds[n++] = build;
}

static const char *const names[] = { "--seed", "--seeds", "--cycles", "--from" };

/* What the runs must have met. */
struct seen {
	const char *what;
	size_t at;
	uint64_t count;
};

#define MODEL(what, field) { what, offsetof(struct bench, model.field), 0 }
#define BENCH(what, field) { what, offsetof(struct bench, field), 0 }
static struct seen seen[] = {
	MODEL("events", events), MODEL("events before whose target a trap came", trapped),
	MODEL("beginnings that nobody called", tails), MODEL("events dropped", losses),
	MODEL("nodes folded", folds), MODEL("calls lumped", lumps),
	MODEL("traps that leave their stack", unwound),
	MODEL("returns that match no frame", unmatched), MODEL("returns past frames", skips),
	MODEL("nodes that got hotter", heats), MODEL("calls beyond the frames", over),
	MODEL("calls beyond the depth", deepest),
	MODEL("calls and returns finished by a trap's return", resumed),
	MODEL("stray returns", strays),
	MODEL("many ticks without an event", many), MODEL("LOST: nothing retired", stalls),
	MODEL("IDLE", idle), MODEL("LOST: RESET", discards), MODEL("FILTERED", filtered),
	BENCH("times the law", laws),
	BENCH("CLEARs", clears), BENCH("words read", words), BENCH("rows read", rows),
};
enum { SEEN = sizeof(seen) / sizeof(*seen) };

static bool run_build(const struct context_build *build, const uint64_t *n)
{
	static struct bench b;
	uint64_t cycles = 0;

	for (uint64_t i = 0; i < n[SEEDS]; i++) {
		bool good;

		b = (struct bench){ .build = build, .seed = n[SEED] + i, .cycles = n[CYCLES],
			.from = n[FROM] };
		good = bench_run(&b);
		context_close(&b.model);
		if (!good)
			return false;
		cycles += b.model.cycle;
		for (unsigned k = 0; k < SEEN; k++)
			seen[k].count += *(uint64_t *)((char *)&b + seen[k].at);
	}
	printf("%s: %" PRIu64 " seeds agree, %" PRIu64 " cycles\n", build->name, n[SEEDS], cycles);
	return true;
}

/* Fails when something never happened. */
static bool print_seen(void)
{
	bool all = true;

	for (unsigned i = 0; i < SEEN; i++) {
		printf("%12" PRIu64 "  %s\n", seen[i].count, seen[i].what);
		all = all && seen[i].count;
	}
	if (!all)
		printf("lockstep_context: a count of 0: the run does not show what it should\n");
	return all;
}

int main(int argc, char **argv)
{
	uint64_t numbers[NUMBERS] = { 1, 40, 60000, UINT64_MAX };
	const char *only = NULL;
	bool good = true;

	for (int i = 1; i < argc; i += 2)
		if (!option(names, NUMBERS, numbers, &only, argv + i)) {
			fprintf(stderr, "usage: lockstep_context [--build NAME] [--seed N] "
				"[--seeds N] [--cycles N] [--from CYCLE]\n");
			return 2;
		}
	for (const struct context_build *const *b = context_builds; *b; b++)
		if (!only || strcmp(only, (*b)->name) == 0)
			good = run_build(*b, numbers) && good;
	return good && (only || print_seen()) ? 0 : 1;
}

/* SPDX-License-Identifier: ISC
 * folded.c - collapsed stacks, "a;b;c COUNT" a line: flamegraph.pl, inferno, speedscope.
 *
 * The stacks are callers, where the profile has a call tree, and the calls that the compiler inlined. Equal ones are one
 * line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sw/base/error.h"
#include "export.h"
#include "sw/base/intern.h"
#include "sites.h"
#include "sw/base/text.h"

/* A line "NAME 77 4198" would be read as one of a difference, with two counts. */
static void hide_number(char *name)
{
	char *blank = strrchr(name, ' ');
	size_t digits = blank ? strspn(blank + 1, "0123456789") : 0;

	if (digits && !blank[1 + digits + (blank[1 + digits] == '.' ? 1 + strspn(blank + 2 + digits, "0123456789") : 0)])
		*blank = '?';
}

static size_t chain_number(struct intern *chains, const struct site *site, bool *fresh)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	for (size_t i = 0; f && i < site->n; i++) {
		char *name = text_plain(site->frames[i].name, ";");
		hide_number(name);
		fprintf(f, "%s%s", i ? ";" : "", name);
		free(name);
	}
	if (!f || fclose(f) != 0) {
		fputs("tally: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	size_t number = intern(chains, text, size, fresh);
	free(text);
	return number;
}

static bool write_folded(const struct export *e)
{
	struct sites sites;
	struct site site;
	struct intern chains = { 0 };
	uint64_t *counts = NULL;
	size_t room = 0;

	sites_open_calls(&sites, e->profile, e->firmware);
	while (sites_next(&sites, &site)) {
		bool fresh;
		size_t n = chains.n, at = chain_number(&chains, &site, &fresh);
		if (fresh) {
			GROW(counts, n, room);
			counts[at] = 0;
		}
		counts[at] += site.count;
	}
	for (size_t i = 0; i < chains.n; i++)
		fprintf(e->to, "%s %" PRIu64 "\n", chains.keys[i].bytes, counts[i]);
	free(counts);
	intern_free(&chains);
	sites_close(&sites);
	return true;
}

const struct export_format export_folded = { "folded", "collapsed stacks: inferno-flamegraph, flamegraph.pl", false, false, write_folded };
